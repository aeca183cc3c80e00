// `purser journal`: the writes from this machine and their outcomes, only read from the journal's file.

import path from 'node:path';
import type { Row, Shown, Transition } from '../journal/intent.ts';
import { isBegun } from '../journal/possible-duplicates.ts';
import { systemProcesses } from '../journal/processes.ts';
import { passes } from '../journal/row-filters.ts';
import { type JournalRead, readJournal, type WantedRows } from '../journal/sqlite/read-journal.ts';
import { counted } from '../lib/counted.ts';
import { maskBody } from '../lib/redact.ts';
import { isDate, parseTimestamp } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import { isoOf, rawOf, requestLabel, subjectText } from '../money/journal-entry.ts';
import { isUnresolved } from '../store/journal-view.ts';
import { findFolders } from '../system/folders.ts';
import { type CommandParts, command, commandHelp, fails, type LineOf } from './command-parts.ts';
import { jsonText } from './json-text.ts';
import { daysIn, WRONG_AGE } from './retention-days.ts';

export const JOURNAL = commandHelp({
  name: 'journal',
  usage: [
    'journal list [--unresolved] [--customer USER_ID] [--since TIME] [--limit NUMBER] [--team] [--profile NAME] [--json]',
    'journal show REQUEST_ID [--team] [--profile NAME] [--json]',
    'journal import [--profile NAME]',
    'journal prune [--older-than DAYS] [--customer USER_ID] [--dry-run] [--json]',
  ],
  about:
    'Lists the writes made from this machine, newest first, and how each one ended. With --team it lists those of the whole team. With --unresolved the oldest is first. list and show only read. The Journal screen checks an UNKNOWN outcome and resolves it. import copies the journal of this machine into the journal that a team shares. You can run import again: it adds each entry only once. prune deletes the content of entries and notes that are old enough: dialog, body, answers, evidence, text. The entries, the fingerprints and the audit log stay, so that duplicates are still found. An entry without a certain end keeps its content.',
  flags: {
    unresolved: { says: 'list: only unresolved writes, oldest first' },
    customer: {
      takes: 'user ID',
      says: 'list: only writes for this customer. prune: only entries and notes on this customer',
    },
    since: {
      takes: 'time',
      says: 'list: from a day (2026-11-20, from 00:00 UTC) or a moment with its zone (2026-11-20T09:00:00Z)',
    },
    limit: { takes: 'number', says: 'list: at most this many rows (100)' },
    'older-than': {
      takes: 'days',
      says: 'prune: at least 30; 400 and 400d mean the same. By default the days in the policy of this machine',
    },
    'dry-run': { says: 'prune: only says how much it would delete' },
    json: { says: 'list, show: as JSON, with the request and the answer. prune: the result as JSON' },
    team: { says: 'list, show: the journal that the team shares, not that of this machine' },
    profile: {
      takes: 'name',
      says: 'import, --team: the profile with the journal block',
      offers: 'profiles',
    },
  },
  words: {
    list: { says: 'the writes' },
    show: { says: 'one write, with its request and its answer' },
    import: { says: 'copies the entries into the journal that a team shares' },
    prune: { says: 'deletes the content of old entries and notes' },
  },
  examples: [
    { line: 'purser journal list --unresolved', says: 'the writes whose outcome is not certain' },
    { line: 'purser journal list --since 2026-11-20 --json', says: 'the writes since a day, as JSON' },
    { line: 'purser journal show REQUEST_ID', says: 'one write, with its request and its answer' },
    {
      line: 'purser journal prune --older-than 400 --dry-run',
      says: 'how many entries and notes a prune would empty',
    },
  ],
});

type JournalArguments = LineOf<typeof JOURNAL>;

/** Exit codes: 0, 1 if the journal can't be read or lacks the request ID, 2 wrong usage. */
export const journal = command(JOURNAL, async (line, parts) => {
  const [word, ...others] = line.words;
  if (word === 'show') return show(others, line, parts);
  if (others.length > 0) return parts.refuse(t`purser journal ${visible(word ?? '')} takes no other words.`);
  if (word === 'list') return list(line, parts);
  if (word === 'prune') return prune(line, parts);
  const { importJournal } = await import('./team-import.ts');
  return importJournal(line.value('profile'), parts);
});

const MOST = 100_000;

