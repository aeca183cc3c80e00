// The screen of a new customer: the sections with their missing fields, and the button for the review.

import { Box } from 'ink';
import { clockText, momentOf } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut, toWidth } from '../../lib/width.ts';
import { type Section, typedIn } from '../../store/body-form.ts';
import { type NewUser, type NewUserQuestion, newUserSlot } from '../../store/new-user.ts';
import type { State } from '../../store/state.ts';
import { openView, scrollTo } from '../../store/view.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Line, Lines } from '../../ui/kit/Line.tsx';
import { buttonText, choiceSpoken } from '../../ui/kit/spoken.ts';
import type { Theme } from '../../ui/kit/theme.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { confirmBindings, type Overview, overviewOf, sectionsBindings } from './new-user-bindings.ts';
import { BUSINESS_NAME, isEmpty, personName } from './new-user-form.ts';

const READING = t`Reading the draft …`;
const REVIEW = t`Review customer`;

export const newUserScreen: Screen = {
  place: 'new-user',
  bindings: sectionsBindings,
  modes: { confirm: { bindings: confirmBindings } },
  mode: state => newUserSlot.get(state)?.question && 'confirm',
  about: () => undefined,
  View({ state, theme }: ScreenProps) {
    const { width, height } = layoutOf(state.size).body;
    const shown = overviewOf(state);
    if (!shown) return <Lines lines={[theme.paint('plain', READING)]} height={height} />;
    const { question, body } = shown.draft;
    if (!question) return <Sections shown={shown} state={state} theme={theme} />;
    return (
      <Lines lines={composeDetails(questionEntries(question, body), width - 1, theme)} height={height} />
    );
  },
  spoken(state) {
    const shown = overviewOf(state);
    if (!shown) return { entries: [{ note: READING }] };
    const { draft, rows, cursor } = shown;
    const { question, body } = draft;
    if (question) return { part: question.kind, entries: questionEntries(question, body) };
    const texts = rows.map(row =>
      join([row.title, nameOf(row, body), stateText(row)].filter(one => one !== '')),
    );
    return {
      part: 'sections',
      status: keptText(draft, state),
      entries: [...reportEntries(draft), ...belowEntries(shown)],
      ...choiceSpoken(cursor, [...texts, buttonText(REVIEW, 1, 1)]),
    };
  },
};

interface SectionsProps {
  readonly shown: Overview;
  readonly state: State;
  readonly theme: Theme;
}

/** In lines. */
const BELOW = 4;
/** In cells. */
const TITLE = 26;
const STATE = 20;

function Sections({ shown, state, theme }: SectionsProps) {
  const { body } = layoutOf(state.size);
  const { draft, rows, cursor } = shown;
  const width = body.width - 1;
  const below = body.height >= 14 ? BELOW : 1;
  const report = composeDetails(reportEntries(draft), width, theme).slice(
    0,
    Math.max(0, Math.min(4, body.height - rows.length - below - 3)),
  );
  const height = Math.max(1, body.height - below - 2 - report.length);
  const first = scrollTo(0, cursor, height, rows.length);
  const lines = rows.slice(first, first + height).map((row, i) => {
    const isCursor = first + i === cursor;
    const isInner = row.item !== undefined && !row.heads;
    const title = t`${isCursor ? t`›` : t` `} ${isInner ? t`  ` : t``}${row.title}`;
    const line = t`${toWidth(title, TITLE)}  ${toWidth(stateText(row), STATE)}  ${nameOf(row, draft.body)}`;
    const { wrong, missing } = counts(row);
    const tone = wrong > 0 ? 'bad' : missing > 0 ? 'warn' : 'plain';
    return theme.paint(isCursor ? 'cursor' : tone, toWidth(line, width));
  });
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Line text={theme.paint('dim', cut(keptText(draft, state), width))} />
      <Lines lines={report} />
      <Lines lines={lines} height={Math.min(rows.length, height)} />
      <Line text={theme.paint(cursor === rows.length ? 'cursor' : 'plain', t`[ ${REVIEW} ]`)} />
      <Lines lines={composeDetails(belowEntries(shown), width, theme).slice(0, below)} height={below} />
    </Box>
  );
}

const counts = ({ fields }: Section) => ({
  wrong: fields.filter(({ problem }) => problem?.kind === 'wrong').length,
  missing: fields.filter(({ problem }) => problem?.kind === 'missing').length,
});

