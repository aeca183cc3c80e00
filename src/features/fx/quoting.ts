// The acts behind the flow's keys: request a quote, stop the request, step forward and back.

import type { App } from '../../effects/app.ts';
import { rereadBalances } from '../../records/available.ts';
import { withErrors } from '../../store/form.ts';
import type { Form, State } from '../../store/state.ts';
import { customerKey, visit } from '../../store/workspace.ts';
import { type Flow, type FlowEvent, flowOf, lastPair, newFlow, step } from './flow.ts';
import type { Instant } from './held.ts';
import { checkTerms, quoteInput, type Terms } from './terms.ts';

/** This moment. */
export const instant = ({ clock }: App): Instant => ({ now: clock.wall(), tick: clock.monotonic() });

/** The customer's flow, or a new one with the pair used last in this session for any customer. */
export const flowIn = (state: State): Flow => flowOf.get(state) ?? newFlow(lastPair(flowOf.all(state)));

/** An untouched flow isn't kept: the next one starts with the pair used last by then. */
export function withEvent(state: State, event: FlowEvent, at: Instant): State {
  const before = flowIn(state);
  const after = step(before, event, at);
  return after === before ? state : flowOf.set(state, after);
}

export const send = (app: App, event: FlowEvent): void =>
  app.store.setState(state => withEvent(state, event, instant(app)));

/** Opens the flow where the user left it; a finished flow starts again with the same pair. */
export function openFlow(app: App): void {
  send(app, { kind: 'anew' });
  app.store.setState(state => visit(state, 'convert'));
  rereadBalances(app);
}

/** Requests a quote for the form, or shows the errors beside the fields. */
export function submit(app: App, form: Form): void {
  const checked = checkTerms(form);
  if (checked.ok) void askQuote(app, checked.terms);
  else send(app, { kind: 'typed', form: withErrors(form, checked.errors) });
}

/** Requests once; the response goes to the customer of the request, on any screen. */
export async function askQuote(app: App, terms: Terms): Promise<void> {
  const { customer } = app.store.getState();
  if (!customer) return;
  const owner = customerKey(customer);
  send(app, { kind: 'asked', terms });
  const { stage, asked: to } = flowIn(app.store.getState());
  if (stage.kind !== 'asking') return;
  rereadBalances(app);
  await app.quotes.ask(quoteInput(terms), answer =>
    app.store.setState(state =>
      flowOf.change(state, owner, flow => step(flow, { kind: 'answered', to, answer }, instant(app))),
    ),
  );
}
