// The connection of a console to its team's server: its heartbeat renews the lease and connects again, and calls go in turn.

import type { Clock } from '../../lib/clock.ts';
import { MINUTE } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Unwritable } from '../journal.ts';
import { notWritten } from '../journal-sentences.ts';
import type { Beat } from '../postgres/answers.ts';
import type { ServerHead } from '../postgres/server-console.ts';
import type { OpenedServer, ServerJournal } from '../postgres/server-journal.ts';
import type { Together } from '../together.ts';
import type { MachineKey } from './machine-key.ts';
import { DAMAGED, lost, type Witness } from './witness.ts';

/** `known`: what this machine knows of the log. */
export type OpenServer = (known?: ServerHead) => Promise<OpenedServer>;

interface ConnectionDeps {
  readonly openServer: OpenServer;
  readonly clock: Clock;
  readonly witness: Witness | undefined;
  readonly key: MachineKey | undefined;
  /** Before the first heartbeat. */
  readonly onConnected: (server: ServerJournal) => Promise<void>;
  readonly onBeat: (server: ServerJournal, beat: Beat) => Promise<void>;
}

export type Connection = ReturnType<typeof connectionTo>;

/** In ms. The lease lasts 15 s. A person learns of a colleague within this time. */
const BEAT = 5000;

/** In ms. The console looks for changes every 2 s: from this age of the last heartbeat on, with a heartbeat. */
const RENEWS = 4000;

/** In ms, between two signatures of a console. */
const SIGN = 60_000;

export const AWAY = t`The server of the team journal is away, so nothing may be sent.`;

export const isAway = (answer: object): boolean => 'away' in answer;

export function connectionTo({ openServer, clock, witness, key, onConnected, onBeat }: ConnectionDeps) {
  let server: ServerJournal | undefined;
  let closed = false;
  let beating: Promise<Visible | undefined> | undefined;
  /** Monotonic ms. */
  let beatAt = Number.NEGATIVE_INFINITY;
  let line: number | undefined;
  let stopBeat = (): void => {};
  let contact = clock.wall();
  let offline: number | undefined;
  /** Why there is no server yet. */
  let why = AWAY;
  let outdated: Visible | undefined;
  /** As the last heartbeat says. */
  let closedLog: Visible | undefined;
  let signed: { readonly number: number; readonly at: number } | undefined;
  let told: Visible | undefined;
  const steps = clockSteps(clock);

  function heard<T extends object>(answer: T): T {
    // A server that refuses the next sign-in is not away, but nothing is read from it.
    if (isAway(answer) || 'unreadable' in answer) offline ??= contact;
    else {
      contact = clock.wall();
      offline = undefined;
    }
    return answer;
  }

  /** A restored server, or a standby that took over, may lack the newest entries. */
  const explainBreak = (): Visible | undefined =>
    server?.replaced() ? lost(server.head()?.number ?? 0) : undefined;

  const explainShut = (): Visible | undefined => {
    const broken = explainBreak();
    return broken === undefined ? closedLog : notWritten(broken);
  };

  const explainOutdated = (): Visible | undefined => outdated ?? server?.readOnly();

  async function ask(): Promise<OpenedServer> {
    const known = witness?.known();
    return known === 'damaged' ? { locked: DAMAGED, away: false } : openServer(known);
  }

  const noServer = (): Unwritable => {
    offline ??= contact;
    return { ok: false, unwritable: why };
  };

  async function connected(opened: ServerJournal): Promise<void> {
    // The head of another log is not the server's.
    if (!opened.replaced()) {
      witness?.keep(opened.head());
      steps.hear(opened.head()?.at);
    }
    if (closed) return opened.close();
    server = opened;
    heard({});
    await onConnected(opened);
  }

  const age = (): number => clock.monotonic() - beatAt;

  const next = (): void => {
    const beatOn = () => {
      // A look for changes may have been a heartbeat.
      if (age() < BEAT) next();
      else void beatOnce().then(next);
    };
    const left = BEAT - age();
    if (!closed) stopBeat = clock.after(left > 0 ? left : BEAT, beatOn);
  };

  /** Returns why there was no heartbeat. A failure must not stop the heartbeats: without a lease, nothing can be sent. */
  function beatOnce(): Promise<Visible | undefined> {
    beating ??= beat()
      .catch(() => noServer().unwritable)
      .finally(() => {
        beating = undefined;
      });
    return beating;
  }

  async function beat(): Promise<Visible | undefined> {
    if (server === undefined) {
      const opened = await ask();
      if ('locked' in opened) {
        why = opened.locked;
        return why;
      }
      await connected(opened);
    }
    if (server === undefined) return why;
    if (server.readOnly() !== undefined) return server.readOnly();
    const asked = clock.monotonic();
    const beaten = heard(await server.beat());
    if (!beaten.ok) {
      if (beaten.final) outdated = beaten.unreadable;
      return beaten.unreadable;
    }
    beatAt = asked;
    ({ line, closed: closedLog } = beaten.value);
    steps.hear(beaten.value.now);
    if (explainBreak() === undefined) {
      witness?.keep(server.head());
      await signs(server);
    }
    await onBeat(server, beaten.value);
    return undefined;
  }

  /** Often enough for the checks of a night, and seldom enough for hundreds of consoles. */
  async function signs(open: ServerJournal): Promise<void> {
    const head = open.head();
    if (key === undefined || head === undefined || head.number === signed?.number) return;
    if (signed !== undefined && clock.monotonic() - signed.at < SIGN) return;
    const done = await open.signHead(head, key.name, key.signed(open.service, head));
    if (done.ok) signed = { number: head.number, at: clock.monotonic() };
  }

  return {
    /** Undefined before the first connection. Stays set while the server is away. */
    get server() {
      return server;
    },
    /** Epoch ms. Undefined while the server answers. */
    get offline() {
      return offline;
    },
    /** Why there is no server yet, as a whole sentence. */
    get why() {
      return why;
    },
    /** Why the team journal on the server can't be trusted. */
    get broken() {
      return explainBreak();
    },
    get closed() {
      return closed;
    },
    /** Why this program never writes here again. */
    get outdated() {
      return explainOutdated();
    },
    /** Why nobody, or not this console, may begin a write now. */
    get shut() {
      return explainShut();
    },
    /** Once, so that a person learns of it before the next write. */
    news(): Visible | undefined {
      const news = explainOutdated() ?? explainShut();
      if (news === told) return undefined;
      told = news;
      return news;
    },
    explainWait: steps.why,
    /** The number of the log's last line. */
    async version(): Promise<number | undefined> {
      if (closed || server === undefined) return undefined;
      if (age() < RENEWS || server.readOnly() !== undefined) return server.version();
      return (await beatOnce()) === undefined ? line : undefined;
    },
    async look(...asked: Parameters<Together['look']>): ReturnType<Together['look']> {
      if (server === undefined) return unread;
      const { heartbeat } = server;
      if (server.readOnly() !== undefined) return heard(await server.together.look(...asked));
      if (!heartbeat.hasAsked(...asked) || age() >= BEAT) {
        // A heartbeat under way may have asked for other customers.
        await beating;
        heartbeat.asks(...asked);
        const unreadable = await beatOnce();
        if (unreadable !== undefined) return { ok: false, unreadable };
      }
      return { ok: true, value: heartbeat.news() };
    },
    heard,
    noServer,
    ask,
    async begin(opened: OpenedServer) {
      if ('locked' in opened) {
        why = opened.locked;
        offline = contact;
      } else await connected(opened);
      next();
    },
    /** Calls under way may still finish. */
    stop() {
      closed = true;
      stopBeat();
    },
    async close() {
      if (explainBreak() === undefined) witness?.keep(server?.head());
      await server?.close();
    },
  };
}

