// Forgets what was read for a customer, after a write or before everything is read again.

import { accountNamesIn } from '../../format/joined.ts';
import type { Workspace } from '../../store/state.ts';

/** Keeps only the reads whose query key `stays` accepts, and the names of accounts. */
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
