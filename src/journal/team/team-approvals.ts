// Four eyes in the journal of a team: the server decides, and this machine's file keeps what may be sent.
import type { Approvals } from '../approvals.ts';
import type { Naming } from '../duplicates.ts';
import type { Intent, Row } from '../intent.ts';
import type { Barred, Equal, Recorded, Unwritable } from '../journal.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import { AWAY, type Connection, isAway } from './connection.ts';
import type { Turns } from './turns.ts';

interface TeamApprovalParts {
  readonly connection: Connection;
  readonly turns: Turns;
  /** The duplicates in this machine's file, which may have entries from before the team, that nobody has named. */
  readonly equalHere: (intent: Intent, second: Naming | undefined) => Promise<readonly Row[]>;
  readonly forAttempt: (requestId: string) => Promise<ServerJournal | Unwritable>;
  /** The server gave no answer: whatever it recorded is taken back as soon as it is there. */
  readonly unheard: (requestId: string) => void;
  /** After the server's PREPARED: the same in this machine's file, or the server's taken back. */
  readonly keepPrepared: (done: Recorded) => Promise<Recorded | Unwritable>;
}

export interface TeamApprovals extends Approvals {
  /** Something that waits may have changed. */
  ring(): void;
}

export function teamApprovals(parts: TeamApprovalParts): TeamApprovals {
  const { connection, turns, equalHere, forAttempt, unheard, keepPrepared } = parts;
  const { heard, noServer } = connection;
  const { inTurn, step } = turns;
  const listeners = new Set<() => void>();

  const unreadable = () => {
    noServer();
    return { ok: false, unreadable: AWAY } as const;
  };

  /** A step that records nothing about sending: no answer means that the person looks again. */
  const plain = (
    requestId: string,
    work: (server: ServerJournal) => Promise<Recorded | Barred | Unwritable>,
  ): Promise<Recorded | Barred | Unwritable> =>
    step(requestId, async () => {
      const { server } = connection;
      return server ? heard(await work(server)) : noServer();
    });

  const attempt = async <Done extends Recorded | Equal | Barred | Unwritable>(
    { requestId }: Intent,
    work: (server: ServerJournal) => Promise<Done>,
  ): Promise<Done | Unwritable> => {
    const server = await forAttempt(requestId);
    if ('unwritable' in server) return server;
    const done = heard(await work(server));
    if (isAway(done)) unheard(requestId);
    return done;
  };

  return {
    needs: intent =>
      inTurn(async () =>
        connection.server ? heard(await connection.server.approvals.needs(intent)) : unreadable(),
      ),
    ask: (intent, confirmed, second) =>
      step(intent.requestId, async () => {
        const equal = await equalHere(intent, second);
        if (equal.length > 0) return { ok: false, equal };
        return attempt(intent, server => server.approvals.ask(intent, confirmed, second));
      }),
    claim: (intent, confirmed) =>
      step(intent.requestId, async () => {
        const done = await attempt(intent, server => server.approvals.claim(intent, confirmed));
        return done.ok ? keepPrepared(done) : done;
      }),
    vote: (requestId, digest, vote, note) =>
      plain(requestId, server => server.approvals.vote(requestId, digest, vote, note)),
    withdraw: (requestId, changed) =>
      plain(requestId, server => server.approvals.withdraw(requestId, changed)),
    waiting: () =>
      inTurn(async () =>
        connection.server ? heard(await connection.server.approvals.waiting()) : unreadable(),
      ),
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ring() {
      for (const listener of listeners) listener();
    },
  };
}
