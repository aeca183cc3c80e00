// What to call an account wherever only its ID is at hand: by its label, where a list that is loaded has it.

import type { RowOf } from '../../effects/query.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import { idText } from './cells.ts';

export function accountName(id: string, state: State): Visible {
  const lists = Object.entries(currentWorkspace(state).lists);
  for (const [key, list] of lists) {
    if (!key.startsWith('account.list ')) continue;
    // Cached under this operation, so its rows are accounts.
    const row = list.pages.items.find(item => item.key === id)?.row as RowOf<'account.list'> | undefined;
    const label = row && idText(row.label);
    const number = row && idText(row.account_number);
    if (label) return number ? t`${visible(label, 24)} ${visible(number, 16)}` : visible(label, 24);
  }
  return visible(id, 40);
}