async function list(line: JournalArguments, parts: CommandParts): Promise<number> {
  const { out, refuse } = parts;
  const limit = line.value('limit') ?? '100';
  if (!/^[1-9]\d{0,5}$/.test(limit) || Number(limit) > MOST)
    return refuse(t`--limit must be a whole number from 1 to ${MOST}.`);
  const given = line.value('since');
  const since = given === undefined ? undefined : sinceIn(given);
  if (given !== undefined && since === undefined) return refuse(WRONG_SINCE);
  const userId = line.value('customer');
  const filters = withoutUndefined({ since, userId });
  const wanted = line.has('unresolved')
    ? ({ unresolved: true } as const)
    : { newest: filters, limit: Number(limit) };
  const rows = await rowsOn(line, wanted, parts);
  if (typeof rows === 'number') return rows;
  const fitting = rows.filter(row => passes(row, filters)).slice(0, Number(limit));
  const lines = () => fitting.map(row => rowLine(row, isBeingSentIn(line)(row))).join('');
  out(line.has('json') ? jsonText(fitting.map(rawOf), 2) : lines());
  return 0;
}

async function show(words: readonly string[], line: JournalArguments, parts: CommandParts): Promise<number> {
  const { out, refuse } = parts;
  const [requestId, another] = words;
  if (requestId === undefined || another !== undefined)
    return refuse(t`purser journal show takes one request ID.`);
  const rows = await rowsOn(line, { request: requestId.toLowerCase() }, parts);
  if (typeof rows === 'number') return rows;
  const [row] = rows;
  if (!row) return fails(parts, t`the journal has no request ID ${visible(requestId, 64)}.`);
  out(line.has('json') ? jsonText(rawOf(row), 2) : rowText(row, isBeingSentIn(line)(row)));
  return 0;
}

async function prune(line: JournalArguments, parts: CommandParts): Promise<number> {
  const given = line.value('older-than');
  if (!parts.machine.ok) return parts.refuse(parts.machine.why);
  const rule = parts.machine.machine.policy?.contentDays;
  const days = given === undefined ? rule : daysIn(given);
  if (days === undefined) return parts.refuse(WRONG_AGE);
  if (rule !== undefined && days < rule)
    return parts.refuse(
      t`The policy of this machine keeps content for ${rule} days. Leave out --older-than.`,
    );
  const file = journalFile(parts);
  if (file === undefined) return parts.refuse(NO_FOLDER);
  const userId = line.value('customer');
  if (userId?.trim() === '') return parts.refuse(t`--customer is empty: give the customer's user ID.`);
  const { pruneJournal } = await import('./journal-prune.ts');
  const asked = { days, dryRun: line.has('dry-run'), json: line.has('json') };
  return pruneJournal(file, { ...asked, ...(userId !== undefined && { userId }) }, parts);
}

/** A number is an exit code. */
async function readRows(
  wanted: WantedRows,
  line: JournalArguments,
  parts: CommandParts,
): Promise<JournalRead | number> {
  if (line.has('team'))
    return (await import('./journal-team.ts')).readTeam(line.value('profile'), wanted, parts);
  if (line.value('profile') !== undefined)
    return parts.refuse(t`--profile needs --team: the file of this machine has the writes of all profiles.`);
  const file = journalFile(parts);
  return file === undefined ? parts.refuse(NO_FOLDER) : readJournal(file, wanted);
}

const NO_FOLDER = t`There is no home folder, so there is no journal.`;

function journalFile({ process }: CommandParts): string | undefined {
  const { state } = findFolders(process.env);
  return state === undefined ? undefined : path.join(state, 'journal.db');
}

/** A number is an exit code. */
async function rowsOn(
  line: JournalArguments,
  wanted: WantedRows,
  parts: CommandParts,
): Promise<readonly Row[] | number> {
  const { err } = parts;
  const read = await readRows(wanted, line, parts);
  if (typeof read === 'number') return read;
  switch (read.kind) {
    case 'unreadable':
      return fails(parts, read.why);
    case 'absent':
      err('purser: there is no journal yet: nothing was written from here.\n');
      return [];
    case 'rows': {
      const open = read.rows.filter(isUnresolved);
      const sending = open.filter(isBeingSentIn(line)).length;
      const unresolved = open.length - sending;
      if (unresolved > 0) err(`purser: ${howMany(unresolved)} unresolved.\n`);
      if (sending > 0) err(`purser: ${howMany(sending)} ${SENDING}.\n`);
      return read.rows;
    }
  }
}

const howMany = (count: number): Visible => counted(count, t`of these writes is`, t`of these writes are`);

