/** exchange.ts: one request and its answer, without secrets, for the request inspector. */

import type { Visible } from '../../lib/visible.ts';
import type { Drift } from '../contract/drift.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Failure } from './failure.ts';

/**
 * One try. A repeated call has several exchanges with the same `requestId` and a growing `attempt`. A `waiting`
 * exchange is not sent yet. Header and body texts come from the service: they are hostile until made visible.
 */
export interface Exchange {
  readonly id: number;
  readonly operation: OperationId;
  /** The operation's title, so that a screen can name it without the contract. */
  readonly title: Visible;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The request ID as sent. Family A has none. */
  readonly requestId?: string;
  /** Without secrets and card numbers. Absent if the operation is sensitive or has no body. */
  readonly requestBody?: string;
  readonly attempt: number;
  /** Local wall clock, in ms: when it was sent or, while `waiting`, when the wait began. */
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
