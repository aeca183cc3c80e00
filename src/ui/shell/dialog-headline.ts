// The headline of a dialog: the money, and who gets it or pays it.

import { DASH } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { AMOUNT, BENEFICIARY, DEBTOR, LABELS } from '../../money/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';

interface Headline {
  readonly text: Visible;
  /** The two lines that the headline replaces: an amount, and its payee, its payer or the other amount. */
  readonly lines: readonly [ShownLine, ShownLine];
}

/** "587.58 GBP to Zoë Ltd"; undefined if a part is unknown or doesn't fit the contract. */
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
