/** failure.ts: every way in which a call can fail, as values; explain.ts has the sentences. */

import type { Json } from '../../lib/json.ts';
import type { Untrusted, Visible } from '../../lib/visible.ts';
import type { Drift } from '../contract/drift.ts';
import type { RefusalWords } from '../contract/refusal-words.ts';

export type Failure =
  /** Nothing was sent: what was asked for is no request. */
  | { readonly kind: 'invalid-input'; readonly field: Visible; readonly reason: Visible }
  /** A write of which not a byte left: that is certain, and `cause` says why. */
  | { readonly kind: 'unsent'; readonly cause: UnsentCause }
  /** The same: there was no token to send it with. */
  | { readonly kind: 'unsent'; readonly cause: 'sign-in'; readonly failure: Failure }
  /** The same: writing is not allowed here and now; `why` is a whole sentence. */
  | { readonly kind: 'unsent'; readonly cause: 'barred'; readonly why: Visible }
  /** Nothing was sent: no connection came about. */
  | {
      readonly kind: 'unreachable';
      readonly cause: 'dns' | 'refused' | 'connect-timeout' | 'tls' | 'network';
      readonly host: Visible;
      readonly detail: Visible;
    }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  /** The connection ended before the answer did. */
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'not-http' }
  | { readonly kind: 'oversized' }
  /** A person, or the end of the program, gave the call up. */
  | { readonly kind: 'abandoned' }
  /** Something else answered: a web page, a redirect, a proxy. */
  | { readonly kind: 'not-the-service'; readonly detail: Visible }
  | { readonly kind: 'malformed'; readonly detail: Visible }
  /** A well-formed no; of a write, one that proves that nothing was done. */
  | ({ readonly kind: 'refused'; readonly status: number } & RefusalWords)
  /** An answer to a write that proves neither that it was done nor that it was refused; `why` is a sentence without its full stop. */
  | ({ readonly kind: 'unproven'; readonly status: number; readonly why: Visible } & RefusalWords)
  /** The answer says two things at once. */
  | { readonly kind: 'contradiction'; readonly status: number; readonly detail: Visible }
  /** The token and a renewed one were refused, or the login was; `waitMs`: until the next login is allowed. */
  | {
      readonly kind: 'signed-out';
      readonly status?: number;
      readonly message?: Untrusted;
      readonly waitMs?: number;
    }
  | { readonly kind: 'throttled'; readonly retryAfterMs?: number; readonly message?: Untrusted }
  | { readonly kind: 'server-error'; readonly status: number; readonly message?: Untrusted };

/**
 * `not-recorded`: what has to happen before the first byte failed; `connection-lost`: the connection ended before it;
 * `too-late`: the whole time went by before it; `abandoned`: given up before it.
 */
type UnsentCause = 'not-recorded' | 'connection-lost' | 'too-late' | 'abandoned';

export type Outcome<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly drift: readonly Drift[];
      /** Local wall clock, in ms. */
      readonly receivedAt: number;
      /** The payload as it came. */
      readonly raw: Json;
    }
  | { readonly ok: false; readonly failure: Failure };

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
