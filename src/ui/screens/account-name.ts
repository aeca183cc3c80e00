// What to call an account wherever only its ID is at hand: by its label, where a list that is loaded has it.

import type { RowOf } from '../../effects/query.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { State, Workspace } from '../../store/state.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import { idText } from './cells.ts';

export function accountName(id: string, state: State): Visible {
  const { lists, accountNames } = currentWorkspace(state);
  for (const [key, list] of Object.entries(lists)) {
    if (!key.startsWith('account.list ')) continue;
    const name = nameIn(list.pages.items.find(item => item.key === id)?.row);
    if (name !== undefined) return name;
  }
  return accountNames[id] ?? visible(id, 40);
}

/** What accounts were called in lists that are forgotten now. */
export function accountNamesIn({ lists, accountNames }: Workspace): Workspace['accountNames'] {
  const seen = Object.entries(lists)
    .filter(([key]) => key.startsWith('account.list '))
    .flatMap(([, list]) => list.pages.items.map(({ key, row }) => [key, nameIn(row)] as const));
  const named = seen.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const]));
  return { ...accountNames, ...Object.fromEntries(named) };
}

function nameIn(cached: unknown): Visible | undefined {
  // Only rows of this operation are handed here.
  const row = cached as RowOf<'account.list'> | undefined;
  const label = row && idText(row.label);
  const number = row && idText(row.account_number);
  if (!label) return undefined;
  return number ? t`${visible(label, 24)} ${visible(number, 16)}` : visible(label, 24);
}
