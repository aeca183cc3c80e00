// The head of an audit log, kept in a file outside the log: it shows that the log was removed or cut.
import fs from 'node:fs';
import { type Head, headText, parseHead } from './audit.ts';

/** `rm journal.db*` doesn't remove it. */
export const KNOWN_HEAD = 'audit-head';

/** After a restore from a backup, the administrator removes `file`. */
export function knownHeadIn(file: string) {
  let last: number | undefined;
  function read(): Head | undefined {
    try {
      return parseHead(fs.readFileSync(file, 'utf8'));
    } catch {
      return undefined;
    }
  }
  return {
    read,
    isDamaged: () => fs.existsSync(file) && read() === undefined,
    /** The hash covers all earlier lines. */
    keep(head: Head | undefined): void {
      if (head === undefined || head.number === last) return;
      try {
        const draft = `${file}.${process.pid}.new`;
        fs.writeFileSync(draft, `${headText(head)}\n`, { mode: 0o600 });
        fs.renameSync(draft, file);
        last = head.number;
      } catch {
        // Not an error: the older head is a good witness too. If the disk fails, the journal bars writing.
      }
    },
  };
}
