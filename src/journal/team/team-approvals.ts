// Approvals in the team journal: the server decides, and this machine's file records the writes that may be sent.
import type { Approvals } from '../approvals.ts';
import type { Intent, Row } from '../intent.ts';
import type { Equal, ReadResult, Recorded, Stepped, Unwritable } from '../journal.ts';
import type { Naming } from '../possible-duplicates.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';
import { AWAY, type Connection, isAway, type Turns } from './team-connection.ts';

interface TeamApprovalParts {
  readonly connection: Connection;
  readonly turns: Turns;
  readonly equalHere: (intent: Intent, second: Naming | undefined) => Promise<readonly Row[]>;
  readonly attempt: <Done extends { readonly ok: boolean }>(
    requestId: string,
    work: (server: ServerJournal) => Promise<Done>,
  ) => Promise<Done | Unwritable>;
  /** The server gave no answer, and may have recorded the step. */
  readonly takeBackLater: Record<'ask' | 'claim', (requestId: string) => void>;
  /** If the file can't record what the server did, takes the server's record back. */
  readonly keepPrepared: (done: Recorded) => Promise<Recorded | Unwritable>;
}

export function teamApprovals(parts: TeamApprovalParts): Approvals & { ring(): void } {
  const { connection, turns, equalHere, attempt, takeBackLater, keepPrepared } = parts;
  const { heard, noServer } = connection;
  const { inTurn, step } = turns;
  const listeners = new Set<() => void>();

  const ring = (): void => {
    for (const listener of listeners) listener();
  };

  const read = <Value>(ask: (from: Approvals) => Promise<ReadResult<Value>>): Promise<ReadResult<Value>> =>
    inTurn(async () => {
      const { outdated } = connection;
      if (outdated !== undefined) return { ok: false, unreadable: outdated, final: true };
      if (connection.server) return heard(await ask(connection.server.approvals));
      noServer();
      return { ok: false, unreadable: AWAY };
    });

  /** This console's list is old: no notification tells of a right that was taken away. */
  const ringIfRefused = <Done extends { readonly ok: boolean }>(done: Done): Done => {
    if (!done.ok && 'barred' in done) ring();
    return done;
  };

  /** Sends nothing: if the server gives no answer, the person has to look again. */
  const plain = (requestId: string, work: (server: ServerJournal) => Promise<Stepped>): Promise<Stepped> =>
    step(requestId, async () => {
      const { server } = connection;
      return server ? ringIfRefused(heard(await work(server))) : noServer();
    });

  const orTakeBack = async <Done extends Stepped | Equal>(
    name: 'ask' | 'claim',
    { requestId }: Intent,
    work: (server: ServerJournal) => Promise<Done>,
  ): Promise<Done | Unwritable> => {
    const done = await attempt(requestId, work);
    if (isAway(done)) takeBackLater[name](requestId);
    return done;
  };

  return {
    needs: intent => read(from => from.needs(intent)),
    ask: (intent, confirmed, second) =>
      step(intent.requestId, async () => {
        const equal = await equalHere(intent, second);
        if (equal.length > 0) return { ok: false, equal };
        return orTakeBack('ask', intent, server => server.approvals.ask(intent, confirmed, second));
      }),
    claim: (intent, confirmed) =>
      step(intent.requestId, async () => {
        const done = await orTakeBack('claim', intent, server => server.approvals.claim(intent, confirmed));
        return done.ok ? keepPrepared(done) : ringIfRefused(done);
      }),
    vote: (requestId, digest, vote, note) =>
      plain(requestId, server => server.approvals.vote(requestId, digest, vote, note)),
    withdraw: (requestId, changed) =>
      plain(requestId, server => server.approvals.withdraw(requestId, changed)),
    waiting: () => read(from => from.waiting()),
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ring,
  };
}
