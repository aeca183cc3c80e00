// Purser reads the quote again just before it sends. This file compares the new reading with the confirmed quote. Any
// changed or missing value rejects the quote, except a later expiry. Pure.

import type { Timestamp } from '../../api/contract/fields.ts';
import { Odd } from '../../api/contract/odd.ts';
import { amountCell, textCell, utcCell, worded } from '../../format/cells.ts';
import { compare, type Decimal } from '../../lib/decimal.ts';
import { join, t, type Untrusted, unsafeText, type Visible } from '../../lib/visible.ts';
import { LABELS } from '../../money/shown-lines.ts';
import { type HeldQuote, type Instant, whyNotConvert } from './held.ts';
import { LOCKS, lineOf, type QuoteFields, SCHEDULES } from './quote-facts.ts';

/**
 * The reason to reject the quote, in whole sentences; undefined if staff may convert from it. `now` is the quote as read
 * at `at`. `now` must have every value of the confirmed quote, and may have more values (INTERFACE.md, Quote).
 */
export function whyDiscard(held: HeldQuote, now: QuoteFields, at: Instant): Visible | undefined {
  const changes = changesOf(held.quote, now);
  return changes.length === 0
    ? whyNotConvert(held, at)
    : t`Not sent. The quote has changed. ${join(changes, ' ')} You can't convert from this quote. Go back and press r for a new quote.`;
}

function changesOf(before: QuoteFields, now: QuoteFields): readonly Visible[] {
  const fields = [
    [t`Quote`, sameWord(before.id, now.id), ({ id }: QuoteFields) => textCell(id)],
    [
      LABELS.sold,
      sameAmount(before.sourceAmount, now.sourceAmount) &&
        sameWord(before.sourceCurrencyCode, now.sourceCurrencyCode),
      (of: QuoteFields) => amountCell(of.sourceAmount, of.sourceCurrencyCode),
    ],
    [
      LABELS.bought,
      sameAmount(before.destinationAmount, now.destinationAmount) &&
        sameWord(before.destinationCurrencyCode, now.destinationCurrencyCode),
      (of: QuoteFields) => amountCell(of.destinationAmount, of.destinationCurrencyCode),
    ],
    [
      LABELS.rate,
      sameAmount(before.netExchangeRate, now.netExchangeRate),
      (of: QuoteFields) => amountCell(of.netExchangeRate),
    ],
    [
      t`Settles`,
      sameWord(before.conversionSchedule, now.conversionSchedule),
      (of: QuoteFields) => worded(of.conversionSchedule, SCHEDULES),
    ],
    [
      t`Rate held for`,
      sameWord(before.lockPeriod, now.lockPeriod),
      (of: QuoteFields) => worded(of.lockPeriod, LOCKS),
    ],
    [t`Expires at`, noSooner(before.expiryTime, now.expiryTime), (of: QuoteFields) => utcCell(of.expiryTime)],
  ] as const;
  return fields.flatMap(([label, same, cellOf]) => {
    const [was, is] = [before, now].map(of => lineOf({ label, cell: cellOf(of) }).value);
    return same ? [] : [t`${label}: was ${was ?? t``}, now ${is ?? t``}.`];
  });
}

type QuoteWord = Untrusted | string | Odd | undefined;

const sameWord = (before: QuoteWord, now: QuoteWord): boolean =>
  before === undefined || (now !== undefined && exact(before) === exact(now));

const exact = (word: NonNullable<QuoteWord>): string =>
  typeof word === 'string' ? word : word instanceof Odd ? textCell(word).text : unsafeText(word);

type QuoteAmount = Decimal | Odd | undefined;

function sameAmount(before: QuoteAmount, now: QuoteAmount): boolean {
  if (before === undefined) return true;
  if (now === undefined || before instanceof Odd || now instanceof Odd)
    return before instanceof Odd && now instanceof Odd && exact(before) === exact(now);
  return compare(before, now) === 0;
}

type Time = Timestamp | Odd | undefined;

/** Rejects an expiry that is earlier or missing. A later expiry passes, but does not extend the confirmed expiry. */
const noSooner = (before: Time, now: Time): boolean =>
  before === undefined ||
  before instanceof Odd ||
  (now !== undefined && !(now instanceof Odd) && now.epochMs >= before.epochMs);
