// This console as a witness: it keeps the head of the team's audit log, and checks later that the log still contains it.
import { t, type Visible } from '../../lib/visible.ts';
import type { Head } from '../audit.ts';
import { isBroken, startChain } from '../audit-chain.ts';
import { knownHeadIn } from '../known-head.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';

export type Witness = ReturnType<typeof witnessIn>;

/** After a restore from a backup, the administrator removes `file` on each machine. */
export function witnessIn(file: string) {
  const { read, keep } = knownHeadIn(file);
  return {
    keep,
    /** As the end of a sentence; undefined if the server's log continues the known log. */
    async check(server: ServerJournal): Promise<Visible | undefined> {
      const known = read();
      const found = known ? await whatChanged(server, known) : 'same';
      if (found === 'same') keep(server.head());
      // A log that can't be read is not a changed log. Other calls report that failure.
      return found === 'same' || found === 'unread' ? undefined : found;
    },
  };
}

async function whatChanged(server: ServerJournal, known: Head): Promise<Visible | 'same' | 'unread'> {
  const chain = startChain({ first: known.number, heads: [known] });
  for (let from = known.number; ; ) {
    const read = await server.lines(from);
    if (!read.ok) return 'unread';
    for (const found of read.value) {
      const line = chain.follow(found);
      if (isBroken(line)) return changed(known.number, line.why);
    }
    const last = read.value.at(-1);
    if (last === undefined) {
      const ended = chain.end();
      return ended.ok ? 'same' : changed(known.number, ended.why);
    }
    from = last.number + 1;
  }
}

const changed = (number: number, why: Visible): Visible =>
  t`the server's audit log is not the log that this machine knows. ${why} This machine knows entry ${number}. Tell your administrator`;

/** For a console that notices the changed log while it runs. */
export const lost = (number: number): Visible =>
  changed(number, t`The last known entry is missing or changed.`);
