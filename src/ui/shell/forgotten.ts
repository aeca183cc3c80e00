// What is left of a customer's workspace once what was read is forgotten, because something was written or all is read anew.

import { accountNamesIn } from '../../records/account-name.ts';
import type { Workspace } from '../../store/state.ts';

/** `stays`: which of what was read is kept, by its query's key. What accounts are called outlives their lists. */
export function forgotten(workspace: Workspace, stays: (key: string) => boolean): Workspace {
  const kept = <T>(all: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => stays(key)));
  return {
    ...workspace,
    lists: kept(workspace.lists),
    documents: kept(workspace.documents),
    accountNames: accountNamesIn(workspace),
  };
}
