// The actions of a conversion's keys, such as a request for a quote, and the reads of the conversion's screen.

import type { Need } from '../../effects/needs.ts';
import { idText } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import type { App } from '../../money/app.ts';
import { balancesNeed, rereadBalances } from '../../money/available.ts';
import { withErrors } from '../../store/form.ts';
import type { Form, State } from '../../store/state.ts';
import { customerKey, visit } from '../../store/workspace.ts';
import { conversionQuery, nextReadIn } from './conversion.ts';
import { type Flow, type FlowEvent, flowOf, lastPair, newFlow, step } from './flow.ts';
import type { Instant, Terms } from './quote-facts.ts';
import { checkTerms, quoteInput } from './terms.ts';

export const instant = ({ clock }: App): Instant => ({ now: clock.wall(), tick: clock.monotonic() });

/** A new flow has the last pair of any customer in this session. */
export const flowIn = (state: State): Flow => flowOf.get(state) ?? newFlow(lastPair(flowOf.all(state)));

/** An unchanged flow is not stored, so a new flow keeps taking the newest pair. */
export function withEvent(state: State, event: FlowEvent, at: Instant): State {
  const before = flowIn(state);
  const after = step(before, event, at);
  return after === before ? state : flowOf.set(state, after);
}

export const send = (app: App, event: FlowEvent): void =>
  app.store.setState(state => withEvent(state, event, instant(app)));

/** A finished flow starts again with the same pair. */
export function openFlow(app: App): void {
  send(app, { kind: 'again' });
  app.store.setState(state => visit(state, 'convert'));
  rereadBalances(app);
}

export function submit(app: App, form: Form): void {
  const checked = checkTerms(form);
  if (checked.ok) void askQuote(app, checked.terms);
  else send(app, { kind: 'typed', form: withErrors(form, checked.errors) });
}

/** Once. The response goes to the flow of the request's customer, on any screen. */
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

export function conversionIn(state: State): string | undefined {
  const { stage } = flowIn(state);
  return stage.kind === 'converted' ? idText(stage.value.id) : undefined;
}

export function needs(state: State): readonly Need[] {
  const id = conversionIn(state);
  if (id === undefined) return [balancesNeed];
  const query = conversionQuery(id);
  const again = nextReadIn(id, documentOf(state, query).value);
  return [balancesNeed, { kind: 'document', query, ...(again === undefined ? {} : { again }) }];
}
