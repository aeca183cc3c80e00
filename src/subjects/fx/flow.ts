// The steps of a conversion, from the typed amount to the settled conversion, and the events between them. Pure.

import type { Failure } from '../../api/client/failure.ts';
import type { OutcomeWord } from '../../api/client/outcome.ts';
import type { QuoteAnswer } from '../../effects/quotes.ts';
import { amountCell } from '../../format/cells.ts';
import { compare } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isId } from '../../records/facts.ts';
import { flowSlot } from '../../store/flow-data.ts';
import { asKept, fieldValue, setField } from '../../store/form-state.ts';
import { CONVERT, type FlowWithQuote, type Instant, type LiveQuote, leftOf } from '../../store/live-quote.ts';
import type { Form } from '../../store/state.ts';
import type { MadeConversion } from './conversion-create.ts';
import { barForever, type CurrencyPair, type HeldQuote, hold, type Terms } from './quote-facts.ts';
import { spilled, termsForm } from './terms.ts';

/** A DONE attempt with a readable response becomes the stage "converted" instead. */
interface ConversionAttempt {
  readonly word: OutcomeWord;
  readonly requestId: string;
}

export type Stage =
  /** `failure`: the reason why the last request gave no quote. `kept`: the quote that the form was opened from. */
  | { readonly kind: 'form'; readonly failure: Failure | undefined; readonly kept?: QuotedStage | undefined }
  /** `over`: an earlier quote of the same request. `kept`: one of another request. */
  | {
      readonly kind: 'asking';
      readonly terms: Terms;
      readonly since: Instant;
      readonly over: QuotedStage | undefined;
      readonly kept?: QuotedStage | undefined;
    }
  | QuotedStage
  /** `from`: the confirmed quote. */
  | {
      readonly kind: 'converted';
      readonly from: HeldQuote;
      readonly value: MadeConversion;
      readonly requestId: string;
    };

export interface QuotedStage {
  readonly kind: 'quoted';
  readonly held: HeldQuote;
  readonly before: HeldQuote | undefined;
  readonly failure: Failure | undefined;
  readonly attempt: ConversionAttempt | undefined;
  /** "GBP→USD 1,270.71": a quote of another request that was still valid. */
  readonly dropped?: Visible | undefined;
}

export interface Flow extends FlowWithQuote {
  /** The form stays at every stage, so that going back loses nothing. */
  readonly form: Form;
  readonly stage: Stage;
  /** Purser ignores responses to earlier requests. */
  readonly asked: number;
  /** `at`: monotonic ms. */
  readonly used: (CurrencyPair & { readonly at: number }) | undefined;
  /** Monotonic ms: until then the key of the last request may be held down. */
  readonly restsUntil?: number;
}

export type FlowEvent =
  | { readonly kind: 'typed'; readonly form: Form }
  /** `form`: from a line that was typed elsewhere. */
  | { readonly kind: 'asked'; readonly terms: Terms; readonly form?: Form }
  /** The key for a quote came again while it may be held down. */
  | { readonly kind: 'held' }
  | { readonly kind: 'answered'; readonly to: number; readonly answer: QuoteAnswer }
  | { readonly kind: 'back' }
  /** To the quote that the form was opened from. */
  | { readonly kind: 'return' }
  /** Nobody may convert from the rejected quote. `why`: whole sentences. */
  | { readonly kind: 'discarded'; readonly quoteId: string; readonly why: Visible }
  | {
      readonly kind: 'ended';
      readonly quoteId: string;
      readonly ended: ConversionAttempt & { readonly value?: MadeConversion };
    }
  | { readonly kind: 'again' };

const FORM: Stage = { kind: 'form', failure: undefined };

export const newFlow = (pair?: CurrencyPair): Flow => ({
  form: pair ? withPair(termsForm(), pair) : termsForm(),
  stage: FORM,
  asked: 0,
  used: undefined,
  live: undefined,
});

/** An event that does not fit the stage changes nothing. */
export function step(flow: Flow, event: FlowEvent, at: Instant): Flow {
  const after = stepped(flow, event, at);
  return after.stage === flow.stage ? after : { ...after, live: liveIn(after.stage) };
}

/** The last quote, on the screen or not. */
export function quotedOf(stage: Stage): QuotedStage | undefined {
  switch (stage.kind) {
    case 'form':
      return stage.kept;
    case 'asking':
      return stage.over ?? stage.kept;
    case 'quoted':
      return stage;
    case 'converted':
      return undefined;
  }
}

/** Not after an attempt that may have used the quote. */
function liveIn(stage: Stage): LiveQuote | undefined {
  const quoted = quotedOf(stage);
  if (!quoted || barForever(quoted.held) !== undefined) return undefined;
  const { held, attempt } = quoted;
  if (attempt?.word === 'UNKNOWN' || attempt?.word === 'DONE') return undefined;
  const { asked, expiresAt, margin, terms, quote } = held;
  const pair = t`${visible(terms.sell, 8)}→${visible(terms.buy, 8)}`;
  return { asked, expiresAt, margin, pair, gets: amountCell(quote.destinationAmount).text };
}

