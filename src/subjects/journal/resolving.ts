// The actions on a journal entry, and the steps of a verdict: a form, then a review. Only the review records. Pure.

import type { Resolution, Row } from '../../journal/intent.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { sendAgain, whyNotAgain } from '../../money/again/send-again.ts';
import type { App } from '../../money/app.ts';
import type { JournalEntry } from '../../money/journal-entry.ts';
import { stateWord } from '../../money/journal-states.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import { flowSlot } from '../../store/flow.ts';
import { choice, field, fieldValue, setField, withErrors } from '../../store/form.ts';
import { journalRows } from '../../store/journal.ts';
import type { Form, State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, pushView } from '../../store/workspace.ts';
import type { RowAction } from '../../ui/screens/resource.ts';

export interface Resolving {
  readonly requestId: string;
  readonly form: Form;
  readonly phase: 'form' | 'review';
  /** The review opens on the safe button. */
  readonly focus: 'safe' | 'go';
  /** Why Purser could not record the verdict. */
  readonly trouble: Visible | undefined;
}

const slot = flowSlot<Resolving>('resolve');

const VERDICTS = [
  { value: 'DONE', label: t`done` },
  { value: 'NOT DONE', label: t`not done` },
];

const begin = (requestId: string, operator: string): Resolving => ({
  requestId,
  form: {
    fields: [
      choice('verdict', t`Verdict`, '', t`← and → choose`, VERDICTS),
      field('evidence', t`Evidence`, '', t`a record, a statement, or the support's answer`),
      field('note', t`Note`, '', t`optional: a ticket, or anything else`),
      field('by', t`Confirmed by`, operator, t`required`),
    ],
    focus: 0,
  },
  phase: 'form',
  focus: 'safe',
  trouble: undefined,
});

export function resolvedRow(state: State): Row | undefined {
  const { place, subject } = currentView(state);
  if (place !== 'resolve') return undefined;
  return journalRows(state).find(row => row.intent.requestId === subject);
}

/** Undefined if there is nothing to resolve. */
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
  verdict: t`Choose the verdict.`,
  evidence: t`Evidence is required: say what proves the verdict.`,
  by: t`Required: the name of the person who confirms.`,
};

export function reviewed(resolving: Resolving): Resolving {
  const errors = Object.fromEntries(
    Object.entries(needed).flatMap(([id, why]) => (fieldValue(resolving.form, id) === '' ? [[id, why]] : [])),
  );
  if (Object.keys(errors).length > 0) return { ...resolving, form: withErrors(resolving.form, errors) };
  return { ...resolving, phase: 'review', focus: 'safe', trouble: undefined };
}

/** After the last candidate comes the first. */
export function withEvidence(resolving: Resolving, candidates: readonly Visible[]): Resolving {
  const { form } = resolving;
  const texts: readonly string[] = candidates;
  const at = texts.indexOf(fieldValue(form, 'evidence'));
  const next = candidates[(at + 1) % candidates.length];
  return next === undefined ? resolving : { ...resolving, form: setField(form, 'evidence', next) };
}

export const resolutionOf = ({ form }: Resolving): Resolution => ({
  by: fieldValue(form, 'by'),
  verdict: fieldValue(form, 'verdict') === 'DONE' ? 'DONE' : 'NOT DONE',
  evidence: fieldValue(form, 'evidence'),
  note: fieldValue(form, 'note'),
});

export function whyNotResolve(row: Row | undefined): Visible | undefined {
  if (!row) return t`The journal has no entry with this request ID.`;
  if (row.state === 'UNKNOWN') return undefined;
  if (row.state === 'PREPARED' || row.state === 'SENT')
    return t`The request is on its way. Only an UNKNOWN request can be resolved.`;
  return t`The request is ${stateWord(row)}. Only an UNKNOWN request has to be resolved.`;
}

/** Allowed in READ-ONLY mode, because a verdict sends nothing. */
export const resolveAction: RowAction<JournalEntry> = {
  id: 'resolve',
  title: t`resolve`,
  key: 'v',
  footer: 1.2,
  barred: ({ row }) => whyNotResolve(row),
  run: (app: App, { row }) =>
    app.store.setState(state => pushView(state, openView('resolve', row.intent.requestId))),
};

export const sendAgainAction = ({ definitions }: WriteRules): RowAction<JournalEntry> => ({
  id: 'send-again',
  title: t`send again`,
  key: 'p',
  footer: 1.4,
  barred: ({ row }, state) => whyNotAgain(row, state, definitions),
  run: (app, { row }) => void sendAgain(app, row),
});
