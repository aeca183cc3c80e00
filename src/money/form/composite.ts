// The parts of a cardholder that must be complete or absent: name, address, identification.

import { t, type Visible } from '../../lib/visible.ts';
import { fieldValue } from '../../store/form-state.ts';
import { country, day, type FormPart, optional, text } from './parts.ts';

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

/** `missing`: the error of an empty member. */
function composed<Name extends string>(
  { id, members }: Composite<Name>,
  hintOf: (hint: Visible) => Visible,
  missing: (label: Visible) => Visible,
): FormPart<WholeTexts<Name>> {
  const parts = Object.entries<CompositeMember>(members).map(([name, { label, hint, kind = text }]) => {
    const at = `${id}.${name}`;
    return { name, at, empty: missing(label), part: kind(at, label, hintOf(hint), missing(label)) };
  });
  return {
    rows: parts.flatMap(({ part }) => part.rows),
    read(form, able) {
      const read = parts.map(({ name, at, empty, part }) =>
        fieldValue(form, at) === ''
          ? { name, value: undefined, errors: { [at]: empty } }
          : { name, ...part.read(form, able) },
      );
      const value = Object.fromEntries(read.map(one => [one.name, one.value]));
      return {
        // Each name of the composite has its text, because no member is wrong.
        value: read.some(one => one.value === undefined) ? undefined : (value as WholeTexts<Name>),
        errors: Object.assign({}, ...read.map(({ errors }) => errors)),
      };
    },
  };
}

export const whole = <Name extends string>(composite: Composite<Name>): FormPart<WholeTexts<Name>> =>
  composed(
    composite,
    hint => hint,
    label => t`${label}: required.`,
  );

/** The hints of its rows say that it may be empty. */
export const wholeOrNone = <Name extends string>(composite: Composite<Name>) =>
  optional(
    composed(
      composite,
      hint => t`${hint}; fill in the complete ${composite.noun} or leave it empty`,
      () => t`Required: fill in the complete ${composite.noun}, or leave all its fields empty.`,
    ),
  );
