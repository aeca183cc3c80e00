// The journal of a team: the server records a step before a request first, this machine's file the outcome after it.
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Row } from '../intent.ts';
import type { Journal, Recorded, Unwritable } from '../journal.ts';
import { notWritten } from '../journal-sentences.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import {
  equalIn,
  joinNotes,
  keepIn,
  refusalIn,
  repeatIn,
  sendOutcomes,
  takeVerdicts,
} from './file-entries.ts';
import type { MachineKey } from './machine-key.ts';
import { createOutbox, settleThere } from './outbox.ts';
import { teamApprovals } from './team-approvals.ts';
import {
  AWAY,
  connectionTo,
  createTurns,
  isAway,
  type OpenServer,
  togetherThrough,
} from './team-connection.ts';
import { teamReadings } from './team-readings.ts';
import type { Witness } from './witness.ts';

interface TeamJournalDeps {
  readonly local: Journal;
  readonly openServer: OpenServer;
  readonly clock: Clock;
  readonly witness?: Witness;
  readonly key?: MachineKey;
}

export type TeamJournal = Journal &
  Required<
    Pick<Journal, 'approvals' | 'offlineSince' | 'outdated' | 'shut' | 'unread' | 'stale' | 'together'>
  >;

const LACKING = t`The team journal does not have the outcome of the previous attempt yet, so nothing may be sent.`;

/** A server that is away may come later. A server that refuses this console bars writing. */
export async function openTeam(parts: TeamJournalDeps): Promise<TeamJournal | { readonly locked: Visible }> {
  const team = teamJournal(parts);
  const refused = await team.begin();
  if (refused === undefined) return team;
  await parts.local.close();
  return refused;
}

