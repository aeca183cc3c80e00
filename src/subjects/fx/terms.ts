// The terms of a quote request, and their form.

import type { Input } from '../../api/contract/operations.ts';
import { readAmount } from '../../format/typed-amount.ts';
import { currencyDigits } from '../../lib/currency.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { whyNoCurrency } from '../../money/form/parts.ts';
import { choice, codeField, type FormCheck, field, fieldValue, setField } from '../../store/form.ts';
import type { Form, Option } from '../../store/state.ts';
import { LOCKS, SCHEDULES, type Terms } from './quote-facts.ts';

const SIDES = { source: t`sell`, destination: t`buy` } as const;
const TYPES = { conversion: t`conversion`, payout: t`payout (indication)` } as const;

const optionsOf = (labels: Readonly<Record<string, Visible>>): readonly Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Fields that rarely change come first, and the focus starts after them. */
export const termsForm = (): Form => ({
  fields: [
    choice(
      'type',
      t`Quote for`,
      'conversion',
      t`you can't convert from a payout quote; ← → to change`,
      optionsOf(TYPES),
    ),
    choice(
      'schedule',
      t`Settles`,
      'immediate',
      t`when the service converts; ← → to change`,
      optionsOf(SCHEDULES),
    ),
    choice(
      'lock',
      t`Rate held for`,
      '5_mins',
      t`how long the rate stays fixed; ← → to change`,
      optionsOf(LOCKS),
    ),
    codeField(field('sell', t`Sell`, '', t`three letters, such as GBP; or in one line: gbpusd1000`)),
    codeField(field('buy', t`Buy`, '', t`three letters, such as USD`)),
    choice(
      'side',
      t`Fixed side`,
      'source',
      t`the side whose amount you type below; ← → to change`,
      optionsOf(SIDES),
    ),
    field('amount', t`Amount`, '', t`such as 1000 or 1,000.00`),
  ],
  focus: 3,
});

/** The next typed character goes there when a currency field has three letters. */
const AFTER: Readonly<Record<string, string>> = { sell: 'buy', buy: 'amount' };

/** Only to an empty field. gbpusd1000 fills three fields. */
export function spilled(form: Form): Form {
  const full = form.fields[form.focus];
  const next = full && AFTER[full.id];
  if (!full || next === undefined || fieldValue(form, next) !== '') return form;
  // A minus before a digit belongs to the amount. The check refuses a negative amount.
  const [, code, rest] =
    /^\s*([a-z]{3})(?:[\s,/>:]|-(?!\s*\d))*((?:[^\s,/>:-]|-\s*\d).*)$/i.exec(full.value) ?? [];
  if (code === undefined || rest === undefined) return form;
  const focus = form.fields.findIndex(({ id }) => id === next);
  return spilled({ ...setField(setField(form, full.id, code), next, rest), focus });
}

export const swapped = (form: Form): Form =>
  setField(setField(form, 'sell', currencyIn(form, 'buy')), 'buy', currencyIn(form, 'sell'));

export const isComplete = (form: Form): boolean =>
  form.fields[form.focus]?.id === 'amount' && checkTerms(form).ok;

export const currencyIn = (form: Form, id: 'sell' | 'buy'): string => fieldValue(form, id).toUpperCase();

const keyIn = <Key extends string>(labels: Readonly<Record<Key, Visible>>, value: string): Key | undefined =>
  // The keys of `labels` are Keys, but `Object.keys` loses the type.
  (Object.keys(labels) as Key[]).find(key => key === value);

export const sideIn = (form: Form): Terms['side'] => keyIn(SIDES, fieldValue(form, 'side')) ?? 'source';

export function amountIn(form: Form): ReturnType<typeof readAmount> {
  return readAmount(fieldValue(form, 'amount'), currencyIn(form, sideIn(form) === 'source' ? 'sell' : 'buy'));
}

export function checkTerms(form: Form): FormCheck<{ readonly terms: Terms }> {
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
      (buy === sell ? t`Choose a buy currency that differs from the sell currency.` : undefined),
    amount: amount.ok ? undefined : amount.why,
    schedule: schedule ? undefined : NONE_CHOSEN,
    lock: lock ? undefined : NONE_CHOSEN,
    type: type ? undefined : NONE_CHOSEN,
  };
  if (!amount.ok || !schedule || !lock || !type || errors.sell || errors.buy) return { ok: false, errors };
  return { ok: true, terms: { sell, buy, side, amount: amount.value, schedule, lock, type } };
}

const NONE_CHOSEN = t`Choose an option with ← and →.`;

/** To check an amount, Purser must know the currency's decimal places. */
function currencyProblem(code: string): Visible | undefined {
  return (
    whyNoCurrency(code) ??
    (currencyDigits(code) === undefined
      ? t`This currency is not in ISO 4217, so Purser can't check its digits.`
      : undefined)
  );
}

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
