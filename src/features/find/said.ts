// The name of a match in one line.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { amountCell, idText, textCell } from '../../ui/screens/cells.ts';

type SaidValue = Parameters<typeof textCell>[0];

const CELLS = 120;

export const name = (...values: readonly SaidValue[]): Visible =>
  visible(values.map(value => textCell(value).text).join(' · '), CELLS);

type Amount = Parameters<typeof amountCell>;

export function money(amount: Amount[0], currency: Amount[1], ...words: readonly SaidValue[]): Visible {
  return t`${moneyText(amount, currency)} · ${name(...words)}`;
}

export function moneyText(...amount: Amount): Visible {
  const { text, unit } = amountCell(...amount);
  return t`${text} ${unit ?? t``}`;
}

/** Whether a number, masked or not, ends in these four digits. */
export const endsIn = (value: Parameters<typeof idText>[0], four: string): boolean =>
  idText(value)?.endsWith(four) === true;
