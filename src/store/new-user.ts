// The draft of a new customer: the body, and whether it is saved.

import type { Json } from '../lib/json.ts';
import type { Visible } from '../lib/visible.ts';
import { flowSlot } from './flow-data.ts';

type DraftState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'waiting' }
  /** On the disk; `at` is epoch ms. */
  | { readonly kind: 'kept'; readonly at: number }
  /** `why` is a whole sentence. */
  | { readonly kind: 'not-kept'; readonly why: Visible };

export interface FileReport {
  /** A whole sentence. */
  readonly about: Visible;
  readonly leftOut: readonly Visible[];
}

/** Purser asks before typed data is lost. */
export type NewUserQuestion =
  | { readonly kind: 'discard' }
  | { readonly kind: 'replace'; readonly path: Visible; readonly body: Json; readonly report: FileReport }
  /** `person` counts from 0. */
  | { readonly kind: 'remove'; readonly person: number };

export interface NewUser {
  readonly body: Json;
  /** Fields whose problem is shown, even if they are empty. */
  readonly flagged: readonly string[];
  /** By section. */
  readonly focus: Readonly<Record<string, number>>;
  readonly kept: DraftState;
  readonly report: FileReport | undefined;
  readonly question?: NewUserQuestion | undefined;
}

export const newUserSlot = flowSlot<NewUser>('new-user');

export const EMPTY: Json = {};

export const beginNewUser = (body: Json, kept: DraftState, report?: FileReport): NewUser => ({
  body,
  flagged: [],
  focus: {},
  kept,
  report,
});
