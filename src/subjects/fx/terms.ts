// The terms of a quote request, and their form.

import type { Input } from '../../api/contract/operations.ts';
import { readAmount } from '../../format/typed-amount.ts';
import { groupDigits } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { checkMoneyCurrency, NOT_CHOSEN } from '../../money/form/body-fields.ts';
import { choice, codeField, type FormCheck, field, fieldValue, setField } from '../../store/form-state.ts';
import type { Field, Form } from '../../store/state.ts';
import { type CurrencyPair, givenAmount, LOCKS, SCHEDULES, type Terms } from './quote-facts.ts';
import { type LineParts, readQuoteLine, WHOLE_LINE } from './quote-line.ts';

/** Each value of a choice, with its words. */
const CHOICES = {
  type: { conversion: t`conversion`, payout: t`payout (indication)` },
  schedule: SCHEDULES,
  lock: LOCKS,
  side: { source: t`sell`, destination: t`buy` },
} as const;

type Choices = typeof CHOICES;

const choiceOf = (id: keyof Choices, label: Visible, value: string, hint: Visible): Field =>
  choice(
    id,
    label,
    value,
    t`${hint}; ← → to change`,
    Object.entries(CHOICES[id]).map(([value, label]) => ({ value, label })),
  );

/** Fields that rarely change come first, and the focus starts after them. */
export const termsForm = (): Form => ({
  fields: [
    choiceOf('type', t`Quote for`, 'conversion', t`you can't convert from a payout quote`),
    choiceOf('schedule', t`Settles`, 'immediate', t`when the service converts`),
    choiceOf('lock', t`Lock period`, '5_mins', t`requested; the quote may expire sooner`),
    codeField(field('sell', t`Sell`, '', t`three letters, such as GBP; or in one line: gbpusd1000`)),
    codeField(field('buy', t`Buy`, '', t`three letters, such as USD`)),
    choiceOf('side', t`Fixed side`, 'source', t`the side whose amount you type below`),
    field('amount', t`Amount`, '', t`such as 1000 or 1,000.00; or in one line: eurusd50`),
  ],
  focus: 3,
});

/** The fields that take a quote in one line. */
const TYPED = ['sell', 'buy', 'amount'];
/** The field's earlier text, before a line that was typed after that text: `1000` in `1000eurusd50`. */
const EARLIER_AMOUNT = /^[\d.,]+[\s/>:]*(?=[a-z])/i;
const EARLIER_AND_LETTER = /^[\d.,]+(?=[a-z])/i;
const EARLIER_CODE = /^[A-Z]{3}(?=[A-Z])/i;
/** After a pair, the rest of a line: `, 1000`. A comma before a digit may be a decimal comma. */
const BEFORE_REST = /^(?:,\s|[\s/>:])+/;

/**
 * A quote in one line fills the fields that it names, and the next digit goes to the amount. `before`: the form before
 * the key. `used`: the last pair.
 */
export function spilled(form: Form, before = form, used?: CurrencyPair): Form {
  const { id: at = '', kept } = before.fields[before.focus] ?? {};
  if (!TYPED.includes(at)) return form;
  const value = fieldValue(form, at);
  const parts = partsIn(form, at, value, before.focus !== form.focus);
  if (parts) {
    // The line may have replaced a currency that it does not name.
    const known = at === 'amount' ? {} : { [at]: used?.[at === 'sell' ? 'sell' : 'buy'] ?? '' };
    return withParts(form, { ...known, ...parts });
  }
  const rest = at === 'amount' ? value.replace(BEFORE_REST, '') : value;
  // A blank after `50 eur usd` is no new amount.
  if (at === 'amount' && kept && rest === '' && form.fields[form.focus]?.value !== '') return before;
  return rest === value ? form : setField(form, 'amount', rest);
}

/** A pair alone may be the beginning of another line, unless the field was left. */
function partsIn(form: Form, at: string, value: string, left: boolean): LineParts | undefined {
  const earlier = at === 'amount' ? EARLIER_AMOUNT : EARLIER_CODE;
  const typed = EARLIER_AND_LETTER.test(value) ? undefined : linePartsOf(value);
  const goesOn = at === 'buy' || (at === 'sell' && fieldValue(form, 'buy') !== '');
  if (typed && (typed.amount !== undefined || !goesOn || left)) return typed;
  const later = linePartsOf(value.replace(earlier, ''));
  return later?.amount === undefined || later.sell === undefined || later.buy === undefined
    ? undefined
    : later;
}

function linePartsOf(text: string): LineParts | undefined {
  const read = readQuoteLine(text);
  return read.kind === 'parts' ? read.parts : undefined;
}

