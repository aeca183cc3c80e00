// The parts of a cardholder that must be complete: name, addresses, identification.

import { t, type Visible } from '../../lib/visible.ts';
import { country, day, recordId, text } from '../../money/form/body-fields.ts';
import { type BodyField, type FieldFacts, type GroupMember, isBegun } from '../../store/body-form.ts';

export const CARDHOLDER_ID = recordId(
  t`Cardholder ID`,
  t`the cardholder's ID at the service`,
  t`A cardholder ID is required.`,
);
export const CREATED_BY = text(
  t`Created by`,
  t`the creator's name; required by the service`,
  t`The creator's name is required.`,
);

type Members<Name extends string> = Readonly<Record<Name, BodyField<string>>>;

const COUNTRY = t`two letters, such as GB`;

export const fullName = {
  first_name: text(t`First name`, t`as on the identity document`),
  last_name: text(t`Last name`, t`as on the identity document`),
};

const addressAs = (label: Visible) => ({
  line1: text(t`${label} line 1`, t`house and street`),
  city: text(t`${label} city`, t`town or city`),
  state: text(t`${label} state`, t`state, province or county; always required`),
  postcode: text(t`${label} postcode`, t`in the country's own format`),
  country: country(t`${label} country`, COUNTRY),
});

export const address = addressAs(t`Address`);
export const postalAddress = addressAs(t`Postal`);

export const identification = {
  type: text(t`ID type`, t`such as ID_CARD, the only documented type`),
  number: text(t`ID number`, t`the document's number; also for a licence or a passport`),
  country: country(t`ID country`, COUNTRY),
  expiry_date: day(t`ID expires`),
};

type Under<Path extends string, Name extends string, Value> = {
  readonly [N in Name as `${Path}.${N}`]: BodyField<Value>;
};

const under = <Path extends string, Name extends string, Value>(
  path: Path,
  members: Members<Name>,
  ruled: (member: FieldFacts) => BodyField<Value>,
) =>
  // Object.entries loses the names.
  Object.fromEntries(
    Object.entries<FieldFacts>(members).map(([name, member]) => [`${path}.${name}`, ruled(member)]),
  ) as Under<Path, Name, Value>;

export const whole = <Path extends string, Name extends string>(path: Path, members: Members<Name>) =>
  under<Path, Name, string>(path, members, member => ({
    ...member,
    missing: () => t`${member.label}: required.`,
  }));

/** The hints say that it may be empty. */
export const wholeOrNone = <Path extends string, Name extends string>(
  path: Path,
  members: Members<Name>,
  noun: Visible,
) =>
  under<Path, Name, string | GroupMember>(path, members, member => ({
    ...member,
    hint: t`${member.hint}; fill in the complete ${noun} or leave it empty`,
    missing: place =>
      isBegun(place) ? t`Required: fill in the complete ${noun}, or leave all its fields empty.` : undefined,
  }));
