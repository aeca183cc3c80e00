// Answering one question: the question is above the answer's fields. The form sends nothing.

import { explain } from '../../api/client/explain.ts';
import { type Question, reread } from '../../effects/question.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { cameText } from '../../records/rfi-answer.ts';
import { STATUS } from '../../records/shown-lines.ts';
import type { ShownLine } from '../../store/dialog.ts';
import { withErrors } from '../../store/form.ts';
import { keptForms, partOf } from '../../store/kept-forms.ts';
import type { State } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { addsMember } from '../../ui/screens/adds-member.ts';
import { textCell } from '../../ui/screens/cells.ts';
import { formDone } from '../../ui/screens/form-done.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { documentOf } from '../../ui/screens/joined.ts';
import { bodyLines } from '../../ui/screens/member-rows.ts';
import { isConfirmableId, tokenOf } from '../../writes/token-of.ts';
import { type Asked, questionIn, rfiQuery } from './asked.ts';
import { languageSentence, rfiStatusCell, saidCell, standsCell } from './question-details.ts';
import {
  type Body,
  beginning,
  belongs,
  checkResponse,
  otherMembers,
  ownNames,
  saysNothing,
  whyNoOther,
} from './response.ts';

const forms = partOf(keptForms('respond-rfi', beginning), belongs);

export const respondForm: FormDeclaration = {
  place: 'respond-rfi',
  forms,
  button: t`Review answer`,
  about: ({ subject }) => (subject === undefined ? undefined : visible(subject, 40)),
  needs: () => [{ kind: 'document', query: rfiQuery }],
  above: state => questionAbove(state),
  review(app, form) {
    const state = app.store.getState();
    const { customer } = state;
    const { subject: id } = currentView(state);
    const asked = askedIn(state);
    const why = whyNotThis(id, asked, state);
    if (why !== undefined || id === undefined || !asked || !customer)
      return app.store.setState({ notice: { text: why ?? t``, tone: 'warning' } });
    const checked = checkResponse(form, id);
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const ended = formDone(app, {
      declared: respondForm,
      owner: customerKey(customer),
      subject: id,
      form: forms.whole(state),
    });
    void app.writes.ask({ ...responseQuestion(asked, id, checked.body), ended });
  },
  commands: [addsMember('respond-rfi', forms, otherMembers, whyNoOther)],
};

function askedIn(state: State): Asked | undefined {
  const { subject } = currentView(state);
  const { value } = documentOf(state, rfiQuery);
  return subject === undefined || !value ? undefined : questionIn(value, subject, state.language);
}

const NOT_ASKED = t`Question not found: the service's request for information has no question with this ID.`;

function whyNotThis(id: string | undefined, asked: Asked | undefined, state: State): Visible | undefined {
  if (id === undefined) return NO_ONE;
  if (!isConfirmableId(id, 'rfi.respond', state))
    return t`Purser can't use this question ID: an ID needs four letters or digits, and no blanks or unusual characters.`;
  return asked
    ? undefined
    : t`Purser has not read this question, or the question does not exist. Press Ctrl+R.`;
}

const NO_ONE = t`No question chosen. Press n on a question in tab 8.`;
const AGAIN = t`This question is already answered. A second answer is not documented by the service.`;

function questionAbove(state: State): readonly Entry[] {
  const { subject } = currentView(state);
  if (subject === undefined) return [{ note: NO_ONE, tone: 'warn' }];
  const { value, loading, failure } = documentOf(state, rfiQuery);
  const asked = askedIn(state);
  if (asked)
    return [
      { label: t`Title`, cell: saidCell(asked.title, asked.language, 'strong') },
      { label: t`Question`, cell: saidCell(asked.description, asked.language) },
      { label: t`Language`, cell: { text: languageSentence(asked) } },
      { label: t`Comment`, cell: textCell(asked.comment) },
      ...(asked.open ? [] : [{ note: AGAIN, tone: 'warn' as const }]),
      {
        note: t`Answer type not stated. The API documents no field for a text or an identity document. Press Ctrl+N to add a field with the service's name.`,
      },
    ];
  if (value) return [{ note: NOT_ASKED, tone: 'bad' }];
  if (loading) return [{ note: t`Reading the question …` }];
  if (failure && failure.kind !== 'abandoned') {
    const { what, todo } = explain(failure, t`Request for information`, { key: t`Ctrl+R` });
    return [{ note: what, tone: 'bad' }, { note: todo }];
  }
  return [{ note: t`Purser has not read the question yet.` }];
}

export function responseQuestion(asked: Asked, id: string, body: Body): Question<'rfi.respond'> {
  const input = { body };
  return {
    operation: 'rfi.respond',
    input,
    title: t`Answer question`,
    button: t`Send answer`,
    lines: responseLines(asked, body),
    warnings: responseWarnings(asked, body),
    token: tokenOf('rfi.respond', input),
    reread: reread({
      ...rfiQuery,
      check(now) {
        const found = questionIn(now, id, asked.language);
        return found
          ? { lines: responseLines(found, body), warnings: responseWarnings(found, body) }
          : { barred: NOT_ASKED };
      },
    }),
    done: ({ status, rfi_id, submitted_at: at, next_steps }) => [
      t`The service's response: status ${textCell(status).text}, RFI ${textCell(rfi_id).text}, submitted at ${textCell(at && 'text' in at ? at.text : at).text}.`,
      t`Next steps, in the service's words: ${next_steps && 'raw' in next_steps ? cameText(next_steps) : t`–`}`,
    ],
  };
}

/** The same read and the same answer always give the same lines. */
const responseLines = (asked: Asked, body: Body): readonly ShownLine[] => [
  { label: t`Question`, value: cut(saidCell(asked.title, asked.language).text, 160) },
  { label: t`Status`, value: standsCell(asked).text },
  { label: STATUS, value: rfiStatusCell(asked).text },
  ...bodyLines({ ...body }).map(line =>
    line.label === 'id' || line.label === 'type' ? line : { ...line, personal: true as const },
  ),
];

function responseWarnings(asked: Asked, body: Body): readonly Visible[] {
  const own = ownNames(body);
  return [
    t`The lines from "id" are the whole body. The API can't withdraw an answer.`,
    ...(asked.open ? [] : [AGAIN]),
    ...(saysNothing(body) ? [t`The answer has only the question's ID and the type.`] : []),
    ...(own.length === 0
      ? []
      : [
          t`Not documented by the service: ${join(
            own.map(name => visible(name, 40)),
            ', ',
          )}. The service may not read it.`,
        ]),
  ];
}
