// The journal of a team: permission is asked of the server first, facts are written to this machine's disk first.
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { notWritten } from '../explain.ts';
import type { Intent, Row } from '../intent.ts';
import type { Journal, ReadResult, Recorded, Unwritable } from '../journal.ts';
import type { OpenedServer, ServerJournal } from '../postgres/server-journal.ts';
import { ofFile, withOutcome } from './offline-rows.ts';
import { createOutbox, isAway, settleThere } from './outbox.ts';
import { hearVerdicts, tellOutcomes } from './reconcile.ts';
import { togetherThrough } from './team-together.ts';
import type { Witness } from './witness.ts';

interface TeamJournalDeps {
  /** This machine's file: each call takes effect before its promise is returned. */
  readonly local: Journal;
  readonly openServer: () => Promise<OpenedServer>;
  readonly clock: Clock;
  readonly witness?: Witness;
}

export type TeamJournal = Journal & Required<Pick<Journal, 'offlineSince' | 'stale' | 'together'>>;

/** How often, in ms, a console renews its lease of 15 s. */
const BEAT = 5000;
/** How old, in ms, the server's record of SENT may be when the first byte leaves. */
const FRESH = 5000;

const AWAY = t`The server of the team journal is away, so nothing may be sent.`;
const LACKING = t`The team journal does not have the outcome of the attempt before yet, so nothing may be sent.`;
const STALE = t`More than 5 seconds passed since the team journal was asked, so it was not sent.`;

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
  let server: ServerJournal | undefined;
  let closed = false;
  let stopBeat = (): void => {};
  /** When the server answered last; since when it is away. */
  let contact = clock.wall();
  let offline: number | undefined;
  /** Why the server's record can't be trusted. */
  let broken: Visible | undefined;
  const outbox = createOutbox(() => clock.monotonic());
  /** When the server was asked for leave to send. */
  const asked = new Map<string, { readonly monotonic: number; readonly wall: number }>();
  /** This console's own entries, as the server had them last. */
  const own = new Map<string, Row>();
  /** The last readings, for while the server is away. */
  const readings = new Map<string, readonly Row[]>();
  const notes: Parameters<Journal['note']>[0][] = [];
  /** Entries whose outcome this machine's file can't add to. */
  const settledStrays = new Set<string>();

  function heard<T extends object>(answer: T): T {
    const away = 'away' in answer;
    if (away) offline ??= contact;
    else {
      contact = clock.wall();
      offline = undefined;
    }
    return answer;
  }

  const remember = <Step extends { readonly ok: boolean }>(step: Step & { readonly row?: Row }): Step => {
    if (step.ok && step.row) own.set(step.row.intent.requestId, step.row);
    return step;
  };

  const noServer = (): Unwritable => {
    offline ??= contact;
    return { ok: false, unwritable: AWAY };
  };

  async function begin(opened: ServerJournal | undefined): Promise<void> {
    await local.recover();
    if (opened) await connected(opened);
    else offline = contact;
    next();
  }

  async function connected(opened: ServerJournal): Promise<void> {
    // Before anything can be asked of it: nothing is sent on a record that can't be trusted.
    broken = await witness?.check(opened);
    if (closed) return opened.close();
    server = opened;
    heard({});
    await hearVerdicts(local, opened);
  }

  const next = (): void => {
    // Without another beat the lease would end, and nothing could be sent any more.
    const beatOn = () => void beat().catch(noServer).then(next);
    if (!closed) stopBeat = clock.after(BEAT, beatOn);
  };

  async function beat(): Promise<void> {
    if (server === undefined) {
      const opened = await openServer();
      if ('locked' in opened) return;
      await connected(opened);
    }
    const there = server;
    if (there === undefined) return;
    const beaten = heard(await there.beat());
    if (!beaten.ok) return;
    if (beaten.value.dead > 0) await there.recover();
    if (outbox.size > 0) await outbox.flush(there);
    for (let entry = notes[0]; entry; entry = notes[0]) {
      if (isAway(await there.note(entry))) break;
      notes.shift();
    }
    const strays = beaten.value.strays.filter(id => !settledStrays.has(id));
    for (const id of await tellOutcomes(local, there, strays)) settledStrays.add(id);
    await hearVerdicts(local, there);
  }

  /** Whether the server lacks an earlier outcome of this entry, which would end a new attempt if it came later. */
  async function lacks(there: ServerJournal, requestId: string): Promise<boolean> {
    if (outbox.has(requestId)) await outbox.flush(there);
    return outbox.has(requestId);
  }

  /** The entry in this machine's file; why not, where that can't be. */
  async function keep(intent: Intent): Promise<Visible | undefined> {
    const equals = await local.equals(intent.fingerprint);
    const besides = equals.ok ? equals.value.map(row => row.intent.requestId) : [];
    const kept = await local.prepare(intent, { besides });
    if (kept.ok) return undefined;
    if ('barred' in kept) return kept.barred;
    return 'unwritable' in kept ? kept.unwritable : AWAY;
  }

  /** The server may have it: nothing was sent. */
  async function takeBack(requestId: string): Promise<Row | undefined> {
    if (!server) return undefined;
    const letter = { outcome: 'NOT SENT', answer: undefined } as const;
    const done = heard(await settleThere(server, requestId, letter, true));
    if ('unwritable' in done) outbox.put(requestId, 'NOT SENT');
    return 'row' in done ? done.row : undefined;
  }

  function stale(requestId: string): Visible | undefined {
    const at = asked.get(requestId);
    if (at === undefined) return AWAY;
    // The monotonic clock may stand still while the machine sleeps; the other one may be put forward or back.
    const spent = Math.max(clock.monotonic() - at.monotonic, Math.abs(clock.wall() - at.wall));
    return spent < FRESH ? undefined : STALE;
  }

  const moment = () => ({ monotonic: clock.monotonic(), wall: clock.wall() });

  /** After the server's leave: the same in this machine's file, and still in time. */
  async function leave(
    requestId: string,
    at: ReturnType<typeof moment>,
    given: Recorded,
    keepStep: () => Promise<Visible | undefined>,
  ): Promise<Recorded | Unwritable> {
    asked.set(requestId, at);
    remember(given);
    const why = (await keepStep()) ?? stale(requestId);
    if (why === undefined) return given;
    asked.delete(requestId);
    return { ok: false, unwritable: why };
  }

  /** One after the other, in the order of the calls: a later one never overtakes at the server. */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  /** Steps of an entry that wait for the server. */
  const underway = new Map<string, number>();
  const step = <T>(requestId: string, work: () => Promise<T>): Promise<T> => {
    underway.set(requestId, (underway.get(requestId) ?? 0) + 1);
    return inTurn(work).finally(() => {
      const left = (underway.get(requestId) ?? 1) - 1;
      if (left > 0) underway.set(requestId, left);
      else underway.delete(requestId);
    });
  };

  const read = (...asked: Parameters<typeof readNow>) => inTurn(() => readNow(...asked));

  async function readNow(
    key: string,
    there: (from: ServerJournal) => Promise<ReadResult<readonly Row[]>>,
    here: () => Promise<ReadResult<readonly Row[]>>,
  ): Promise<ReadResult<readonly Row[]>> {
    if (closed) return here();
    const found = server && heard(await there(server));
    if (found?.ok) readings.set(key, found.value);
    if (found && !isAway(found)) return found;
    offline ??= contact;
    const last = readings.get(key);
    if (last) return { ok: true, value: last.map(row => newer(row, own.get(row.intent.requestId))) };
    const kept = await here();
    return kept.ok ? { ok: true, value: kept.value.map(ofFile) } : kept;
  }

  const newer = (row: Row, mine: Row | undefined): Row =>
    mine && (mine.transitions.at(-1)?.number ?? 0) > (row.transitions.at(-1)?.number ?? 0) ? mine : row;

  const why = (step: { readonly barred: Visible } | { readonly unwritable: Visible }): Visible =>
    'barred' in step ? step.barred : step.unwritable;

  const team: TeamJournal & { begin: typeof begin } = {
    begin,
    get self() {
      return server?.self ?? local.self;
    },
    offlineSince: () => offline,
    together: togetherThrough(() => server?.together),
    stale,
    prepare: (intent, second) =>
      step(intent.requestId, async () => {
        if (broken) return { ok: false, unwritable: notWritten(broken) };
        if (!server) return noServer();
        if (await lacks(server, intent.requestId)) return { ok: false, unwritable: LACKING };
        const done = remember(heard(await server.prepare(intent, second)));
        if (!done.ok) {
          if (isAway(done)) {
            // It may be recorded there all the same.
            outbox.put(intent.requestId, 'NOT SENT');
            if ((await keep(intent)) === undefined) await local.settle(intent.requestId, 'NOT SENT');
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
        if (!server) return noServer();
        const at = moment();
        const done = heard(await server.sent(requestId));
        if (!done.ok) return done;
        return leave(requestId, at, done, async () => {
          const kept = await local.sent(requestId);
          return kept.ok ? undefined : why(kept);
        });
      }),
    repeat: (requestId, what) =>
      step(requestId, async () => {
        if (broken) return { ok: false, unwritable: notWritten(broken) };
        if (!server) return noServer();
        if (await lacks(server, requestId)) return { ok: false, unwritable: LACKING };
        const at = moment();
        const done = heard(await server.repeat(requestId, what));
        if (!done.ok) {
          if (isAway(done)) outbox.putFurther(requestId);
          return done;
        }
        const left = await leave(requestId, at, done, async () => {
          const known = await local.get(requestId);
          if (known.ok && known.value === undefined) {
            const refused = await keep(done.row.intent);
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
      const here = underway.has(requestId) ? undefined : now();
      return inTurn(async () => {
        const kept = await (here ?? now());
        asked.delete(requestId);
        const there = server && heard(await settleThere(server, requestId, { outcome, answer }, false));
        if (there && !('unwritable' in there)) return remember(there);
        outbox.put(requestId, outcome, answer);
        const row = own.get(requestId);
        if (!kept.ok || row === undefined) return kept;
        const facts = { outcome, answer, at: clock.wall(), process: team.self };
        return remember({ ok: true, row: withOutcome(row, facts) });
      });
    },
    resolve: (requestId, resolution) =>
      inTurn(async () => {
        if (!server) return noServer();
        const done = remember(heard(await server.resolve(requestId, resolution)));
        if (done.ok) await local.resolve(requestId, resolution);
        return done;
      }),
    recover: () =>
      inTurn(async () => {
        await local.recover();
        const done = await server?.recover();
        // Its absence is no news: the readings say so.
        return done && (closed || done.unwritable === undefined) ? done : { recovered: [] };
      }),
    equals: fingerprint =>
      read(
        `equals ${fingerprint}`,
        from => from.equals(fingerprint),
        () => local.equals(fingerprint),
      ),
    unresolved: () => read('unresolved', from => from.unresolved(), local.unresolved),
    list: wanted =>
      read(
        `list ${JSON.stringify(wanted)}`,
        from => from.list(wanted),
        () => local.list(wanted),
      ),
    async get(requestId) {
      const one = (found: ReadResult<Row | undefined>): ReadResult<readonly Row[]> =>
        found.ok ? { ok: true, value: found.value ? [found.value] : [] } : found;
      const found = await read(
        `get ${requestId}`,
        async from => one(await from.get(requestId)),
        async () => one(await local.get(requestId)),
      );
      return found.ok ? { ok: true, value: found.value[0] } : found;
    },
    note(entry) {
      const here = local.note(entry);
      return inTurn(async () => {
        const there = server && heard(await server.note(entry));
        if (there === undefined || isAway(there)) notes.push(entry);
        return here;
      });
    },
    audit: limit =>
      inTurn(async () => {
        const found = closed ? undefined : await server?.audit(limit);
        return found?.ok ? found : local.audit(limit);
      }),
    auditHead: () => local.auditHead(),
    version: async () => (closed ? undefined : server?.version()),
    async close() {
      if (closed) return;
      await turn;
      closed = true;
      stopBeat();
      if (server && outbox.size > 0) await outbox.flush(server);
      if (broken === undefined) witness?.keep(server?.head());
      await server?.close();
      await local.close();
    },
  };
  return team;
}
