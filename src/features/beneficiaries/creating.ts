// The second step of a new beneficiary: the body of the creation, whose names are its own; nothing in it sends anything.

import type { App } from '../../effects/app.ts';
import type { Question } from '../../effects/question.ts';
import { type Json, writeJson } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { flowSlot } from '../../store/flow.ts';
import { fieldValue, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { customerKey, updateView, visit } from '../../store/workspace.ts';
import { addsMember } from '../../ui/screens/adds-member.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { documentOf } from '../../ui/screens/joined.ts';
import { lastFour } from '../../ui/screens/last-four.ts';
import { addOther, bodyLines, memberFields, membersOf, othersOf } from '../../ui/screens/member-rows.ts';
import { tokenOf } from '../../writes/token-of.ts';
import { created } from './corridor.ts';
import { validatingForms, validationOf } from './validating.ts';

const CURRENCY = 'beneficiary_account_currency';
const NUMBER = 'beneficiary_account_number';

const forms = keptForms('create-beneficiary', () => ({ fields: memberFields(created), focus: 0 }));

interface Begun {
  /** The body of the first step, as JSON: going back and forth between the two loses nothing. */
  readonly from: string;
  /** The service called it valid. */
  readonly valid: boolean;
}
const begunWith = flowSlot<Begun>('create-beneficiary-from');

/** Opens the second step with what the first has, its account under the creation's own names. */
export function goOnToCreation(app: App, form: Form): void {
  const validation = validationOf(form);
  if (!validation) return;
  const from = writeJson(validation.body);
  app.store.setState(state => {
    const valid = documentOf(state, validation.query).value !== undefined;
    const there = begunWith.set(visit(state, 'create-beneficiary'), { from, valid });
    const again = begunWith.get(state)?.from === from;
    // It was filled in just now: the focus is where it goes on.
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
  return { ...all, focus: all.fields.length };
}

export const creatingForm: FormDeclaration = {
  place: 'create-beneficiary',
  forms,
  button: t`Review the creation`,
  above: (state, form) => [
    { note: validatedNote(state, form) },
    {
      note: t`The creation calls the account's fields by other names, and the interface doesn't show which others it takes. What is empty isn't sent; Ctrl+N adds a field.`,
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
      besides: firstStepDone(owner, before),
    });
    void app.writes.ask(creationQuestion(checked, done));
  },
  commands: [addsMember('create-beneficiary', forms)],
};

/** Both steps are of views without a subject, so the first's form can be read from the second's. */
function validatedNote(state: State, form: Form): Visible {
  const first = validatingForms.get(state);
  const body = validationOf(first)?.body;
  const begun = begunWith.get(state);
  if (!begun?.valid || body === undefined || writeJson(body) !== begun.from)
    return t`The service was not asked whether these fields are valid, or didn't say so.`;
  return valuesOf(form) === valuesOf(begunFrom(first))
    ? t`The service called these fields valid, under the names of the validation.`
    : t`The service called fields valid from which these were begun; some were changed since.`;
}

const valuesOf = ({ fields }: Form): string => JSON.stringify(fields.map(({ id, value }) => [id, value]));

interface Creation {
  readonly currency: string;
  readonly number: string;
  readonly others: Readonly<Record<string, Json>>;
}

type Checked =
  | ({ readonly ok: true } & Creation)
  | { readonly ok: false; readonly errors: Readonly<Record<string, Visible | undefined>> };

export function checkCreation(form: Form): Checked {
  const { known, others, errors } = membersOf(form, created);
  const { [CURRENCY]: currency = '', [NUMBER]: number = '', ...rest } = known;
  const all = {
    ...errors,
    [CURRENCY]: currency === '' ? t`The service needs the account's currency.` : errors[CURRENCY],
    [NUMBER]:
      number === '' ? t`The service needs the account's number.` : (errors[NUMBER] ?? whyShort(number)),
  };
  return Object.values(all).some(Boolean)
    ? { ok: false, errors: all }
    : { ok: true, currency, number, others: { ...rest, ...others } };
}

/** Its end is what is typed to confirm it. */
const whyShort = (number: string): Visible | undefined =>
  lastFour(number).length < 4 ? t`It has at least four letters or digits.` : undefined;

export function creationQuestion(
  { currency, number, others }: Creation,
  ended: NonNullable<Question<'beneficiary.create'>['ended']>,
): Question<'beneficiary.create'> {
  const body = { beneficiary_account_currency: currency, beneficiary_account_number: number, ...others };
  return {
    operation: 'beneficiary.create',
    input: { body },
    title: t`New beneficiary`,
    button: t`Create the beneficiary`,
    lines: bodyLines(body),
    warnings: [
      t`This is the whole body, as it is sent. Nothing that is there yet can be read first: look through the list (7) whether this beneficiary is in it already.`,
    ],
    token: tokenOf('beneficiary.create', { body }),
    done(value) {
      const id = idText(value.id);
      const asked = [currency, number];
      const came = [idText(value.beneficiary_account_currency), idText(value.beneficiary_account_number)];
      return [
        id === undefined
          ? t`The service says that the beneficiary is created, and gives no ID that can be used; the list has it.`
          : t`The service says that the beneficiary is created, and calls it ${visible(id)}.`,
        ...(came.every((text, i) => text === asked[i])
          ? []
          : [
              t`It answers with the account ${textCell(value.beneficiary_account_number).text} in ${textCell(value.beneficiary_account_currency).text}, which is not as it was sent: check it before anything is paid to it.`,
            ]),
        t`Its status is in the list; whether it can be paid before it is VERIFIED, the interface doesn't say.`,
      ];
    },
    ended,
  };
}

/** The first step's form goes with the second's, if it is still as it was. */
const firstStepDone =
  (owner: string, before: Form) =>
  (cleared: State): State => {
    const first = validatingForms.clear(cleared, owner, { subject: undefined }, before) ?? cleared;
    return begunWith.change(first, owner, begun => ({ ...begun, from: '', valid: false }));
  };
