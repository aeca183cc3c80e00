// The two steps of a new beneficiary: the service validates the fields, then the body of the creation.

import { explain } from '../../api/client/explain.ts';
import type { Undocumented } from '../../api/contract/odd.ts';
import { type Cell, type Entry, noted } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import {
  addOther,
  type KnownMember,
  memberFields,
  membersOf,
  OPTIONAL,
  othersOf,
  REQUIRED,
} from '../../format/member-rows.ts';
import { boundedJsonText } from '../../lib/bounded.ts';
import { type Json, writeJson } from '../../lib/json.ts';
import { maskBody } from '../../lib/redact.ts';
import { stampOf } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { addsMember } from '../../money/form/adds-member.ts';
import { formDone, withRefusal } from '../../money/form/form-done.ts';
import { lastFour } from '../../money/write-tokens.ts';
import type { DocumentQuery } from '../../records/query.ts';
import { fieldErrors } from '../../sending/question.ts';
import { flowSlot } from '../../store/flow-data.ts';
import { type FormCheck, fieldValue, withErrors } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Document } from '../../store/list.ts';
import { places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey, frontKey, updateView, visit } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { aboutValue } from './account-checks.ts';
import { creationQuestion, type NewBeneficiary } from './beneficiary-create.ts';

const seen = t`the only documented value; the service may take other values`;
/** INTERFACE.md does not show which fields a corridor requires. */
const may = t`may be required`;

const number = {
  name: 'account_number',
  label: t`Account number`,
  hint: t`the full number or IBAN, not masked`,
  need: REQUIRED,
};
const currency = {
  name: 'account_currency',
  label: t`Account currency`,
  hint: t`three letters, such as USD`,
  need: REQUIRED,
};
const common: readonly KnownMember[] = [
  { name: 'full_name', label: t`Account holder`, hint: t`the full name`, need: may },
  {
    name: 'routing_number',
    label: t`Routing number`,
    hint: t`of the bank; nine digits in the US`,
    need: may,
  },
  { name: 'account_type', label: t`Account type`, hint: seen, need: may, value: 'CHECKING' },
  { name: 'bank_country_code', label: t`Bank country`, hint: t`two letters, such as US`, need: may },
  { name: 'entity_type', label: t`Holder type`, hint: seen, need: may, value: 'PERSONAL' },
  { name: 'transfer_method', label: t`Transfer method`, hint: seen, need: may, value: 'LOCAL' },
];

/** US local personal: the only documented corridor (INTERFACE.md, Endpoints › Family B: beneficiaries and payouts). */
export const validated: readonly KnownMember[] = [number, currency, ...common];

/** INTERFACE.md: "the body must follow the schema of the corridor". The validation has two other names. */
const created: readonly KnownMember[] = [
  { ...currency, name: 'beneficiary_account_currency' },
  { ...number, name: 'beneficiary_account_number' },
  ...common,
  { name: 'account_number', hint: t`the account number again, as in the validation`, need: OPTIONAL },
  { name: 'account_currency', hint: t`the account currency again, as in the validation`, need: OPTIONAL },
];

/** INTERFACE.md on the body of a change: "only the fields that change". So the form starts empty. */
export const changeable: readonly KnownMember[] = [
  ...common.slice(0, 1),
  number,
  ...common.slice(1),
  currency,
].map(({ name, label = visible(name), hint }) => ({
  name,
  label,
  hint: hint === seen ? t`if empty: no change` : hint,
  need: t`no change`,
}));

/** About the typed value, in place of the hint. */
export const aboutField = (
  fieldId: string,
  form: Form,
  members: readonly KnownMember[],
): Cell | undefined => {
  const { known, others } = membersOf(form, members);
  const body = { ...known, ...others };
  const other = /^other\.(\d+)\.value$/.exec(fieldId)?.[1];
  const name = other === undefined ? fieldId : fieldValue(form, `other.${other}.name`);
  return aboutValue(name, fieldValue(form, fieldId), body);
};

const validatingForms = keptForms('new-beneficiary', () => ({
  fields: memberFields(validated),
  focus: 0,
}));

function validationOf(
  form: Form,
):
  | { readonly body: Readonly<Record<string, Json>>; readonly query: DocumentQuery<'beneficiary.validate'> }
  | undefined {
  const { known, others, errors } = membersOf(form, validated);
  const body = { ...known, ...others };
  if (Object.values(errors).some(Boolean) || Object.keys(body).length === 0) return undefined;
  return { body, query: { operation: 'beneficiary.validate', input: { body } } };
}

function answerTo(state: State, form: Form): Document<Undocumented> | undefined {
  const validation = validationOf(form);
  return validation && documentOf(state, validation.query);
}

interface CreationSteps {
  goOn(app: App, form: Form): void;
}

export const validatingForm = ({ goOn }: CreationSteps): FormDeclaration => ({
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
  aside: (fieldId, _, form) => aboutField(fieldId, form, validated),
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
  const { errors } = membersOf(form, validated);
  const said = Object.values(errors).some(Boolean)
    ? errors
    : { [validated[0]?.name ?? '']: t`Fill in the fields first.` };
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

const CURRENCY = 'beneficiary_account_currency';
const NUMBER = 'beneficiary_account_number';

const forms = keptForms('create-beneficiary', () => ({ fields: memberFields(created), focus: 0 }));

interface Begun {
  /** The first step's body as JSON. If it is unchanged, the second step keeps the typed values. */
  readonly from: string;
  readonly valid: boolean;
}
const begunWith = flowSlot<Begun>('create-beneficiary-from');

/** The account's fields get the creation's names. */
export function goOnToCreation(app: App, form: Form): void {
  const validation = validationOf(form);
  if (!validation) return;
  const from = writeJson(validation.body);
  app.store.setState(state => {
    const valid = documentOf(state, validation.query).value !== undefined;
    const there = begunWith.set(visit(state, 'create-beneficiary'), { from, valid });
    const again = begunWith.get(state)?.from === from;
    const carried = again ? there : forms.set(there, begunFrom(form));
    const opened = updateView(carried, view => ({ ...view, entered: { kept: undefined } }));
    return { ...opened, selectedIn: frontKey(opened) };
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
  // All fields are filled, so the focus is on the button.
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
  aside: (fieldId, _, form) => aboutField(fieldId, form, created),
  check: checkCreation,
  review(app, form) {
    const checked = checkCreation(form);
    if (!checked.ok) return app.store.setState(state => forms.set(state, withErrors(form, checked.errors)));
    const { customer } = app.store.getState();
    if (!customer) return;
    const owner = customerKey(customer);
    const before = validatingForms.get(app.store.getState());
    const done = formDone(app, { declared: creatingForm, clears: firstStepDone(owner, before) });
    void app.dialog.ask(creationQuestion(checked, done));
  },
  commands: [addsMember('create-beneficiary', forms)],
};

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

/** Staff type the number's last four characters to confirm. */
const whyShort = (number: string): Visible | undefined =>
  lastFour(number).length < 4 ? t`The account number needs at least four letters or digits.` : undefined;

/** Clears the first step too, but keeps its form if that form differs from `before`. */
const firstStepDone =
  (owner: string, before: Form) =>
  (cleared: State): State => {
    const first = validatingForms.clear(cleared, owner, { subject: undefined }, before) ?? cleared;
    return begunWith.change(first, owner, begun => ({ ...begun, from: '', valid: false }));
  };
