// The actions of a conversion's keys, such as a request for a quote, and the reads of the conversion's screen.

import type { Need } from '../../effects/needs.ts';
import { documentOf } from '../../format/joined.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { balancesNeed, rereadBalances } from '../../money/available.ts';
import { idText } from '../../records/facts.ts';
import { conversionQuery } from '../../records/reads.ts';
import { withErrors } from '../../store/form-state.ts';
import type { Instant } from '../../store/live-quote.ts';
import { warn } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey, visit } from '../../store/workspace.ts';
import { nextReadIn } from './conversion.ts';
import { type Flow, type FlowEvent, flowOf, lastPair, newFlow, quotedOf, step } from './flow.ts';
import type { Terms } from './quote-facts.ts';
import { checkTerms, type LineTerms, quoteInput } from './terms.ts';

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

/** From any screen. Does nothing while a quote is requested: one key press makes one quote. */
export function quoteFromLine(app: App, { form, terms }: Extract<LineTerms, { ok: true }>): void {
  const { stage } = flowIn(app.store.getState());
  app.store.setState(state => visit(state, 'convert'));
  if (stage.kind === 'asking') holds(app);
  else void askQuote(app, terms, form);
}

/** An expired quote counts: its screen has the key for a new quote. */
export function barReturn(state: State): Visible | undefined {
  const { stage } = flowIn(state);
  if (stage.kind !== 'asking' && !quotedOf(stage))
    return t`This customer has no quote. For a quote press : and type a line such as gbpusd1000.`;
  return currentView(state).place === 'convert' && stage.kind !== 'form'
    ? t`The quote is already open.`
    : undefined;
}

export function returnToQuote(app: App): void {
  app.store.setState(state => visit(state, 'convert'));
  send(app, { kind: 'return' });
}

const ASKING = t`Purser is requesting a quote. Press Esc to stop.`;

/** A key that is held down must not make one quote after the other. */
export function askUnlessHeld(app: App, terms: Terms): void {
  const { restsUntil = 0 } = flowIn(app.store.getState());
  if (instant(app).tick < restsUntil) holds(app, TOO_SOON);
  else void askQuote(app, terms);
}

export function holds(app: App, text = ASKING): void {
  send(app, { kind: 'held' });
  warn(app.store, text);
}

const TOO_SOON = t`No new quote was requested: the key came too soon. Press the key again.`;

export function submit(app: App, form: Form): void {
  const checked = checkTerms(form);
  if (checked.ok) askUnlessHeld(app, checked.terms);
  else send(app, { kind: 'typed', form: withErrors(form, checked.errors) });
}

/** Once. The response goes to the flow of the request's customer, on any screen. */
export async function askQuote(app: App, terms: Terms, form?: Form): Promise<void> {
  const { customer } = app.store.getState();
  if (!customer) return;
  const owner = customerKey(customer);
  send(app, { kind: 'asked', terms, ...(form && { form }) });
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
