// The first step of a new beneficiary: the service says whether the fields are valid, and nothing is created.

import { explain } from '../../api/client/explain.ts';
import type { AsItCame } from '../../api/contract/as-it-came.ts';
import type { App } from '../../effects/app.ts';
import type { DocumentQuery } from '../../effects/query.ts';
import { boundedJsonText } from '../../lib/bounded.ts';
import type { Json } from '../../lib/json.ts';
import { maskBody } from '../../lib/redact.ts';
import { t, visible } from '../../lib/visible.ts';
import { withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Document } from '../../store/list.ts';
import { places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { addsMember } from '../../ui/screens/adds-member.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { documentOf } from '../../ui/screens/joined.ts';
import { memberFields, membersOf } from '../../ui/screens/member-rows.ts';
import { validated } from './corridor.ts';

export const validatingForms = keptForms('new-beneficiary', () => ({
  fields: memberFields(validated),
  focus: 0,
}));

/** The body exactly as the form has it, and how the service is asked about it; undefined while it can't be sent. */
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

/** What the service said of exactly what the form has now. */
function answerTo(state: State, form: Form): Document<AsItCame> | undefined {
  const validation = validationOf(form);
  return validation && documentOf(state, validation.query);
}

interface Steps {
  /** Opens the second step, with what the first has. */
  goOn(app: App, form: Form): void;
}

export const validatingForm = ({ goOn }: Steps): FormDeclaration => ({
  place: 'new-beneficiary',
  forms: validatingForms,
  button: t`Validate and go on`,
  buttonNow: (state, form) =>
    answerTo(state, form)?.value ? t`Go on to the creation` : t`Validate and go on`,
  above: (state, form) => [
    // In a low terminal only what comes first is seen.
    ...answerEntries(answerTo(state, form)),
    {
      note: t`First the service says whether these fields are valid; nothing is created by that. The names are those of a personal account in the United States, paid locally: the interface gives no others. Ctrl+N adds any.`,
    },
  ],
  check: form => ({ ok: false, errors: membersOf(form, validated).errors }),
  review(app, form) {
    const validation = validationOf(form);
    if (!validation) return refuse(app, form);
    const { value, loading } = documentOf(app.store.getState(), validation.query);
    if (value) goOn(app, form);
    else if (!loading) void app.documents.load(validation.query);
  },
  commands: [
    addsMember('new-beneficiary', validatingForms),
    {
      id: 'new-beneficiary.unvalidated',
      title: t`on to the creation, validated or not`,
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

function refuse(app: App, form: Form): void {
  const { errors } = membersOf(form, validated);
  const said = Object.values(errors).some(Boolean)
    ? errors
    : { [validated[0]?.name ?? '']: t`Nothing is filled in yet.` };
  app.store.setState(state => validatingForms.set(state, withErrors(form, said)));
}

function answerEntries(answer: Document<AsItCame> | undefined): readonly Entry[] {
  if (!answer) return [];
  const { value, loading, failure } = answer;
  if (loading) return [{ note: t`Validating …`, tone: 'plain' }];
  if (value)
    return [
      {
        note: t`The service calls these fields valid. Nothing was created. Enter on the button goes on.`,
        tone: 'plain',
      },
      ...(isEmptyList(value) ? [] : [{ note: t`It also answered: ${answerText(value)}` }]),
    ];
  if (!failure || failure.kind === 'abandoned') return [];
  const { what, todo } = explain(failure, t`Validation`, { key: t`Enter on the button` });
  return [
    { note: what, tone: 'bad' },
    { note: todo },
    {
      note: t`Nothing was created. Ctrl+O goes on without it: the creation checks the fields itself.`,
      tone: 'plain',
    },
  ];
}

/** "data empty array": anything else is shown as it came. */
const isEmptyList = ({ raw }: AsItCame): boolean =>
  raw === undefined || (Array.isArray(raw) && raw.length === 0);

const answerText = ({ raw }: AsItCame) => visible(maskBody(boundedJsonText(raw ?? null)), 160);
