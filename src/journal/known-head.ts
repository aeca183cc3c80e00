// The head of an audit log, kept in a file outside the log: it shows that the log was removed or cut.

import fs from 'node:fs';
import { attempt, succeeds } from '../lib/attempt.ts';
import { type Head, headText, parseHead } from './audit.ts';

/** `rm journal.db*` doesn't remove it. */
export const KNOWN_HEAD = 'audit-head';

/** All heads have one length, so that a new one can take the place of the last in one piece. */
const LENGTH = 63;
const MOST_BYTES = 4096;

/** After a restore from a backup, the administrator removes `file`. */
export function knownHeadIn(file: string) {
  /** What `file` has. */
  let last: string | undefined;
  const read = (): Head | undefined =>
    attempt(() => {
      // A pipe would wait for ever.
      const found = fs.statSync(file);
      return found.size > MOST_BYTES || !found.isFile()
        ? undefined
        : parseHead(fs.readFileSync(file, 'utf8'));
    });
  return {
    file,
    read,
    isDamaged: () => isThere(file) && read() === undefined,
    /** The hash covers all earlier lines. */
    keep(head: Head | undefined): void {
      if (head === undefined) return;
      last ??= textOf(read());
      const text = headText(head);
      if (text === last) return;
      // Not an error: the older head is a good witness too. If the disk fails, the journal bars writing.
      const line = `${text.padEnd(LENGTH)}\n`;
      if ((last !== undefined && overwrites(file, line)) || replaces(file, line)) last = text;
    },
  };
}

const textOf = (head: Head | undefined): string | undefined => head && headText(head);

/** Waits for no disk, and a power failure leaves one of the two heads. */
function overwrites(file: string, line: string): boolean {
  try {
    // Not through a link, which `replaces` replaces.
    const open = fs.openSync(file, fs.constants.O_RDWR | (fs.constants.O_NOFOLLOW ?? 0));
    try {
      return fs.writeSync(open, line, 0) === line.length;
    } finally {
      fs.closeSync(open);
    }
  } catch {
    return false;
  }
}

/** Waits for the disk: after a power failure, an empty file would bar writing. */
function replaces(file: string, line: string): boolean {
  const draft = `${file}.${process.pid}.new`;
  const done = succeeds(() => {
    fs.writeFileSync(draft, line, { mode: 0o600, flush: true });
    fs.renameSync(draft, file);
  });
  // The folder may be no folder.
  if (!done) attempt(() => fs.rmSync(draft, { force: true }));
  return done;
}

/** Also a link to nothing. A folder that can't be searched has no head that Purser could have kept. */
const isThere = (file: string): boolean => succeeds(() => fs.lstatSync(file));
