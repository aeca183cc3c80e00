// The amount and the payee of a payment in one line: what people look for first in a dialog.

import { t, type Visible } from '../../lib/visible.ts';
import { AMOUNT, BENEFICIARY, DEBTOR } from '../../records/shown-lines.ts';
import type { ShownLine } from '../../store/dialog.ts';
import { DASH } from '../kit/cell.ts';

interface Headline {
  readonly text: Visible;
  readonly amount: ShownLine;
  /** The line of the payee or the payer. */
  readonly person: ShownLine;
}

/** "587.58 GBP to Zoë Ltd"; undefined where either is unknown, or isn't as promised. */
export function headlineOf(lines: readonly ShownLine[]): Headline | undefined {
  const named = (label: Visible): ShownLine | undefined =>
    lines.find(line => line.label === label && isKnown(line.value));
  const amount = named(AMOUNT);
  const payee = named(BENEFICIARY);
  const person = payee ?? named(DEBTOR);
  if (!amount || !person) return undefined;
  return { text: t`${amount.value} ${payee ? t`to` : t`from`} ${person.value}`, amount, person };
}

/** Whether the headline says this line. */
export const isInHeadline = ({ amount, person }: Headline, line: ShownLine): boolean =>
  line === amount || line === person;

const isKnown = (value: Visible): boolean => value !== '' && value !== DASH.text && !value.startsWith('? ');