function withParts(form: Form, { sell, buy, side, amount = '', amountFirst }: LineParts): Form {
  const filled = Object.entries({ amount, sell, buy, side }).reduce(
    (to, [id, value]) => (value === undefined ? to : setField(to, id, value)),
    form,
  );
  return {
    fields: amountFirst
      ? filled.fields.map(one => (one.id === 'amount' ? { ...one, kept: true } : one))
      : filled.fields,
    focus: form.fields.findIndex(({ id }) => id === 'amount'),
  };
}

/** The terms of a whole line. Undefined if the text is no such line, or only a part of it. */
export function termsOfLine(line: string): LineTerms | undefined {
  const read = readQuoteLine(line);
  if (read.kind === 'unclear') return { ok: false, why: read.why };
  if (read.kind === 'none') return undefined;
  const { sell, buy, amount } = read.parts;
  return sell === undefined || buy === undefined || amount === undefined
    ? undefined
    : checkedLine(withParts(termsForm(), read.parts));
}

export type LineTerms =
  | { readonly ok: true; readonly form: Form; readonly terms: Terms }
  | { readonly ok: false; readonly why: Visible };

function checkedLine(form: Form): LineTerms {
  const checked = checkTerms(form);
  if (checked.ok) return { ok: true, form, terms: checked.terms };
  const [why] = Object.values(checked.errors).filter(error => error !== undefined);
  return { ok: false, why: t`No quote. ${why ?? WHOLE_LINE}` };
}

/** "Get a quote: sell 1,000.00 GBP, buy USD" */
export function requestText({ sell, buy, side, amount }: Terms): Visible {
  const [what, fixed, other] =
    side === 'source' ? [t`sell`, sell, t`buy ${visible(buy)}`] : [t`buy`, buy, t`sell ${visible(sell)}`];
  return t`Get a quote: ${what} ${groupDigits(amount)} ${visible(fixed)}, ${other}`;
}

/** For a line that must be a quote: what is missing or wrong. */
export function checkLine(line: string): Visible | undefined {
  const terms = termsOfLine(line);
  if (terms) return terms.ok ? undefined : terms.why;
  const read = readQuoteLine(line);
  return read.kind === 'none' ? read.why : WHOLE_LINE;
}

export const swapped = (form: Form): Form =>
  setField(setField(form, 'sell', currencyIn(form, 'buy')), 'buy', currencyIn(form, 'sell'));

export const isComplete = (form: Form): boolean =>
  form.fields[form.focus]?.id === 'amount' && checkTerms(form).ok;

export const currencyIn = (form: Form, id: 'sell' | 'buy'): string => fieldValue(form, id).toUpperCase();

const chosen = <Id extends keyof Choices>(form: Form, id: Id): keyof Choices[Id] | undefined => {
  const value = fieldValue(form, id);
  // Only a key of the choice's values passes.
  return Object.hasOwn(CHOICES[id], value) ? (value as keyof Choices[Id]) : undefined;
};

export const sideIn = (form: Form): Terms['side'] => chosen(form, 'side') ?? 'source';

export function amountIn(form: Form): ReturnType<typeof readAmount> {
  return readAmount(fieldValue(form, 'amount'), currencyIn(form, sideIn(form) === 'source' ? 'sell' : 'buy'));
}

export function checkTerms(form: Form): FormCheck<{ readonly terms: Terms }> {
  const [sell, buy] = [currencyIn(form, 'sell'), currencyIn(form, 'buy')];
  const side = sideIn(form);
  const amount = amountIn(form);
  const schedule = chosen(form, 'schedule');
  const lock = chosen(form, 'lock');
  const type = chosen(form, 'type');
  const errors = {
    sell: checkMoneyCurrency(sell),
    buy:
      checkMoneyCurrency(buy) ??
      (buy === sell ? t`Choose a buy currency that differs from the sell currency.` : undefined),
    amount: amount.ok ? undefined : amount.why,
    schedule: schedule ? undefined : NOT_CHOSEN,
    lock: lock ? undefined : NOT_CHOSEN,
    type: type ? undefined : NOT_CHOSEN,
  };
  if (!amount.ok || !schedule || !lock || !type || errors.sell || errors.buy) return { ok: false, errors };
  return { ok: true, terms: { sell, buy, side, amount: amount.value, schedule, lock, type } };
}

export const quoteInput = (terms: Terms): Input<'quote.create'> => ({
  query: {
    quote_type: terms.type,
    lock_period: terms.lock,
    conversion_schedule: terms.schedule,
    source_currencycode: terms.sell,
    destination_currencycode: terms.buy,
    ...givenAmount(terms),
  },
});
