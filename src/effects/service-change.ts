// What a sign-in to another service changes: the known data, and the environment. Pure.

import { checkBaseUrl } from '../api/contract/base-url.ts';
import type { Reach } from '../store/state.ts';

/** Data and customers of one service mean nothing to another. */
export const NOTHING_KNOWN = {
  grant: undefined,
  workspaces: {},
  readBack: {},
  exchanges: [],
  known: [],
  customer: undefined,
  told: [],
} as const;

export type Addressed = Pick<Reach, 'baseUrl' | 'clientId' | 'programId'>;

/** Whether both are the same as far as the first says: at the start some of it may not be known yet. */
export const sameService = (before: Addressed, now: Addressed): boolean =>
  (['baseUrl', 'clientId', 'programId'] as const).every(
    part => before[part] === '' || before[part] === now[part],
  );

/**
 * The address of the start has its profile's environment. Any other address is judged alone: only this machine is a
 * demo, and no typed address makes a production session one.
 */
export function reachOf({ baseUrl, clientId, programId }: Addressed, start: Reach): Reach {
  const now = { ...start, baseUrl, clientId, programId };
  if (baseUrl === start.baseUrl) return now;
  const checked = checkBaseUrl(baseUrl);
  const demo = checked.ok && checked.loopback && start.environment === 'demo';
  return { ...now, environment: demo ? 'demo' : 'production' };
}
