// A change of a beneficiary. A change has only the typed fields, which must differ from the record.

import { Odd } from '../../api/contract/odd.ts';
import { changed } from '../../api/contract/write-meaning.ts';
import { textCell, wordsCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { documentOf, unreadEntries } from '../../format/joined.ts';
import { memberFields, membersOf, memberText } from '../../format/member-rows.ts';
import type { Intent } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { actOn, questionOf } from '../../money/act.ts';
import { ANOTHER, asOf, type CheckedWrite, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, askedAbout, given, nothing } from '../../money/for-call.ts';
import { addsMember } from '../../money/form/adds-rows.ts';
import { formDone } from '../../money/form/form-done.ts';
import { changedBeneficiary } from '../../money/in-path.ts';
import { setting, BENEFICIARY as THIS_BENEFICIARY } from '../../money/same-thing.ts';
import { asSentence, BENEFICIARY, confirmedIn, wholeText } from '../../money/shown-lines.ts';
import { endingToken, isConfirmableId, unusableId } from '../../money/write-tokens.ts';
import { isId } from '../../records/facts.ts';
import { type Beneficiary, beneficiaryQuery } from '../../records/reads.ts';
import { type Question, type ShownRecord, shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { type FormCheck, withErrors } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { warn } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { aboutField, bodyWarnings, CHANGEABLE } from './beneficiary-fields.ts';

const ACT = actOn(t`Change`, t`beneficiary`);

export const beneficiaryUpdate: WriteDefinition<'beneficiary.update'> = {
  operation: 'beneficiary.update',
  class: 'write',
  happened(intent) {
    const renamed = textIn(intent, 'full_name');
    const name = renamed === undefined ? confirmedIn(intent, BENEFICIARY) : visible(renamed);
    return name === undefined ? t`Changed the beneficiary.` : asSentence(t`Changed the beneficiary ${name}`);
  },
  meaning: changed,
  token: endingToken(t`beneficiary ID`, ({ query }) => query.beneficiary_id),
  question: ({ query: { beneficiary_id: id }, body = {} }, sources) => {
    const changes = given(body);
    return askedAbout(sources, shownUpdate(id, changes), read =>
      asked(updateQuestion(id, read, changes, nothing)),
    );
  },
  duplicates: setting(THIS_BENEFICIARY, beneficiaryIn),
  reconcile: {
    plan: intent => readWith(changedBeneficiary(intent), input => ({ operation: 'beneficiary.get', input })),
    evidence: { 'beneficiary.get': beneficiaryNow },
    proof: t`Fields with the new values show that the change worked. A masked number shows only its end. Fields with the old values show that the change has not worked so far.`,
  },
  onScreen: { place: 'beneficiaries', key: 'e' },
};

function beneficiaryIn(intent: Intent): string | undefined {
  return changedBeneficiary(intent)?.query.beneficiary_id;
}

function beneficiaryNow(read: Beneficiary, checked: CheckedWrite): readonly Entry[] {
  const { metadata } = read;
  return [
    asOf(t`The beneficiary at the service`, 'beneficiary.get', checked),
    ...(isId(read.id, beneficiaryIn(checked.row.intent)) ? [] : [ANOTHER]),
    { label: t`Name`, cell: textCell(read.account_holder_name) },
    { label: t`Account`, cell: textCell(read.account_number) },
    { label: t`Currency`, cell: textCell(read.currency) },
    { label: t`Bank country`, cell: textCell(read.bank_country_code) },
    { label: t`Entity type`, cell: textCell(read.entity_type) },
    ...(metadata === undefined || metadata instanceof Odd
      ? []
      : [
          { label: t`Account type`, cell: textCell(metadata.account_type) },
          { label: t`Routing no.`, cell: textCell(metadata.routing_number) },
        ]),
    { label: t`Methods`, cell: wordsCell(read.payout_methods) },
    { label: t`Status`, cell: textCell(read.status) },
  ];
}

type Changes = Readonly<Record<string, Json>>;

const updateQuestion = (
  id: string,
  read: Beneficiary,
  changes: Changes,
  ended: NonNullable<Question<'beneficiary.update'>['ended']>,
): Question<'beneficiary.update'> => ({
  ...questionOf(beneficiaryUpdate, ACT, { query: { beneficiary_id: id }, body: changes }),
  ...shownIn(shownUpdate(id, changes), read),
  warnings: [
    ...bodyWarnings(changes),
    t`Purser sends only these fields. Not documented by the service: a new verification, and the effect on this beneficiary's pending payouts.`,
  ],
  done: () => [t`The service did not return the new values. The list and the details show them.`],
  ended,
});

const ANOTHER_BENEFICIARY = t`The service returned a different beneficiary.`;

/** The record and the change have different names for some fields. */
function shownNow(read: Beneficiary, member: string): Visible | undefined {
  const metadata = read.metadata instanceof Odd ? undefined : read.metadata;
  const fields = {
    full_name: read.account_holder_name,
    account_number: read.account_number,
    account_currency: read.currency,
    bank_country_code: read.bank_country_code,
    entity_type: read.entity_type,
    account_type: metadata?.account_type,
    routing_number: metadata?.routing_number,
  };
  const value = Object.hasOwn(fields, member) ? fields[member as keyof typeof fields] : undefined;
  return value === undefined ? undefined : wholeText(value);
}

export function updateLines(read: Beneficiary, changes: Changes): readonly ShownLine[] {
  return [
    { label: BENEFICIARY, value: wholeText(read.account_holder_name) },
    { label: t`Account`, value: t`${wholeText(read.account_number)} · in ${wholeText(read.currency)}` },
    { label: t`Bank`, value: t`${wholeText(read.bank_name)} · ${wholeText(read.bank_country_code)}` },
    { label: t`ID`, value: t`${wholeText(read.id)} · ${wholeText(read.status)}` },
    ...Object.entries(changes).map(([name, value]) => {
      const sent = memberText(name, value);
      const now = shownNow(read, name);
      return { label: visible(name), value: now === undefined ? sent : t`${now} → ${sent}` };
    }),
  ];
}

const shownUpdate = (id: string, changes: Changes): ShownRecord<'beneficiary.get'> => ({
  ...beneficiaryQuery(id),
  found: now => (isId(now.id, id) ? now : ANOTHER_BENEFICIARY),
  lines: now => updateLines(now, changes),
});

const forms = keptForms('update-beneficiary', () => ({ fields: memberFields(CHANGEABLE), focus: 0 }));

export const updatingForm: FormDeclaration = {
  place: 'update-beneficiary',
  forms,
  button: t`Review change`,
  above: readEntries,
  about: ({ subject }) => (subject === undefined ? undefined : visible(subject, 40)),
  needs(state) {
    const { subject } = currentView(state);
    return subject === undefined ? [] : [{ kind: 'document', query: beneficiaryQuery(subject) }];
  },
  aside(fieldId, state, form) {
    const about = aboutField(fieldId, form, CHANGEABLE);
    const now = readOf(state)?.value;
    const shown = now && shownNow(now, fieldId);
    return about?.tone === 'warn' || shown === undefined ? about : { text: t`now ${shown}` };
  },
  check(form, state) {
    const read = readOf(state)?.value;
    return read ? checkChange(form, read) : { ok: true };
  },
  review(app, form) {
    const state = app.store.getState();
    const read = changeable(state);
    if (typeof read === 'string') return warn(app.store, read);
    const checked = checkChange(form, read);
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const { subject: id = '' } = currentView(state);
    const done = formDone(app, { declared: updatingForm });
    void app.dialog.ask(updateQuestion(id, read, checked.changes, done));
  },
  commands: [addsMember('update-beneficiary', forms)],
};

function readOf(state: State) {
  const { subject } = currentView(state);
  return subject === undefined ? undefined : documentOf(state, beneficiaryQuery(subject));
}

/** Or why nobody can change a beneficiary. */
function changeable(state: State): Beneficiary | Visible {
  const { subject: id } = currentView(state);
  if (id === undefined) return NO_ONE;
  if (!isConfirmableId(id, beneficiaryUpdate, state)) return unusableId(t`beneficiary ID`);
  const read = readOf(state)?.value;
  if (!read) return t`Purser has not read this beneficiary yet. Wait, or press Ctrl+R.`;
  return isId(read.id, id) ? read : ANOTHER_BENEFICIARY;
}

const NO_ONE = t`No beneficiary chosen. Press e on a beneficiary in tab 7.`;

function readEntries(state: State): readonly Entry[] {
  const read = readOf(state);
  if (!read) return [noted(NO_ONE, 'warn')];
  const { value } = read;
  if (value)
    return isId(value.id, currentView(state).subject)
      ? [
          { label: t`Name`, cell: textCell(value.account_holder_name, 'strong') },
          { label: t`Account`, cell: textCell(value.account_number) },
          {
            note: t`An empty field stays unchanged. Purser never fills in masked numbers: to change a number, type the full number.`,
          },
        ]
      : [noted(ANOTHER_BENEFICIARY, 'bad')];
  return unreadEntries(read, {
    title: t`Beneficiary`,
    reading: t`Reading the beneficiary …`,
    unread: t`Purser has not read the beneficiary yet.`,
  });
}

export function checkChange(form: Form, read: Beneficiary): FormCheck<{ readonly changes: Changes }> {
  const { known, others, errors } = membersOf(form, CHANGEABLE);
  const changes = { ...known, ...others };
  const said = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [
      name,
      errors[name] ?? (shownNow(read, name) === value ? AS_IT_IS : undefined),
    ]),
  );
  const nothing = Object.keys(changes).length === 0 && !Object.values(errors).some(Boolean);
  const first = CHANGEABLE[0]?.name ?? '';
  const all = { ...errors, ...said, ...(nothing && { [first]: t`Enter at least one change.` }) };
  return Object.values(all).some(Boolean) ? { ok: false, errors: all } : { ok: true, changes };
}

const AS_IT_IS = t`The beneficiary already has this value. Leave the field empty.`;
