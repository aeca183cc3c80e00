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
  const keep = (head: Head | undefined): void => {
    if (head === undefined) return;
    try {
      const draft = `${file}.${process.pid}.new`;
      fs.writeFileSync(draft, `${headText(head)}\n`, { mode: 0o600 });
      fs.renameSync(draft, file);
    } catch {
      // A disk that fails bars writing by itself; the head of before is as good a witness.
    }
  };
  return {
    keep,
    async check(server) {
      const known = keptIn(file);
      const broken = known && (await whatChanged(server, known));
      if (broken === undefined) keep(server.head());
      return broken;
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

async function whatChanged(server: ServerJournal, known: Head): Promise<Visible | undefined> {
  const chain = startChain({ first: known.number, heads: [known] });
  for (let from = known.number; ; ) {
    const read = await server.lines(from);
    // What can't be read is another matter, and says so elsewhere.
    if (!read.ok) return undefined;
    for (const found of read.value) {
      const line = chain.follow(found);
      if (isBroken(line)) return changed(known, line.why);
    }
    const last = read.value.at(-1);
    if (last === undefined) {
      const ended = chain.end();
      return ended.ok ? undefined : changed(known, ended.why);
    }
    from = last.number + 1;
  }
}

const changed = (known: Head, why: Visible): Visible =>
  t`the server's audit log is not the one of before. ${why} This machine knew entry ${known.number}. Tell your administrator`;
