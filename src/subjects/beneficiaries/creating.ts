// The second step of a new beneficiary: the body of the creation, with its own field names. The form sends nothing.

import { documentOf } from '../../format/joined.ts';
import { addOther, memberFields, membersOf, othersOf } from '../../format/member-rows.ts';
import { writeJson } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { lastFour } from '../../money/tokens.ts';
import { flowSlot } from '../../store/flow.ts';
import { type FormCheck, fieldValue, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { customerKey, updateView, visit } from '../../store/workspace.ts';
import { addsMember } from '../../ui/screens/adds-member.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { creationQuestion, type NewBeneficiary } from './beneficiary-create.ts';
import { created } from './corridor.ts';
import { validatingForms, validationOf } from './validating.ts';

const CURRENCY = 'beneficiary_account_currency';
const NUMBER = 'beneficiary_account_number';

const forms = keptForms('create-beneficiary', () => ({ fields: memberFields(created), focus: 0 }));

interface Begun {
  /** The first step's body as JSON. If this body is unchanged, the second step keeps the typed values. */
  readonly from: string;
  /** Whether the service validated that body. */
  readonly valid: boolean;
}
const begunWith = flowSlot<Begun>('create-beneficiary-from');

/** Opens the second step with the first step's values. The account's fields get the creation's names. */
export function goOnToCreation(app: App, form: Form): void {
  const validation = validationOf(form);
  if (!validation) return;
  const from = writeJson(validation.body);
  app.store.setState(state => {
    const valid = documentOf(state, validation.query).value !== undefined;
    const there = begunWith.set(visit(state, 'create-beneficiary'), { from, valid });
    const again = begunWith.get(state)?.from === from;
    const carried = again ? there : forms.set(there, begunFrom(form));
    return updateView(carried, view => ({ ...view, entered: { kept: undefined } }));
  });
}

export function begunFrom(form: Form): Form {
  const values = {
    ...Object.fromEntries(created.map(({ name }) => [name, fieldValue(form, name)])),
    [CURRENCY]: fieldValue(form, 'account_currency'),
    [NUMBER]: fieldValue(form, 'account_number'),
    account_currency: '',
    account_number: '',
  };
  const known: Form = { fields: memberFields(created, values), focus: 0 };
  const all = othersOf(form)
    .filter(({ name, value }) => name !== '' || value !== '')
    .reduce((begun, other) => addOther(begun, other), known);
  // The fields are already filled, so the focus is on the button.
  return { ...all, focus: all.fields.length };
}

export const creatingForm: FormDeclaration = {
  place: 'create-beneficiary',
  forms,
  button: t`Review beneficiary`,
  above: (state, form) => [
    { note: validatedNote(state, form) },
    {
      note: t`In this step, the account's number and currency have different names than in the validation. The service documents no other fields of this step. Purser does not send empty fields. Press Ctrl+N to add a field.`,
    },
  ],
  check: checkCreation,
  review(app, form) {
    const checked = checkCreation(form);
    if (!checked.ok) return app.store.setState(state => forms.set(state, withErrors(form, checked.errors)));
    const { customer } = app.store.getState();
    if (!customer) return;
    const owner = customerKey(customer);
    const before = validatingForms.get(app.store.getState());
    const done = formDone(app, {
      declared: creatingForm,
      owner,
      subject: undefined,
      form,
      clears: firstStepDone(owner, before),
    });
    void app.writes.ask(creationQuestion(checked, done));
  },
  commands: [addsMember('create-beneficiary', forms)],
};

/** Says whether the service validated these fields. Compares the fields with the first step's form. */
function validatedNote(state: State, form: Form): Visible {
  const first = validatingForms.get(state);
  const body = validationOf(first)?.body;
  const begun = begunWith.get(state);
  if (!begun?.valid || body === undefined || writeJson(body) !== begun.from)
    return t`The service has not validated these fields.`;
  return valuesOf(form) === valuesOf(begunFrom(first))
    ? t`The service validated these values in the first step.`
    : t`The service validated the first step's fields. You have changed some fields since then.`;
}

const valuesOf = ({ fields }: Form): string => JSON.stringify(fields.map(({ id, value }) => [id, value]));

export function checkCreation(form: Form): FormCheck<NewBeneficiary> {
  const { known, others, errors } = membersOf(form, created);
  const { [CURRENCY]: currency = '', [NUMBER]: number = '', ...rest } = known;
  const all = {
    ...errors,
    [CURRENCY]: currency === '' ? t`The account's currency is required.` : errors[CURRENCY],
    [NUMBER]: number === '' ? t`The account number is required.` : (errors[NUMBER] ?? whyShort(number)),
  };
  return Object.values(all).some(Boolean)
    ? { ok: false, errors: all }
    : { ok: true, currency, number, others: { ...rest, ...others } };
}

/** Why the number is too short. Staff type its last four characters to confirm. */
const whyShort = (number: string): Visible | undefined =>
  lastFour(number).length < 4 ? t`The account number needs at least four letters or digits.` : undefined;

/** Returns a function that clears the first step too, but keeps its form if that form differs from `before`. */
const firstStepDone =
  (owner: string, before: Form) =>
  (cleared: State): State => {
    const first = validatingForms.clear(cleared, owner, { subject: undefined }, before) ?? cleared;
    return begunWith.change(first, owner, begun => ({ ...begun, from: '', valid: false }));
  };
