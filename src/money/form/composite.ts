// The parts of a cardholder that must be complete or absent: name, address, identification.

import { t, type Visible } from '../../lib/visible.ts';
import { fieldValue } from '../../store/form-state.ts';
import type { Form } from '../../store/state.ts';
import { country, day, type FormPart, type PartRead, text } from './parts.ts';

interface CompositeMember {
  readonly label: Visible;
  readonly hint: Visible;
  readonly kind?: typeof country | typeof day;
}

interface Composite<Name extends string> {
  readonly id: string;
  readonly noun: Visible;
  readonly members: { readonly [N in Name]: CompositeMember };
}

const COUNTRY = t`two letters, such as GB`;
const DAY = t`YYYY-MM-DD`;

export const fullName: Composite<'first_name' | 'last_name'> = {
  id: 'name',
  noun: t`name`,
  members: {
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
  members: {
    line1: { label: t`${label} line 1`, hint: t`house and street` },
    city: { label: t`${label} city`, hint: t`town or city` },
    state: { label: t`${label} state`, hint: t`state, province or county; always required` },
    postcode: { label: t`${label} postcode`, hint: t`in the country's own format` },
    country: { label: t`${label} country`, hint: COUNTRY, kind: country },
  },
});

export const address = addressAs('address', t`address`, t`Address`);
export const postalAddress = addressAs('postal_address', t`postal address`, t`Postal`);

export const identification: Composite<'type' | 'number' | 'country' | 'expiry_date'> = {
  id: 'identification',
  noun: t`identification`,
  members: {
    type: { label: t`ID type`, hint: t`such as ID_CARD, the only documented type` },
    number: { label: t`ID number`, hint: t`the document's number; also for a licence or a passport` },
    country: { label: t`ID country`, hint: COUNTRY, kind: country },
    expiry_date: { label: t`ID expires`, hint: DAY, kind: day },
  },
};

type WholeTexts<Name extends string> = { readonly [N in Name]: string };

const isEmpty = (part: Pick<FormPart<unknown>, 'rows'>, form: Form): boolean =>
  part.rows.every(({ id }) => fieldValue(form, id) === '');

function partsOf<Name extends string>(
  { id, members }: Composite<Name>,
  hintOf: (hint: Visible) => Visible,
  missing: (label: Visible) => Visible,
) {
  return Object.entries<CompositeMember>(members).map(([name, { label, hint, kind }]) => {
    const at = `${id}.${name}`;
    const empty = missing(label);
    const part = kind?.(at, label, hintOf(hint)) ?? text(at, label, hintOf(hint), empty);
    const read: FormPart<string>['read'] = (form, able) =>
      isEmpty(part, form) ? { value: undefined, errors: { [at]: empty } } : part.read(form, able);
    return { name, part: { rows: part.rows, read } };
  });
}

function readAll<Name extends string>(
  parts: ReturnType<typeof partsOf<Name>>,
  form: Form,
  able: (id: string) => boolean,
): PartRead<WholeTexts<Name>> {
  const read = parts.map(({ name, part }) => ({ name, ...part.read(form, able) }));
  const wrong = read.some(({ value }) => value === undefined);
  const value = Object.fromEntries(read.map(one => [one.name, one.value]));
  return {
    // Each name of the composite has its text, because no member is wrong.
    value: wrong ? undefined : (value as WholeTexts<Name>),
    errors: Object.assign({}, ...read.map(({ errors }) => errors)),
  };
}

export function whole<Name extends string>(composite: Composite<Name>): FormPart<WholeTexts<Name>> {
  const parts = partsOf(
    composite,
    hint => hint,
    label => t`${label}: required.`,
  );
  return { rows: parts.flatMap(({ part }) => part.rows), read: (form, able) => readAll(parts, form, able) };
}

/** The hints of its rows say that it may be empty. */
export function wholeOrNone<Name extends string>(
  composite: Composite<Name>,
): FormPart<WholeTexts<Name> | undefined> {
  const { noun } = composite;
  const parts = partsOf(
    composite,
    hint => t`${hint}; fill in the complete ${noun} or leave it empty`,
    () => t`Required: fill in the complete ${noun}, or leave all its fields empty.`,
  );
  return {
    rows: parts.flatMap(({ part }) => part.rows),
    read: (form, able) =>
      parts.every(({ part }) => isEmpty(part, form))
        ? { value: undefined, errors: {} }
        : readAll(parts, form, able),
  };
}
