// The showing of a card's details, as plain data that holds none of them: why it was asked for, and until when; pure.

import type { Failure } from '../api/client/failure.ts';
import { t, type Visible } from '../lib/visible.ts';
import { flowSlot } from './flow.ts';
import { field } from './form.ts';
import type { Form, State } from './state.ts';
import { currentView, customerKey } from './workspace.ts';

export type RevealStage =
  /** `failure`: what the last asking came to. */
  | { readonly kind: 'asking'; readonly form: Form; readonly failure?: Failure }
  /** `since`: monotonic ms. */
  | { readonly kind: 'reading'; readonly reason: Visible; readonly since: number }
  /** `until`: monotonic ms. The details themselves are never in the state. */
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
    fields: [field(REASON, t`Reason`, reason, t`a ticket, or why the customer needs them`)],
    focus: 0,
  },
  ...(failure && { failure }),
});

/** For each showing anew: a reason is good for one. */
export const masked = (): RevealStage => asking();

export const revealFailed = (reason: string, failure: Failure): RevealStage => asking(reason, failure);

/** How it stands for the card of the view in front. */
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

/** It is being read for the card in front. */
export function revealReading(state: State, reason: Visible): State {
  const { subject } = currentView(state);
  return subject === undefined
    ? state
    : slot.set(state, { cardId: subject, stage: { kind: 'reading', reason, since: state.tick } });
}

/** The next stage of this very card's, for a customer (`customerKey`) who may not be in front any more. */
export const withRevealStage = (state: State, owner: string, cardId: string, stage: RevealStage): State =>
  slot.change(state, owner, reveal => (reveal.cardId === cardId ? { cardId, stage } : reveal));

/**
 * What is in front of the person, in one text: as soon as it is another, nothing sensitive may stay on the screen. What
 * was said last, the time and the requests are no part of it.
 */
export function sightOf(state: State): string {
  const { customer, overlay, prompt, login, size, reach } = state;
  const { place, subject } = currentView(state);
  return JSON.stringify([
    customer && customerKey(customer),
    place,
    subject,
    overlay?.kind,
    prompt?.kind,
    login !== undefined,
    state.lock !== undefined,
    size.columns,
    size.rows,
    reach.baseUrl,
  ]);
}
