// What a quote is asked for, and the form that it is typed into.

import type { Input } from '../../api/contract/operations.ts';
import { currencyDigits } from '../../lib/currency.ts';
import type { Decimal } from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { choice, field, fieldValue } from '../../store/form.ts';
import type { Form, Option } from '../../store/state.ts';
import { readAmount } from '../../ui/screens/typed-amount.ts';

type Query = Input<'quote.create'>['query'];

/** ISO codes in capitals. */
export interface Pair {
  readonly sell: string;
  readonly buy: string;
}

/** INTERFACE.md, Endpoints › Family B: foreign exchange; `side`: whose amount was given, the other is worked out. */
export interface Terms extends Pair {
  readonly amount: Decimal;
  readonly side: 'source' | 'destination';
  readonly schedule: Query['conversion_schedule'];
  readonly lock: Query['lock_period'];
  readonly type: Query['quote_type'];
}

const SIDES = { source: t`sell`, destination: t`buy` } as const;
const SCHEDULES = {
  immediate: t`immediate`,
  end_of_day: t`end of day`,
  next_day: t`next day`,
  '2_days': t`2 days`,
} as const satisfies Record<Terms['schedule'], Visible>;
const LOCKS = {
  '5_mins': t`5 min`,
  '15_mins': t`15 min`,
  '1_hour': t`1 hour`,
  '4_hours': t`4 hours`,
  '8_hours': t`8 hours`,
  '24_hours': t`24 hours`,
} as const satisfies Record<Terms['lock'], Visible>;
const TYPES = { conversion: t`conversion`, payout: t`payout: an indication` } as const;

const optionsOf = (labels: Readonly<Record<string, Visible>>): readonly Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** An empty form. What seldom changes stands first and is passed over: from the amount it is two keys to the quote. */
export const termsForm = (): Form => ({
  fields: [
    choice(
      'type',
      t`Quote for`,
      'conversion',
      t`a payout quote can't be converted; ← → change it`,
      optionsOf(TYPES),
    ),
    choice(
      'schedule',
      t`Settles`,
      'immediate',
      t`when it is to be converted; ← → change it`,
      optionsOf(SCHEDULES),
    ),
    choice(
      'lock',
      t`Rate held for`,
      '5_mins',
      t`how long the quote is good for; ← → change it`,
      optionsOf(LOCKS),
    ),
    field('sell', t`Sell`, '', t`three letters, such as GBP`),
    field('buy', t`Buy`, '', t`three letters, such as USD`),
    choice(
      'side',
      t`Fixed side`,
      'source',
      t`the side that the amount fixes; ← → change it`,
      optionsOf(SIDES),
    ),
    field('amount', t`Amount`, '', t`such as 1000 or 1,000.00`),
  ],
  focus: 3,
});

/** A currency as it is sent, whatever the case it was typed in. */
export const currencyIn = (form: Form, id: 'sell' | 'buy'): string => fieldValue(form, id).toUpperCase();

const keyIn = <Key extends string>(labels: Readonly<Record<Key, Visible>>, value: string): Key | undefined =>
  // The keys of `labels` are Keys; `Object.keys` forgets it.
  (Object.keys(labels) as Key[]).find(key => key === value);

/** The side that the form fixes now. */
export const sideIn = (form: Form): Terms['side'] => keyIn(SIDES, fieldValue(form, 'side')) ?? 'source';

/** The amount as far as it can be read, in the currency of its side. */
export function amountIn(form: Form): ReturnType<typeof readAmount> {
  return readAmount(fieldValue(form, 'amount'), currencyIn(form, sideIn(form) === 'source' ? 'sell' : 'buy'));
}

type Checked =
  | { readonly ok: true; readonly terms: Terms }
  | { readonly ok: false; readonly errors: Readonly<Record<string, Visible | undefined>> };

/** The terms, or a sentence for each field that is wrong. */
export function checkTerms(form: Form): Checked {
  const [sell, buy] = [currencyIn(form, 'sell'), currencyIn(form, 'buy')];
  const side = sideIn(form);
  const amount = amountIn(form);
  const schedule = keyIn(SCHEDULES, fieldValue(form, 'schedule'));
  const lock = keyIn(LOCKS, fieldValue(form, 'lock'));
  const type = keyIn(TYPES, fieldValue(form, 'type'));
  const errors = {
    sell: currencyProblem(sell),
    buy:
      currencyProblem(buy) ??
      (buy === sell ? t`It is the currency that is sold: there is nothing to convert.` : undefined),
    amount: amount.ok ? undefined : amount.why,
    schedule: schedule ? undefined : NONE_CHOSEN,
    lock: lock ? undefined : NONE_CHOSEN,
    type: type ? undefined : NONE_CHOSEN,
  };
  if (!amount.ok || !schedule || !lock || !type || errors.sell || errors.buy) return { ok: false, errors };
  return { ok: true, terms: { sell, buy, side, amount: amount.value, schedule, lock, type } };
}

const NONE_CHOSEN = t`Choose one with ← and →.`;

/** Without its number of digits no amount of a currency can be checked, so one that isn't in the table is refused. */
function currencyProblem(code: string): Visible | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return t`A currency is three letters, such as GBP.`;
  return currencyDigits(code) === undefined
    ? t`ISO 4217 lists no money of this code, so how many digits it has is not known.`
    : undefined;
}

/** How they are asked for. */
export const quoteInput = ({
  sell,
  buy,
  amount,
  side,
  schedule,
  lock,
  type,
}: Terms): Input<'quote.create'> => ({
  query: {
    quote_type: type,
    lock_period: lock,
    conversion_schedule: schedule,
    source_currencycode: sell,
    destination_currencycode: buy,
    ...(side === 'source' ? { source_amount: amount } : { destination_amount: amount }),
  },
});
