// Finds the name of an account by the account's ID in the loaded lists.

import { t, type Visible, visible } from '../lib/visible.ts';
import type { State, Workspace } from '../store/state.ts';
import { currentWorkspace } from '../store/workspace.ts';
import { idText } from './cells.ts';
import { loadedRow } from './joined.ts';
import type { Account } from './records.ts';

export function accountName(id: string, state: State): Visible {
  const loaded = loadedRow(state, 'account.list', id);
  const name = loaded && nameOf(loaded);
  return name ?? currentWorkspace(state).accountNames[id] ?? visible(id, 40);
}

/** Before the lists are dropped. */
export function accountNamesIn({ lists, accountNames }: Workspace): Workspace['accountNames'] {
  const named = Object.entries(lists)
    .filter(([key]) => key.startsWith('account.list '))
    // The lists of this operation have accounts as rows.
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
