/** failure.ts: every way a call can fail, as values; explain.ts has the sentences. */

import type { Json } from '../../lib/json.ts';
import type { Untrusted, Visible } from '../../lib/visible.ts';
import type { Drift } from '../contract/drift.ts';
import type { RefusalWords } from '../contract/refusal-words.ts';

export type Failure =
  /** Not sent: the input is not valid. */
  | { readonly kind: 'invalid-input'; readonly field: Visible; readonly reason: Visible }
  /** A write of which certainly no byte was sent; `cause` says why. */
  | { readonly kind: 'unsent'; readonly cause: UnsentCause }
  /** A write that was not sent, because there was no token. */
  | { readonly kind: 'unsent'; readonly cause: 'sign-in'; readonly failure: Failure }
  /** A write that was not sent, because writing is not allowed here and now. `why` is a whole sentence. */
  | { readonly kind: 'unsent'; readonly cause: 'barred'; readonly why: Visible }
  /** Not sent: there was no connection. */
  | {
      readonly kind: 'unreachable';
      readonly cause: 'dns' | 'refused' | 'connect-timeout' | 'tls' | 'network';
      readonly host: Visible;
      readonly detail: Visible;
    }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  /** The connection ended before the answer was complete. */
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'not-http' }
  | { readonly kind: 'oversized' }
  /** A person, or the end of the program, abandoned the call. */
  | { readonly kind: 'abandoned' }
  /** Something other than the service answered: a web page, a redirect, a proxy. */
  | { readonly kind: 'not-the-service'; readonly detail: Visible }
  | { readonly kind: 'malformed'; readonly detail: Visible }
  /** A well-formed refusal. For a write it proves that nothing was done. */
  | ({ readonly kind: 'refused'; readonly status: number } & RefusalWords)
  /** An answer to a write that proves neither success nor refusal. `why` is a sentence without its full stop. */
  | ({ readonly kind: 'unproven'; readonly status: number; readonly why: Visible } & RefusalWords)
  /** The answer contradicts itself. */
  | { readonly kind: 'contradiction'; readonly status: number; readonly detail: Visible }
  /**
   * The service refused the token and its renewal, or the login. `waitMs`: the time until the next login is allowed, in ms.
   */
  | {
      readonly kind: 'signed-out';
      readonly status?: number;
      readonly message?: Untrusted;
      readonly waitMs?: number;
    }
  | { readonly kind: 'throttled'; readonly retryAfterMs?: number; readonly message?: Untrusted }
  | { readonly kind: 'server-error'; readonly status: number; readonly message?: Untrusted };

/**
 * `not-recorded`: the journal failed before the first byte. `connection-lost`, `too-late` and `abandoned`: the
 * connection ended, the time limit passed, or the call was abandoned before the first byte.
 */
type UnsentCause = 'not-recorded' | 'connection-lost' | 'too-late' | 'abandoned';

export type Outcome<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly drift: readonly Drift[];
      /** Local wall clock, in ms. */
      readonly receivedAt: number;
      /** The payload, undecoded. */
      readonly raw: Json;
    }
  | { readonly ok: false; readonly failure: Failure };

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
