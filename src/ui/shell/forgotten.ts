// A customer's workspace once its reads are forgotten, because something was written or everything is read again.

import { accountNamesIn } from '../../records/account-name.ts';
import type { Workspace } from '../../store/state.ts';

/** `stays`: which reads are kept, by their query's key. Names of accounts outlive their lists. */
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
