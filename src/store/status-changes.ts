// The status changes that Purser announced in this session. It announces each once, and marks its row for a while.

import type { State, StatusChange } from './state.ts';
import { customerKey } from './workspace.ts';

const KEPT = 100;

export const withStatusChanges = (
  statusChanges: readonly StatusChange[],
  fresh: readonly StatusChange[],
): readonly StatusChange[] => [...fresh, ...statusChanges].slice(0, KEPT);

export const statusChangesHere = ({ statusChanges, customer }: State): readonly StatusChange[] =>
  customer === undefined
    ? []
    : statusChanges.filter(one => customerKey(one.customer) === customerKey(customer));

/** After a status change, in ms. */
const MARKED = 10 * 60_000;

export const hasStatusChanged = (state: State, key: string): boolean =>
  statusChangesHere(state).some(one => one.key === key && state.now - one.at < MARKED);
