// The name of an account if only its ID is known: its label, if a loaded list has it.

import { t, type Visible, visible } from '../lib/visible.ts';
import type { State, Workspace } from '../store/state.ts';
import { currentWorkspace } from '../store/workspace.ts';
import { idText } from '../ui/screens/cells.ts';
import { loadedRow } from '../ui/screens/joined.ts';
import type { Account } from './row-types.ts';

export function accountName(id: string, state: State): Visible {
  const loaded = loadedRow(state, 'account.list', id);
  const name = loaded && nameOf(loaded);
  return name ?? currentWorkspace(state).accountNames[id] ?? visible(id, 40);
}

/** Names of accounts from lists that are forgotten now. */
export function accountNamesIn({ lists, accountNames }: Workspace): Workspace['accountNames'] {
  const named = Object.entries(lists)
    .filter(([key]) => key.startsWith('account.list '))
    // Cached under this operation, so its rows are accounts.
    .flatMap(([, list]) => list.pages.items.map(({ key, row }) => [key, nameOf(row as Account)] as const))
    .flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const]));
  return { ...accountNames, ...Object.fromEntries(named) };
}

function nameOf(row: Account): Visible | undefined {
  const label = idText(row.label);
  const number = idText(row.account_number);
  if (!label) return undefined;
  return number ? t`${visible(label, 24)} ${visible(number, 16)}` : visible(label, 24);
}
