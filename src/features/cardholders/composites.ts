// The parts of a cardholder that Purser sends complete or not at all (name, address, identification), and their fields.

import { isDate } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type FieldErrors, fieldValue, field as formField } from '../../store/form.ts';
import type { Field, Form } from '../../store/state.ts';

interface Part {
  readonly label: Visible;
  readonly hint: Visible;
  /** A further check on the text. */
  readonly kind?: 'country' | 'day';
}

export interface Composite<Name extends string> {
  readonly id: string;
  /** "postal address". */
  readonly noun: Visible;
  readonly parts: { readonly [N in Name]: Part };
}

const COUNTRY = t`two letters, such as GB`;
const DAY = t`YYYY-MM-DD`;

export const fullName: Composite<'first_name' | 'last_name'> = {
  id: 'name',
  noun: t`name`,
  parts: {
    first_name: { label: t`First name`, hint: t`as on the identity document` },
    last_name: { label: t`Last name`, hint: t`as on the identity document` },
  },
};

const addressAs = (
  id: string,
  noun: Visible,
  label: Visible,
): Composite<'line1' | 'city' | 'state' | 'postcode' | 'country'> => ({
  id,
  noun,
  parts: {
    line1: { label: t`${label} line 1`, hint: t`house and street` },
    city: { label: t`${label} city`, hint: t`town or city` },
    state: { label: t`${label} state`, hint: t`state, province or county; always required` },
    postcode: { label: t`${label} postcode`, hint: t`in the country's own format` },
    country: { label: t`${label} country`, hint: COUNTRY, kind: 'country' },
  },
});

export const address = addressAs('address', t`address`, t`Address`);
export const postalAddress = addressAs('postal_address', t`postal address`, t`Postal`);

export const identification: Composite<'type' | 'number' | 'country' | 'expiry_date'> = {
  id: 'identification',
  noun: t`identification`,
  parts: {
    type: { label: t`ID type`, hint: t`such as ID_CARD, the only documented type` },
    number: { label: t`ID number`, hint: t`the document's number; also for a licence or a passport` },
    country: { label: t`ID country`, hint: COUNTRY, kind: 'country' },
    expiry_date: { label: t`ID expires`, hint: DAY, kind: 'day' },
  },
};

const entriesOf = <Name extends string>({ parts }: Composite<Name>): readonly (readonly [Name, Part])[] =>
  // The keys are the names, but Object.entries loses the type.
  Object.entries<Part>(parts).map(([name, part]) => [name as Name, part]);

const idOf = (id: string, name: string): string => `${id}.${name}`;

/** The empty fields; the hint of an optional one says so. */
export const fieldsOf = <Name extends string>(
  composite: Composite<Name>,
  needed: boolean,
): readonly Field[] =>
  entriesOf(composite).map(([name, { label, hint }]) =>
    formField(
      idOf(composite.id, name),
      label,
      '',
      needed ? hint : t`${hint}; fill in the complete ${composite.noun} or leave it empty`,
    ),
  );

/** The complete typed value or nothing, and the errors by field ID. */
export function readComposite<Name extends string>(
  composite: Composite<Name>,
  form: Form,
  needed: boolean,
): { readonly value: { readonly [N in Name]: string } | undefined; readonly errors: FieldErrors } {
  const typed = entriesOf(composite).map(
    ([name, part]) => [name, part, textOf(part, fieldValue(form, idOf(composite.id, name)))] as const,
  );
  const given = typed.filter(([, , value]) => value !== '');
  if (given.length === 0 && !needed) return { value: undefined, errors: {} };
  const errors = Object.fromEntries(
    typed.map(([name, part, value]) => [
      idOf(composite.id, name),
      value === ''
        ? needed
          ? t`${part.label}: required.`
          : t`Required: fill in the complete ${composite.noun}, or leave all its fields empty.`
        : whyWrong(part, value),
    ]),
  );
  const value = Object.fromEntries(typed.map(([name, , text]) => [name, text]));
  // It has every name of the composite with its text.
  return { value: value as { readonly [N in Name]: string }, errors };
}

const textOf = ({ kind }: Part, typed: string): string => (kind === 'country' ? typed.toUpperCase() : typed);

function whyWrong({ kind }: Part, value: string): Visible | undefined {
  switch (kind) {
    case 'country':
      return /^[A-Z]{2}$/.test(value) ? undefined : t`A country is two letters, such as GB.`;
    case 'day':
      return whyNoDay(value);
    default:
      return undefined;
  }
}

export const whyNoDay = (value: string): Visible | undefined =>
  isDate(value) ? undefined : t`Use a real date in the form YYYY-MM-DD.`;
