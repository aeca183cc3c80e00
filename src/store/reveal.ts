// The steps to show a card's details, with the reason and the end time. The state never has the details.

import type { Failure } from '../api/client/failure.ts';
import { t, type Visible } from '../lib/visible.ts';
import { flowSlot } from './flow-data.ts';
import { field } from './form-state.ts';
import type { Form, State } from './state.ts';
import { currentView, placeKey } from './workspace.ts';

export type RevealStage =
  /** `failure`: the result of the last request. */
  | { readonly kind: 'asking'; readonly form: Form; readonly failure?: Failure }
  /** `since`: monotonic ms. */
  | { readonly kind: 'reading'; readonly reason: Visible; readonly since: number }
  /** `until`: monotonic ms. */
  | { readonly kind: 'shown'; readonly reason: Visible; readonly until: number };

interface Reveal {
  readonly cardId: string;
  readonly stage: RevealStage;
}

const slot = flowSlot<Reveal>('card-details');

export const REASON = 'reason';

const asking = (reason = '', failure?: Failure): RevealStage => ({
  kind: 'asking',
  form: {
    fields: [field(REASON, t`Reason`, reason, t`a ticket, or why the customer needs the details`)],
    focus: 0,
  },
  ...(failure && { failure }),
});

/** Every reading needs a new reason. */
export const masked = (): RevealStage => asking();

export const revealFailed = (reason: string, failure: Failure): RevealStage => asking(reason, failure);

export function revealStage(state: State): RevealStage {
  const reveal = slot.get(state);
  return reveal !== undefined && reveal.cardId === currentView(state).subject ? reveal.stage : masked();
}

export function withRevealForm(state: State, form: Form): State {
  const { subject } = currentView(state);
  const stage = revealStage(state);
  if (subject === undefined || stage.kind !== 'asking') return state;
  return slot.set(state, { cardId: subject, stage: { ...stage, form } });
}

export function revealReading(state: State, reason: Visible): State {
  const { subject } = currentView(state);
  return subject === undefined
    ? state
    : slot.set(state, { cardId: subject, stage: { kind: 'reading', reason, since: state.tick } });
}

/** `owner`: the `customerKey` of a customer who may no longer be selected. */
export const withRevealStage = (state: State, owner: string, cardId: string, stage: RevealStage): State =>
  slot.change(state, owner, reveal => (reveal.cardId === cardId ? { cardId, stage } : reveal));

/** Changes when the person looks at something else, and not with messages or time: sensitive data must then leave. */
export function sightOf(state: State): string {
  const { overlay, prompt, login, size, reach } = state;
  return JSON.stringify([
    placeKey(state),
    overlay?.kind,
    prompt?.kind,
    login !== undefined,
    state.lock !== undefined,
    size.columns,
    size.rows,
    reach.baseUrl,
  ]);
}
