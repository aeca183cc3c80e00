// The dialog's lines for a cardholder: exactly the parts that Purser sends.

import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/shown-line.ts';

interface Address {
  readonly line1: string;
  readonly city: string;
  readonly state: string;
  readonly postcode: string;
  readonly country: string;
}

/** Each part is sent complete or not at all. */
interface Individual {
  readonly name?: { readonly first_name: string; readonly last_name: string } | undefined;
  readonly date_of_birth?: string | undefined;
  readonly address?: Address | undefined;
  readonly identification?:
    | {
        readonly type: string;
        readonly number: string;
        readonly country: string;
        readonly expiry_date: string;
      }
    | undefined;
}

const whole = (...parts: readonly string[]): Visible =>
  join(
    parts.map(part => visible(part)),
    ' · ',
  );

export function line(label: Visible, value: Visible | undefined): readonly ShownLine[] {
  return value === undefined ? [] : [{ label, value }];
}

/** A personal line: shown in the dialog, never stored. */
export const own = (label: Visible, value: Visible | undefined): readonly ShownLine[] =>
  line(label, value).map(shown => ({ ...shown, personal: true }));

export const shownText = (value: string | undefined): Visible | undefined =>
  value === undefined ? undefined : visible(value);

export const addressText = (given: Address | undefined): Visible | undefined =>
  given && whole(given.line1, given.city, given.state, given.postcode, given.country);

export function individualLines({
  name,
  date_of_birth,
  address,
  identification,
}: Individual): readonly ShownLine[] {
  return [
    ...own(t`Name`, name && t`${visible(name.first_name)} ${visible(name.last_name)}`),
    ...own(t`Date of birth`, shownText(date_of_birth)),
    ...own(t`Address`, addressText(address)),
    ...own(
      t`Identification`,
      identification &&
        t`${whole(identification.type, identification.number, identification.country)} · expires ${visible(identification.expiry_date)}`,
    ),
  ];
}

export const CONSENT = t`Express consent`;
