// How `purser doctor` tries a request in several forms, and what a response shows about the form.

import type { Client } from '../api/client/client.ts';
import type { Outcome } from '../api/client/failure.ts';
import type { dialectValues } from '../api/contract/dialect.ts';
import type { Json } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

export type Switch = keyof typeof dialectValues;

/** The result for one form. `refused`: the service refused the form, or refused the requested record. */
export type Tried =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed'; readonly why: Visible };

/** A request to try with all values of some dialect switches, or why there is none. */
export interface DialectTrial {
  readonly switches: readonly Switch[];
  readonly attempt: ((client: Client) => Promise<Tried>) | { readonly lacking: Visible };
  /** The request has a made-up ID, so only the kind of refusal shows whether the service understood the form. */
  readonly madeUp?: true;
  /** Why an accepted form proves nothing in this trial. A refusal still proves something. */
  readonly weak?: Visible;
}

/** Reads the result of a try. A response in an undocumented form counts as a refusal. */
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
      return { kind: 'failed', why: t`no answer (${visible(failure.kind)})` };
  }
}

/** The text values of this field in the rows of a list. */
export function textsIn(outcome: Outcome<unknown>, name: string): readonly string[] {
  return rowsIn(outcome).flatMap(row => {
    const value = isObject(row) ? row[name] : undefined;
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** The rows of a response that is a list, or that has a list in `items`. */
export function rowsIn(outcome: Outcome<unknown>): readonly Json[] {
  if (!outcome.ok) return [];
  const { raw } = outcome;
  const rows = isObject(raw) ? raw['items'] : raw;
  return Array.isArray(rows) ? rows : [];
}
