// `purser audit`: checks the audit log, and exports a copy that can be checked on any machine.

import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import {
  type AuditEntry,
  exportedLine,
  exportHeading,
  type Head,
  headText,
  parseHead,
} from '../journal/audit.ts';
import { type ChainCheck, checkChain, checkExport } from '../journal/audit-chain.ts';
import { checkFile, isTeamRecord } from '../journal/postgres/record-file.ts';
import { systemProcesses } from '../journal/processes.ts';
import { checkAudit, type FileChecked, readAudit } from '../journal/sqlite/audit-check.ts';
import { knownHeadsOf } from '../journal/sqlite/keeping-head.ts';
import { openJournal } from '../journal/sqlite/open.ts';
import { systemClock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import { maskCardNumbers } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { exportFiles } from '../system/export-file.ts';
import { findFolders } from '../system/folders.ts';
import { systemUser } from '../system/system-user.ts';
import { follow, WRONG_HEAD } from './audit-follow.ts';
import {
  type CommandParts,
  command,
  commandHelp,
  fails,
  type LineOf,
  progressOn,
  tellOn,
} from './command-parts.ts';
import { sinceIn, WRONG_SINCE } from './journal-command.ts';
import { tellChecked } from './record-result.ts';

export const AUDIT = commandHelp({
  name: 'audit',
  usage: [
    'audit verify [--file FILE …] [--head HEAD] [--allow-none] [--json]',
    'audit export [FILE|-] [--since TIME] [--json]',
    'audit follow [FILE|-] [--since TIME|--head HEAD] [--syslog ADDRESS [--ca-file FILE]] [--position FILE]',
  ],
  about:
    'verify says whether the audit log of this machine, or an exported log, is whole. It misses a log that existed: files named audit-head keep the last known head. export makes a copy that can be checked on any machine (NDJSON). verify --file also checks what purser team audit export wrote. export never overwrites a file. follow copies each new line when it appears, until you stop it, and adds no line itself. A file that it continues starts after its last line.',
  flags: {
    file: {
      takes: 'file',
      many: true,
      says: "verify: checks an exported log, or the exported record of a team, instead of this machine's log. Several: the files of a log that was rotated, the oldest first",
      offers: 'files',
    },
    head: {
      takes: 'head',
      says: 'verify: the head N:HASH that Purser printed at an earlier time; shows whether later entries were cut off or replaced. follow: continues after this head',
    },
    'allow-none': { says: 'verify: no log is no fault, if this machine knows of none: for the first day' },
    json: { says: 'verify, export: the result as JSON' },
    syslog: {
      takes: 'address',
      says: 'follow: sends each line to a syslog collector (RFC 5424): udp://HOST, tcp://HOST or tls://HOST, with a port if it is not 514, 601 or 6514',
    },
    position: {
      takes: 'file',
      says: 'follow: keeps the head of the last line in this file, and continues there at the next start',
      offers: 'files',
    },
    'ca-file': {
      takes: 'file',
      says: 'follow: the only certificate authorities to trust for tls://, in PEM',
      offers: 'files',
    },
    since: {
      takes: 'time',
      says: 'export, follow: from a day (2026-11-20, from 00:00 UTC) or a moment with its zone (2026-11-20T09:00:00Z)',
    },
  },
  words: {
    verify: { says: 'checks the log' },
    export: { says: 'makes a copy of the log', offers: 'files' },
    follow: { says: 'copies each new line as it appears', offers: 'files' },
  },
  examples: [
    { line: 'purser audit verify', says: "checks this machine's log" },
    { line: 'purser audit verify --file purser-audit.ndjson --head N:HASH', says: 'checks an export' },
    { line: 'purser audit export purser-audit.ndjson', says: 'makes a copy of the log' },
    {
      line: 'purser audit follow --syslog tls://logs.example.com --position sent-head',
      says: 'sends each new line to a syslog collector',
    },
  ],
  notes: [
    'Exit codes: 0 whole or exported; 1 not whole, not exported, no log, or a log that can not be followed any more; 2 wrong usage.',
  ],
});

type AuditArguments = LineOf<typeof AUDIT>;

export const audit = command(AUDIT, async (line, parts) => {
  const [word, ...others] = line.words;
  const { state } = findFolders(parts.process.env);
  if (state === undefined) return parts.refuse(t`There is no folder for an audit log.`);
  const journal = path.join(state, 'journal.db');
  const work = word === 'verify' ? verify : word === 'follow' ? follow : exportLog;
  return work(journal, line, others, parts);
});

async function verify(
  journal: string,
  line: AuditArguments,
  words: readonly string[],
  parts: CommandParts,
): Promise<number> {
  if (words.length > 0)
    return parts.refuse(t`purser audit verify takes no words. Give an export with --file.`);
  const given = line.value('head');
  const head = given === undefined ? undefined : parseHead(given);
  if (given !== undefined && head === undefined) return parts.refuse(WRONG_HEAD);
  const { out, err } = parts;
  const files = line.values('file');
  const [file] = files;
  if (file !== undefined && (await isTeamRecordIn(file))) return verifyTeamFile(file, head, line, parts);
  const known = file === undefined ? knownHeadsOf(journal, findFolders(parts.process.env).heads) : undefined;
  const heads = [head ?? [], known?.read() ?? []].flat();
  const damaged = known?.damaged();
  // A known head says that there was a log, so a missing file is then a fault.
  const none = file === undefined && !fs.existsSync(journal);
  const progress = progressOn(parts);
  progress.show(t`Checking the audit log …`);
  const checked: FileChecked =
    damaged !== undefined
      ? { ok: false, unreadable: damagedHead(damaged) }
      : none
        ? noLog(heads, line.has('allow-none'))
        : file === undefined
          ? checkAudit({ file: journal, heads, tell: tellOn(progress) })
          : textsOf(files, texts => checkExport(texts, heads));
  progress.end();
  if (checked.ok && file === undefined && !none) {
    note(journal, { kind: 'verified', detail: { head: checked.head ? headText(checked.head) : '' } });
    // A copy of a backup, checked in a folder of its own, is not this machine's journal.
    knownHeadsOf(journal, undefined).keep(checked.head);
  }
  const said = none && checked.ok ? NO_LOG : sentence(checked);
  if (line.has('json')) out(`${JSON.stringify(asJson(checked, said))}\n`);
  else if (checked.ok) out(`${said}\n`);
  else err(`purser: ${said}\n`);
  return checked.ok ? 0 : 1;
}

async function isTeamRecordIn(file: string): Promise<boolean> {
  try {
    for await (const first of linesIn(file)) return isTeamRecord(first);
  } catch {
    // The check itself says that the file can't be read.
  }
  return false;
}

const linesIn = (file: string): AsyncIterable<string> =>
  readline.createInterface({ input: fs.createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });

async function verifyTeamFile(
  file: string,
  head: Head | undefined,
  line: AuditArguments,
  parts: CommandParts,
): Promise<number> {
  const checked = await checkFile(linesIn(file), head === undefined ? [] : [head]);
  return tellChecked(checked, line.has('json'), parts);
}

const damagedHead = (file: string): Visible =>
  t`The file ${visible(file, 400)} can't be read, so a log that was removed is not missed. Restore the file, or remove it.`;

const NO_LOG = t`There is no audit log yet: nothing was written from this machine.`;

function noLog(heads: readonly Head[], allowed: boolean): FileChecked {
  const reached = Math.max(0, ...heads.map(({ number }) => number));
  if (reached > 0) return { ok: false, entry: 1, why: t`The log is gone: it once reached entry ${reached}.` };
  if (allowed) return checkChain([]);
  return { ok: false, unreadable: t`${NO_LOG} On the first day give --allow-none.` };
}

function textsOf(files: readonly string[], check: (texts: readonly string[]) => ChainCheck): FileChecked {
  const texts: string[] = [];
  for (const file of files)
    try {
      texts.push(fs.readFileSync(file, 'utf8'));
    } catch {
      return { ok: false, unreadable: t`The file ${visible(file, 200)} can't be read.` };
    }
  return check(texts);
}

function sentence(checked: FileChecked): Visible {
  if (!checked.ok)
    return 'unreadable' in checked ? checked.unreadable : t`The audit log is not whole. ${checked.why}`;
  const { lines, head, after } = checked;
  if (head === undefined) return t`The audit log is whole, and empty.`;
  const found = t`${counted(lines, t`entry`, t`entries`)}, head ${visible(headText(head))}.`;
  if (after === undefined) return t`The audit log is whole: ${found}`;
  return t`A part of an audit log, from entry ${after.number + 1}, is whole: ${found} The part before must end with ${visible(headText(after))}.`;
}

function asJson(checked: FileChecked, said: Visible) {
  if (checked.ok)
    return {
      intact: true,
      entries: checked.lines,
      head: checked.head ? headText(checked.head) : null,
      ...(checked.after && { from: checked.after.number + 1, after: headText(checked.after) }),
    };
  return { intact: false, entry: 'entry' in checked ? checked.entry : null, why: said };
}

async function exportLog(
  journal: string,
  line: AuditArguments,
  [file, another]: readonly string[],
  parts: CommandParts,
): Promise<number> {
  if (another !== undefined) return parts.refuse(t`purser audit export takes one file.`);
  if (file === '-' && line.has('json'))
    return parts.refuse(t`--json says where the export is. With - the export itself is on standard output.`);
  const given = line.value('since');
  const since = given === undefined ? undefined : sinceIn(given);
  if (given !== undefined && since === undefined) return parts.refuse(WRONG_SINCE);
  const { out, err, uuid, process } = parts;
  const clock = systemClock();
  const name = file ?? `purser-audit-${new Date(clock.wall()).toISOString().slice(0, 10)}.ndjson`;
  if (!fs.existsSync(journal)) return fails(parts, NO_LOG);
  const found = readAudit({ file: journal }, since);
  if (!found.ok) return fails(parts, found.unreadable);
  const { lines, head } = found;
  const [first] = lines;
  if (first === undefined || head === undefined)
    return fails(parts, t`Nothing was exported: the audit log has no entries to export.`);
  const progress = progressOn(parts);
  const checked = checkAudit({ file: journal, tell: tellOn(progress) });
  progress.end();
  if (!checked.ok) err(`purser: ${sentence(checked)} Purser exported the readable part.\n`);
  const exported = (): number => {
    const detail = { what: 'audit log', file: name, entries: String(lines.length) };
    const noted = note(journal, { kind: 'exported', detail });
    if (noted) err(`purser: ${noted}\n`);
    return checked.ok ? 0 : 1;
  };
  const heading = exportHeading({ at: new Date(clock.wall()).toISOString(), from: first.number, head });
  const text = `${[heading, ...lines.map(exportedLine)].join('\n')}\n`;
  if (name === '-') {
    out(text);
    return exported();
  }
  const files = exportFiles({ home: process.env['HOME'], workingFolder: process.cwd(), unique: uuid });
  const made = await files.create(name);
  if (!made.ok && made.free !== undefined)
    return parts.refuse(
      t`A file with that name exists. Purser never overwrites a file. This name is free: ${visible(made.free)}.`,
    );
  const written = made.ok ? await made.file.write(text) : made;
  const finished = made.ok && written.ok ? await made.file.finish() : written;
  if (!finished.ok) {
    if (made.ok) made.file.drop();
    return fails(parts, t`The file can't be written (${visible(finished.code)}).`);
  }
  const summary = { file: name, entries: lines.length, head: headText(head), intact: checked.ok };
  if (line.has('json')) out(`${JSON.stringify(summary)}\n`);
  else {
    const count = counted(lines.length, t`entry`, t`entries`);
    out(`Exported ${count} to ${visible(name)}; head ${visible(headText(head))}.\n`);
  }
  return exported();
}

/** Under the system user's name. Returns a sentence if that fails. */
function note(file: string, entry: AuditEntry): Visible | undefined {
  const opened = openJournal({
    file,
    clock: systemClock(),
    processes: systemProcesses(),
    redact: maskCardNumbers,
    operator: systemUser(),
  });
  if ('locked' in opened) return opened.locked;
  const noted = opened.note(entry);
  opened.close();
  return noted.ok ? undefined : noted.unwritable;
}
