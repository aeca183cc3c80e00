// Keeps the head of this machine's audit log outside the journal's file, so that a removed log is missed.
import fs from 'node:fs';
import path from 'node:path';
import { parseHead } from '../audit.ts';
import { KNOWN_HEAD, knownHeadIn } from '../known-head.ts';
import type { FileJournal } from '../local-journal.ts';
import { hasLine } from './audit-check.ts';

export const knownHeadOf = (file: string) => knownHeadIn(path.join(path.dirname(file), KNOWN_HEAD));

export const isLogGone = (file: string): boolean =>
  !fs.existsSync(file) && knownHeadOf(file).read() !== undefined;

/**
 * Keeps the head now and at the close. `isOther`: the log lacks the known head, which stays as the only trace of a log that was
 * removed or replaced.
 */
export function keepingHead(
  journal: FileJournal,
  file: string,
): { readonly journal: FileJournal; readonly isOther: boolean } {
  const known = knownHeadOf(file);
  const before = known.read();
  if (before !== undefined && !hasLine(file, before)) return { journal, isOther: true };
  const keep = (): void => known.keep(parseHead(journal.auditHead() ?? ''));
  keep();
  const close = (): void => {
    keep();
    journal.close();
  };
  return { journal: { ...journal, close }, isOther: false };
}
