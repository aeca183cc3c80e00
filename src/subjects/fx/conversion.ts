// A conversion that is read by its ID. Purser watches the conversion until it has settled.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { ageText, amountCell, type Moment, textCell, timeCell } from '../../format/cells.ts';
import { type Cell, cellText, type Entry } from '../../format/entry.ts';
import { recordEntries } from '../../format/joined.ts';
import { recordStatus } from '../../format/record-words.ts';
import { compare } from '../../lib/decimal.ts';
import { sameId } from '../../lib/identifier.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { idText, isFinal, isId } from '../../records/facts.ts';
import type { Document } from '../../store/list.ts';
import { type Fact, SIDES, sidesOf } from './quote-facts.ts';

export type Conversion = Result<'conversion.get'>;

/** In ms. */
const EVERY = 5000;

/** In ms; undefined if the conversion with this ID has settled. */
export const nextReadIn = (id: string, read: Conversion | undefined): number | undefined =>
  read !== undefined && isFinal('conversion', read.status) && isId(read.id, id) ? undefined : EVERY;

/** A missing value is no difference. A value that Purser can't read is one. */
export function deviationsOf(of: Conversion, quote: Result<'quote.get'>): readonly Visible[] {
  const deviates = (label: Visible, confirmed: Cell, said: Cell, same: boolean): readonly Visible[] =>
    same
      ? []
      : [t`${label}: you confirmed ${cellText(confirmed)}, but the service returned ${cellText(said)}.`];
  return [
    ...sidesOf(quote).flatMap(({ side, done, amount, currency }) =>
      deviates(
        done,
        amountCell(amount, currency),
        amountCell(of[`${side}Amount`], of[`${side}Currencycode`]),
        sameAmount(amount, of[`${side}Amount`]) && sameText(currency, of[`${side}Currencycode`]),
      ),
    ),
    ...deviates(
      t`Rate`,
      amountCell(quote.netExchangeRate),
      amountCell(of.netExchangerate),
      sameAmount(quote.netExchangeRate, of.netExchangerate),
    ),
    ...deviates(t`Quote`, textCell(quote.id), textCell(of.quoteId), sameText(quote.id, of.quoteId)),
  ];
}

const sameAmount = (one: Conversion['sourceAmount'], other: Conversion['sourceAmount']): boolean =>
  one === undefined ||
  other === undefined ||
  one instanceof Odd ||
  (!(other instanceof Odd) && compare(one, other) === 0);

const sameText = (one: Conversion['id'], other: Conversion['id']): boolean => {
  const [a, b] = [idText(one), idText(other)];
  return a === undefined || (b === undefined && !(other instanceof Odd)) || sameId(a, b);
};

export const soldAndBought = (of: Conversion): readonly Fact[] =>
  SIDES.map(({ side, done }) => ({
    label: done,
    cell: amountCell(of[`${side}Amount`], of[`${side}Currencycode`]),
  }));

export const conversionEntries = (of: Conversion, moment: Moment): readonly Entry[] => [
  { label: t`Conversion`, cell: textCell(of.id, 'strong') },
  { label: t`Status`, cell: recordStatus('conversion', of) },
  { label: t`Reference`, cell: textCell(of.systemReferenceNumber, 'strong') },
  ...soldAndBought(of),
  { label: t`Rate`, cell: amountCell(of.netExchangerate) },
  { label: t`Converts`, cell: timeCell(of.conversionTime, moment) },
  { label: t`Created`, cell: timeCell(of.createdTime, moment) },
  { label: t`Quote`, cell: textCell(of.quoteId) },
];

/** `now`: epoch ms by this machine's clock. */
export function readEntries(
  id: string,
  read: Document<Conversion>,
  { moment, now }: { readonly moment: Moment; readonly now: number },
): readonly Entry[] {
  return [
    ...recordEntries('conversion', id, read, value => conversionEntries(value, moment)),
    ...(read.value === undefined ? [] : [{ note: followNote(id, read, now) }]),
  ];
}

function followNote(id: string, { value, asOf, failure }: Document<Conversion>, now: number): Visible {
  const age = ageText(asOf, now) ?? t`not read yet`;
  if (failure) return t`Read ${age}. The last read failed. Press r to read the conversion now.`;
  return nextReadIn(id, value) === undefined
    ? t`Read ${age}. The conversion has settled, so Purser does not read it again.`
    : t`Read ${age}. Purser reads the conversion again until its status is SETTLED.`;
}