function stateText(section: Section): Visible {
  const { wrong, missing } = counts(section);
  if (wrong + missing === 0) return t`complete`;
  return join(
    [...(wrong > 0 ? [t`${wrong} wrong`] : []), ...(missing > 0 ? [t`${missing} missing`] : [])],
    ', ',
  );
}

function nameOf({ id, item, heads }: Section, body: NewUser['body']): Visible {
  if (item !== undefined) return heads ? personName(body, item) : t``;
  return id === 'business' ? visible(typedIn(body, BUSINESS_NAME), 40) : t``;
}

function reportEntries({ report }: NewUser): readonly Entry[] {
  if (!report) return [];
  const { about, leftOut } = report;
  const parts = counted(leftOut.length, t`part that does not fit`, t`parts that do not fit`);
  return [
    noted(leftOut.length === 0 ? about : t`${about} Left out: ${parts}. Press i for the list.`, 'warn'),
  ];
}

function belowEntries({ rows, cursor }: Overview): readonly Entry[] {
  const row = rows[cursor];
  const problems = (row ? [row] : rows).flatMap(({ fields }) =>
    fields.flatMap(({ label, problem }) => (problem ? [t`${label}: ${problem.why}`] : [])),
  );
  if (row && problems.length > 0) return problems.map(problem => noted(problem, 'warn'));
  if (row) return [{ note: t`${row.title}: ${row.about}` }];
  const open = problems.length;
  return [
    noted(
      open === 0
        ? t`All required fields are complete. Purser sends nothing before you review and confirm.`
        : t`${counted(open, t`field is`, t`fields are`)} missing or wrong. Press Enter to go to the first field.`,
      'plain',
    ),
  ];
}

function questionEntries(question: NewUserQuestion, body: NewUser['body']): readonly Entry[] {
  const [heading, lost] = questionTexts(question, body);
  return [
    { heading },
    noted(lost, 'warn'),
    noted(t`Press y to discard, or Esc to go back and keep everything.`, 'plain'),
  ];
}

function questionTexts(
  question: NewUserQuestion,
  body: NewUser['body'],
): readonly [heading: Visible, lost: Visible] {
  switch (question.kind) {
    case 'remove': {
      const name = personName(body, question.person);
      return [
        t`Remove person ${question.person + 1}?`,
        t`You lose all typed data about ${name === '' ? t`this person` : name}.`,
      ];
    }
    case 'replace':
      return [
        t`Replace the draft with the file?`,
        t`You lose the typed draft. To keep the draft, save it first (Esc, then E). The file is ${question.path}.`,
      ];
    case 'discard':
      return [
        t`Discard the draft?`,
        t`You lose the typed draft and its file in the state folder. Nothing was sent.`,
      ];
  }
}

function keptText({ kept }: NewUser, state: State): Visible {
  switch (kept.kind) {
    case 'empty':
      return t`Purser saves your draft while you type. Only you can read the draft.`;
    case 'waiting':
      return t`Draft not saved yet …`;
    case 'kept':
      return t`Draft saved ${clockText(kept.at, momentOf(state))}. Only you can read the draft.`;
    case 'not-kept':
      return t`The draft is NOT saved. ${kept.why}`;
  }
}

export const keptDraft: AttentionSource = {
  live: true,
  attention(state) {
    const draft = newUserSlot.get(state);
    if (!draft || isEmpty(draft.body)) return [];
    const name = typedIn(draft.body, BUSINESS_NAME);
    const { kept } = draft;
    return [
      {
        key: 'new customer, draft',
        urgency: 'draft',
        state: { text: t`draft`, tone: 'dim' },
        what: t`New customer (draft)`,
        ...(name !== '' && { about: visible(name, 60) }),
        ...(kept.kind === 'kept' && { at: kept.at + (state.skew ?? 0) }),
        notes: [
          noted(
            kept.kind === 'not-kept'
              ? t`Not sent. The draft is only in this console. ${kept.why}`
              : t`Not sent. The draft is on this machine, in the state folder.`,
            'plain',
          ),
          noted(
            t`The draft has personal data. Send the draft, or press Enter and then D to discard the draft.`,
            'plain',
          ),
        ],
        to: openView('new-user'),
      },
    ];
  },
};
