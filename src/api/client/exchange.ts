/** One request and its answer, without secrets, for the request inspector. */

import type { Visible } from '../../lib/visible.ts';
import type { Drift } from '../contract/drift.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Failure } from './failure.ts';

/** One try of a call; repeated tries share `requestId`. Header and body texts are untrusted. */
export interface Exchange {
  readonly id: number;
  readonly operation: OperationId;
  /** A screen names the operation without loading the contract. */
  readonly title: Visible;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Family A has none. */
  readonly requestId?: string;
  /** Absent if the operation is sensitive or has no body. */
  readonly requestBody?: string;
  readonly attempt: number;
  /** Epoch ms. While `waiting`, the start of the wait. */
  readonly startedAt: number;
  readonly state: 'waiting' | 'in-flight' | 'done';
  readonly waitUntilMonotonic?: number;
  readonly durationMs?: number;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Masked at the first call. Absent if sensitive, or if a body with personal data is incomplete. */
  readonly responseBody?: () => string;
  readonly drift: readonly Drift[];
  readonly failure?: Failure;
}
