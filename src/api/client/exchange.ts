/** exchange.ts: one request and its answer, without secrets, for the request inspector. */

import type { Visible } from '../../lib/visible.ts';
import type { Drift } from '../contract/drift.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Failure } from './failure.ts';

/**
 * One try of a call. A repeated call has several exchanges with the same `requestId` and a growing `attempt`. A
 * `waiting` exchange is not sent yet. Header and body texts are untrusted, so a screen must make them `Visible` first.
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
  /** Local wall clock, in ms. The start of the request or, while `waiting`, the start of the wait. */
  readonly startedAt: number;
  readonly state: 'waiting' | 'in-flight' | 'done';
  readonly waitUntilMonotonic?: number;
  readonly durationMs?: number;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /**
   * Card numbers are masked, and the text is cut to 64 KiB. Absent if the operation is sensitive, or if a body with
   * personal data is incomplete. The text is masked when this function is first called.
   */
  readonly responseBody?: () => string;
  readonly drift: readonly Drift[];
  readonly failure?: Failure;
}