function teamJournal({ local, openServer, clock, witness, key }: TeamJournalDeps) {
  const self = () => connection.server?.self ?? local.self;
  const outbox = createOutbox(clock, self);
  const permits = createPermits(clock);
  /** UNKNOWN entries whose outcome this machine has sent or does not have. */
  let settledStrays: readonly string[] = [];
  let lastRung = '';
  const connection = connectionTo({
    openServer,
    clock,
    witness,
    key,
    async onConnected(server) {
      server.approvals.watch(approvals.ring);
      await takeVerdicts(local, server);
    },
    async onBeat(server, { leftOver, rung, strays }) {
      if (rung !== lastRung) approvals.ring();
      lastRung = rung;
      if (leftOver) await server.recover();
      await outbox.flush(server);
      const open = strays.filter(id => !settledStrays.includes(id));
      const settled = await sendOutcomes(local, server, open);
      settledStrays = strays.filter(id => settledStrays.includes(id) || settled.includes(id));
      await takeVerdicts(local, server);
      await joinNotes(local, server);
    },
  });
  const { heard, noServer } = connection;
  const turns = createTurns();
  const { inTurn, step } = turns;

  /** For a step before a request. */
  function trusted(): ServerJournal | Unwritable {
    const unwritable = untrusted();
    return unwritable ? { ok: false, unwritable } : (connection.server ?? noServer());
  }

  const untrusted = (): Visible | undefined => connection.broken && notWritten(connection.broken);

  /** An earlier outcome that came late would end the new attempt. */
  async function attempt<Done extends { readonly ok: boolean }>(
    requestId: string,
    work: (server: ServerJournal) => Promise<Done>,
  ): Promise<Done | Unwritable> {
    const server = trusted();
    if ('unwritable' in server) return server;
    const putBack = await outbox.clear(requestId, server);
    if (putBack === undefined) return { ok: false, unwritable: LACKING };
    const done = heard(await work(server));
    if (!done.ok) putBack();
    return done;
  }

  /** The server may have recorded the step. */
  async function takeBack(requestId: string): Promise<Row | undefined> {
    const { server } = connection;
    if (!server) return undefined;
    const letter = { outcome: 'NOT SENT', answer: undefined } as const;
    const done = heard(await settleThere(server, requestId, letter, true));
    if ('unwritable' in done) outbox.put(requestId, 'NOT SENT');
    return 'row' in done ? done.row : undefined;
  }

  /** Checks the server's log again at the end: it may be a restored log. */
  async function permit(
    requestId: string,
    at: ReturnType<typeof permits.now>,
    given: Recorded,
    keepStep: () => Promise<Visible | undefined>,
  ): Promise<Recorded | Unwritable> {
    permits.give(requestId, at);
    const why = (await keepStep()) ?? untrusted() ?? permits.stale(requestId);
    if (why === undefined) return given;
    permits.end(requestId);
    return { ok: false, unwritable: why };
  }

  const approvals = teamApprovals({
    connection,
    turns,
    equalHere: (intent, naming) => equalIn(local, intent, naming),
    attempt,
    takeBackLater: { ask: requestId => outbox.put(requestId, 'NOT SENT'), claim: outbox.putClaim },
    async keepPrepared(done) {
      const { requestId } = done.row.intent;
      const refused = await keepIn(local, done.row.intent);
      if (refused === undefined) return done;
      const row = await takeBack(requestId);
      return { ok: false, unwritable: refused, ...(row && { row }) };
    },
  });

  async function begin(): Promise<{ readonly locked: Visible } | undefined> {
    const opened = await connection.ask();
    if ('locked' in opened && !opened.away) return { locked: opened.locked };
    await local.recover();
    await connection.begin(opened);
    return undefined;
  }

  const team: TeamJournal & { begin: typeof begin } = {
    begin,
    get self() {
      return self();
    },
    offlineSince: () => connection.offline,
    outdated: () => connection.outdated,
    shut: () => connection.shut,
    together: togetherThrough(connection.look, () => connection.server?.together),
    stale: permits.stale,
    approvals,
    prepare: (intent, second) =>
      step(intent.requestId, async () => {
        const done = await attempt(intent.requestId, server => server.prepare(intent, second));
        if (isAway(done)) {
          // The server may still have recorded the intent.
          outbox.put(intent.requestId, 'NOT SENT');
          if ((await keepIn(local, intent)) === undefined) await local.settle(intent.requestId, 'NOT SENT');
        }
        if (!done.ok) return done;
        const kept = await local.prepare(intent, second);
        if (kept.ok) return done;
        const row = await takeBack(intent.requestId);
        if ('equal' in kept) return kept;
        return { ok: false, unwritable: refusalIn(kept), ...(row && { row }) };
      }),
    sent: requestId =>
      step(requestId, async () => {
        const server = trusted();
        if ('unwritable' in server) return server;
        const at = permits.now();
        const done = heard(await server.sent(requestId));
        if (!done.ok) return done;
        return permit(requestId, at, done, async () => {
          const kept = await local.sent(requestId);
          return kept.ok ? undefined : refusalIn(kept);
        });
      }),
    repeat: (requestId, what, approved) =>
      step(requestId, async () => {
        let at = permits.now();
        const done = await attempt(requestId, server => {
          at = permits.now();
          return server.repeat(requestId, what, approved);
        });
        if (!done.ok) {
          if (isAway(done)) outbox.putRetry(requestId);
          return done;
        }
        const permitted = await permit(requestId, at, done, () => repeatIn(local, done.row.intent, what));
        if (permitted.ok) return permitted;
        // If the file lacks the step, it refuses this outcome, which does no harm.
        await local.settle(requestId, 'NOT SENT');
        const row = await takeBack(requestId);
        return { ...permitted, ...(row && { row }) };
      }),
    settle(requestId, outcome, answer) {
      // Immediately, because the process may be about to end. But a step under way comes first.
      const now = () => local.settle(requestId, outcome, answer);
      const here = turns.isUnderway(requestId) ? undefined : now();
      return inTurn(async () => {
        const kept = await (here ?? now());
        permits.end(requestId);
        const { server } = connection;
        const there = server && heard(await settleThere(server, requestId, { outcome, answer }, false));
        if (there && !('unwritable' in there)) return there;
        outbox.put(requestId, outcome, answer);
        const row = server?.known().find(({ intent }) => intent.requestId === requestId);
        return kept.ok && row ? { ok: true, row: outbox.withOwn(row) } : kept;
      });
    },
    resolve: (requestId, resolution) =>
      inTurn(async () => {
        const { server } = connection;
        if (!server) return noServer();
        const early = connection.explainWait();
        if (early !== undefined) return { ok: false, barred: early };
        const done = heard(await server.resolve(requestId, resolution));
        if (done.ok) await local.resolve(requestId, resolution);
        return done;
      }),
    recover: () =>
      inTurn(async () => {
        await local.recover();
        const done = await connection.server?.recover();
        // The readings already say that the server is away.
        const unwritable = connection.closed ? done?.unwritable : (connection.news() ?? outbox.refused());
        return { recovered: done?.recovered ?? [], ...(unwritable !== undefined && { unwritable }) };
      }),
    ...teamReadings(local, connection, outbox, turns),
    note(entry) {
      const here = local.note(entry);
      return inTurn(async () => {
        const { server } = connection;
        const there = server && heard(await server.note(entry));
        if (there && 'refused' in there) return there;
        if (!there?.ok) outbox.putNote(entry);
        return here;
      });
    },
    auditHead: () => local.auditHead(),
    version: connection.version,
    async close() {
      if (connection.closed) return;
      await turns.end();
      connection.stop();
      if (connection.server) await outbox.flush(connection.server);
      await connection.close();
      await local.close();
    },
  };
  return team;
}

const VALID_MS = 5000;

const STALE = t`The server's permission is more than ${VALID_MS / 1000} seconds old.`;

/** Valid for a short time after the console asked. */
function createPermits(clock: Clock) {
  const now = () => ({ monotonic: clock.monotonic(), wall: clock.wall() });
  const permits = new Map<string, ReturnType<typeof now>>();
  return {
    now,
    give(requestId: string, asked: ReturnType<typeof now>) {
      permits.set(requestId, asked);
    },
    end(requestId: string) {
      permits.delete(requestId);
    },
    stale(requestId: string): Visible | undefined {
      const at = permits.get(requestId);
      if (at === undefined) return AWAY;
      // The monotonic clock may stop while the machine sleeps, and a person may change the wall clock.
      const spent = Math.max(clock.monotonic() - at.monotonic, Math.abs(clock.wall() - at.wall));
      return spent < VALID_MS ? undefined : STALE;
    },
  };
}