function stepped(flow: Flow, event: FlowEvent, at: Instant): Flow {
  const { stage } = flow;
  switch (event.kind) {
    case 'typed':
      return stage.kind === 'form' ? { ...flow, form: spilled(event.form, flow.form, flow.used) } : flow;
    case 'asked': {
      if (stage.kind === 'asking' || (stage.kind === 'converted' && !event.form)) return flow;
      const { terms, form = flow.form } = event;
      const last = quotedOf(stage);
      // Prices of different amounts can't be compared.
      const earlier =
        last && isSameRequest(last.held.terms, terms) ? { over: last } : { over: undefined, kept: last };
      return {
        ...flow,
        form,
        asked: flow.asked + 1,
        stage: { kind: 'asking', terms, since: at, ...earlier },
        used: { sell: terms.sell, buy: terms.buy, at: at.tick },
      };
    }
    case 'answered':
      return stage.kind === 'asking' && event.to === flow.asked
        ? {
            ...flow,
            stage: answered(stage, event.answer, at),
            ...(!event.answer.ok && { restsUntil: at.tick + REST }),
          }
        : flow;
    case 'held':
      return { ...flow, restsUntil: at.tick + REST };
    case 'back':
      return stage.kind === 'quoted'
        ? {
            ...flow,
            stage: { kind: 'form', failure: undefined, kept: stage },
            form: asKept(atAmount(flow.form)),
          }
        : flow;
    case 'return':
      return stage.kind === 'form' && stage.kept ? { ...flow, stage: stage.kept } : flow;
    case 'discarded':
      return { ...flow, stage: discarded(stage, event) };
    case 'ended':
      return { ...flow, stage: ended(stage, event) };
    case 'again':
      if (stage.kind === 'form') return fromTheStart(flow);
      return stage.kind === 'converted' ? { ...flow, stage: FORM, form: emptied(flow.form) } : flow;
  }
}

function answered(
  { terms, since, over, kept }: Extract<Stage, { kind: 'asking' }>,
  answer: QuoteAnswer,
  at: Instant,
): Stage {
  if (!answer.ok) {
    const { failure } = answer;
    return over ? { ...over, failure } : { kind: 'form', failure, kept };
  }
  const held = hold(terms, answer, since);
  const live = kept && liveIn(kept);
  const dropped = live && leftOf(live, at) ? t`${live.pair} ${live.gets}` : undefined;
  return { kind: 'quoted', held, before: over?.held, failure: undefined, attempt: over?.attempt, dropped };
}

/** A held key repeats after at most this time, in ms, and then faster. */
const REST = 700;

const isSameRequest = (one: Terms, other: Terms): boolean =>
  one.sell === other.sell &&
  one.buy === other.buy &&
  one.side === other.side &&
  compare(one.amount, other.amount) === 0;

function quotedIn(stage: Stage, quoteId: string): QuotedStage | undefined {
  const quoted = quotedOf(stage);
  return quoted && isId(quoted.held.quote.id, quoteId) ? quoted : undefined;
}

function withQuoted(stage: Stage, quoted: QuotedStage): Stage {
  if (stage.kind === 'asking' && stage.over) return { ...stage, over: quoted };
  return stage.kind === 'asking' || stage.kind === 'form' ? { ...stage, kept: quoted } : quoted;
}

function discarded(stage: Stage, { quoteId, why }: Extract<FlowEvent, { kind: 'discarded' }>): Stage {
  const quoted = quotedIn(stage, quoteId);
  return quoted ? withQuoted(stage, { ...quoted, held: { ...quoted.held, discarded: why } }) : stage;
}

/** If the quote is not shown any more, only the journal shows the outcome. */
function ended(stage: Stage, { quoteId, ended: end }: Extract<FlowEvent, { kind: 'ended' }>): Stage {
  const quoted = quotedIn(stage, quoteId);
  if (!quoted) return stage;
  const { word, requestId, value } = end;
  if (word === 'DONE' && value !== undefined) {
    if (stage.kind === 'form' || (stage.kind === 'asking' && stage.kept))
      return { ...stage, kept: undefined };
    return { kind: 'converted', from: quoted.held, value, requestId };
  }
  return withQuoted(stage, { ...quoted, attempt: { word, requestId } });
}

/** For an amount that is typed next. */
export const emptied = (form: Form): Form => asKept(atAmount(setField(form, 'amount', '')));

const withPair = (form: Form, { sell, buy }: CurrencyPair): Form =>
  asKept(atAmount(setField(setField(form, 'sell', sell), 'buy', buy)));

const atAmount = (form: Form): Form => ({
  ...form,
  focus: form.fields.findIndex(field => field.id === 'amount'),
});

/** With the typed text. The focus is on the amount, or on the first field if a currency is missing. */
function fromTheStart(flow: Flow): Flow {
  const paired = fieldValue(flow.form, 'sell') !== '' && fieldValue(flow.form, 'buy') !== '';
  const form = asKept(flow.form);
  const { focus } = paired ? atAmount(form) : termsForm();
  return focus === flow.form.focus && form === flow.form ? flow : { ...flow, form: { ...form, focus } };
}

export const lastPair = (flows: readonly Flow[]): CurrencyPair | undefined =>
  flows
    .flatMap(({ used }) => (used ? [used] : []))
    .toSorted((a, b) => a.at - b.at)
    .at(-1);

/** Each customer has one flow: see store/flow-data.ts. */
export const flowOf = flowSlot<Flow>(CONVERT);
