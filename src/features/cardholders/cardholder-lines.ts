// The confirmed lines of a cardholder: exactly the parts that Purser sends.

import type { Input } from '../../api/contract/operations.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';

type NewCardholder = Input<'cardholder.create'>['body'];
export type CardholderChange = Input<'cardholder.update'>['body'];

type Individual = NonNullable<CardholderChange['individual']>;

const whole = (...parts: readonly string[]): Visible =>
  join(
    parts.map(part => visible(part)),
    ' · ',
  );

function line(label: Visible, value: Visible | undefined): readonly ShownLine[] {
  return value === undefined ? [] : [{ label, value }];
}

/** Personal lines: shown for confirmation and never stored. */
const own = (label: Visible, value: Visible | undefined): readonly ShownLine[] =>
  line(label, value).map(shown => ({ ...shown, personal: true }));

const text = (value: string | undefined): Visible | undefined =>
  value === undefined ? undefined : visible(value);

type Address = NonNullable<NewCardholder['postal_address']>;

const addressText = (given: Address | undefined): Visible | undefined =>
  given && whole(given.line1, given.city, given.state, given.postcode, given.country);

/** The personal lines, in the form's order. */
function individualLines({ name, date_of_birth, address, identification }: Individual): readonly ShownLine[] {
  return [
    ...own(t`Name`, name && t`${visible(name.first_name)} ${visible(name.last_name)}`),
    ...own(t`Date of birth`, text(date_of_birth)),
    ...own(t`Address`, addressText(address)),
    ...own(
      t`Identification`,
      identification &&
        t`${whole(identification.type, identification.number, identification.country)} · expires ${visible(identification.expiry_date)}`,
    ),
  ];
}

const CONSENT = t`Express consent`;

/** The dialog's lines for a new cardholder. */
export function newCardholderLines(body: NewCardholder): readonly ShownLine[] {
  const { individual } = body;
  return [
    // First, because the journal names a write by its first line and keeps no personal lines.
    { label: t`Type`, value: visible(body.type) },
    ...individualLines(individual),
    ...own(t`E-mail`, visible(body.email)),
    ...own(t`Mobile`, text(body.mobile_number)),
    ...own(t`Postal address`, addressText(body.postal_address)),
    {
      label: CONSENT,
      value: text(individual.express_consent_obtained) ?? t`not sent (default: YES)`,
    },
    { label: t`Created by`, value: visible(body.created_by) },
  ];
}

/** The dialog's lines for a change: only the sent fields. */
export const changeLines = (body: CardholderChange): readonly ShownLine[] => [
  { label: t`Cardholder ID`, value: visible(body.id) },
  ...individualLines(body.individual ?? {}),
  ...own(t`Mobile`, text(body.mobile_number)),
  ...own(t`Postal address`, addressText(body.postal_address)),
  ...line(CONSENT, text(body.individual?.express_consent_obtained)),
];
