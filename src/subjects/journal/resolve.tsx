// The screen for a person's verdict on an UNKNOWN write. Purser sends nothing, and the recorded verdict is final.

import { Box } from 'ink';
import { momentOf } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { entryOf, subjectText } from '../../money/journal-entry.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import { takesText } from '../../store/form.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, popView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Line, Lines } from '../../ui/kit/Line.tsx';
import { buttonText } from '../../ui/kit/spoken.ts';
import { concat, type Painted, type Theme } from '../../ui/kit/theme.ts';
import { FormView, formBindings } from '../../ui/screens/form.tsx';
import { formSpoken } from '../../ui/screens/form-spoken.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { evidencesIn, foundEntries } from './found.ts';
import {
  putResolving,
  type Resolving,
  resolutionOf,
  resolvedRow,
  resolvingNow,
  reviewed,
  whyNotResolve,
  withEvidence,
} from './resolving.ts';

const bind = bindingsIn<App>(t`resolve`);
const BUTTON = t`Review`;
/** From this width on, in cells, the service's data is at the right of the form. */
const BESIDE = 100;

const change = (app: App, to: (resolving: Resolving) => Resolving): void =>
  app.store.setState(state => {
    const now = resolvingNow(state);
    return now ? putResolving(state, to(now)) : state;
  });

/** The typed text stays. */
const leave = (app: App): void => app.store.setState(state => popView(state) ?? state);

async function record(app: App): Promise<void> {
  const now = resolvingNow(app.store.getState());
  if (!now) return;
  const { requestId } = now;
  const resolution = resolutionOf(now);
  const trouble = await app.journal.resolve(requestId, resolution);
  if (trouble !== undefined) {
    change(app, resolving =>
      resolving.requestId === requestId
        ? { ...resolving, phase: 'review', focus: 'safe', trouble }
        : resolving,
    );
    return;
  }
  app.store.setState(state => {
    const without = putResolving(state, undefined);
    const { place, subject } = currentView(state);
    const isHere = place === 'resolve' && subject === requestId;
    const said = resolution.verdict === 'DONE' ? t`done` : t`not done`;
    return {
      ...((isHere && popView(without)) || without),
      notice: { text: t`RESOLVED: ${said}. Request ID ${visible(requestId)}.`, tone: 'info' },
    };
  });
}

const move: Binding<App> = bind(
  'resolve.move',
  t`other button`,
  ['tab', 'shift-tab', 'left', 'right', 'up', 'down'],
  {
    footer: 2,
    run: app =>
      change(app, resolving => ({ ...resolving, focus: resolving.focus === 'safe' ? 'go' : 'safe' })),
  },
);

const backToForm = (app: App): void => change(app, resolving => ({ ...resolving, phase: 'form' }));

const reviewBindings: readonly Binding<App>[] = [
  bind('resolve.enter', t`select`, ['enter'], {
    footer: 1,
    run: app => (resolvingNow(app.store.getState())?.focus === 'go' ? void record(app) : backToForm(app)),
  }),
  move,
  bind('resolve.edit', t`go back`, ['esc'], { footer: 3, run: backToForm }),
];

function foundNow(state: State, rules: WriteRules): readonly Entry[] {
  const row = resolvedRow(state);
  return row ? foundEntries(entryOf(row, state), momentOf(state), rules) : [];
}

const candidatesNow = ({ store, rules }: App): readonly Visible[] =>
  evidencesIn(foundNow(store.getState(), rules));

const inForm: readonly Binding<App>[] = [
  ...formBindings(
    {
      id: 'resolve',
      get: state => resolvingNow(state)?.form,
      set(state, form) {
        const now = resolvingNow(state);
        return now ? putResolving(state, { ...now, form }) : state;
      },
    },
    BUTTON,
    app => change(app, reviewed),
  ),
  bind('resolve.evidence', t`next candidate as evidence`, ['ctrl-e'], {
    footer: 2.5,
    enabled: app =>
      candidatesNow(app).length > 0 ? true : t`No candidate was found that could be evidence.`,
    run: app => change(app, resolving => withEvidence(resolving, candidatesNow(app))),
  }),
  bind('resolve.leave', t`back to the journal`, ['esc'], { footer: 3, run: leave }),
];

