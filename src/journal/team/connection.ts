// A console's way to its team's server: there or away, and a beat every 5 seconds that renews the lease and finds it again.
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Unwritable } from '../journal.ts';
import type { Beat } from '../postgres/answers.ts';
import type { OpenedServer, ServerJournal } from '../postgres/server-journal.ts';
import { lost, type Witness } from './witness.ts';

interface ConnectionDeps {
  readonly openServer: () => Promise<OpenedServer>;
  readonly clock: Clock;
  readonly witness: Witness | undefined;
  /** Before the first beat of a connection. */
  readonly onConnected: (server: ServerJournal) => Promise<void>;
  /** After each beat that the server answered. */
  readonly onBeat: (server: ServerJournal, beat: Beat) => Promise<void>;
}

export interface Connection {
  /** Nothing before the first connection. It may be away again. */
  readonly server: ServerJournal | undefined;
  /** Since when the server is away, epoch ms. */
  readonly offline: number | undefined;
  /** Why the server's record can't be trusted. */
  readonly broken: Visible | undefined;
  readonly closed: boolean;
  /** What the server answered, or that it did not, counts for `offline`. */
  heard<T extends object>(answer: T): T;
  noServer(): Unwritable;
  begin(opened: ServerJournal | undefined): Promise<void>;
  /** No more beats; what is under way may end. */
  stop(): void;
  close(): Promise<void>;
}

/** How often, in ms, a console renews its lease of 15 s. */
const BEAT = 5000;

export const AWAY = t`The server of the team journal is away, so nothing may be sent.`;

export const isAway = (answer: object): boolean => 'away' in answer;

export function connectionTo({
  openServer,
  clock,
  witness,
  onConnected,
  onBeat,
}: ConnectionDeps): Connection {
  let server: ServerJournal | undefined;
  let closed = false;
  let stopBeat = (): void => {};
  /** When the server answered last. */
  let contact = clock.wall();
  let offline: number | undefined;
  let broken: Visible | undefined;

  function heard<T extends object>(answer: T): T {
    if (isAway(answer)) offline ??= contact;
    else {
      contact = clock.wall();
      offline = undefined;
    }
    return answer;
  }

  const noServer = (): Unwritable => {
    offline ??= contact;
    return { ok: false, unwritable: AWAY };
  };

  async function connected(opened: ServerJournal): Promise<void> {
    // Before anything can be asked of it: nothing is sent on a record that can't be trusted.
    broken = await witness?.check(opened);
    if (closed) return opened.close();
    server = opened;
    heard({});
    await onConnected(opened);
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
    if (server === undefined) return;
    const known = server.head();
    const beaten = heard(await server.beat());
    if (!beaten.ok) return;
    // A server that was restored, or a standby that took over: it may have forgotten what was sent.
    if (!beaten.value.same) broken ??= lost(known?.number ?? 0);
    if (broken === undefined) witness?.keep(server.head());
    await onBeat(server, beaten.value);
  }

  return {
    get server() {
      return server;
    },
    get offline() {
      return offline;
    },
    get broken() {
      return broken;
    },
    get closed() {
      return closed;
    },
    heard,
    noServer,
    async begin(opened) {
      if (opened) await connected(opened);
      else offline = contact;
      next();
    },
    stop() {
      closed = true;
      stopBeat();
    },
    async close() {
      if (broken === undefined) witness?.keep(server?.head());
      await server?.close();
    },
  };
}
