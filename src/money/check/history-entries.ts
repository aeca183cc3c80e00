// The balance history since a write was confirmed: the candidates for its effect first, then other entries.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, type Moment, textCell, timeCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { HistoryEntry } from '../../format/records.ts';
import { counted } from '../../lib/counted.ts';
import { compare, countText } from '../../lib/decimal.ts';
import { showTime } from '../../lib/time.ts';
import { join, t, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { doneAt } from '../done-from-here.ts';
import type { Candidates } from './candidates.ts';
import type { OwnWrite } from './own-payouts.ts';
import { type CheckedWrite, readingOf } from './reconciliation.ts';

/** At least six characters with a digit: shorter words are in too many descriptions. */
const REFERENCE = /(?=[A-Za-z-]*\d)[A-Za-z\d-]{6,}/g;

const referencesIn = ({ description }: HistoryEntry): readonly string[] =>
  description === undefined || description instanceof Odd
    ? []
    : (unsafeText(description).match(REFERENCE) ?? []);

/** One payout is first held, then paid. */
export function candidateGroups(found: readonly HistoryEntry[]): readonly (readonly HistoryEntry[])[] {
  const groups: HistoryEntry[][] = [];
  for (const entry of found) {
    const own = groups.find(group => group.every(other => isOneThing(entry, other)));
    if (own) own.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function isOneThing(one: HistoryEntry, other: HistoryEntry): boolean {
  if (textCell(one.transaction_type).text === textCell(other.transaction_type).text) return false;
  const [mine, its] = [one.amount, other.amount];
  if (mine === undefined || mine instanceof Odd || its === undefined || its instanceof Odd) return false;
  const named = referencesIn(other);
  return compare(mine, its) === 0 && referencesIn(one).some(reference => named.includes(reference));
}

/** In ms. */
const NEAR = 120_000;

interface Explanation {
  readonly own: OwnWrite;
  /** If not, the two are only near in time. */
  readonly named: boolean;
}

/** The reference decides. Without one the time does, and then a write explains only one group. */
export function explainedBy(
  groups: readonly (readonly HistoryEntry[])[],
  own: readonly OwnWrite[],
): readonly (Explanation | undefined)[] {
  const by = new Map<number, Explanation>();
  const taken = new Set<OwnWrite>();
  const pairs = groups.flatMap((group, at) => own.map(one => ({ at, one, ...closeness(group, one) })));
  const best = pairs
    .filter(({ named, apart }) => named || apart <= NEAR)
    .toSorted((a, b) => Number(b.named) - Number(a.named) || a.apart - b.apart);
  for (const { at, one, named } of best) {
    // The sell amount and the buy amount are two groups, and one response may name both groups.
    if (by.has(at) || (!named && taken.has(one))) continue;
    by.set(at, { own: one, named });
    taken.add(one);
  }
  return groups.map((_, at) => by.get(at));
}

function closeness(group: readonly HistoryEntry[], { at, answer }: OwnWrite) {
  const times = group.flatMap(({ create_time: made }) =>
    made === undefined || made instanceof Odd ? [] : [Math.abs(made.epochMs - at)],
  );
  const named = group.flatMap(referencesIn).some(reference => answer.includes(reference));
  return { named, apart: Math.min(Number.POSITIVE_INFINITY, ...times) };
}

interface HistorySearch {
  readonly since: number;
  readonly moment: Moment;
  readonly candidates: Candidates;
  readonly own: readonly OwnWrite[];
}

/** The balance history (B) has all. */
const OTHERS = 20;

function historyEntries(
  { entries, complete }: { readonly entries: readonly HistoryEntry[]; readonly complete: boolean },
  { since, moment, candidates, own }: HistorySearch,
): readonly Entry[] {
  // An entry without a readable time stays in the list.
  const recent = entries.filter(
    ({ create_time: at }) => at === undefined || at instanceof Odd || at.epochMs >= since,
  );
  const found = recent.filter(candidates.fits);
  const others = recent.filter(entry => !found.includes(entry));
  const from = showTime(since, moment.mode === 'utc' ? 'utc' : 'local', moment.now, moment.zone);
  return [
    { heading: t`Candidates in the balance history` },
    {
      note: t`Searched since ${from} (one minute before the confirmation): ${candidates.searched}.`,
      tone: 'plain',
    },
    ...(found.length === 0
      ? [
          {
            note: t`No match among ${counted(recent.length, t`entry`, t`entries`)} since then. The request may still have worked.`,
            tone: 'warn' as const,
          },
        ]
      : candidateEntries(candidateGroups(found), own, moment)),
    ...(complete
      ? []
      : [
          {
            note: t`Purser read only ${countText(entries.length)} entries. B shows all.`,
            tone: 'warn' as const,
          },
        ]),
    ...(others.length === 0 ? [] : [{ heading: t`Other entries since then` }]),
    ...others
      .slice(0, OTHERS)
      .map(entry => ({ label: timeCell(timeOf(entry), moment).text, cell: oneLine(entry) })),
    ...(others.length > OTHERS
      ? [{ note: t`… and ${countText(others.length - OTHERS)} more. B shows all.` }]
      : []),
  ];
}

/** One payout may first be held and then paid. */
function candidateEntries(
  groups: readonly (readonly HistoryEntry[])[],
  own: readonly OwnWrite[],
  moment: Moment,
): readonly Entry[] {
  const explained = explainedBy(groups, own);
  return groups.flatMap((group, i): readonly Entry[] => [
    {
      note: t`Candidate ${i + 1} of ${groups.length}:`,
      tone: 'warn',
      evidence: join(
        group.map(entry => evidenceOf(entry, moment)),
        '; ',
      ),
    },
    ...explainedEntries(explained[i], moment),
    ...group.flatMap(entry => wholeEntry(entry, moment)),
  ]);
}

function explainedEntries(by: Explanation | undefined, { mode, now, zone }: Moment): readonly Entry[] {
  if (!by) return [];
  const { row } = by.own;
  const done = showTime(doneAt(row) ?? row.intent.createdAt, mode === 'utc' ? 'utc' : 'local', now, zone);
  const which = t`${by.own.what}, ${visible(row.state)} since ${done} (request ID ${visible(row.intent.requestId)})`;
  return [
    {
      note: by.named
        ? t`Explained: the answer to ${which} names this entry.`
        : t`Possible explanation: ${which}, at nearly the same time.`,
      tone: by.named ? 'plain' : 'warn',
    },
  ];
}

const timeOf = ({ create_time }: HistoryEntry) => create_time;

/** For the evidence of a resolution. */
function evidenceOf(entry: HistoryEntry, moment: Moment): Visible {
  const { text, unit } = amountCell(entry.amount, entry.currency);
  const time = timeCell(entry.create_time, { ...moment, mode: 'utc' }).text;
  return t`balance history entry ${textCell(entry.id).text}: ${text} ${unit ?? t``}, ${time}, ${textCell(entry.description).text}`;
}

const wholeEntry = (entry: HistoryEntry, moment: Moment): readonly Entry[] => [
  { label: t`Amount`, cell: amountCell(entry.amount, entry.currency) },
  { label: t`Time`, cell: timeCell(entry.create_time, moment) },
  { label: t`Type`, cell: textCell(entry.transaction_type) },
  { label: t`Description`, cell: textCell(entry.description) },
  { label: t`Entry ID`, cell: textCell(entry.id) },
];

function oneLine(entry: HistoryEntry) {
  const { text, unit, tone } = amountCell(entry.amount, entry.currency);
  const words = textCell(entry.description).text;
  return { text: t`${text} ${unit ?? t``}  ${cut(words, 60)}`, ...(tone && { tone }) };
}

export function historyEvidence(
  { outcomeCheck, moment }: CheckedWrite,
  candidates: Candidates,
  own: readonly OwnWrite[] = [],
): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'account.balanceHistory')?.value;
  return read === undefined
    ? []
    : historyEntries(read, { since: outcomeCheck.since, moment, candidates, own });
}
