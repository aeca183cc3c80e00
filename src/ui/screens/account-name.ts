// What to call an account wherever only its ID is at hand: by its label, where a list that is loaded has it.

import { t, type Visible, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { idText } from './cells.ts';
import { loadedRow } from './joined.ts';

export function accountName(id: string, state: State): Visible {
  const row = loadedRow(state, 'account.list', id);
  const label = row && idText(row.label);
  const number = row && idText(row.account_number);
  if (!label) return visible(id, 40);
  return number ? t`${visible(label, 24)} ${visible(number, 16)}` : visible(label, 24);
}
