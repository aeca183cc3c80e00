// What moves, in one line: what people look for first in a dialog.

import { t, type Visible } from '../../lib/visible.ts';
import { LABELS } from '../../records/conversion-lines.ts';
import { AMOUNT, BENEFICIARY, DEBTOR } from '../../records/shown-lines.ts';
import type { ShownLine } from '../../store/dialog.ts';
import { DASH } from '../kit/cell.ts';

interface Headline {
  readonly text: Visible;
  /** The lines that it says: an amount, and its payee, its payer or the amount on the other side. */
  readonly lines: readonly [ShownLine, ShownLine];
}

/** "587.58 GBP to Zoë Ltd"; undefined where a part is unknown, or isn't as promised. */
export function headlineOf(lines: readonly ShownLine[]): Headline | undefined {
  const known = (label: Visible): ShownLine | undefined =>
    lines.find(line => line.label === label && isKnown(line.value));
  const [amount, payee, payer] = [known(AMOUNT), known(BENEFICIARY), known(DEBTOR)];
  const [sold, bought] = [known(LABELS.sold), known(LABELS.bought)];
  if (amount && payee) return { text: t`${amount.value} to ${payee.value}`, lines: [amount, payee] };
  if (amount && payer) return { text: t`${amount.value} from ${payer.value}`, lines: [amount, payer] };
  return sold && bought
    ? { text: t`${sold.label} ${sold.value}, buys ${bought.value}`, lines: [sold, bought] }
    : undefined;
}

const isKnown = (value: Visible): boolean => value !== '' && value !== DASH.text && !value.startsWith('? ');
