/** exchange.ts: one request and its answer as the request inspector shows them, without secrets. */

import type { Visible } from '../../lib/visible.ts';
import type { Drift } from '../contract/drift.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Failure } from './failure.ts';

/**
 * One sending. A call that is tried again is several exchanges with the same `requestId` and a growing `attempt`; one
 * that waits for its turn (`waiting`) hasn't been sent yet. Header and body texts come from the server: hostile until
 * made visible.
 */
export interface Exchange {
  readonly id: number;
  readonly operation: OperationId;
  /** The operation's, so that a screen needs no contract to name it. */
  readonly title: Visible;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** As it was sent: Family A takes none. */
  readonly requestId?: string;
  /** Secrets and card numbers taken out; absent where the operation is sensitive, or has none. */
  readonly requestBody?: string;
  readonly attempt: number;
  /** Local wall clock, in ms: when it was sent, or while `waiting`, when the wait began. */
  readonly startedAt: number;
  readonly state: 'waiting' | 'in-flight' | 'done';
  readonly waitUntilMonotonic?: number;
  readonly durationMs?: number;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Card numbers masked, cut to 64 KiB; absent where the operation is sensitive. A function, because it is cleaned when it is first looked at. */
  readonly responseBody?: () => string;
  readonly drift: readonly Drift[];
  readonly failure?: Failure;
}
