// What signing in to another service than before changes: what is known, and what its environment is; pure.

import { checkBaseUrl } from '../api/contract/base-url.ts';
import type { Reach } from '../store/state.ts';

/** What was read from one service, and who its customers are, is nothing to another. */
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
 * The address that was there at the start is what its profile says it is; any other is judged by itself: only this
 * machine is a demo, and nothing that is typed makes a production session one.
 */
export function reachOf({ baseUrl, clientId, programId }: Addressed, start: Reach): Reach {
  const now = { ...start, baseUrl, clientId, programId };
  if (baseUrl === start.baseUrl) return now;
  const checked = checkBaseUrl(baseUrl);
  const demo = checked.ok && checked.loopback && start.environment === 'demo';
  return { ...now, environment: demo ? 'demo' : 'production' };
}
