/** Every way a call can fail, as values, and the service's own words in a failure. explain.ts has the sentences. */

import type { Json } from '../../lib/json.ts';
import { t, type Untrusted, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import type { Drift } from '../contract/drift.ts';
import type { FieldError, RefusalWords } from '../contract/refusal-words.ts';

export type Failure =
  /** Not sent. */
  | { readonly kind: 'invalid-input'; readonly field: Visible; readonly reason: Visible }
  /** A write of which certainly no byte was sent. */
  | { readonly kind: 'unsent'; readonly cause: UnsentCause }
  /** A write without a token. */
  | { readonly kind: 'unsent'; readonly cause: 'sign-in'; readonly failure: Failure }
  /** A write that is not allowed here and now. `why` is a whole sentence. */
  | { readonly kind: 'unsent'; readonly cause: 'barred'; readonly why: Visible }
  /** Not sent. */
  | {
      readonly kind: 'unreachable';
      readonly cause: 'dns' | 'refused' | 'connect-timeout' | 'tls' | 'network';
      readonly host: Visible;
      readonly detail: Visible;
    }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'not-http' }
  | { readonly kind: 'oversized' }
  | { readonly kind: 'abandoned' }
  /** A web page, a redirect, a proxy. */
  | { readonly kind: 'not-the-service'; readonly detail: Visible }
  | { readonly kind: 'malformed'; readonly detail: Visible }
  /** Well-formed. For a write it proves that nothing was done. */
  | ({ readonly kind: 'refused'; readonly status: number } & RefusalWords)
  /** Proves neither success nor refusal of a write. `why` is a sentence without its full stop. */
  | ({ readonly kind: 'unproven'; readonly status: number; readonly why: Visible } & RefusalWords)
  | { readonly kind: 'contradiction'; readonly status: number; readonly detail: Visible }
  /** Refused: the token and its renewal, or the login. `waitMs`: until the next login is allowed. */
  | {
      readonly kind: 'signed-out';
      readonly status?: number;
      readonly message?: Untrusted;
      readonly waitMs?: number;
    }
  | { readonly kind: 'throttled'; readonly retryAfterMs?: number; readonly message?: Untrusted }
  | { readonly kind: 'server-error'; readonly status: number; readonly message?: Untrusted };

/** All before the first byte. `not-recorded`: the journal failed. */
type UnsentCause = 'not-recorded' | 'connection-lost' | 'too-late' | 'abandoned';

export type Outcome<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly drift: readonly Drift[];
      /** Epoch ms. */
      readonly receivedAt: number;
      /** Undecoded. */
      readonly raw: Json;
      /** Of a write: a word of the answer that Purser does not know. */
      readonly unknown?: Visible;
      /** Of a write: where the answer names something else than the request. */
      readonly differences?: readonly Visible[];
      /** If the answer is about another record or customer than the request. */
      readonly other?: Visible;
    }
  | { readonly ok: false; readonly failure: Failure };

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}

/** About ten lines, so that the next step stays on the screen. */
const LONGEST_WORDS = 800;

const QUOTED_ERRORS = 5;

/** The end of a sentence without its full stop. May be empty. */
export function quoted({ message, errors = [] }: Pick<RefusalWords, 'message' | 'errors'>): Visible {
  const said = message === undefined ? t`` : t`: "${visible(message, LONGEST_WORDS)}"`;
  if (errors.length === 0) return said;
  const more = errors.length > QUOTED_ERRORS ? t`; ${errors.length - QUOTED_ERRORS} more` : t``;
  const shown = errors.slice(0, QUOTED_ERRORS).map(quotedError);
  return t`${said} (${shown.reduce((all, one) => t`${all}; ${one}`)}${more})`;
}

function quotedError({ field, words }: FieldError): Visible {
  const name = field === undefined ? undefined : visible(field, 60);
  const said = words === undefined ? undefined : t`"${visible(words, 200)}"`;
  if (name === undefined) return said ?? t``;
  return said === undefined ? name : t`${name}: ${said}`;
}

/** Unchanged, so a screen must make them visible. */
export function ownWords(failure: Failure): string | undefined {
  const message = 'message' in failure ? failure.message : undefined;
  const errors = ('errors' in failure ? failure.errors : undefined) ?? [];
  const listed = errors.map(({ field, words }) => join([field, words], ': ')).join('; ');
  const text = [message === undefined ? '' : unsafeText(message), listed === '' ? '' : `(${listed})`];
  const whole = text.filter(part => part !== '').join(' ');
  return whole === '' ? undefined : whole;
}

const join = (parts: readonly (Untrusted | undefined)[], between: string): string =>
  parts.flatMap(part => (part === undefined ? [] : [unsafeText(part)])).join(between);
