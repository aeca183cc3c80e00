// This console as a witness: it keeps where the team's log stood, and checks that what it meets later is chained to that.
import fs from 'node:fs';
import { t, type Visible } from '../../lib/visible.ts';
import { type Head, headText, parseHead } from '../audit.ts';
import { isBroken, startChain } from '../audit-chain.ts';
import type { ServerJournal } from '../postgres/server-journal.ts';

export interface Witness {
  /** Why the server's log is not the one that this console knew, as the end of a sentence. */
  check(server: ServerJournal): Promise<Visible | undefined>;
  /** Where the log stands: each hash covers all the lines before it. */
  keep(head: Head | undefined): void;
}

/** Keeps the head in `file`. Whoever restores the server from a backup removes that file on each machine. */
export function witnessIn(file: string): Witness {
  let last: number | undefined;
  const keep = (head: Head | undefined): void => {
    if (head === undefined || head.number === last) return;
    try {
      const draft = `${file}.${process.pid}.new`;
      fs.writeFileSync(draft, `${headText(head)}\n`, { mode: 0o600 });
      fs.renameSync(draft, file);
      last = head.number;
    } catch {
      // A disk that fails bars writing by itself; the head of before is as good a witness.
    }
  };
  return {
    keep,
    async check(server) {
      const known = keptIn(file);
      const found = known ? await whatChanged(server, known) : 'same';
      if (found === 'same') keep(server.head());
      // What can't be read is another matter, and says so elsewhere.
      return found === 'same' || found === 'unread' ? undefined : found;
    },
  };
}

function keptIn(file: string): Head | undefined {
  try {
    return parseHead(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
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
  t`the server's audit log is not the one of before. ${why} This machine knew entry ${number}. Tell your administrator`;

/** The same, where a console finds out while it runs. */
export const lost = (number: number): Visible =>
  changed(number, t`Its last entry of before is missing or changed.`);
