// `purser audit`: checks whether the audit log is whole, and exports a copy that can be checked on any machine.

import path from 'node:path';
import { parseHead } from '../journal/audit.ts';
import { type CommandHelp, helpText } from '../lib/command-help.ts';
import { t } from '../lib/visible.ts';
import { type CommandLine, misuse, readCommandLine } from '../system/command-line.ts';
import type { FlagKind } from '../system/flags.ts';
import { findFolders } from '../system/folders.ts';
import { SUMMARIES } from '../system/usage.ts';
import { exportLog, verify } from './audit-log.ts';
import type { CommandParts } from './commands.ts';
import { sinceIn, WRONG_SINCE } from './since.ts';

const FLAGS = {
  file: {
    takes: 'file',
    says: "verify: checks an exported log instead of this machine's",
    offers: 'files',
  },
  head: {
    takes: 'head',
    says: 'verify: the head N:HASH that Purser printed at an earlier time; shows whether later entries were cut off or replaced',
  },
  'allow-none': { says: 'verify: no log is no fault, if this machine knows of none: for the first day' },
  json: { says: 'the result as JSON' },
  since: {
    takes: 'time',
    says: 'export: from a day (2026-11-20, from 00:00 UTC) or a moment with its zone (2026-11-20T09:00:00Z)',
  },
  help: { says: 'shows this help', short: 'h' },
} as const satisfies Readonly<Record<string, FlagKind>>;

export const AUDIT: CommandHelp = {
  name: 'audit',
  summary: SUMMARIES.audit,
  usage: [
    'audit verify [--file FILE] [--head HEAD] [--allow-none] [--json]',
    'audit export [FILE|-] [--since TIME] [--json]',
  ],
  about:
    'verify says whether the audit log of this machine, or an exported log, is whole. It misses a log that existed: the state folder keeps the last known head in audit-head. export makes a copy that can be checked on any machine (NDJSON). export never overwrites a file.',
  flags: FLAGS,
  words: {
    verify: { says: 'checks the log', flags: ['file', 'head', 'allow-none', 'json'] },
    export: { says: 'makes a copy of the log', flags: ['since', 'json'], offers: 'files' },
  },
  examples: [
    { line: 'purser audit verify', says: "checks this machine's log" },
    { line: 'purser audit verify --file purser-audit.ndjson --head N:HASH', says: 'checks an export' },
    { line: 'purser audit export purser-audit.ndjson', says: 'makes a copy of the log' },
  ],
  notes: ['Exit codes: 0 whole or exported; 1 not whole, not exported, or no log; 2 wrong usage.'],
};

type AuditArguments = CommandLine<keyof typeof FLAGS>;

/** Exit codes: 0 the log is whole, and exported on request; 1 it is not whole, or not exported; 2 wrong usage. */
export async function audit(rest: readonly string[], parts: CommandParts): Promise<number> {
  const { out, refuse } = parts;
  const read = readCommandLine(t`purser audit`, rest, FLAGS);
  if (!read.ok) return refuse(read.why);
  const { line } = read;
  if (line.has('help')) {
    out(helpText(AUDIT));
    return 0;
  }
  const wrong = misuse(AUDIT, line);
  if (wrong !== undefined) return refuse(wrong);
  const [word, ...others] = line.words;
  const { state } = findFolders(parts.process.env);
  if (state === undefined) return refuse(t`There is no folder for an audit log.`);
  const journal = path.join(state, 'journal.db');
  const work = word === 'verify' ? verifyAsked : exportAsked;
  return work(journal, line, others, parts);
}

function verifyAsked(
  journal: string,
  line: AuditArguments,
  words: readonly string[],
  parts: CommandParts,
): number {
  if (words.length > 0)
    return parts.refuse(t`purser audit verify takes no words. Give an export with --file.`);
  const given = line.value('head');
  const head = given === undefined ? undefined : parseHead(given);
  if (given !== undefined && head === undefined)
    return parts.refuse(t`--head takes a printed head: a number, a colon and a hash.`);
  const [json, allowNone] = [line.has('json'), line.has('allow-none')];
  return verify(journal, { file: line.value('file'), head, allowNone, json }, parts);
}

async function exportAsked(
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
  return exportLog(journal, { file, since, json: line.has('json') }, parts);
}
