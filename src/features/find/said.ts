// The name of a match in one line.

import { type Visible, visible } from '../../lib/visible.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';

type SaidValue = Parameters<typeof textCell>[0];

const CELLS = 120;

export const name = (...values: readonly SaidValue[]): Visible =>
  visible(values.map(value => textCell(value).text).join(' · '), CELLS);

/** Whether a number, masked or not, ends in these four digits. */
export const endsIn = (value: Parameters<typeof idText>[0], four: string): boolean =>
  idText(value)?.endsWith(four) === true;
