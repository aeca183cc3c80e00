// The draft of a new customer: the body, its problems, and whether it is saved.

import type { Json } from '../lib/json.ts';
import type { Visible } from '../lib/visible.ts';
import { flowSlot } from './flow-data.ts';
import type { Form } from './state.ts';

export interface FieldProblem {
  readonly path: string;
  readonly kind: 'missing' | 'wrong';
  /** A whole sentence. */
  readonly why: Visible;
}

type DraftState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'waiting' }
  /** On the disk; `at` is epoch ms. */
  | { readonly kind: 'kept'; readonly at: number }
  /** `why` is a whole sentence. */
  | { readonly kind: 'not-kept'; readonly why: Visible };

/** The sections, or what is open over them. */
export type NewUserStep =
  | { readonly kind: 'sections' }
  | { readonly kind: 'load' | 'save'; readonly form: Form }
  /** May be too long to fit next to the sections. */
  | { readonly kind: 'report' }
  | { readonly kind: 'discard' }
  /** `path`: the file to load over the typed text. */
  | { readonly kind: 'replace'; readonly path: string }
  /** `person` counts from 0. */
  | { readonly kind: 'remove'; readonly person: number };

export interface NewUser {
  readonly body: Json;
  /** Of exactly this body. Undefined before the check. */
  readonly problems: readonly FieldProblem[] | undefined;
  /** Their problem is shown even while they are empty or have the focus. */
  readonly flagged: readonly string[];
  readonly focus: Readonly<Record<string, number>>;
  readonly kept: DraftState;
  readonly report: readonly Visible[];
  readonly step: NewUserStep;
}

export const newUserSlot = flowSlot<NewUser>('new-user');

export const EMPTY: Json = {};
export const SECTIONS: NewUserStep = { kind: 'sections' };

export const beginNewUser = (body: Json, kept: DraftState, report: readonly Visible[] = []): NewUser => ({
  body,
  problems: undefined,
  flagged: [],
  focus: {},
  kept,
  report,
  step: report.length > 1 ? { kind: 'report' } : SECTIONS,
});