/** In ms. */
const STEP = 5000;
const APART = 60_000;
/** In ms: so long after an attempt nobody may resolve its entry. */
const SETTLED = 75_000;

/**
 * The server's clock decides when an entry can be resolved. This console counts on its own, because the server can't see that its
 * clock was put forward.
 */
function clockSteps(clock: Clock) {
  let offset: number | undefined;
  let apart = 0;
  let steppedAt: number | undefined;
  return {
    hear(server: number | undefined): void {
      if (server === undefined) return;
      const now = server - clock.monotonic();
      if (offset !== undefined && Math.abs(now - offset) > STEP) steppedAt = clock.monotonic();
      offset = now;
      apart = Math.abs(server - clock.wall());
    },
    /** As a sentence. */
    why(): Visible | undefined {
      if (apart > APART)
        return t`Nothing was resolved. The clocks of this machine and of the team's server differ by ${Math.round(apart / MINUTE)} min. Correct the clocks first.`;
      if (steppedAt === undefined) return undefined;
      const left = steppedAt + SETTLED - clock.monotonic();
      return left > 0
        ? t`Nothing was resolved. The server's clock has just changed, or this machine slept. Resolve the entry in ${Math.ceil(left / 1000)} s.`
        : undefined;
    },
  };
}

const NOBODY_THERE = t`The server of the team journal is away.`;

const unread = { ok: false, unreadable: NOBODY_THERE } as const;
const unshared = { ok: false, why: NOBODY_THERE, away: true } as const;
const unwritten = { ok: false, unwritable: NOBODY_THERE } as const;

export const togetherThrough = (look: Together['look'], server: () => Together | undefined): Together => ({
  look,
  notes: async customer => server()?.notes(customer) ?? unread,
  addNote: async (...note) => server()?.addNote(...note) ?? unshared,
  joinNote: async note => server()?.joinNote(note) ?? unshared,
  handOver: async (...entry) => server()?.handOver(...entry) ?? unwritten,
  answer: async (...entry) => server()?.answer(...entry) ?? unwritten,
  views: async () => server()?.views() ?? unread,
  shareView: async (...view) => server()?.shareView(...view) ?? unshared,
  unshareView: async (...view) => server()?.unshareView(...view) ?? unshared,
});

export type Turns = ReturnType<typeof createTurns>;

/** No call of this console overtakes an earlier one. */
export function createTurns() {
  let turn: Promise<unknown> = Promise.resolve();
  const underway = new Map<string, number>();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    inTurn,
    step<T>(requestId: string, work: () => Promise<T>): Promise<T> {
      underway.set(requestId, (underway.get(requestId) ?? 0) + 1);
      return inTurn(work).finally(() => {
        const left = (underway.get(requestId) ?? 1) - 1;
        if (left > 0) underway.set(requestId, left);
        else underway.delete(requestId);
      });
    },
    isUnderway: (requestId: string) => underway.has(requestId),
    /** After all calls so far. */
    end: () => turn,
  };
}
