// Checks the audit log of a journal's file through a connection that can't write, and that the journal and it say the same.
import { t, type Visible } from '../lib/visible.ts';
import { type AuditLine, type Checked, checkChain, type Head, lineOf, type SealedLine } from './audit.ts';
import { headOf, sealedLines } from './audit-table.ts';
import { Damaged } from './columns.ts';
import { causeOf, type Database, type OpenDatabase, openSqlite, snapshot } from './database.ts';
import { applicationId, versionOf } from './schema.ts';

/** The first version of the file whose audit log says with what it began. */
const firstVersion = 3;

interface CheckParts {
  readonly file: string;
  readonly head?: Head;
  readonly open?: OpenDatabase;
}

/** `unreadable`: the whole sentence that says why it can't be told. */
export type FileChecked = Checked | { readonly ok: false; readonly unreadable: Visible };

/** Whether the log in `file` is whole, up to where `head` says that it was. Changes nothing. */
export function checkAudit({ file, head, open = openSqlite }: CheckParts): FileChecked {
  return reading(file, open, database => {
    const told: Told = { seals: new Set(), before: undefined };
    const checked = checkChain(noted(sealedLines(database), told), {
      heads: head === undefined ? [] : [head],
    });
    return checked.ok ? (unlikeJournal(database, told) ?? checked) : checked;
  });
}

/**
 * The lines of the log in `file` from a moment on (epoch ms), and where the log stood when they were read. What can't be
 * read as a line is left out, and missed by whoever checks them.
 */
export function readAudit({ file, open = openSqlite }: CheckParts, since?: number) {
  return reading(file, open, database => {
    const lines = [...sealedLines(database)].filter(line => lineOf(line) !== undefined);
    // A clock may have been put back: what follows the first line of the period is all of it.
    const from =
      since === undefined ? 0 : lines.findIndex(line => Date.parse(lineOf(line)?.at ?? '') >= since);
    return { ok: true as const, lines: from < 0 ? [] : lines.slice(from), head: headOf(database) };
  });
}

function reading<T>(file: string, open: OpenDatabase, read: (database: Database) => T) {
  let database: Database | undefined;
  try {
    database = open(file, { readOnly: true, busyMs: 2000 });
    const opened = database;
    return snapshot(opened, () => {
      const ours = opened.rows('PRAGMA application_id')[0]?.['application_id'] === applicationId;
      if (!ours) return unreadable(t`it is not a journal`);
      if (versionOf(opened) < firstVersion)
        return unreadable(
          t`it is of an earlier version, and is brought up to this one when the console opens it`,
        );
      return read(opened);
    });
  } catch (error) {
    return unreadable(error instanceof Damaged ? t`it is damaged` : causeOf(error));
  } finally {
    database?.close();
  }
}

const unreadable = (why: Visible) => ({
  ok: false as const,
  unreadable: t`The audit log can't be read: ${why}.`,
});

interface Told {
  /** Of the changes that it tells of. */
  readonly seals: Set<string>;
  /** The number of the last change before there was a log, as the line says that the log began with. */
  before: number | undefined;
}

/** The same lines; what they say of the journal is put into `told`. */
function* noted(lines: Iterable<SealedLine>, told: Told): Generator<SealedLine> {
  for (const line of lines) {
    const { kind, detail = {} } = lineOf(line) ?? {};
    const { seal, before }: AuditLine['detail'] = detail;
    if (seal !== undefined) told.seals.add(seal);
    if (kind === 'log-begun' && before !== undefined) told.before ??= Number(before);
    yield line;
  }
}

/** What the log tells of a write and the journal doesn't have, or the other way round, since there is a log. */
function unlikeJournal(database: Database, { seals, before }: Told): Checked | undefined {
  if (before === undefined)
    return {
      ok: false,
      entry: 1,
      why: t`The entry that a log begins with is not there: the log was emptied, or begun anew.`,
    };
  const kept = database.rows('SELECT number, seal FROM transitions ORDER BY number');
  const entry = (headOf(database)?.number ?? 0) + 1;
  const known = new Set(kept.map(({ seal }) => seal));
  for (const seal of seals) {
    if (!known.has(seal))
      return {
        ok: false,
        entry: entryWith(database, seal),
        why: t`The journal lacks what this entry tells of.`,
      };
  }
  // A log of the version before this one told of changes before the entry that it begins with.
  const since = kept.findIndex(
    ({ number, seal }) => Number(number) > before || (typeof seal === 'string' && seals.has(seal)),
  );
  const untold = since < 0 ? undefined : kept.slice(since).find(({ seal }) => !seals.has(String(seal)));
  return (
    untold && {
      ok: false,
      entry,
      why: t`The journal holds a change of a write that the log doesn't tell of.`,
    }
  );
}

function entryWith(database: Database, seal: string): number {
  for (const line of sealedLines(database)) if (lineOf(line)?.detail['seal'] === seal) return line.number;
  return 0;
}
