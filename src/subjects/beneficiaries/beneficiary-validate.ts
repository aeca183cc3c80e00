// The first step of a new beneficiary: the service validates the fields, and creates nothing.

import { explain } from '../../api/client/explain.ts';
import type { Undocumented } from '../../api/contract/odd.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { addOther, memberFields, membersOf, othersOf } from '../../format/member-rows.ts';
import { boundedJsonText } from '../../lib/bounded.ts';
import { type Json, writeJson } from '../../lib/json.ts';
import { maskBody } from '../../lib/redact.ts';
import { stampOf } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { addsMember } from '../../money/form/adds-rows.ts';
import { withRefusal } from '../../money/form/form-done.ts';
import type { DocumentQuery } from '../../records/query.ts';
import { fieldErrors } from '../../sending/question.ts';
import { flowSlot } from '../../store/flow-data.ts';
import { fieldValue, valuesOf, withErrors } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Document } from '../../store/list.ts';
import { places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, frontKey, updateView, visit } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { aboutField, CREATED, CURRENCY, NUMBER, VALIDATED } from './beneficiary-fields.ts';

export const validatingForms = keptForms('new-beneficiary', () => ({
  fields: memberFields(VALIDATED),
  focus: 0,
}));

function validationOf(
  form: Form,
):
  | { readonly body: Readonly<Record<string, Json>>; readonly query: DocumentQuery<'beneficiary.validate'> }
  | undefined {
  const { known, others, errors } = membersOf(form, VALIDATED);
  const body = { ...known, ...others };
  if (Object.values(errors).some(Boolean) || Object.keys(body).length === 0) return undefined;
  return { body, query: { operation: 'beneficiary.validate', input: { body } } };
}

function answerTo(state: State, form: Form): Document<Undocumented> | undefined {
  const validation = validationOf(form);
  return validation && documentOf(state, validation.query);
}

export const validatingForm: FormDeclaration = {
  place: 'new-beneficiary',
  forms: validatingForms,
  button: t`Validate`,
  buttonNow: (state, form) => (answerTo(state, form)?.value ? t`Next step` : t`Validate`),
  above: (state, form) => [
    // First, because a small terminal shows only the first lines.
    ...answerEntries(answerTo(state, form), state),
    {
      note: t`First the service only validates the fields. Nothing is created. The service documents only these fields, for a personal US account with local payouts. Press Ctrl+N to add another field.`,
    },
  ],
  aside: (fieldId, _, form) => aboutField(fieldId, form, VALIDATED),
  check: form => ({ ok: false, errors: membersOf(form, VALIDATED).errors }),
  review(app, form) {
    const validation = validationOf(form);
    if (!validation) return refuse(app, form);
    const { value, loading } = documentOf(app.store.getState(), validation.query);
    if (value) goOnToCreation(app, form);
    else if (!loading) void app.documents.load(validation.query).then(() => showRefusal(app, form));
  },
  commands: [
    addsMember('new-beneficiary', validatingForms),
    {
      id: 'new-beneficiary.unvalidated',
      title: t`skip validation`,
      keys: ['ctrl-o'],
      group: places['new-beneficiary'].title,
      footer: 1.4,
      run(app) {
        const form = validatingForms.get(app.store.getState());
        if (validationOf(form)) goOnToCreation(app, form);
        else refuse(app, form);
      },
    },
  ],
};

/** In epoch ms: the same refusal may come again. */
const validatedAt = flowSlot<number>('new-beneficiary-validated');

const showRefusal = ({ store }: App, form: Form): void =>
  store.setState(state => {
    const answered = validatedAt.set(state, state.now);
    const failure = currentView(state).place === 'new-beneficiary' && answerTo(state, form)?.failure;
    return failure && failure.kind === 'refused'
      ? withRefusal(answered, validatingForms, form, fieldErrors(failure))
      : answered;
  });

function refuse(app: App, form: Form): void {
  const { errors } = membersOf(form, VALIDATED);
  const said = Object.values(errors).some(Boolean)
    ? errors
    : { [VALIDATED[0]?.name ?? '']: t`Fill in the fields first.` };
  app.store.setState(state => validatingForms.set(state, withErrors(form, said)));
}