export const resolve: Screen = {
  place: 'resolve',
  bindings: [],
  modes: {
    form: {
      bindings: inForm,
      takesText(state) {
        const now = resolvingNow(state);
        return now !== undefined && takesText(now.form);
      },
    },
    review: { bindings: reviewBindings },
  },
  mode: state => resolvingNow(state)?.phase,
  checkedWrite: resolvedRow,
  about: ({ subject }) => (subject === undefined ? undefined : t`${visible(subject, 40)}`),
  View: ResolveView,
  spoken(state, app) {
    const now = resolvingNow(state);
    const row = resolvedRow(state);
    if (!now || !row) return { entries: [{ note: whyNothing(row) }] };
    if (now.phase === 'review') {
      const at = now.focus === 'safe' ? 0 : 1;
      const text = buttonText(BUTTONS[at], at + 1, BUTTONS.length);
      return { part: 'review', entries: reviewEntries(now, row), selected: { key: now.focus, text } };
    }
    return {
      part: 'form',
      entries: aboutEntries(row),
      ...formSpoken({ form: now.form, button: BUTTON, change: form => put(app, form) }),
    };
  },
};

const put = (app: App, form: Form): void => change(app, resolving => ({ ...resolving, form }));
const whyNothing = (row: Row | undefined): Visible =>
  whyNotResolve(row) ?? t`There is nothing to resolve here.`;
const aboutEntries = (row: Row): readonly Entry[] => [
  { label: visible(row.intent.title, 30), cell: { text: subjectText(row), tone: 'strong' } },
  { note: t`Nothing is sent. Give the verdict and its evidence.` },
];

function ResolveView({ app, state, theme }: ScreenProps) {
  const { body } = layoutOf(state.size);
  const now = resolvingNow(state);
  const row = resolvedRow(state);
  const width = body.width - 1;
  if (!now || !row) {
    const lines = composeDetails([{ note: whyNothing(row), tone: 'plain' }], width, theme);
    return <Lines lines={lines} height={body.height} />;
  }
  if (now.phase === 'review')
    return <Review resolving={now} row={row} theme={theme} width={width} height={body.height} />;
  const left = state.size.columns < BESIDE ? body.width : Math.floor(body.width / 2);
  const about = composeDetails(aboutEntries(row), left - 1, theme);
  const height = Math.max(1, body.height - about.length);
  const form = (room: number) => (
    <Box flexDirection="column" width={room} height={body.height} overflow="hidden">
      <Lines lines={about} height={about.length} />
      <FormView
        form={now.form}
        button={BUTTON}
        width={room - 1}
        height={height}
        theme={theme}
        onChange={changed => put(app, changed)}
      />
    </Box>
  );
  if (state.size.columns < BESIDE) return form(body.width);
  const found = composeDetails(
    [{ heading: t`At the service now` }, ...foundNow(state, app.rules)],
    body.width - left - 1,
    theme,
  );
  return (
    <Box>
      {form(left)}
      <Box flexDirection="column" width={body.width - left} height={body.height} overflow="hidden">
        <Lines lines={found.slice(0, body.height)} height={body.height} />
      </Box>
    </Box>
  );
}

const BUTTONS = [t`Go back`, t`Record verdict`] as const;

interface ReviewProps {
  readonly resolving: Resolving;
  readonly row: Row;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
}

function Review({ resolving, row, theme, width, height }: ReviewProps) {
  const lines = composeDetails(reviewEntries(resolving, row), width, theme);
  const room = Math.max(1, height - 1);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Lines lines={lines} height={Math.min(lines.length, room)} />
      <Line text={buttons(resolving, theme)} />
    </Box>
  );
}

function reviewEntries(resolving: Resolving, row: Row): readonly Entry[] {
  const { by, verdict, evidence, note } = resolutionOf(resolving);
  return [
    ...(resolving.trouble ? [{ note: resolving.trouble, tone: 'bad' as const }] : []),
    {
      note: t`RESOLVED is final: the verdict can't be changed, and this request ID can't be sent again. Nothing is sent to the service.`,
      tone: 'warn',
    },
    { label: visible(row.intent.title, 30), cell: { text: subjectText(row) } },
    {
      label: t`Verdict`,
      cell: { text: verdict === 'DONE' ? t`done` : t`not done`, tone: 'strong' },
    },
    { label: t`Evidence`, cell: { text: visible(evidence) } },
    { label: t`Note`, cell: { text: note === '' ? t`–` : visible(note) } },
    { label: t`Confirmed by`, cell: { text: visible(by) } },
    { label: t`Request ID`, cell: { text: visible(resolving.requestId) } },
  ];
}

const buttons = ({ focus }: Resolving, theme: Theme): Painted =>
  concat(
    theme.paint(focus === 'safe' ? 'cursor' : 'plain', t`[ ${BUTTONS[0]} ]`),
    theme.paint('plain', t`   `),
    theme.paint(focus === 'go' ? 'cursor' : 'plain', t`[ ${BUTTONS[1]} ]`),
  );
