// Keeps the head of this machine's audit log outside the journal's file, so that a removed or older log is missed.

import { hash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attempt } from '../../lib/attempt.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { makeFolders } from '../../system/make-folders.ts';
import { type Head, parseHead } from '../audit.ts';
import { KNOWN_HEAD, knownHeadIn } from '../known-head.ts';
import type { FileJournal } from '../local-journal.ts';
import { hasLine } from './audit-check.ts';
import type { OpenedJournal } from './open.ts';

export type KnownHeads = ReturnType<typeof knownHeadsOf>;

/** Beside the journal, and in `elsewhere`, which a restored state folder doesn't bring back. */
export function knownHeadsOf(file: string, elsewhere: string | undefined) {
  const folder = path.dirname(file);
  const all = [
    path.join(folder, KNOWN_HEAD),
    ...(elsewhere === undefined ? [] : [path.join(elsewhere, `${KNOWN_HEAD}-${nameOf(folder)}`)]),
  ].map(knownHeadIn);
  const damaged = () => all.find(each => each.isDamaged())?.file;
  const known = () => all.flatMap(({ file: place, read }) => ({ place, head: read() }));
  const unlike = (): readonly string[] =>
    known().flatMap(({ place, head }) => (head === undefined || hasLine(file, head) ? [] : [place]));
  return {
    read: (): readonly Head[] => known().flatMap(({ head }) => head ?? []),
    damaged,
    /** Before the journal is opened, which makes a missing file. */
    checkThere(): Visible | undefined {
      const unread = damaged();
      if (unread !== undefined) return unreadHead(unread);
      return fs.existsSync(file)
        ? undefined
        : otherLog(known().flatMap(({ place, head }) => (head ? [place] : [])));
    },
    checkSameLog: () => otherLog(unlike()),
    keep(head: Head | undefined): void {
      // If that fails, only the head beside the journal is kept. Doctor warns.
      if (elsewhere !== undefined) attempt(() => makeFolders(elsewhere));
      for (const each of all) each.keep(head);
    },
  };
}

/** A home folder on a network has the heads of several machines, with a state folder of one name each. */
const nameOf = (folder: string): string =>
  hash('sha256', JSON.stringify([os.hostname(), realPath(folder)])).slice(0, 16);

const realPath = (folder: string): string =>
  attempt(() => fs.realpathSync(folder)) ?? path.join(realPath(path.dirname(folder)), path.basename(folder));

const unreadHead = (file: string): Visible =>
  t`Purser can't write to the service: it can't read the last known head of the journal's log. Restore ${visible(file, 400)}. If the journal is whole, remove this file.`;

function otherLog(heads: readonly string[]): Visible | undefined {
  if (heads.length === 0) return undefined;
  const files = join(
    heads.map(head => visible(head, 400)),
    ' and ',
  );
  return t`Purser can't write to the service: the journal's log was removed or replaced, so Purser can't find duplicates. Restore the journal. If this was deliberate, remove ${files}.`;
}

/** Keeps the head now, before each write leaves, and at the close. */
export function keepingHead(journal: FileJournal, heads: KnownHeads): OpenedJournal {
  const why = heads.checkSameLog();
  if (why) {
    journal.close();
    return { locked: why };
  }
  const keep = (): void => heads.keep(parseHead(journal.auditHead() ?? ''));
  const kept = <Step extends { readonly ok: boolean }>(step: Step): Step => {
    if (step.ok) keep();
    return step;
  };
  keep();
  return {
    ...journal,
    prepare: (intent, second) => kept(journal.prepare(intent, second)),
    repeat: (requestId, what) => kept(journal.repeat(requestId, what)),
    close() {
      keep();
      journal.close();
    },
  };
}
