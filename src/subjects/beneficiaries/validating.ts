// The first step of a new beneficiary: the service validates the fields and creates nothing.

import { explain } from '../../api/client/explain.ts';
import type { Undocumented } from '../../api/contract/odd.ts';
import type { DocumentQuery } from '../../effects/query.ts';
import type { Entry } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { memberFields, membersOf } from '../../format/member-rows.ts';
import { boundedJsonText } from '../../lib/bounded.ts';
import type { Json } from '../../lib/json.ts';
import { maskBody } from '../../lib/redact.ts';
import { t, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Document } from '../../store/list.ts';
import { places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { addsMember } from '../../ui/screens/adds-member.ts';
import { withRefusal } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { validated } from './corridor.ts';

export const validatingForms = keptForms('new-beneficiary', () => ({
  fields: memberFields(validated),
  focus: 0,
}));

/** The exact body of the form and its query. Undefined if a field is wrong or all fields are empty. */
export function validationOf(
  form: Form,
):
  | { readonly body: Readonly<Record<string, Json>>; readonly query: DocumentQuery<'beneficiary.validate'> }
  | undefined {
  const { known, others, errors } = membersOf(form, validated);
  const body = { ...known, ...others };
  if (Object.values(errors).some(Boolean) || Object.keys(body).length === 0) return undefined;
  return { body, query: { operation: 'beneficiary.validate', input: { body } } };
}

/** The service's response to exactly these fields. Undefined if the fields can't be sent. */
function answerTo(state: State, form: Form): Document<Undocumented> | undefined {
  const validation = validationOf(form);
  return validation && documentOf(state, validation.query);
}

interface CreationSteps {
  /** Opens the second step with the first step's values. */
  goOn(app: App, form: Form): void;
}

export const validatingForm = ({ goOn }: CreationSteps): FormDeclaration => ({
  place: 'new-beneficiary',
  forms: validatingForms,
  button: t`Validate`,
  buttonNow: (state, form) => (answerTo(state, form)?.value ? t`Next step` : t`Validate`),
  above: (state, form) => [
    // The answer comes first, because a small terminal shows only the first lines.
    ...answerEntries(answerTo(state, form)),
    {
      note: t`First the service only validates the fields. Nothing is created. The service documents only these fields, for a personal US account with local payouts. Press Ctrl+N to add another field.`,
    },
  ],
  check: form => ({ ok: false, errors: membersOf(form, validated).errors }),
  review(app, form) {
    const validation = validationOf(form);
    if (!validation) return refuse(app, form);
    const { value, loading } = documentOf(app.store.getState(), validation.query);
    if (value) goOn(app, form);
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
        if (validationOf(form)) goOn(app, form);
        else refuse(app, form);
      },
    },
  ],
});

/** Puts the service's words at the fields that it named. */
const showRefusal = ({ store }: App, form: Form): void =>
  store.setState(state => {
    const failure = currentView(state).place === 'new-beneficiary' && answerTo(state, form)?.failure;
    const errors = failure && failure.kind === 'refused' ? failure.errors : undefined;
    return errors ? withRefusal(state, validatingForms, form, errors) : state;
  });

function refuse(app: App, form: Form): void {
  const { errors } = membersOf(form, validated);
  const said = Object.values(errors).some(Boolean)
    ? errors
    : { [validated[0]?.name ?? '']: t`Fill in the fields first.` };
  app.store.setState(state => validatingForms.set(state, withErrors(form, said)));
}

function answerEntries(answer: Document<Undocumented> | undefined): readonly Entry[] {
  if (!answer) return [];
  const { value, loading, failure } = answer;
  if (loading) return [{ note: t`Validating …`, tone: 'plain' }];
  if (value)
    return [
      {
        note: t`The fields are valid. Nothing was created yet. Press Enter on the button for the next step.`,
        tone: 'plain',
      },
      ...(isEmptyList(value) ? [] : [{ note: t`The service also returned: ${answerText(value)}` }]),
    ];
  if (!failure || failure.kind === 'abandoned') return [];
  const { what, todo } = explain(failure, t`Validation`, { key: t`Enter on the button` });
  return [
    { note: what, tone: 'bad' },
    { note: todo },
    {
      note: t`Nothing was created. Press Ctrl+O to skip validation: the service checks the fields when it creates the beneficiary.`,
      tone: 'plain',
    },
  ];
}

/** INTERFACE.md documents the answer: `data` is an empty array. Purser shows any other answer as raw text. */
const isEmptyList = ({ raw }: Undocumented): boolean =>
  raw === undefined || (Array.isArray(raw) && raw.length === 0);

const answerText = ({ raw }: Undocumented) => visible(maskBody(boundedJsonText(raw ?? null)), 160);
