// The way from an amount to a settled conversion: what each step keeps, and which event leads on; pure.

import type { Failure } from '../../api/client/failure.ts';
import type { OutcomeWord } from '../../api/client/outcome.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { QuoteAnswer } from '../../effects/quotes.ts';
import { flowSlot } from '../../store/flow.ts';
import { setField } from '../../store/form.ts';
import type { Form } from '../../store/state.ts';
import { idText } from '../../ui/screens/cells.ts';
import { type Held, hold } from './held.ts';
import { type Terms, termsForm } from './terms.ts';

/** How an attempt to convert ended without having done it, as far as is known. */
interface Attempt {
  readonly word: OutcomeWord;
  readonly requestId: string;
}

export type Stage =
  /** `failure`: why the last asking gave no quote. */
  | { readonly kind: 'form'; readonly failure: Failure | undefined }
  /** `over`: the quote that a new one is asked for in place of. */
  | {
      readonly kind: 'asking';
      readonly terms: Terms;
      /** Monotonic ms. */
      readonly since: number;
      readonly over: Quoted | undefined;
    }
  | Quoted
  /** `from`: the quote that was confirmed; `told`: the status that was last said of it. */
  | {
      readonly kind: 'converted';
      readonly from: Held;
      readonly value: Result<'conversion.create'>;
      readonly requestId: string;
      readonly told: string | undefined;
    };

interface Quoted {
  readonly kind: 'quoted';
  readonly held: Held;
  /** The one that it took the place of, for what has changed. */
  readonly before: Held | undefined;
  /** Why the last asking for a new one gave none. */
  readonly failure: Failure | undefined;
  readonly attempt: Attempt | undefined;
}

export interface Flow {
  /** As it was typed, whatever the stage: nothing of it is lost on the way back. */
  readonly form: Form;
  readonly stage: Stage;
  /** Of the last asking: an answer to an earlier one comes too late. */
  readonly asked: number;
}

export type FlowEvent =
  | { readonly kind: 'typed'; readonly form: Form }
  | { readonly kind: 'asked'; readonly terms: Terms }
  | { readonly kind: 'answered'; readonly to: number; readonly answer: QuoteAnswer }
  /** One step back. */
  | { readonly kind: 'back' }
  /** A conversion from this quote has ended. */
  | {
      readonly kind: 'ended';
      readonly quoteId: string;
      readonly ended: Attempt & { readonly value?: Result<'conversion.create'> };
    }
  /** What was read of the conversion was said. */
  | { readonly kind: 'told'; readonly status: string }
  /** Another one, of the same pair. */
  | { readonly kind: 'anew' };

const FORM: Stage = { kind: 'form', failure: undefined };

export const newFlow = (): Flow => ({ form: termsForm(), stage: FORM, asked: 0 });

/** Where one is after `event` at `now` (monotonic ms); an event that doesn't belong to where one is changes nothing. */
export function step(flow: Flow, event: FlowEvent, now: number): Flow {
  const { stage } = flow;
  switch (event.kind) {
    case 'typed':
      return stage.kind === 'form' ? { ...flow, form: event.form } : flow;
    case 'asked': {
      const over = stage.kind === 'quoted' ? stage : undefined;
      if (!over && stage.kind !== 'form') return flow;
      return {
        ...flow,
        asked: flow.asked + 1,
        stage: { kind: 'asking', terms: event.terms, since: now, over },
      };
    }
    case 'answered':
      return stage.kind === 'asking' && event.to === flow.asked
        ? { ...flow, stage: answered(stage, event.answer) }
        : flow;
    case 'back':
      return stage.kind === 'quoted' ? { ...flow, stage: FORM } : flow;
    case 'ended':
      return { ...flow, stage: ended(stage, event) };
    case 'told':
      return stage.kind === 'converted' ? { ...flow, stage: { ...stage, told: event.status } } : flow;
    case 'anew':
      return stage.kind === 'converted' ? { ...flow, stage: FORM, form: emptied(flow.form) } : flow;
  }
}

function answered({ terms, over }: Extract<Stage, { kind: 'asking' }>, answer: QuoteAnswer): Stage {
  if (answer.ok) {
    const held = hold(terms, answer);
    return { kind: 'quoted', held, before: over?.held, failure: undefined, attempt: over?.attempt };
  }
  return over ? { ...over, failure: answer.failure } : { kind: 'form', failure: answer.failure };
}

/** A conversion whose quote isn't on the screen any more is the journal's to show. */
function ended(stage: Stage, { quoteId, ended: end }: Extract<FlowEvent, { kind: 'ended' }>): Stage {
  const quoted = stage.kind === 'asking' ? stage.over : stage.kind === 'quoted' ? stage : undefined;
  if (!quoted || idText(quoted.held.quote.id) !== quoteId) return stage;
  const { word, requestId, value } = end;
  if (word === 'DONE' && value !== undefined) {
    return { kind: 'converted', from: quoted.held, value, requestId, told: undefined };
  }
  const tried: Quoted = { ...quoted, attempt: { word, requestId } };
  return stage.kind === 'asking' ? { ...stage, over: tried } : tried;
}

/** The same pair and the same choices, and the amount to type. */
function emptied(form: Form): Form {
  const at = form.fields.findIndex(field => field.id === 'amount');
  return { ...setField(form, 'amount', ''), focus: at };
}

/** Each customer's own: see store/flow.ts. */
export const flowOf = flowSlot<Flow>('convert');
