// The parts of a write's form. A part has the rows for one value of the body and reads the value from them.

import { currencyDigits, isCountryForm, isCurrencyForm } from '../../lib/currency.ts';
import { isDate } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { choice, type FieldErrors, field, fieldValue } from '../../store/form-state.ts';
import type { Field, Form } from '../../store/state.ts';
import { whyNotUsable } from '../write-tokens.ts';

interface PartRead<Value> {
  readonly value: Value | undefined;
  readonly errors: FieldErrors;
}

export interface FormPart<Value> {
  readonly rows: readonly Field[];
  /** `able`: whether staff can confirm an ID. */
  read(form: Form, able: (id: string) => boolean): PartRead<Value>;
  /** Never called. It makes the compiler compare the value's type with the schema's in both directions. */
  readonly exactly?: (value: Value) => void;
}

/** `why`: the error in the typed text; `sent`: the text that Purser sends for it. */
function oneRow<Value extends string>(
  row: Field,
  missing: Visible,
  {
    why = () => undefined,
    sent = text => text,
  }: {
    readonly why?: (text: string, able: (id: string) => boolean) => Visible | undefined;
    readonly sent?: (text: string) => string;
  } = {},
): FormPart<Value> {
  return {
    rows: [row],
    read(form, able) {
      const text = sent(fieldValue(form, row.id));
      const error = text === '' ? missing : why(text, able);
      // The caller's check lets through only values of this type.
      return { value: error === undefined ? (text as Value) : undefined, errors: { [row.id]: error } };
    },
  };
}

export const text = (id: string, label: Visible, hint: Visible, missing: Visible): FormPart<string> =>
  oneRow(field(id, label, '', hint), missing);

export const recordId = (id: string, label: Visible, hint: Visible, missing: Visible): FormPart<string> =>
  oneRow(field(id, label, '', hint), missing, { why: whyNotUsable });

export const whyNoCurrency = (code: string): Visible | undefined =>
  isCurrencyForm(code) ? undefined : t`A currency is three letters, such as GBP.`;
/** For an amount, Purser must know the decimal places. */
export const whyNoMoneyIn = (code: string): Visible | undefined =>
  whyNoCurrency(code) ??
  (currencyDigits(code) === undefined
    ? t`ISO 4217 has no decimal places for ${visible(code)}, so Purser can't check the amount.`
    : undefined);
const whyNoCountry = (code: string): Visible | undefined =>
  isCountryForm(code) ? undefined : t`A country is two letters, such as GB.`;
const whyNoDay = (day: string): Visible | undefined =>
  isDate(day) ? undefined : t`Use a real date in the form YYYY-MM-DD.`;

const checked = (
  id: string,
  [label, hint]: readonly [Visible, Visible],
  why: (text: string) => Visible | undefined,
  sent?: (text: string) => string,
): FormPart<string> => oneRow(field(id, label, '', hint), why('') ?? t``, { why, ...(sent && { sent }) });

const capitals = (text: string): string => text.toUpperCase();

/** Takes lower case; sends capitals. */
export const currency = (id: string, label: Visible, hint: Visible): FormPart<string> =>
  checked(id, [label, hint], whyNoCurrency, capitals);

export const country = (id: string, label: Visible, hint: Visible): FormPart<string> =>
  checked(id, [label, hint], whyNoCountry, capitals);

export const day = (id: string, label: Visible, hint: Visible): FormPart<string> =>
  checked(id, [label, hint], whyNoDay);

/** Local part, one @, and a domain with a dot: the same as the contract's check. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const email = (id: string, label: Visible, hint: Visible): FormPart<string> =>
  checked(id, [label, hint], typed =>
    EMAIL.test(typed) ? undefined : t`An e-mail address is required, such as name@example.com.`,
  );

/** The compiler requires a label for each value. */
export const oneOf = <Value extends string>(
  id: string,
  [label, hint, missing]: readonly [label: Visible, hint: Visible, missing: Visible],
  labels: Readonly<Record<Value, Visible>>,
): FormPart<Value> =>
  oneRow(
    choice(
      id,
      label,
      '',
      hint,
      Object.entries<Visible>(labels).map(([value, shown]) => ({ value, label: shown })),
    ),
    missing,
    { sent: typed => (Object.hasOwn(labels, typed) ? typed : '') },
  );

export const mapped = <From, To>(part: FormPart<From>, to: (value: From) => To): FormPart<To> => ({
  rows: part.rows,
  read(form, able) {
    const { value, errors } = part.read(form, able);
    return { value: value === undefined ? undefined : to(value), errors };
  },
});

/** Not sent while all its rows are empty. */
export const optional = <Value>({ rows, read }: FormPart<Value>): FormPart<Value | undefined> => ({
  rows,
  read: (form, able) =>
    rows.every(({ id }) => fieldValue(form, id) === '') ? { value: undefined, errors: {} } : read(form, able),
});
