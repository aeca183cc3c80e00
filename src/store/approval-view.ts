// The writes that wait for another person's approval, as last read from the team's journal.

import type { Waiting } from '../journal/approvals.ts';
import type { State } from './state.ts';

export type { Waiting };

const none: readonly Waiting[] = [];

export function waitingFor({ approvals }: State, ...parts: readonly Waiting['part'][]): readonly Waiting[] {
  const { waiting = none } = approvals ?? {};
  return parts.length === 0 ? waiting : waiting.filter(({ part }) => parts.includes(part));
}

export const waitingOf = (state: State, requestId: string): Waiting | undefined =>
  waitingFor(state).find(({ row }) => row.intent.requestId === requestId);

/** Those that would change or use the record. */
export const waitingOn = (state: State, id: string): readonly Waiting[] =>
  waitingFor(state).filter(
    ({ row: { intent } }) =>
      intent.target.includes(encodeURIComponent(id)) || intent.body?.includes(JSON.stringify(id)) === true,
  );

/** In monotonic ms, because the wall clocks of this machine and the server may differ. */
export const expiryOf = ({ approvals }: State, { lasts }: Waiting): number =>
  (approvals?.readAt ?? 0) + lasts;

/** In characters: enough for two persons to compare digests. */
export const SHORT_DIGEST = 8;
