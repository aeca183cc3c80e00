// The text of a match in one line.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import { amountCell, idText, textCell } from '../../format/cells.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';

type CellValue = Parameters<typeof textCell>[0];

const CELLS = 120;

export const name = (...values: readonly CellValue[]): Visible =>
  visible(values.map(value => textCell(value).text).join(' · '), CELLS);

type Amount = Parameters<typeof amountCell>;

export function money(amount: Amount[0], currency: Amount[1], ...words: readonly CellValue[]): Visible {
  return t`${moneyText(amount, currency)} · ${name(...words)}`;
}

/** With the merchant if there is one. */
export const purchase = (
  amount: Amount[0],
  currency: Amount[1],
  { merchant, transaction_type, status }: RowOf<'card.transactions'>,
): Visible => {
  const shop = merchant === undefined || merchant instanceof Odd ? [] : [merchant.name];
  return money(amount, currency, ...shop, transaction_type, status);
};

export function moneyText(...amount: Amount): Visible {
  const { text, unit } = amountCell(...amount);
  return t`${text} ${unit ?? t``}`;
}

/** Masked or not. */
export const endsIn = (value: Parameters<typeof idText>[0], four: string): boolean =>
  idText(value)?.endsWith(four) === true;
