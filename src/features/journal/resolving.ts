// What a person says became of an UNKNOWN write: a form, then a review that alone records it; pure.

import type { Resolution, Row } from '../../journal/intent.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { flowSlot } from '../../store/flow.ts';
import { choice, field, fieldValue, setField, withErrors } from '../../store/form.ts';
import { journalRows } from '../../store/journal.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';

export interface Resolving {
  readonly requestId: string;
  readonly form: Form;
  readonly phase: 'form' | 'review';
  /** In the review; it begins on the safe button. */
  readonly focus: 'safe' | 'go';
  /** Why it couldn't be recorded. */
  readonly trouble: Visible | undefined;
}

const slot = flowSlot<Resolving>('resolve');

const VERDICTS = [
  { value: 'DONE', label: t`it was done` },
  { value: 'NOT DONE', label: t`it was not done` },
];

const begin = (requestId: string, operator: string): Resolving => ({
  requestId,
  form: {
    fields: [
      choice('verdict', t`What became of it`, '', t`← and → choose`, VERDICTS),
      field(
        'evidence',
        t`Evidence`,
        '',
        t`what shows it: a record, a statement, what the service's support said`,
      ),
      field('note', t`Note`, '', t`a ticket, or anything else; may stay empty`),
      field('by', t`Confirmed by`, operator, t`required`),
    ],
    focus: 0,
  },
  phase: 'form',
  focus: 'safe',
  trouble: undefined,
});

/** The row that the place is about, if the journal has it here. */
export function resolvedRow(state: State): Row | undefined {
  const { place, subject } = currentView(state);
  if (place !== 'resolve') return undefined;
  return journalRows(state).find(row => row.intent.requestId === subject);
}

/** What is kept of it, or a fresh one; nothing where there is nothing to resolve. */
export function resolvingNow(state: State): Resolving | undefined {
  const row = resolvedRow(state);
  if (row?.state !== 'UNKNOWN') return undefined;
  const { requestId } = row.intent;
  const kept = slot.get(state);
  return kept?.requestId === requestId ? kept : begin(requestId, state.operator);
}

export const putResolving = (state: State, resolving: Resolving | undefined): State =>
  slot.set(state, resolving);

const needed: Readonly<Record<string, Visible>> = {
  verdict: t`Say which of the two it is.`,
  evidence: t`Evidence is required: say what shows it.`,
  by: t`Say who found it out.`,
};

/** On to the review; or back to the form, with what is missing said beside it. */
export function reviewed(resolving: Resolving): Resolving {
  const errors = Object.fromEntries(
    Object.entries(needed).flatMap(([id, why]) => (fieldValue(resolving.form, id) === '' ? [[id, why]] : [])),
  );
  if (Object.keys(errors).length > 0) return { ...resolving, form: withErrors(resolving.form, errors) };
  return { ...resolving, phase: 'review', focus: 'safe', trouble: undefined };
}

/** The next candidate as the evidence; after the last one the first. */
export function withEvidence(resolving: Resolving, candidates: readonly Visible[]): Resolving {
  const { form } = resolving;
  const texts: readonly string[] = candidates;
  const at = texts.indexOf(fieldValue(form, 'evidence'));
  const next = candidates[(at + 1) % candidates.length];
  return next === undefined ? resolving : { ...resolving, form: setField(form, 'evidence', next) };
}

/** What the journal will hold. */
export const resolutionOf = ({ form }: Resolving): Resolution => ({
  by: fieldValue(form, 'by'),
  verdict: fieldValue(form, 'verdict') === 'DONE' ? 'DONE' : 'NOT DONE',
  evidence: fieldValue(form, 'evidence'),
  note: fieldValue(form, 'note'),
});

/** Why there is nothing to resolve, as a whole sentence; nothing if there is. */
export function whyNotResolve(row: Row | undefined): Visible | undefined {
  if (!row) return t`The journal of this machine shows no such request ID.`;
  if (row.state === 'UNKNOWN') return undefined;
  if (row.state === 'PREPARED' || row.state === 'SENT')
    return t`It is on its way: only what is UNKNOWN can be resolved.`;
  return t`It is ${visible(row.state)}: only what is UNKNOWN has to be resolved.`;
}
