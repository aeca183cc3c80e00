// Finds the entries of a balance history that may be the effect of a write: by its exact amount or its reference.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { idText } from '../../format/cells.ts';
import type { HistoryEntry } from '../../format/records.ts';
import type { Row } from '../../journal/intent.ts';
import { amountIn, textIn } from '../../journal/request-body.ts';
import { compare, type Decimal, groupDigits, isNegative, negate } from '../../lib/decimal.ts';
import { join, t, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import { amountOf, amountText } from '../payout-order.ts';
import { AMOUNT, confirmedLine, PAYOUT_ID, SYSTEM_REFERENCE } from '../shown-lines.ts';

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

const isSum = ({ amount, currency }: HistoryEntry, sum: Sum): boolean =>
  amount !== undefined &&
  !(amount instanceof Odd) &&
  idText(currency) === sum.currency &&
  compare(amount, sum.amount) === 0;

function paid({ intent }: Row): readonly Sum[] {
  const amount = amountIn(intent, 'amount');
  const currency = textIn(intent, 'currency');
  return amount === undefined || currency === undefined ? [] : [{ amount: negate(amount), currency }];
}

function converted({ intent }: Row, quote: Result<'quote.get'> | undefined): readonly Sum[] {
  const given = (value: Decimal | Odd | undefined): Decimal | undefined =>
    value instanceof Odd ? undefined : value;
  const sold = amountIn(intent, 'source_amount') ?? given(quote?.sourceAmount);
  const bought = amountIn(intent, 'destination_amount') ?? given(quote?.destinationAmount);
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
      const { amount, description } = entry;
      if (amount === undefined || amount instanceof Odd || isNegative(amount)) return false;
      const said = description === undefined || description instanceof Odd ? '' : unsafeText(description);
      if (names.some(name => said.includes(name))) return true;
      // It belongs to another payout.
      const another = references.some(reference => hasAnother(said, reference));
      return sum !== undefined && !another && isOf(entry, 'PAYOUT') && isSum(entry, sum);
    },
  };
}
