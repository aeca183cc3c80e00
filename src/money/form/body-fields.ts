// The kinds of field of a write's form: what is wrong with a typed text, and the text that Purser sends for it.

import { currencyDigits, isCountryForm, isCurrencyForm } from '../../lib/currency.ts';
import { isDate } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { BodyField, FieldFacts } from '../../store/body-form.ts';
import { checkUsable } from '../write-tokens.ts';

export const text = (label: Visible, hint: Visible, missing = t`${label}: required.`): BodyField<string> => ({
  label,
  hint,
  missing: () => missing,
});

export const recordId = (label: Visible, hint: Visible, missing: Visible): BodyField<string> => ({
  ...text(label, hint, missing),
  wrong: (typed, { able }) => checkUsable(typed, able),
});

export const checkCurrency = (code: string): Visible | undefined =>
  isCurrencyForm(code) ? undefined : t`A currency is three letters, such as GBP.`;
/** For an amount, Purser must know the decimal places. */
export const checkMoneyCurrency = (code: string): Visible | undefined =>
  checkCurrency(code) ??
  (currencyDigits(code) === undefined
    ? t`ISO 4217 has no decimal places for ${visible(code)}, so Purser can't check the amount.`
    : undefined);

/** `why`: also about an empty text. */
const checked = (label: Visible, hint: Visible, why: (text: string) => Visible | undefined): FieldFacts => ({
  label,
  hint,
  missing: () => why(''),
  wrong: why,
});

/** Takes lower case; sends capitals. */
const code = (label: Visible, hint: Visible, why: (code: string) => Visible | undefined): FieldFacts => ({
  ...checked(label, hint, typed => why(typed.toUpperCase())),
  sent: typed => typed.toUpperCase(),
});

export const currency = (label: Visible, hint: Visible): BodyField<string> =>
  code(label, hint, checkCurrency);

export const country = (label: Visible, hint: Visible): BodyField<string> =>
  code(label, hint, typed => (isCountryForm(typed) ? undefined : t`A country is two letters, such as GB.`));

export const day = (label: Visible, hint = t`YYYY-MM-DD`): BodyField<string> =>
  checked(label, hint, typed => (isDate(typed) ? undefined : t`Use a real date in the form YYYY-MM-DD.`));

/** Local part, one @, and a domain with a dot: the same as the contract's check. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const email = (label: Visible, hint: Visible): BodyField<string> =>
  checked(label, hint, typed =>
    EMAIL.test(typed) ? undefined : t`An e-mail address is required, such as name@example.com.`,
  );

export const CHOOSE = t`← → to choose`;
export const NOT_CHOSEN = t`Choose an option with ← and →.`;

/** The compiler requires every value of the body. */
export const oneOf = <const Value extends string>(
  label: Visible,
  values: readonly Value[],
  hint = CHOOSE,
  missing = NOT_CHOSEN,
  shown: (value: Value) => Visible = value => visible(value),
): BodyField<Value> => ({
  label,
  hint,
  options: values.map(value => ({ value, label: shown(value) })),
  missing: () => missing,
  wrong: typed => (values.some(value => value === typed) ? undefined : missing),
});

export const yesOrNo = (label: Visible, hint = CHOOSE): BodyField<boolean> => ({
  label,
  hint,
  kind: 'flag',
  missing: () => NOT_CHOSEN,
});

/** Not sent while it is empty. */
export function optional<Value>(field: BodyField<Value>): BodyField<Value | undefined> {
  const facts: FieldFacts = field;
  return { ...facts, missing: () => undefined };
}
