// After a sign-in to another service, known data is dropped, and the environment may change. Pure.

import { checkBaseUrl } from '../api/contract/base-url.ts';
import type { Reach } from '../store/state.ts';

export const NOTHING_KNOWN = {
  grant: undefined,
  workspaces: {},
  outcomeChecks: {},
  exchanges: [],
  known: [],
  customer: undefined,
  statusChanges: [],
} as const;

export type Addressed = Pick<Reach, 'baseUrl' | 'clientId' | 'programId'>;

/** Empty parts of `before` are ignored, because they may be unknown at the start. */
export const sameService = (before: Addressed, now: Addressed): boolean =>
  (['baseUrl', 'clientId', 'programId'] as const).every(
    part => before[part] === '' || before[part] === now[part],
  );

/**
 * The address with which Purser started keeps its environment. Any other address is production, unless Purser started
 * as a demo and the address is on this machine.
 */
export function reachOf({ baseUrl, clientId, programId }: Addressed, start: Reach): Reach {
  const now = { ...start, baseUrl, clientId, programId };
  if (baseUrl === start.baseUrl) return now;
  const checked = checkBaseUrl(baseUrl);
  const demo = checked.ok && checked.loopback && start.environment === 'demo';
  const { unprovenDemo: _, ...known } = now;
  return { ...known, environment: demo ? 'demo' : 'production' };
}