function answerEntries(answer: Document<Undocumented> | undefined, state: State): readonly Entry[] {
  if (!answer) return [];
  const { value, loading, failure } = answer;
  if (loading) return [noted(t`Validating …`, 'plain')];
  if (value)
    return [
      noted(
        t`The fields are valid. Nothing was created yet. Press Enter on the button for the next step.`,
        'plain',
      ),
      ...(isEmptyList(value) ? [] : [{ note: t`The service also returned: ${answerText(value)}` }]),
    ];
  if (!failure || failure.kind === 'abandoned') return [];
  const { what, todo } = explain(failure, t`Validation`, { key: t`Enter on the button` });
  const at = validatedAt.get(state);
  const time = at === undefined ? '' : stampOf(at, 'local', state.reach.zone).slice(11, 19);
  return [
    noted(what, 'bad'),
    { note: time === '' ? todo : t`${todo} Last validated at ${visible(time)}.` },
    noted(
      t`Nothing was created. Press Ctrl+O to skip validation: the service checks the fields when it creates the beneficiary.`,
      'plain',
    ),
  ];
}

/** INTERFACE.md documents the answer: `data` is an empty array. Purser shows any other answer as raw text. */
const isEmptyList = ({ raw }: Undocumented): boolean =>
  raw === undefined || (Array.isArray(raw) && raw.length === 0);

const answerText = ({ raw }: Undocumented) => visible(maskBody(boundedJsonText(raw ?? null)), 160);

export const creationForms = keptForms('create-beneficiary', () => ({
  fields: memberFields(CREATED),
  focus: 0,
}));

interface BegunCheck {
  /** The first step's body as JSON. If it is unchanged, the second step keeps the typed values. */
  readonly from: string;
  readonly valid: boolean;
}
const begunWith = flowSlot<BegunCheck>('create-beneficiary-from');

/** The account's fields get the creation's names. */
function goOnToCreation(app: App, form: Form): void {
  const validation = validationOf(form);
  if (!validation) return;
  const from = writeJson(validation.body);
  app.store.setState(state => {
    const valid = documentOf(state, validation.query).value !== undefined;
    const there = begunWith.set(visit(state, 'create-beneficiary'), { from, valid });
    const again = begunWith.get(state)?.from === from;
    const carried = again ? there : creationForms.set(there, begunFrom(form));
    const opened = updateView(carried, { entered: { kept: undefined } });
    return { ...opened, selectedIn: frontKey(opened) };
  });
}

export function begunFrom(form: Form): Form {
  const values = {
    ...Object.fromEntries(CREATED.map(({ name }) => [name, fieldValue(form, name)])),
    [CURRENCY]: fieldValue(form, 'account_currency'),
    [NUMBER]: fieldValue(form, 'account_number'),
    account_currency: '',
    account_number: '',
  };
  const known: Form = { fields: memberFields(CREATED, values), focus: 0 };
  const all = othersOf(form)
    .filter(({ name, value }) => name !== '' || value !== '')
    .reduce((begun, other) => addOther(begun, other), known);
  // All fields are filled, so the focus is on the button.
  return { ...all, focus: all.fields.length };
}

export function validatedNote(state: State, form: Form): Visible {
  const first = validatingForms.get(state);
  const body = validationOf(first)?.body;
  const begun = begunWith.get(state);
  if (!begun?.valid || body === undefined || writeJson(body) !== begun.from)
    return t`The service has not validated these fields.`;
  return valuesOf(form) === valuesOf(begunFrom(first))
    ? t`The service validated these values in the first step.`
    : t`The service validated the first step's fields. You have changed some fields since then.`;
}

/** Clears the first step too, but keeps its form if that form differs from `before`. */
export const firstStepDone =
  (owner: string, before: Form) =>
  (cleared: State): State => {
    const first = validatingForms.clear(cleared, owner, { subject: undefined }, before) ?? cleared;
    return begunWith.change(first, owner, begun => ({ ...begun, from: '', valid: false }));
  };
