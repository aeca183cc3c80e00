// A new customer: its sections with what is missing in each, the way into them, and the review of the whole.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut, toWidth } from '../../lib/width.ts';
import { takesText } from '../../store/form.ts';
import type { NewUser } from '../../store/new-user.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { composeDetails, type Entry } from '../../ui/kit/details.ts';
import { Line, Lines } from '../../ui/kit/Line.tsx';
import type { Painted, Theme } from '../../ui/kit/theme.ts';
import { FormView } from '../../ui/screens/form.tsx';
import { layoutOf } from '../../ui/screens/layout.ts';
import { momentOf } from '../../ui/screens/moment.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { confirmBindings, fileBindings, sectionsBindings } from './overview-bindings.ts';
import { type Overview, overviewOf, type SectionRow, stateText } from './overview-model.ts';
import { personName } from './sections.ts';
import { draftNow, isEmpty, stepForm, withStepForm } from './steps.ts';

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
    confirm: { bindings: confirmBindings, takesText: () => false },
  },
  mode(state) {
    switch (draftNow(state)?.step.kind) {
      case 'load':
      case 'save':
        return 'file';
      case 'discard':
      case 'remove':
        return 'confirm';
      default:
        return undefined;
    }
  },
  filters: [],
  filterable: false,
  settle: state => state,
  needs: () => [],
  problem: () => undefined,
  about: () => undefined,
  reload: () => {},
  abandon: () => false,
  View: NewUserView,
};

function NewUserView({ app, state, theme }: ScreenProps) {
  const { body } = layoutOf(state.size, 'list');
  const shown = overviewOf(state);
  if (!shown) return <Lines lines={[theme.paint('plain', t`Reading the draft …`)]} height={body.height} />;
  const { step } = shown.draft;
  switch (step.kind) {
    case 'load':
    case 'save':
      return <FileStep app={app} state={state} draft={shown.draft} theme={theme} />;
    case 'discard':
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

/** Rows for the problems of the section under the cursor. */
const BELOW = 4;

function Sections({ shown, state, theme }: SectionsProps) {
  const { body } = layoutOf(state.size, 'list');
  const { draft, rows, cursor, open } = shown;
  const width = body.width - 1;
  const below = body.height >= 14 ? BELOW : 1;
  const said = composeDetails(
    draft.said.map(note => ({ note, tone: 'warn' as const })),
    width,
    theme,
  ).slice(0, Math.max(0, Math.min(4, body.height - rows.length - below - 3)));
  const height = Math.max(1, body.height - below - 2 - said.length);
  const first = scrollTo(0, cursor, height, rows.length);
  const row = rows[cursor];
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Line text={theme.paint('dim', cut(keptText(draft, state), width))} />
      <Lines lines={said} height={said.length} />
      <Lines
        lines={rows
          .slice(first, first + height)
          .map((one, i) => rowLine(one, first + i === cursor, open !== undefined, width, theme))}
        height={Math.min(rows.length, height)}
      />
      <Line text={theme.paint(cursor === rows.length ? 'cursor' : 'plain', t`[ Review the customer ]`)} />
      <Lines lines={composeDetails(belowEntries(row, open), width, theme).slice(0, below)} height={below} />
    </Box>
  );
}

/** Cells of a section's title, and of what it lacks. */
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

function belowEntries(row: SectionRow | undefined, open: number | undefined): readonly Entry[] {
  if (!row)
    return [
      {
        note:
          open === 0
            ? t`Nothing is missing. Nothing is sent before it is reviewed and confirmed.`
            : t`${open ?? t`–`} fields are missing or wrong: Enter leads to the first of them.`,
        tone: 'plain',
      },
    ];
  const [first, ...others] = row.problems;
  if (!first) return [{ note: t`${row.section.title}: ${row.section.about}` }];
  return [first, ...others].map(({ label, why }) => ({ note: t`${label}: ${why}`, tone: 'warn' as const }));
}

function keptText(draft: NewUser, state: State): Visible {
  const { kept } = draft;
  switch (kept.kind) {
    case 'empty':
      return t`What is typed is kept in the state folder as it is typed, readable by you alone, until it is sent.`;
    case 'waiting':
      return t`Draft: not kept yet …`;
    case 'kept': {
      const { mode, zone } = momentOf(state);
      return t`Draft kept ${showTime(kept.at, mode === 'relative' ? 'local' : mode, state.now, zone)}, readable by you alone.`;
    }
    case 'not-kept':
      return t`The draft is NOT kept: ${kept.why}`;
  }
}

interface FileStepProps {
  readonly app: App;
  readonly state: State;
  readonly draft: NewUser;
  readonly theme: Theme;
}

function FileStep({ app, state, draft, theme }: FileStepProps) {
  const { body } = layoutOf(state.size, 'list');
  if (!('form' in draft.step)) return null;
  const { kind, form } = draft.step;
  const loads = kind === 'load';
  const entries: readonly Entry[] = [
    { heading: loads ? t`Load from a JSON file` : t`Save as a JSON file` },
    {
      note: loads
        ? t`The file holds the body as the service takes it. What doesn't fit is left out and named.`
        : t`The file will hold what was typed so far, as the service takes it: personal data too.`,
    },
    ...(loads && !isEmpty(draft)
      ? [
          {
            note: t`It takes the place of what was typed here. Save that first (Esc, then E) if it is still needed.`,
            tone: 'warn' as const,
          },
        ]
      : []),
  ];
  const above = composeDetails(entries, body.width - 1, theme);
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Lines lines={above} height={above.length} />
      <FormView
        form={form}
        button={loads ? t`Load` : t`Save`}
        width={body.width - 1}
        height={Math.max(1, body.height - above.length)}
        theme={theme}
        onChange={changed => app.store.setState(now => withStepForm(now, changed))}
      />
    </Box>
  );
}

function confirmEntries({ step, body }: NewUser): readonly Entry[] {
  const keys: Entry = { note: t`y throws it away; Esc goes back, and everything stays.`, tone: 'plain' };
  if (step.kind === 'remove') {
    const name = personName(body, step.person);
    return [
      { heading: t`Take person ${step.person + 1} away?` },
      {
        note: t`All that was typed about ${name === '' ? t`this person` : name} is gone then.`,
        tone: 'warn',
      },
      keys,
    ];
  }
  return [
    { heading: t`Discard the draft?` },
    {
      note: t`All that was typed is gone then, and so is its file in the state folder. Nothing was sent.`,
      tone: 'warn',
    },
    keys,
  ];
}
