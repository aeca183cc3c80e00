// The screen of a new customer: the sections with their missing fields, and the button for the review.

import { Box } from 'ink';
import { momentOf } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { jsonAt, withoutEmpty } from '../../lib/json-path.ts';
import { showTime } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut, toWidth } from '../../lib/width.ts';
import { takesText } from '../../store/form-state.ts';
import { type NewUser, newUserSlot } from '../../store/new-user.ts';
import type { State } from '../../store/state.ts';
import { openView, scrollTo } from '../../store/view.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Line, Lines } from '../../ui/kit/Line.tsx';
import { buttonText, choiceSpoken } from '../../ui/kit/spoken.ts';
import type { Painted, Theme } from '../../ui/kit/theme.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import {
  confirmBindings,
  fileBindings,
  type Overview,
  overviewOf,
  reportBindings,
  type SectionRow,
  sectionsBindings,
  stateText,
} from './new-user-bindings.ts';
import { BUSINESS_NAME } from './sections.ts';
import { confirmEntries, draftNow, FileStep, stepForm, stepSpoken, toldLines } from './step-views.tsx';

export const newUserScreen: Screen = {
  place: 'new-user',
  bindings: sectionsBindings,
  modes: {
    file: {
      bindings: fileBindings,
      takesText(state) {
        const form = stepForm(state);
        return form !== undefined && takesText(form);
      },
    },
    report: { bindings: reportBindings },
    confirm: { bindings: confirmBindings },
  },
  mode(state) {
    switch (draftNow(state)?.step.kind) {
      case 'load':
      case 'save':
        return 'file';
      case 'report':
        return 'report';
      case 'discard':
      case 'replace':
      case 'remove':
        return 'confirm';
      default:
        return undefined;
    }
  },
  about: () => undefined,
  View: NewUserView,
  spoken(state, app) {
    const shown = overviewOf(state);
    if (!shown) return { entries: [{ note: READING }] };
    const { draft, rows, cursor, open } = shown;
    if (draft.step.kind !== 'sections') return stepSpoken(draft, state, app);
    const texts = rows.map(row => sectionText(row, open !== undefined));
    return {
      part: 'sections',
      status: keptText(draft, state),
      entries: [...draft.report.map(note => ({ note })), ...belowEntries(rows[cursor], open)],
      ...choiceSpoken(cursor, [...texts, buttonText(REVIEW, 1, 1)]),
    };
  },
};

const READING = t`Reading the draft …`;
const REVIEW = t`Review customer`;

const sectionText = (row: SectionRow, checked: boolean): Visible =>
  join(
    [row.section.title, row.name, ...(checked ? [stateText(row, checked)] : [])].filter(one => one !== ''),
  );

function NewUserView({ app, state, theme }: ScreenProps) {
  const { body } = layoutOf(state.size);
  const shown = overviewOf(state);
  if (!shown) return <Lines lines={[theme.paint('plain', READING)]} height={body.height} />;
  const { step } = shown.draft;
  switch (step.kind) {
    case 'load':
    case 'save':
      return <FileStep app={app} state={state} draft={shown.draft} theme={theme} />;
    case 'report':
      return <Lines lines={toldLines(state, theme)} height={body.height} />;
    case 'discard':
    case 'replace':
    case 'remove':
      return (
        <Lines
          lines={composeDetails(confirmEntries(shown.draft), body.width - 1, theme)}
          height={body.height}
        />
      );
    default:
      return <Sections shown={shown} state={state} theme={theme} />;
  }
}

interface SectionsProps {
  readonly shown: Overview;
  readonly state: State;
  readonly theme: Theme;
}

/** In lines. */
const BELOW = 4;