/** The team's server turns the entries of dead consoles into UNKNOWN within seconds. */
const isBeingSentIn = (line: JournalArguments): ((row: Row) => boolean) =>
  line.has('team') ? isBegun : isBeingSent;

/** This command records nothing, so the entry of a dead process may be SENT. */
const isBeingSent = (row: Row): boolean => {
  const owner = row.transitions.at(-1)?.process;
  return isBegun(row) && owner !== undefined && alive(owner);
};

const { alive } = systemProcesses();

const shown = (text: string): Visible => visible(maskBody(text));

function stateOf({ state, transitions }: Row): Visible {
  const verdict = transitions.at(-1)?.resolution?.verdict;
  return verdict === undefined ? visible(state) : t`${visible(state)}: ${visible(verdict)}`;
}

export const SENDING = t`being sent by another console`;

/** `sending`: a console is sending the write now. */
function rowLine(row: Row, sending: boolean): string {
  const { createdAt, requestId, title, customer } = row.intent;
  const state = visible(stateOf(row).padEnd(18));
  return `${isoOf(createdAt)}  ${state}  ${visible(requestId)}  ${visible(customer.userId, 40)}  ${visible(title, 60)}: ${subjectText(row)}${sending ? ` (${SENDING})` : ''}\n`;
}

export function rowText(row: Row, sending: boolean): string {
  const { intent, transitions, duplicateOf, prunedAt } = row;
  const { customer } = intent;
  const facts: readonly (readonly [string, Visible])[] = [
    ['State', sending ? t`${stateOf(row)}, ${SENDING}` : stateOf(row)],
    ['Operation', t`${visible(intent.title)} (${visible(intent.operation)})`],
    ['Request ID', visible(intent.requestId)],
    ['Asked', visible(isoOf(intent.createdAt))],
    ['Confirmed', visible(isoOf(transitions[0]?.at ?? intent.createdAt))],
    [
      'Customer',
      customer.onBehalfOf === undefined
        ? visible(customer.userId)
        : t`${visible(customer.userId)} · ${visible(customer.onBehalfOf)}`,
    ],
    ...(duplicateOf === undefined ? [] : ([['Duplicate of', visible(duplicateOf)]] as const)),
    ['Profile', t`${visible(intent.profile)} (${visible(intent.environment)})`],
    ['Service', visible(intent.baseUrl)],
    [requestLabel(row), t`${visible(intent.method)} ${visible(intent.target)}`],
    ...(prunedAt === undefined ? [] : ([['Content', t`pruned ${visible(isoOf(prunedAt))}`]] as const)),
    ...(intent.body === undefined ? [] : ([['Body', shown(intent.body)]] as const)),
  ];
  const lines = [
    ...facts.map(([label, value]) => `${label.padEnd(11)} ${value}`),
    ...(prunedAt === undefined ? ['Confirmed as', ...whatLines(intent.what)] : []),
    ...transitions.flatMap(happened),
  ];
  return `${lines.join('\n')}\n`;
}

const whatLines = (what: readonly Shown[]): readonly string[] =>
  what.map(({ label, value }) => `  ${visible(label, 80)}: ${value === '' ? '–' : shown(value)}`);

function happened({ to, at, process, answer, resolution, what }: Transition): readonly string[] {
  return [
    `${visible(isoOf(at))} ${visible(to)} (process ${process.pid})`,
    ...(what ? ['  Confirmed this time as', ...whatLines(what).map(line => `  ${line}`)] : []),
    ...(answer?.status === undefined ? [] : [`  HTTP status: ${answer.status}`]),
    ...(answer?.message === undefined ? [] : [`  Message: ${shown(answer.message)}`]),
    ...(answer?.text === undefined ? [] : [`  Answer: ${shown(answer.text)}`]),
    ...(resolution
      ? [
          `  Verdict: ${visible(resolution.verdict)}, by ${shown(resolution.by)}`,
          `  Evidence: ${shown(resolution.evidence)}`,
          ...(resolution.note === '' ? [] : [`  Note: ${shown(resolution.note)}`]),
        ]
      : []),
  ];
}

/** Epoch ms. Purser never guesses a zone. */
export const sinceIn = (text: string): number | undefined =>
  isDate(text) ? parseTimestamp(`${text}T00:00:00Z`) : parseTimestamp(text);

export const WRONG_SINCE = t`--since takes a day such as 2026-11-20, or a moment with its zone such as 2026-11-20T09:00:00Z.`;
