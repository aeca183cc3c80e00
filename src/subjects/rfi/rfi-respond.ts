// An answer to a question of a request for information. The question is above the fields of the form.

import { findOther } from '../../api/contract/about.ts';
import type { Input } from '../../api/contract/operations.ts';
import { askedQuestions, type Rfi } from '../../format/asked-questions.ts';
import { textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { documentOf, unreadEntries } from '../../format/joined.ts';
import {
  bodyLines,
  type KnownMember,
  listOf,
  memberFields,
  membersOf,
  OPTIONAL,
  type OtherMembers,
  REQUIRED,
  TEXTS,
} from '../../format/member-rows.ts';
import { recordStatus } from '../../format/record-words.ts';
import type { Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { type Json, JsonNumber, memberOf, parseJson, writeJson } from '../../lib/json.ts';
import { HIDDEN, maskCardNumbers } from '../../lib/redact.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { questionOf } from '../../money/act.ts';
import { type CheckedWrite, readingOf } from '../../money/check/reconciliation.ts';
import { PERSONAL, type WriteDefinition } from '../../money/definition.ts';
import { asked, askedAbout } from '../../money/for-call.ts';
import { addsMember } from '../../money/form/adds-rows.ts';
import { formDone } from '../../money/form/form-done.ts';
import { canonical } from '../../money/same-thing.ts';
import { confirmedLine, RFI_STATUS } from '../../money/shown-lines.ts';
import { endingToken, isConfirmableId, unusableId } from '../../money/write-tokens.ts';
import { isId } from '../../records/facts.ts';
import { rfiQuery } from '../../records/reads.ts';
import { type Question, shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { choice, type FormCheck, field, fieldValue, withErrors } from '../../store/form-state.ts';
import { keptForms, partOf } from '../../store/kept-forms.ts';
import { warn } from '../../store/notices.ts';
import type { Field, Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import {
  answerEntries,
  answeredCell,
  languageText,
  questionCell,
  questionIn,
  type RfiQuestion,
  rawText,
} from './questions.ts';

const ACT = { title: t`Answer question`, button: t`Send answer` };

export const rfiRespond: WriteDefinition<'rfi.respond'> = {
  operation: 'rfi.respond',
  class: 'write',
  happened: () => t`Answered the question.`,
  meaning: {
    not: t`no answer was sent`,
    may: t`the answer may have arrived, or not; a new request could answer twice`,
  },
  token: endingToken(t`question's ID`, ({ body }) => body.id),
  question({ body }, sources) {
    const { language } = sources.store.getState();
    const found = (rfi: Rfi) =>
      questionIn(rfi, body.id, language) ?? t`This customer has no question with this ID.`;
    return askedAbout(sources, { ...rfiQuery, found }, question =>
      asked(responseQuestion(question, body.id, body)),
    );
  },
  duplicates: {
    similar: { what: t`an answer to this question`, of: intent => [canonical(textIn(intent, 'id'))] },
  },
  reconcile: {
    plan: () => [{ operation: 'rfi.get', input: {} }],
    evidence: { 'rfi.get': answerEvidence },
    proof: t`Compare the sent values with the answer above. If the answer has all of them, the request worked, unless another request sent the same values. If some values are missing, that proves nothing. An open question has no answer so far; the answer may come later.`,
  },
  neverAgain: PERSONAL,
  onScreen: { place: 'rfi', key: 'n' },
};

export const responseQuestion = (
  question: RfiQuestion,
  id: string,
  body: RfiAnswer,
): Question<'rfi.respond'> => ({
  ...questionOf(rfiRespond, ACT, { body }),
  ...shownIn(
    {
      ...rfiQuery,
      found: now => questionIn(now, id, question.language) ?? NOT_ASKED,
      lines: found => responseLines(found, body),
      warnings: found => responseWarnings(found, body),
    },
    question,
  ),
  done: ({ status, rfi_id, submitted_at: at, next_steps }) => [
    t`The service's response: status ${textCell(status).text}, RFI ${textCell(rfi_id).text}, submitted at ${textCell(at && 'text' in at ? at.text : at).text}.`,
    t`Next steps, in the service's words: ${next_steps && 'raw' in next_steps ? rawText(next_steps) : t`–`}`,
  ],
});

const responseLines = (question: RfiQuestion, body: RfiAnswer): readonly ShownLine[] => [
  { label: t`Question`, value: cut(questionCell(question.title, question.language).text, 160) },
  { label: t`Question status`, value: answeredCell(question).text },
  { label: RFI_STATUS, value: recordStatus('rfi', question.of.rfi).text },
  ...bodyLines({ ...body }).map(line =>
    line.label === 'id' || line.label === 'type' ? line : { ...line, personal: true as const },
  ),
];

function responseWarnings(question: RfiQuestion, body: RfiAnswer): readonly Visible[] {
  const others = undocumentedIn(body);
  const last = bodyLines({ ...body }).at(-1)?.label ?? t`id`;
  return [
    t`The answer has the lines from "id" to "${last}". The API can't withdraw an answer.`,
    ...(question.open ? [] : [AGAIN]),
    ...(saysNothing(body) ? [t`The answer has only the question's ID and the type.`] : []),
    ...(others.length === 0
      ? []
      : [
          t`Not documented by the service: ${join(others.map(name => visible(name, 40)))}. The service may ignore undocumented fields.`,
        ]),
  ];
}

const saysNothing = (body: RfiAnswer): boolean => Object.keys(body).length <= 2;

const undocumentedIn = (body: RfiAnswer): readonly string[] =>
  Object.keys(body).filter(name => !['id', 'type', ATTACHMENTS].includes(name) && !inAddress.has(name));

const NOT_ASKED = t`Question not found: the service's request for information has no question with this ID.`;
const AGAIN = t`This question is already answered. A second answer is not documented by the service.`;

type RfiAnswer = Input<'rfi.respond'>['body'];

const TYPES = [
  { value: 'ADDRESS', label: t`ADDRESS` },
  { value: 'DOCUMENT', label: t`DOCUMENT` },
  { value: 'TEXT', label: t`TEXT` },
] as const;

const NEEDED: readonly KnownMember[] = [
  { name: 'address_line1', label: t`Address line 1`, hint: t`house and street`, need: REQUIRED },
  { name: 'suburb', label: t`Town`, hint: t`town or suburb`, need: REQUIRED },
  { name: 'state', label: t`State`, hint: t`state, province or county`, need: REQUIRED },
  { name: 'postcode', label: t`Postcode`, hint: t`in the country's own format`, need: REQUIRED },
  { name: 'country_code', label: t`Country`, hint: t`two letters, such as GB`, need: REQUIRED },
];
const address: readonly KnownMember[] = [
  ...NEEDED,
  { name: 'address_line2', label: t`Address line 2`, hint: t`flat or floor`, need: OPTIONAL },
];
const inAddress = new Set(address.map(({ name }) => name));

const ATTACHMENTS = 'attachments';

export const otherMembers: OtherMembers = { ...TEXTS, reserved: ['id', 'type', ATTACHMENTS] };

export const beginning = (): Form => ({
  fields: [
    choice('type', t`Answer type`, '', t`← → to choose`, TYPES),
    ...memberFields(address),
    { ...field(ATTACHMENTS, t`Attachments`, '', t`file IDs, separated by commas`), need: OPTIONAL },
  ],
  focus: 0,
});

const typeOf = (form: Form): RfiAnswer['type'] | undefined =>
  TYPES.find(({ value }) => value === fieldValue(form, 'type'))?.value;

/** INTERFACE.md, Respond RFI body: no member is for a text. */
const typeNote = (form: Form): Visible | undefined => {
  switch (typeOf(form)) {
    case 'TEXT':
      return t`The API has no field for a text: attach a file ID, or press Ctrl+N to add a field by name.`;
    case 'DOCUMENT':
      return t`Attach the document by its file ID. Purser can't upload files.`;
    case 'ADDRESS':
      return undefined;
    case undefined:
      return t`The question does not state the answer type.`;
  }
};

/** Before a type is chosen, only the row that chooses it. */
export function belongs({ id }: Field, form: Form): boolean {
  const type = typeOf(form);
  if (id === 'type') return true;
  if (type === undefined) return false;
  if (id === ATTACHMENTS) return true;
  return inAddress.has(id) === (type === 'ADDRESS');
}

/** An address takes none, because INTERFACE.md lists all of its fields. */
function barOther(form: Form): Visible | undefined {
  const type = typeOf(form);
  if (type === undefined) return t`Choose the answer's type first.`;
  return type === 'ADDRESS' ? t`All fields of an address are already here.` : undefined;
}

/** In characters. Purser can't show a longer value in full before sending. */
const MOST = 4096;

/** `form`: the rows of the chosen type. */
export function checkResponse(form: Form, id: string): FormCheck<{ readonly body: RfiAnswer }> {
  const type = typeOf(form);
  if (type === undefined) return { ok: false, errors: { type: t`Choose the answer's type with ← and →.` } };
  const isAddress = type === 'ADDRESS';
  const { known, others, errors: wrong } = membersOf(form, isAddress ? address : [], otherMembers);
  const missing = isAddress ? NEEDED.filter(({ name }) => known[name] === undefined) : [];
  const typed = fieldValue(form, ATTACHMENTS);
  const files = listOf(typed);
  const errors: Record<string, Visible | undefined> = { ...wrong };
  for (const { name } of missing) errors[name] = t`Required for an address.`;
  if (files.some(file => /\s/.test(file)))
    errors[ATTACHMENTS] = t`A file ID has no blanks. Separate file IDs with commas.`;
  else if (typed !== '' && files.length === 0)
    errors[ATTACHMENTS] = t`Enter a file ID, or leave the field empty.`;
  const tooLong = Object.entries(others).find(([, value]) => writeJson(value).length > MOST);
  if (tooLong) {
    const name = form.fields.find(one => one.id.endsWith('.name') && one.value.trim() === tooLong[0]);
    if (name)
      errors[name.id.replace(/name$/, 'value')] =
        t`Too long: at most 4,096 characters, because Purser shows the full text before sending.`;
  }
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  // Added rows give only texts and lists of texts; the contract checks the whole body before sending.
  const more = others as Record<string, string | string[]>;
  return {
    ok: true,
    body: { id, type, ...known, ...(files.length > 0 && { attachments: [...files] }), ...more },
  };
}

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
    const question = answerable(state);
    if (typeof question === 'string') return warn(app.store, question);
    const { subject: id = '' } = currentView(state);
    const checked = checkResponse(form, id);
    if (!checked.ok) return app.store.setState(now => forms.set(now, withErrors(form, checked.errors)));
    const ended = formDone(app, { declared: respondForm, whole: forms.whole(state) });
    void app.dialog.ask({ ...responseQuestion(question, id, checked.body), ended });
  },
  commands: [addsMember('respond-rfi', forms, otherMembers, barOther)],
};

function openQuestion(state: State): RfiQuestion | undefined {
  const { subject } = currentView(state);
  const { value } = documentOf(state, rfiQuery);
  return subject === undefined || !value ? undefined : questionIn(value, subject, state.language);
}

/** Or why nobody can answer. */
function answerable(state: State): RfiQuestion | Visible {
  const { subject: id } = currentView(state);
  if (id === undefined) return NO_ONE;
  if (!isConfirmableId(id, rfiRespond, state)) return unusableId(t`question ID`);
  const { other } = documentOf(state, rfiQuery);
  if (other) return t`${other} Purser sends no answer.`;
  return (
    openQuestion(state) ?? t`Purser has not read this question, or the question does not exist. Press Ctrl+R.`
  );
}

const NO_ONE = t`No question chosen. Press n on a question in tab 8.`;

function questionAbove(state: State, form: Form): readonly Entry[] {
  const { subject } = currentView(state);
  if (subject === undefined) return [noted(NO_ONE, 'warn')];
  const read = documentOf(state, rfiQuery);
  const question = openQuestion(state);
  const note = typeNote(form);
  if (question)
    return [
      ...(read.other === undefined ? [] : [noted(read.other, 'bad')]),
      // First, because a small terminal shows only the first lines.
      ...(note === undefined ? [] : [noted(note, 'warn')]),
      { label: t`Title`, cell: questionCell(question.title, question.language, 'strong') },
      { label: t`Question`, cell: questionCell(question.description, question.language) },
      { label: t`Language`, cell: { text: languageText(question) } },
      { label: t`Comment`, cell: textCell(question.comment) },
      ...(question.open ? [] : [noted(AGAIN, 'warn')]),
    ];
  if (read.value) return [noted(NOT_ASKED, 'bad')];
  return unreadEntries(read, {
    title: t`Request for information`,
    reading: t`Reading the question …`,
    unread: t`Purser has not read the question yet.`,
  });
}

function answerEvidence(read: Rfi, { row, outcomeCheck, moment }: CheckedWrite): readonly Entry[] {
  const id = textIn(row.intent, 'id');
  const raw = readingOf(outcomeCheck, 'rfi.get')?.raw ?? null;
  const other = findOther(read, { operation: 'rfi.get', input: {}, customer: row.intent.customer });
  if (other !== undefined) return [noted(t`? ${other}`, 'bad')];
  const found = askedQuestions(read, raw).filter(({ question }) => isId(question.id, id));
  const status: readonly Entry[] = [
    { label: t`Status then`, cell: textCell(confirmedLine(row, RFI_STATUS)) },
    { label: t`Status now`, cell: textCell(read.status) },
  ];
  if (found.length === 0)
    return [
      { heading: t`The question now` },
      noted(t`Question not found in the request for information.`, 'warn'),
      ...status,
      ...sentEntries(row, null),
    ];
  return found.flatMap(({ question: { open, of, answer, comment }, raw: came }): readonly Entry[] => [
    { heading: t`The question now` },
    {
      label: t`Question status`,
      cell: open ? { text: t`open`, tone: 'warn' } : { text: t`answered`, tone: 'strong' },
    },
    { label: t`Request updated`, cell: timeCell(of.request?.updated_at, moment) },
    ...answerEntries(answer),
    { label: t`Comment`, cell: textCell(comment) },
    ...status,
    ...sentEntries(row, came),
  ]);
}

/** These names identify the question and are no part of the answer. */
const NAMES = new Set(['id', 'type']);

function sentEntries({ intent }: Row, came: Json): readonly Entry[] {
  const parsed = parseJson(intent.body ?? '');
  const sent = parsed.ok
    ? Object.entries(leavesOf(parsed.value, '')).filter(([name]) => !NAMES.has(name))
    : [];
  const there = new Set(
    [memberOf(came, 'answer'), memberOf(came, 'comment')].flatMap(part =>
      Object.values(leavesOf(part ?? null, '')),
    ),
  );
  const hidden = sent.filter(([, value]) => value === HIDDEN);
  const missing = sent.filter(([, value]) => value !== HIDDEN && !there.has(value));
  return [
    { heading: t`Sent values` },
    ...sent.map(([name, value]): Entry => {
      if (value === HIDDEN)
        return {
          label: visible(name, 30),
          cell: { text: t`${visible(HIDDEN)} · not kept in the journal, so not compared` },
        };
      const has = there.has(value);
      return {
        label: visible(name, 30),
        cell: {
          text: t`${visible(maskCardNumbers(value), 300)} · ${has ? t`same in the response` : t`not in the response`}`,
          tone: has ? 'plain' : 'warn',
        },
      };
    }),
    {
      note:
        sent.length === 0
          ? t`Only the question's ID and the type were sent: there is nothing to compare.`
          : missing.length === 0
            ? hidden.length === 0
              ? t`The answer in the response has all sent values.`
              : t`The journal does not keep the answer. Only its author can compare the values.`
            : t`Sent values that are not in the response: ${missing.length} of ${sent.length}.`,
      tone: missing.length === 0 && hidden.length === 0 ? 'plain' : 'warn',
    },
  ];
}

function leavesOf(value: Json, path: string): Readonly<Record<string, string>> {
  if (value === null) return {};
  if (typeof value !== 'object' || value instanceof JsonNumber)
    return { [path]: typeof value === 'string' ? value : writeJson(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`)),
  );
}
