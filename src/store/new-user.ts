// A customer that is being put together: its body as far as it was typed, what is wrong with it, what was kept of it; pure.

import type { Json } from '../lib/json.ts';
import type { Visible } from '../lib/visible.ts';
import { flowSlot } from './flow.ts';
import type { Form } from './state.ts';

/** By the contract's own schema. */
export interface FieldProblem {
  readonly path: string;
  readonly kind: 'missing' | 'wrong';
  /** A whole sentence. */
  readonly why: Visible;
}

/** Where the draft is besides on this screen. */
type Kept =
  | { readonly kind: 'empty' }
  | { readonly kind: 'waiting' }
  /** On the disk; `at`: epoch ms. */
  | { readonly kind: 'kept'; readonly at: number }
  /** `why` is a whole sentence. */
  | { readonly kind: 'not-kept'; readonly why: Visible };

/** What is being asked over the sections. */
export type Step =
  | { readonly kind: 'sections' }
  | { readonly kind: 'load' | 'save'; readonly form: Form }
  /** All that is said of the file that it came from: there may be more of it than fits beside the sections. */
  | { readonly kind: 'told' }
  | { readonly kind: 'discard' }
  /** `path`: of the file that is loaded over what was typed. */
  | { readonly kind: 'replace'; readonly path: string }
  /** `person`: counted from 0. */
  | { readonly kind: 'remove'; readonly person: number };

export interface NewUser {
  readonly body: Json;
  /** Of this very body; undefined until it was checked. */
  readonly problems: readonly FieldProblem[] | undefined;
  /** Fields whose problem is said although they are still being typed, or empty. */
  readonly told: readonly string[];
  /** Where the focus was, by section. */
  readonly focus: Readonly<Record<string, number>>;
  readonly kept: Kept;
  /** Whole sentences about the file that it came from, until something is loaded anew. */
  readonly said: readonly Visible[];
  readonly step: Step;
}

export const newUserSlot = flowSlot<NewUser>('new-user');

export const EMPTY: Json = {};
export const SECTIONS: Step = { kind: 'sections' };

export const beginNewUser = (body: Json, kept: Kept, said: readonly Visible[] = []): NewUser => ({
  body,
  problems: undefined,
  told: [],
  focus: {},
  kept,
  said,
  step: said.length > 1 ? { kind: 'told' } : SECTIONS,
});
