// One open question of the interface as purser doctor tries it, and what an answer says of the form it was asked in.

import type { Client } from '../api/client/client.ts';
import type { Outcome } from '../api/client/failure.ts';
import type { dialectValues } from '../api/contract/dialect.ts';
import type { Json } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

export type Switch = keyof typeof dialectValues;

/** What one form came to. A refusal may be of the form, or of what was asked for in it. */
export type Tried =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed'; readonly why: Visible };

/** One thing to ask for in each form of some switches, or why there is nothing to ask for. */
export interface DialectTrial {
  readonly switches: readonly Switch[];
  readonly attempt: ((client: Client) => Promise<Tried>) | { readonly lacking: Visible };
  /** It is asked for by a made-up ID: what it is refused with tells whether the form was understood. */
  readonly madeUp?: true;
  /** Not being refused is all that it can tell. */
  readonly weak?: Visible;
}

/** An answer in another form than the service's own is no proof that the form was taken. */
export function triedOf(outcome: Outcome<unknown>): Tried {
  if (outcome.ok) return { kind: 'taken' };
  const { failure } = outcome;
  switch (failure.kind) {
    case 'refused':
    case 'contradiction':
    case 'server-error':
      return { kind: 'refused', status: failure.status };
    case 'not-the-service':
    case 'malformed':
      return { kind: 'refused', status: 404 };
    case 'unreachable':
    case 'timeout':
    case 'cut-off':
      return { kind: 'failed', why: t`the service was not reached` };
    case 'throttled':
      return { kind: 'failed', why: t`the service asks for fewer requests` };
    default:
      return { kind: 'failed', why: t`it was not answered (${visible(failure.kind)})` };
  }
}

/** The texts of this name in the rows of a list, whatever else came. */
export function textsIn(outcome: Outcome<unknown>, name: string): readonly string[] {
  return rowsIn(outcome).flatMap(row => {
    const value = isObject(row) ? row[name] : undefined;
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** The rows of a bare list, or of one with `items`. */
export function rowsIn(outcome: Outcome<unknown>): readonly Json[] {
  if (!outcome.ok) return [];
  const { raw } = outcome;
  const rows = isObject(raw) ? raw['items'] : raw;
  return Array.isArray(rows) ? rows : [];
}
