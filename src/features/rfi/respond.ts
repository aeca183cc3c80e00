// Answering one question: what it asks stands above the rows of the answer; nothing here sends anything.

import { explain } from '../../api/client/explain.ts';
import { type Question, reread } from '../../effects/question.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
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
import { cameText } from '../../ui/screens/rfi-answer.ts';
import { STATUS } from '../../ui/screens/shown-lines.ts';
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
  button: t`Review the answer`,
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

const NOT_ASKED = t`The service's request for information has no question of this ID.`;

function whyNotThis(id: string | undefined, asked: Asked | undefined, state: State): Visible | undefined {
  if (id === undefined) return NO_ONE;
  if (!isConfirmableId(id, 'rfi.respond', state))
    return t`Its ID can't be told apart by its end, so it can't be confirmed by typing that.`;
  return asked
    ? undefined
    : t`The question is not read, or there is none of this ID: nothing is answered unseen.`;
}

const NO_ONE = t`No question is named: press n on one of tab 8.`;
const AGAIN = t`It stands among the answered ones: whether it can be answered again, the interface doesn't say.`;

function questionAbove(state: State): readonly Entry[] {
  const { subject } = currentView(state);
  if (subject === undefined) return [{ note: NO_ONE, tone: 'warn' }];
  const { value, loading, failure } = documentOf(state, rfiQuery);
  const asked = askedIn(state);
  if (asked)
    return [
      { label: t`Question`, cell: saidCell(asked.title, asked.language, 'strong') },
      { label: t`Asks`, cell: saidCell(asked.description, asked.language) },
      { label: t`Language`, cell: { text: languageSentence(asked) } },
      { label: t`Comment`, cell: textCell(asked.comment) },
      ...(asked.open ? [] : [{ note: AGAIN, tone: 'warn' as const }]),
      {
        note: t`Answer type not stated. The API documents no field for a text or an identity document: Ctrl+N adds a field by the name that the service gives you.`,
      },
    ];
  if (value) return [{ note: NOT_ASKED, tone: 'bad' }];
  if (loading) return [{ note: t`Reading the question …` }];
  if (failure && failure.kind !== 'abandoned') {
    const { what, todo } = explain(failure, t`The request for information`, { key: t`Ctrl+R` });
    return [{ note: what, tone: 'bad' }, { note: todo }];
  }
  return [{ note: t`The question is not read yet.` }];
}

export function responseQuestion(asked: Asked, id: string, body: Body): Question<'rfi.respond'> {
  const input = { body };
  return {
    operation: 'rfi.respond',
    input,
    title: t`Answer a question`,
    button: t`Send the answer`,
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
      t`The service answers: status ${textCell(status).text}, RFI ${textCell(rfi_id).text}, submitted at ${textCell(at && 'text' in at ? at.text : at).text}.`,
      t`Next steps, in its words: ${next_steps && 'raw' in next_steps ? cameText(next_steps) : t`–`}`,
    ],
  };
}

/** From one reading and the same answer they are always the same. */
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
    t`From id on, it is the whole body. No call takes an answer back.`,
    ...(asked.open ? [] : [AGAIN]),
    ...(saysNothing(body) ? [t`It holds nothing but the question's ID and the type.`] : []),
    ...(own.length === 0
      ? []
      : [
          t`Not named in the interface: ${join(
            own.map(name => visible(name, 40)),
            ', ',
          )}. Whether it is read, the interface doesn't say.`,
        ]),
  ];
}
