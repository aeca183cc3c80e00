// The journal of a team: permission is asked of the server first, facts are written to this machine's disk first.
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { notWritten } from '../explain.ts';
import type { Row } from '../intent.ts';
import type { Journal, Recorded, Unwritable } from '../journal.ts';
import type { OpenedServer, ServerJournal } from '../postgres/server-journal.ts';
import { connectionTo, isAway } from './connection.ts';
import { equalIn, keepIn } from './file-entries.ts';
import { createLeaves } from './leaves.ts';
import { createOutbox, settleThere } from './outbox.ts';
import { hearVerdicts, tellOutcomes } from './reconcile.ts';
import { teamApprovals } from './team-approvals.ts';
import { teamReadings } from './team-readings.ts';
import { togetherThrough } from './team-together.ts';
import { createTurns } from './turns.ts';
import type { Witness } from './witness.ts';

interface TeamJournalDeps {
  /** This machine's file: each call takes effect before its promise is returned. */
  readonly local: Journal;
  readonly openServer: () => Promise<OpenedServer>;
  readonly clock: Clock;
  readonly witness?: Witness;
}

export type TeamJournal = Journal &
  Required<Pick<Journal, 'approvals' | 'offlineSince' | 'stale' | 'together'>>;

const LACKING = t`The team journal does not have the outcome of the attempt before yet, so nothing may be sent.`;

/** Opens it. A server that is away may come later; one that refuses this console bars writing. */
export async function openTeam(parts: TeamJournalDeps): Promise<TeamJournal | { readonly locked: Visible }> {
  const first = await parts.openServer();
  if ('locked' in first && !first.away) {
    await parts.local.close();
    return { locked: first.locked };
  }
  const team = teamJournal(parts);
  await team.begin('locked' in first ? undefined : first);
  return team;
}

