// The writes of the journal that change a balance: what they move, and the names that the service gave them.

import type { BooksScope } from '../../effects/read-books.ts';
import type { Row } from '../../journal/intent.ts';
import { doneAt, isUnresolved } from '../../journal/possible-duplicates.ts';
import { amountIn, jsonOf, textIn } from '../../journal/request-body.ts';
import { type Decimal, negate, parseDecimal } from '../../lib/decimal.ts';
import { type Json, JsonNumber, memberOf, textMember } from '../../lib/json.ts';
import { DAY } from '../../lib/time.ts';
import {
  type Candidates,
  cancelledCandidates,
  convertedCandidates,
  paidCandidates,
} from '../../money/check/history-entries.ts';
import { AMOUNT, amountOf, confirmedLine, PAYOUT_ID, SYSTEM_REFERENCE } from '../../money/shown-lines.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import { isReference, nameKey, namesIn } from '../../records/record-names.ts';
import { withFee } from './entry-amounts.ts';

export type LegKind = 'paid' | 'sold' | 'bought' | 'returned';

/** Money that a write moves. `amount`: signed as in the history. Undefined if Purser does not know it. */
export interface Leg {
  readonly kind: LegKind;
  readonly amount: Decimal | undefined;
  readonly currency: string | undefined;
}

export interface BooksWrite {
  readonly row: Row;
  readonly outcome: 'DONE' | 'UNRESOLVED';
  /** Epoch ms of this machine's clock: when it was sent, and when the service confirmed it. */
  readonly begun: number;
  readonly confirmed: number | undefined;
  /** As `nameKey` writes them. Empty if the service gave no ID and no reference. */
  readonly names: readonly string[];
  readonly legs: readonly Leg[];
  readonly conversion: OwnConversion | undefined;
  fits(entry: HistoryEntry): boolean;
}

/** As the service answered when it was made. */
export interface OwnConversion {
  readonly id: string | undefined;
  readonly sold: Decimal | undefined;
  readonly bought: Decimal | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly rate: Decimal | undefined;
}

/** Of one customer, oldest first. Writes without an effect are left out. */
export function ownWritesIn(rows: readonly Row[]): readonly BooksWrite[] {
  const writes = rows.flatMap(row => {
    const outcome = doneAt(row) !== undefined ? 'DONE' : isUnresolved(row) ? 'UNRESOLVED' : undefined;
    return outcome && isMoney(row) ? [writeOf(row, outcome)] : [];
  });
  const made = writes.filter(({ row }) => row.intent.operation === 'payout.create');
  return writes
    .map(write => (write.row.intent.operation === 'payout.cancel' ? withMade(write, made) : write))
    .toSorted((one, other) => one.row.number - other.row.number);
}

/** With a day on each side, because the time zone of the service's days is not documented. */
export function isInScope(
  { begun, legs }: BooksWrite,
  { currency, from_date: from, to_date: to }: BooksScope,
): boolean {
  return (
    (from === undefined || begun >= Date.parse(from) + DAY) &&
    (to === undefined || begun <= Date.parse(to) - DAY) &&
    (currency === undefined || legs.some(leg => leg.currency === undefined || leg.currency === currency))
  );
}

/** That change a balance. The cancellation of a direct debit leaves the balance as it is (INTERFACE.md, States). */
export const MONEY_OPERATIONS = ['payout.create', 'payout.cancel', 'conversion.create'] as const;

const isMoney = ({ intent }: Row): boolean => MONEY_OPERATIONS.some(each => each === intent.operation);

/** A cancellation may name the payout's ID only, and the history its reference. */
function withMade(write: BooksWrite, made: readonly BooksWrite[]): BooksWrite {
  const more = made.filter(({ names }) => names.some(name => write.names.includes(name)));
  return { ...write, names: [...new Set([...write.names, ...more.flatMap(({ names }) => names)])] };
}

function writeOf(row: Row, outcome: BooksWrite['outcome']): BooksWrite {
  const { intent, state } = row;
  const base = {
    ...{ row, outcome, begun: intent.createdAt },
    // A person resolved the entry at another time than the service did it.
    confirmed: state === 'DONE' ? doneAt(row) : undefined,
  };
  if (intent.operation === 'payout.create') {
    const amount = amountIn(intent, 'amount');
    const legs: readonly Leg[] = [
      { kind: 'paid', amount: amount && negate(amount), currency: textIn(intent, 'currency') },
    ];
    return {
      ...base,
      names: givenNames(row),
      legs,
      conversion: undefined,
      fits: fitting(paidCandidates(row)),
    };
  }
  if (intent.operation === 'payout.cancel') {
    const sum = amountOf(confirmedLine(row, AMOUNT) ?? '');
    return {
      ...{ ...base, names: cancelledNames(row), conversion: undefined },
      legs: [{ kind: 'returned', amount: sum?.amount, currency: sum?.currency }],
      fits: fitting(cancelledCandidates(row)),
    };
  }
  const conversion = conversionIn(row);
  const { sold, bought, from, to } = conversion;
  return {
    ...{ ...base, names: givenNames(row), conversion },
    legs: [
      { kind: 'sold', amount: sold && negate(sold), currency: from },
      { kind: 'bought', amount: bought, currency: to },
    ],
    fits: fitting(convertedCandidates(row, undefined)),
  };
}

/** With the amount, inside which a fee may be. Not of another payout or of another kind of write. */
const fitting =
  (candidates: Candidates) =>
  (entry: HistoryEntry): boolean =>
    withFee(entry).some(amount => candidates.fits({ ...entry, amount }));

const answerTexts = ({ transitions }: Row): readonly string[] =>
  transitions.flatMap(({ answer }) => answer?.text ?? []);

/** IDs and references of the answer. What the request already had may name another record. */
function givenNames(row: Row): readonly string[] {
  const { target, body } = row.intent;
  const asked = new Set([target, body].flatMap(namesIn));
  const ids = answerTexts(row)
    .flatMap(text => textMember(jsonOf(text), 'id') ?? [])
    .map(nameKey);
  const named = answerTexts(row).flatMap(namesIn).filter(isReference);
  return [...new Set([...ids, ...named])].filter(name => !asked.has(name));
}

const cancelledNames = (row: Row): readonly string[] => [
  ...new Set(
    [
      ...['id', 'systemReferenceNumber'].map(member => textIn(row.intent, member)),
      ...[PAYOUT_ID, SYSTEM_REFERENCE].map(label => confirmedLine(row, label)),
    ].flatMap(name => (name === undefined ? [] : [nameKey(name)])),
  ),
];

/** With the names of INTERFACE.md, Conversion. */
function conversionIn(row: Row): OwnConversion {
  const answer = answerTexts(row)
    .map(jsonOf)
    .findLast(json => json !== undefined);
  const { intent } = row;
  return {
    id: textMember(answer, 'id'),
    sold: amountAt(answer, 'source_amount') ?? amountIn(intent, 'source_amount'),
    bought: amountAt(answer, 'destination_amount') ?? amountIn(intent, 'destination_amount'),
    from: textMember(answer, 'source_currencycode') ?? textIn(intent, 'source_currency'),
    to: textMember(answer, 'destination_currencycode') ?? textIn(intent, 'destination_currency'),
    rate: amountAt(answer, 'net_exchangerate'),
  };
}

function amountAt(json: Json | undefined, name: string): Decimal | undefined {
  const value = memberOf(json, name);
  return value instanceof JsonNumber ? parseDecimal(value.source) : undefined;
}