function Sections({ shown, state, theme }: SectionsProps) {
  const { body } = layoutOf(state.size);
  const { draft, rows, cursor, open } = shown;
  const width = body.width - 1;
  const below = body.height >= 14 ? BELOW : 1;
  const report = composeDetails(
    draft.report.map(note => noted(note, 'warn')),
    width,
    theme,
  ).slice(0, Math.max(0, Math.min(4, body.height - rows.length - below - 3)));
  const height = Math.max(1, body.height - below - 2 - report.length);
  const first = scrollTo(0, cursor, height, rows.length);
  const row = rows[cursor];
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Line text={theme.paint('dim', cut(keptText(draft, state), width))} />
      <Lines lines={report} />
      <Lines
        lines={rows
          .slice(first, first + height)
          .map((one, i) => rowLine(one, first + i === cursor, open !== undefined, width, theme))}
        height={Math.min(rows.length, height)}
      />
      <Line text={theme.paint(cursor === rows.length ? 'cursor' : 'plain', t`[ ${REVIEW} ]`)} />
      <Lines lines={composeDetails(belowEntries(row, open), width, theme).slice(0, below)} height={below} />
    </Box>
  );
}

/** In cells. */
const TITLE = 26;
const STATE = 20;

function rowLine(row: SectionRow, cursor: boolean, checked: boolean, width: number, theme: Theme): Painted {
  const { section, wrong, missing } = row;
  const inner = section.person !== undefined && !section.heads;
  const title = t`${cursor ? t`›` : t` `} ${inner ? t`  ` : t``}${section.title}`;
  const line = t`${toWidth(title, TITLE)}  ${toWidth(stateText(row, checked), STATE)}  ${row.name}`;
  const tone = wrong > 0 ? 'bad' : missing > 0 ? 'warn' : 'plain';
  return theme.paint(cursor ? 'cursor' : tone, toWidth(line, width));
}

function openText(open: number | undefined): Visible {
  if (open === undefined) return t`Fields not checked yet.`;
  return t`${counted(open, t`field is`, t`fields are`)} missing or wrong.`;
}

function belowEntries(row: SectionRow | undefined, open: number | undefined): readonly Entry[] {
  if (!row)
    return [
      noted(
        open === 0
          ? t`All required fields are complete. Purser sends nothing before you review and confirm.`
          : t`${openText(open)} Press Enter to ${open === undefined ? t`check and review` : t`go to the first field`}.`,
        'plain',
      ),
    ];
  const [first, ...others] = row.problems;
  if (!first) return [{ note: t`${row.section.title}: ${row.section.about}` }];
  return [first, ...others].map(({ label, why }) => noted(t`${label}: ${why}`, 'warn'));
}

function keptText(draft: NewUser, state: State): Visible {
  const { kept } = draft;
  switch (kept.kind) {
    case 'empty':
      return t`Purser saves your draft while you type. Only you can read the draft.`;
    case 'waiting':
      return t`Draft not saved yet …`;
    case 'kept': {
      const { mode, zone } = momentOf(state);
      return t`Draft saved ${showTime(kept.at, mode === 'relative' ? 'local' : mode, state.now, zone)}. Only you can read the draft.`;
    }
    case 'not-kept':
      return t`The draft is NOT saved. ${kept.why}`;
  }
}

export const keptDraft: AttentionSource = {
  live: true,
  attention(state) {
    const draft = newUserSlot.get(state);
    if (!draft || withoutEmpty(draft.body) === undefined) return [];
    const name = jsonAt(draft.body, BUSINESS_NAME);
    const { kept } = draft;
    return [
      {
        key: 'new customer, draft',
        urgency: 'draft',
        state: { text: t`draft`, tone: 'dim' },
        what: t`New customer (draft)`,
        ...(typeof name === 'string' && { about: visible(name, 60) }),
        ...(kept.kind === 'kept' && { at: kept.at + (state.skew ?? 0) }),
        notes: [
          noted(whereKept(draft), 'plain'),
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

function whereKept({ kept }: NewUser): Visible {
  if (kept.kind === 'not-kept') return t`Not sent. The draft is only in this console. ${kept.why}`;
  return t`Not sent. The draft is on this machine, in the state folder.`;
}
