// The form to answer one question, with the question above the fields. The form sends nothing.

import { textCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { documentOf, unreadEntries } from '../../format/joined.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { addsMember } from '../../money/form/adds-member.ts';
import { formDone } from '../../money/form/form-done.ts';
import { isConfirmableId, unusableId } from '../../money/write-tokens.ts';
import { rfiQuery } from '../../records/reads.ts';
import { withErrors } from '../../store/form-state.ts';
import { keptForms, partOf } from '../../store/kept-forms.ts';
import { warn } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { languageText, questionCell, questionIn, type RfiQuestion } from './questions.ts';
import {
  AGAIN,
  beginning,
  belongs,
  checkResponse,
  NOT_ASKED,
  otherMembers,
  responseQuestion,
  rfiRespond,
  typeNote,
  whyNoOther,
} from './rfi-respond.ts';

const forms = partOf(keptForms('respond-rfi', beginning), belongs);

export const respondForm: FormDeclaration = {
  place: 'respond-rfi',
  forms,
  button: t`Review answer`,
  about: ({ subject }) => (subject === undefined ? undefined : visible(subject, 40)),
  needs: () => [{ kind: 'document', query: rfiQuery }],
  above: questionAbove,
  review(app, form) {
    const state = app.store.getState();
    const { subject: id } = currentView(state);
    const asked = askedIn(state);
    const why = whyNotThis(id, asked, state);
    if (why !== undefined || id === undefined || !asked) return warn(app.store, why ?? t``);
    const checked = checkResponse(form, id);
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const ended = formDone(app, { declared: respondForm, whole: forms.whole(state) });
    void app.dialog.ask({ ...responseQuestion(asked, id, checked.body), ended });
  },
  commands: [addsMember('respond-rfi', forms, otherMembers, whyNoOther)],
};

function askedIn(state: State): RfiQuestion | undefined {
  const { subject } = currentView(state);
  const { value } = documentOf(state, rfiQuery);
  return subject === undefined || !value ? undefined : questionIn(value, subject, state.language);
}

function whyNotThis(
  id: string | undefined,
  asked: RfiQuestion | undefined,
  state: State,
): Visible | undefined {
  if (id === undefined) return NO_ONE;
  if (!isConfirmableId(id, rfiRespond, state)) return unusableId(t`question ID`);
  const { other } = documentOf(state, rfiQuery);
  if (other) return t`${other} Purser sends no answer.`;
  return asked
    ? undefined
    : t`Purser has not read this question, or the question does not exist. Press Ctrl+R.`;
}

const NO_ONE = t`No question chosen. Press n on a question in tab 8.`;

function questionAbove(state: State, form: Form): readonly Entry[] {
  const { subject } = currentView(state);
  if (subject === undefined) return [noted(NO_ONE, 'warn')];
  const read = documentOf(state, rfiQuery);
  const asked = askedIn(state);
  const note = typeNote(form);
  if (asked)
    return [
      ...(read.other === undefined ? [] : [noted(read.other, 'bad')]),
      // First, because a small terminal shows only the first lines.
      ...(note === undefined ? [] : [noted(note, 'warn')]),
      { label: t`Title`, cell: questionCell(asked.title, asked.language, 'strong') },
      { label: t`Question`, cell: questionCell(asked.description, asked.language) },
      { label: t`Language`, cell: { text: languageText(asked) } },
      { label: t`Comment`, cell: textCell(asked.comment) },
      ...(asked.open ? [] : [noted(AGAIN, 'warn')]),
    ];
  if (read.value) return [noted(NOT_ASKED, 'bad')];
  return unreadEntries(read, {
    title: t`Request for information`,
    reading: t`Reading the question …`,
    unread: t`Purser has not read the question yet.`,
  });
}
