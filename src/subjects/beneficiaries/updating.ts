// The form to change a beneficiary. A change has only the typed fields, which must differ from the record.

import { textCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { documentOf, unreadEntries } from '../../format/joined.ts';
import { memberFields, membersOf } from '../../format/member-rows.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { addsMember } from '../../money/form/adds-member.ts';
import { formDone } from '../../money/form/form-done.ts';
import { isConfirmableId, unusableId } from '../../money/write-tokens.ts';
import { isId } from '../../records/facts.ts';
import { type Beneficiary, beneficiaryQuery } from '../../records/reads.ts';
import { type FormCheck, withErrors } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { warn } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { ANOTHER_BENEFICIARY, beneficiaryUpdate, shownNow, updateQuestion } from './beneficiary-update.ts';
import { aboutField, changeable } from './new-beneficiary.ts';

const forms = keptForms('update-beneficiary', () => ({ fields: memberFields(changeable), focus: 0 }));

export const updatingForm: FormDeclaration = {
  place: 'update-beneficiary',
  forms,
  button: t`Review change`,
  above: state => readEntries(state),
  about: ({ subject }) => (subject === undefined ? undefined : visible(subject, 40)),
  needs(state) {
    const { subject } = currentView(state);
    return subject === undefined ? [] : [{ kind: 'document', query: beneficiaryQuery(subject) }];
  },
  aside(fieldId, state, form) {
    const about = aboutField(fieldId, form, changeable);
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
    const { subject: id } = currentView(state);
    const read = readOf(state)?.value;
    const why = whyNotThis(id, read, state);
    if (why !== undefined || id === undefined || !read) return warn(app.store, why ?? t``);
    const checked = checkChange(form, read);
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const done = formDone(app, { declared: updatingForm });
    void app.dialog.ask(updateQuestion(id, read, checked.changes, done));
  },
  commands: [addsMember('update-beneficiary', forms)],
};

function readOf(state: State) {
  const { subject } = currentView(state);
  return subject === undefined ? undefined : documentOf(state, beneficiaryQuery(subject));
}

function whyNotThis(
  id: string | undefined,
  read: Beneficiary | undefined,
  state: State,
): Visible | undefined {
  if (id === undefined) return NO_ONE;
  if (!isConfirmableId(id, beneficiaryUpdate, state)) return unusableId(t`beneficiary ID`);
  if (!read) return t`Purser has not read this beneficiary yet. Wait, or press Ctrl+R.`;
  return isId(read.id, id) ? undefined : ANOTHER_BENEFICIARY;
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

export function checkChange(
  form: Form,
  read: Beneficiary,
): FormCheck<{ readonly changes: Readonly<Record<string, Json>> }> {
  const { known, others, errors } = membersOf(form, changeable);
  const changes = { ...known, ...others };
  const said = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [
      name,
      errors[name] ?? (shownNow(read, name) === value ? AS_IT_IS : undefined),
    ]),
  );
  const nothing = Object.keys(changes).length === 0 && !Object.values(errors).some(Boolean);
  const first = changeable[0]?.name ?? '';
  const all = { ...errors, ...said, ...(nothing && { [first]: t`Enter at least one change.` }) };
  return Object.values(all).some(Boolean) ? { ok: false, errors: all } : { ok: true, changes };
}

const AS_IT_IS = t`The beneficiary already has this value. Leave the field empty.`;