function teamJournal({ local, openServer, clock, witness }: TeamJournalDeps) {
  const self = () => connection.server?.self ?? local.self;
  const outbox = createOutbox(clock, self);
  const leaves = createLeaves(clock);
  /** Entries of now whose outcome this machine's file can't add to. */
  let settledStrays: readonly string[] = [];
  let lastRung = 0;
  const connection = connectionTo({
    openServer,
    clock,
    witness,
    async onConnected(server) {
      server.approvals.watch(approvals.ring);
      approvals.ring();
      await hearVerdicts(local, server);
    },
    async onBeat(server, { leftOver, rung, strays }) {
      if (rung !== lastRung) approvals.ring();
      lastRung = rung;
      if (leftOver) await server.recover();
      await outbox.flush(server);
      const untold = strays.filter(id => !settledStrays.includes(id));
      const told = await tellOutcomes(local, server, untold);
      settledStrays = strays.filter(id => settledStrays.includes(id) || told.includes(id));
      await hearVerdicts(local, server);
    },
  });
  const { heard, noServer } = connection;
  const turns = createTurns();
  const { inTurn, step } = turns;

  /** The server, for a new attempt: an earlier outcome that it lacks would end the attempt if it came later. */
  async function forAttempt(requestId: string): Promise<ServerJournal | Unwritable> {
    const { server, broken } = connection;
    if (broken) return { ok: false, unwritable: notWritten(broken) };
    if (!server) return noServer();
    if (outbox.has(requestId)) await outbox.flush(server);
    return outbox.has(requestId) ? { ok: false, unwritable: LACKING } : server;
  }

  /** The server may have it: nothing was sent. */
  async function takeBack(requestId: string): Promise<Row | undefined> {
    const { server } = connection;
    if (!server) return undefined;
    const letter = { outcome: 'NOT SENT', answer: undefined } as const;
    const done = heard(await settleThere(server, requestId, letter, true));
    if ('unwritable' in done) outbox.put(requestId, 'NOT SENT');
    return 'row' in done ? done.row : undefined;
  }

  /** After the server's leave: the same in this machine's file, and still in time. */
  async function leave(
    requestId: string,
    at: ReturnType<typeof leaves.now>,
    given: Recorded,
    keepStep: () => Promise<Visible | undefined>,
  ): Promise<Recorded | Unwritable> {
    leaves.give(requestId, at);
    const why = (await keepStep()) ?? leaves.stale(requestId);
    if (why === undefined) return given;
    leaves.end(requestId);
    return { ok: false, unwritable: why };
  }

  const approvals = teamApprovals({
    connection,
    turns,
    equalHere: (intent, naming) => equalIn(local, intent, naming),
    forAttempt,
    unheard: requestId => outbox.put(requestId, 'NOT SENT'),
    async keepPrepared(done) {
      const { requestId } = done.row.intent;
      const refused = await keepIn(local, done.row.intent);
      if (refused === undefined) return done;
      const row = await takeBack(requestId);
      return { ok: false, unwritable: refused, ...(row && { row }) };
    },
  });

  const why = (step: { readonly barred: Visible } | { readonly unwritable: Visible }): Visible =>
    'barred' in step ? step.barred : step.unwritable;

  async function begin(opened: ServerJournal | undefined): Promise<void> {
    await local.recover();
    await connection.begin(opened);
  }

  const team: TeamJournal & { begin: typeof begin } = {
    begin,
    get self() {
      return self();
    },
    offlineSince: () => connection.offline,
    together: togetherThrough(() => connection.server?.together),
    stale: leaves.stale,
    approvals,
    prepare: (intent, second) =>
      step(intent.requestId, async () => {
        const server = await forAttempt(intent.requestId);
        if ('unwritable' in server) return server;
        const done = heard(await server.prepare(intent, second));
        if (!done.ok) {
          if (isAway(done)) {
            // It may be recorded there all the same.
            outbox.put(intent.requestId, 'NOT SENT');
            if ((await keepIn(local, intent)) === undefined) await local.settle(intent.requestId, 'NOT SENT');
          }
          return done;
        }
        const kept = await local.prepare(intent, second);
        if (kept.ok) return done;
        const row = await takeBack(intent.requestId);
        if ('equal' in kept) return kept;
        return { ok: false, unwritable: why(kept), ...(row && { row }) };
      }),
    sent: requestId =>
      step(requestId, async () => {
        const { server } = connection;
        if (!server) return noServer();
        const at = leaves.now();
        const done = heard(await server.sent(requestId));
        if (!done.ok) return done;
        return leave(requestId, at, done, async () => {
          const kept = await local.sent(requestId);
          return kept.ok ? undefined : why(kept);
        });
      }),
    repeat: (requestId, what) =>
      step(requestId, async () => {
        const server = await forAttempt(requestId);
        if ('unwritable' in server) return server;
        const at = leaves.now();
        const done = heard(await server.repeat(requestId, what));
        if (!done.ok) {
          if (isAway(done)) outbox.putRetry(requestId);
          return done;
        }
        const left = await leave(requestId, at, done, async () => {
          const known = await local.get(requestId);
          if (known.ok && known.value === undefined) {
            const refused = await keepIn(local, done.row.intent);
            if (refused !== undefined) return refused;
            const sent = await local.sent(requestId);
            return sent.ok ? undefined : why(sent);
          }
          const kept = await local.repeat(requestId, what);
          return kept.ok ? undefined : why(kept);
        });
        if (left.ok) return left;
        // Barred where the step was not kept here.
        await local.settle(requestId, 'NOT SENT');
        const row = await takeBack(requestId);
        return { ...left, ...(row && { row }) };
      }),
    settle(requestId, outcome, answer) {
      // Before anything is waited for: the process may be about to end. A step that is under way comes first.
      const now = () => local.settle(requestId, outcome, answer);
      const here = turns.isUnderway(requestId) ? undefined : now();
      return inTurn(async () => {
        const kept = await (here ?? now());
        leaves.end(requestId);
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
        const done = heard(await server.resolve(requestId, resolution));
        if (done.ok) await local.resolve(requestId, resolution);
        return done;
      }),
    recover: () =>
      inTurn(async () => {
        await local.recover();
        const done = await connection.server?.recover();
        // Its absence is no news: the readings say so.
        return done && (connection.closed || done.unwritable === undefined) ? done : { recovered: [] };
      }),
    ...teamReadings(local, connection, outbox, turns),
    note(entry) {
      const here = local.note(entry);
      return inTurn(async () => {
        const { server } = connection;
        const there = server && heard(await server.note(entry));
        if (there === undefined || isAway(there)) outbox.putNote(entry);
        return here;
      });
    },
    audit: limit =>
      inTurn(async () => {
        const found = connection.closed ? undefined : await connection.server?.audit(limit);
        return found?.ok ? found : local.audit(limit);
      }),
    auditHead: () => local.auditHead(),
    version: async () => (connection.closed ? undefined : connection.server?.version()),
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
