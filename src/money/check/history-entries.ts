// The balance history since a write was confirmed: the candidates for its effect first, then other entries.

import { Odd, readable } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import {
  amountCell,
  clockText,
  type Moment,
  movedCell,
  textCell,
  timeCell,
  utcCell,
} from '../../format/cells.ts';
import { cellText, type Entry, noted } from '../../format/entry.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { doneAt, sendsAlike } from '../../journal/possible-duplicates.ts';
import { amountIn, textIn } from '../../journal/request-body.ts';
import { counted } from '../../lib/counted.ts';
import { compare, countText, type Decimal, groupDigits, isNegative, negate } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { idText, timeOf, whenOf } from '../../records/facts.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import type { OutcomeCheck } from '../../store/state.ts';
import { sumOf } from '../same-thing.ts';
import { AMOUNT, amountOf, amountText, confirmedLine, PAYOUT_ID, SYSTEM_REFERENCE } from '../shown-lines.ts';
import { type CheckedWrite, type RowsRead, sinceOf } from './reconciliation.ts';

/** At least six characters with a digit: shorter words are in too many descriptions. */
const REFERENCE = /(?=[A-Za-z-]*\d)[A-Za-z\d-]{6,}/g;

const referencesIn = ({ description }: HistoryEntry): readonly string[] =>
  idText(description)?.match(REFERENCE) ?? [];

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
  const [mine, its] = [readable(one.amount), readable(other.amount)];
  if (mine === undefined || its === undefined) return false;
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
  const times = group.flatMap(entry => whenOf('history', entry) ?? []).map(made => Math.abs(made - at));
  const named = group.flatMap(referencesIn).some(reference => answer.includes(reference));
  return { named, apart: Math.min(Number.POSITIVE_INFINITY, ...times) };
}

interface HistorySearch {
  readonly since: number;
  readonly moment: Moment;
  readonly candidates: Candidates;
  readonly own: readonly OwnWrite[];
}

const OTHERS = 20;

function historyEntries(
  { entries, complete }: { readonly entries: readonly HistoryEntry[]; readonly complete: boolean },
  { since, moment, candidates, own }: HistorySearch,
): readonly Entry[] {
  // An entry without a readable time stays in the list.
  const recent = entries.filter(entry => (whenOf('history', entry) ?? since) >= since);
  const found = recent.filter(candidates.fits);
  const others = recent.filter(entry => !found.includes(entry));
  const from = clockText(since, moment);
  return [
    { heading: t`Candidates in the balance history` },
    noted(t`Searched since ${from} (one minute before the confirmation): ${candidates.searched}.`, 'plain'),
    ...(found.length === 0
      ? [
          noted(
            t`No match among ${counted(recent.length, t`entry`, t`entries`)} since then. The request may still have worked.`,
            'warn',
          ),
        ]
      : candidateEntries(candidateGroups(found), own, moment)),
    ...(complete
      ? []
      : [noted(t`Purser read only ${countText(entries.length)} entries. B shows all.`, 'warn')]),
    ...(others.length === 0 ? [] : [{ heading: t`Other entries since then` }]),
    ...others
      .slice(0, OTHERS)
      .map(entry => ({ label: timeCell(timeOf('history', entry), moment).text, cell: oneLine(entry) })),
    ...(others.length > OTHERS
      ? [{ note: t`… and ${countText(others.length - OTHERS)} more. B shows all.` }]
      : []),
  ];
}

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
      evidence: join(group.map(evidenceOf), '; '),
    },
    ...explainedEntries(explained[i], moment),
    ...group.flatMap(entry => wholeEntry(entry, moment)),
  ]);
}

function explainedEntries(by: Explanation | undefined, moment: Moment): readonly Entry[] {
  if (!by) return [];
  const { row } = by.own;
  const done = clockText(doneAt(row) ?? row.intent.createdAt, moment);
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

function evidenceOf(entry: HistoryEntry): Visible {
  const amount = cellText(amountCell(entry.amount, entry.currency));
  const time = utcCell(timeOf('history', entry)).text;
  return t`balance history entry ${textCell(entry.id).text}: ${amount}, ${time}, ${textCell(entry.description).text}`;
}

const wholeEntry = (entry: HistoryEntry, moment: Moment): readonly Entry[] => [
  { label: t`Amount`, cell: movedCell(entry.amount, entry.currency) },
  { label: t`Time`, cell: timeCell(timeOf('history', entry), moment) },
  { label: t`Type`, cell: textCell(entry.transaction_type) },
  { label: t`Description`, cell: textCell(entry.description) },
  { label: t`Entry ID`, cell: textCell(entry.id) },
];

function oneLine(entry: HistoryEntry) {
  const amount = movedCell(entry.amount, entry.currency);
  const words = textCell(entry.description).text;
  return { text: t`${cellText(amount)}  ${cut(words, 60)}`, ...(amount.tone && { tone: amount.tone }) };
}

export const historyEvidence = (
  read: RowsRead<'account.balanceHistory'>,
  { outcomeCheck, moment }: CheckedWrite,
  candidates: Candidates,
  own: readonly OwnWrite[] = [],
): readonly Entry[] => historyEntries(read, { since: outcomeCheck.since, moment, candidates, own });

export interface Candidates {
  /** The search as part of a sentence: "exactly -12.50 GBP". */
  readonly searched: Visible;
  fits(entry: HistoryEntry): boolean;
}

interface Sum {
  /** Signed as in the history: money that leaves is negative. */
  readonly amount: Decimal;
  readonly currency: string;
}

export const paidCandidates = (row: Row): Candidates => ofSums(paid(row), 'PAYOUT');

/** `quote` has the values that the request lacks. */
export const convertedCandidates = (row: Row, quote: Result<'quote.get'> | undefined): Candidates =>
  ofSums(converted(row, quote), 'CONVERSION');

const ofSums = (sums: readonly Sum[], source: 'PAYOUT' | 'CONVERSION'): Candidates => ({
  searched:
    sums.length === 0
      ? t`nothing, because the request has no amount`
      : t`exactly ${join(
          sums.map(({ amount, currency }) => t`${groupDigits(amount)} ${visible(currency, 12)}`),
          ' or ',
        )}`,
  fits: entry => isOf(entry, source) && sums.some(sum => isSum(entry, sum)),
});

/** An entry with a missing or undocumented source may belong to any write. */
const isOf = ({ source_type: source }: HistoryEntry, wanted: 'PAYOUT' | 'CONVERSION'): boolean =>
  source === undefined || source instanceof Odd || source === wanted;

function isSum({ amount: sent, currency }: HistoryEntry, sum: Sum): boolean {
  const amount = readable(sent);
  return amount !== undefined && idText(currency) === sum.currency && compare(amount, sum.amount) === 0;
}

function paid({ intent }: Row): readonly Sum[] {
  const amount = amountIn(intent, 'amount');
  const currency = textIn(intent, 'currency');
  return amount === undefined || currency === undefined ? [] : [{ amount: negate(amount), currency }];
}

function converted({ intent }: Row, quote: Result<'quote.get'> | undefined): readonly Sum[] {
  const sold = amountIn(intent, 'source_amount') ?? readable(quote?.sourceAmount);
  const bought = amountIn(intent, 'destination_amount') ?? readable(quote?.destinationAmount);
  const from = textIn(intent, 'source_currency') ?? idText(quote?.sourceCurrencyCode);
  const to = textIn(intent, 'destination_currency') ?? idText(quote?.destinationCurrencyCode);
  return [
    ...(sold === undefined || from === undefined ? [] : [{ amount: negate(sold), currency: from }]),
    ...(bought === undefined || to === undefined ? [] : [{ amount: bought, currency: to }]),
  ];
}

/** The shortest ID or reference to search for, in characters. A shorter text is in too many descriptions. */
const SHORTEST = 6;

const longEnough = (names: readonly (string | undefined)[]): readonly string[] =>
  names.filter(name => name !== undefined).filter(name => name.length >= SHORTEST);

/** Another reference of the same form. */
function hasAnother(said: string, reference: string): boolean {
  const shape = (word: string): string => word.replace(/\d/g, '0');
  return said.split(/[^A-Za-z0-9-]+/).some(word => word !== reference && shape(word) === shape(reference));
}

const NO_NAME = t`nothing, because Purser has no amount and no ID of ${SHORTEST} or more characters`;

/** Entries that return money, and name the payout or have exactly its amount. */
export function cancelledCandidates(row: Row): Candidates {
  const { intent } = row;
  // The dialog may have shown an ID or a reference that the request lacks.
  const ids = longEnough([textIn(intent, 'id'), confirmedLine(row, PAYOUT_ID)]);
  const references = longEnough([
    textIn(intent, 'systemReferenceNumber'),
    confirmedLine(row, SYSTEM_REFERENCE),
  ]);
  const names = [...new Set([...ids, ...references])];
  const shown = confirmedLine(row, AMOUNT);
  const sum = shown === undefined ? undefined : amountOf(shown);
  const words = [
    ...names.map(name => visible(name, 60)),
    ...(sum ? [amountText(sum.amount, sum.currency)] : []),
  ];
  return {
    searched: words.length === 0 ? NO_NAME : t`returned money with ${join(words, ' or ')}`,
    fits(entry) {
      const amount = readable(entry.amount);
      if (amount === undefined || isNegative(amount)) return false;
      const said = idText(entry.description) ?? '';
      if (names.some(name => said.includes(name))) return true;
      // It belongs to another payout.
      const another = references.some(reference => hasAnother(said, reference));
      return sum !== undefined && !another && isOf(entry, 'PAYOUT') && isSum(entry, sum);
    },
  };
}

export interface OwnWrite {
  readonly row: Row;
  readonly what: Visible;
  /** Epoch ms of the service's clock. */
  readonly at: number;
  /** It may have the reference. */
  readonly answer: string;
}

export const ownPayouts = (row: Row, outcomeCheck: OutcomeCheck, all: readonly Row[]): readonly OwnWrite[] =>
  ownDone(row, outcomeCheck, all, isSameSum, t`a payout made in Purser of the same amount`);

/** The candidates already have the right amounts. */
export const ownConversions = (
  row: Row,
  outcomeCheck: OutcomeCheck,
  all: readonly Row[],
): readonly OwnWrite[] => ownDone(row, outcomeCheck, all, isSameKind, t`a conversion made in Purser`);

function ownDone(
  row: Row,
  { since }: OutcomeCheck,
  all: readonly Row[],
  isLike: (one: Intent, other: Intent) => boolean,
  what: Visible,
): readonly OwnWrite[] {
  const skew = since - sinceOf(row.intent);
  return all.flatMap(other => {
    const at = other.intent.requestId === row.intent.requestId ? undefined : doneAt(other);
    if (at === undefined || !isLike(row.intent, other.intent)) return [];
    const answer = other.transitions.map(({ answer: kept }) => kept?.text ?? '').join('\n');
    return [{ row: other, what, at: at + skew, answer }];
  });
}

const isSameKind = (one: Intent, other: Intent): boolean =>
  other.operation === one.operation && sendsAlike(one, other);

const isSameSum = (one: Intent, other: Intent): boolean =>
  isSameKind(one, other) &&
  sumOf(one, 'amount') !== undefined &&
  sumOf(one, 'amount') === sumOf(other, 'amount') &&
  textIn(one, 'currency') === textIn(other, 'currency');
