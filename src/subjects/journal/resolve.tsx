// The screen for a person's verdict on an UNKNOWN write. Purser sends nothing, and the recorded verdict is final.

import { Box } from 'ink';
import { momentOf } from '../../format/cells.ts';
import { type Entry, evidencesIn, noted } from '../../format/entry.ts';
import type { Resolution, Row } from '../../journal/intent.ts';
import { isFor } from '../../journal/possible-duplicates.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { entryOf, type JournalEntry, stateWord, subjectText } from '../../money/journal-entry.ts';
import { checkAgain, sendAgain } from '../../money/send-again.ts';
import { confirmedCustomer } from '../../money/shown-lines.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import { flowSlot } from '../../store/flow-data.ts';
import { choice, field, fieldValue, setField, takesText, withErrors } from '../../store/form-state.ts';
import { rowOf } from '../../store/journal-view.ts';
import { info } from '../../store/notices.ts';
import type { PlaceId } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, popView, pushView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Line, Lines } from '../../ui/kit/Line.tsx';
import { buttonText } from '../../ui/kit/spoken.ts';
import { concat, type Painted, type Theme } from '../../ui/kit/theme.ts';
import { FormView, formBindings } from '../../ui/screens/form.tsx';
import { formSpoken } from '../../ui/screens/form-spoken.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { foundEntries } from './journal-details.ts';

const bind = bindingsIn<App>(t`resolve`);
const BUTTON = t`Review`;
/** From this width on, in cells, the service's data is at the right of the form. */
const BESIDE = 100;

const change = (app: App, to: (resolving: Resolving) => Resolving): void =>
  app.store.setState(state => {
    const now = resolvingNow(state);
    return now ? putResolving(state, to(now)) : state;
  });

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
    // The person may be at another entry by now.
    const without = slot.get(state)?.requestId === requestId ? putResolving(state, undefined) : state;
    const { place, subject } = currentView(state);
    const isHere = place === 'resolve' && subject === requestId;
    const said = resolution.verdict === 'DONE' ? t`done` : t`not done`;
    return {
      ...((isHere && popView(without)) || without),
      notice: info(t`RESOLVED: ${said}. Request ID ${visible(requestId)}.`),
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
    if (!now || !row) return { entries: [{ note: nothingText(row, state) }] };
    if (now.phase === 'review') {
      const at = now.focus === 'safe' ? 0 : 1;
      const text = buttonText(BUTTONS[at], at + 1, BUTTONS.length);
      return { part: 'review', entries: reviewEntries(now, row, state), selected: { key: now.focus, text } };
    }
    return {
      part: 'form',
      entries: aboutEntries(row, state),
      ...formSpoken({ form: now.form, button: BUTTON, change: form => put(app, form) }),
    };
  },
};

const put = (app: App, form: Form): void => change(app, resolving => ({ ...resolving, form }));
/** The header may show another customer. */
const customerEntry = (row: Row, { customer }: State): Entry => {
  const name = confirmedCustomer(row);
  const selected = customer !== undefined && isFor(row.intent, customer);
  return {
    label: t`Customer`,
    cell: selected ? { text: name } : { text: t`${name}. The header shows another customer.`, tone: 'warn' },
  };
};
const nothingText = (row: Row | undefined, state: State): Visible =>
  row ? (barResolve(row) ?? t`There is nothing to resolve here.`) : noWrite(state);
const aboutEntries = (row: Row, state: State): readonly Entry[] => [
  { label: visible(row.intent.title, 30), cell: { text: subjectText(row), tone: 'strong' } },
  customerEntry(row, state),
  { note: t`Nothing is sent. Give the verdict and its evidence.` },
];

function ResolveView({ app, state, theme }: ScreenProps) {
  const { body } = layoutOf(state.size);
  const now = resolvingNow(state);
  const row = resolvedRow(state);
  const width = body.width - 1;
  if (!now || !row) {
    const lines = composeDetails([noted(nothingText(row, state), 'plain')], width, theme);
    return <Lines lines={lines} height={body.height} />;
  }
  if (now.phase === 'review')
    return (
      <Review resolving={now} row={row} state={state} theme={theme} width={width} height={body.height} />
    );
  const left = state.size.columns < BESIDE ? body.width : Math.floor(body.width / 2);
  const about = composeDetails(aboutEntries(row, state), left - 1, theme);
  const height = Math.max(1, body.height - about.length);
  const form = (room: number) => (
    <Box flexDirection="column" width={room} height={body.height} overflow="hidden">
      <Lines lines={about} />
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
  readonly state: State;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
}

function Review({ resolving, row, state, theme, width, height }: ReviewProps) {
  const lines = composeDetails(reviewEntries(resolving, row, state), width, theme);
  const room = Math.max(1, height - 1);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Lines lines={lines} height={Math.min(lines.length, room)} />
      <Line text={buttons(resolving, theme)} />
    </Box>
  );
}

function reviewEntries(resolving: Resolving, row: Row, state: State): readonly Entry[] {
  const { by, verdict, evidence, note } = resolutionOf(resolving);
  return [
    ...(resolving.trouble ? [noted(resolving.trouble, 'bad')] : []),
    noted(
      t`RESOLVED is final: the verdict can't be changed, and this request ID can't be sent again. Nothing is sent to the service.`,
      'warn',
    ),
    { label: visible(row.intent.title, 30), cell: { text: subjectText(row) } },
    customerEntry(row, state),
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

export interface Resolving {
  readonly requestId: string;
  readonly form: Form;
  readonly phase: 'form' | 'review';
  readonly focus: 'safe' | 'go';
  readonly trouble: Visible | undefined;
}

const slot = flowSlot<Resolving>('resolve');

const VERDICTS = [
  { value: 'DONE', label: t`done` },
  { value: 'NOT DONE', label: t`not done` },
];

const begin = (requestId: string, operator: string): Resolving => ({
  requestId,
  form: {
    fields: [
      choice('verdict', t`Verdict`, '', t`← and → choose`, VERDICTS),
      field('evidence', t`Evidence`, '', t`a record, a statement, or the support's answer`),
      field('note', t`Note`, '', t`optional: a ticket, or anything else`),
      field('by', t`Confirmed by`, operator, t`required`),
    ],
    focus: 0,
  },
  phase: 'form',
  focus: 'safe',
  trouble: undefined,
});

/** The entry that the screen of this place is about. */
export function rowAt(wanted: PlaceId, state: State): Row | undefined {
  const { place, subject } = currentView(state);
  return place === wanted && subject !== undefined ? rowOf(subject, state) : undefined;
}

function resolvedRow(state: State): Row | undefined {
  return rowAt('resolve', state);
}

export function resolvingNow(state: State): Resolving | undefined {
  const row = resolvedRow(state);
  if (row?.state !== 'UNKNOWN') return undefined;
  const { requestId } = row.intent;
  const kept = slot.get(state);
  return kept?.requestId === requestId ? kept : begin(requestId, state.operator);
}

export const putResolving = (state: State, resolving: Resolving | undefined): State =>
  slot.set(state, resolving);

const needed: Readonly<Record<string, Visible>> = {
  verdict: t`Choose the verdict.`,
  evidence: t`Evidence is required: say what proves the verdict.`,
  by: t`Required: the name of the person who confirms.`,
};

function reviewed(resolving: Resolving): Resolving {
  const errors = Object.fromEntries(
    Object.entries(needed).flatMap(([id, why]) => (fieldValue(resolving.form, id) === '' ? [[id, why]] : [])),
  );
  if (Object.keys(errors).length > 0) return { ...resolving, form: withErrors(resolving.form, errors) };
  return { ...resolving, phase: 'review', focus: 'safe', trouble: undefined };
}

export function withEvidence(resolving: Resolving, candidates: readonly Visible[]): Resolving {
  const { form } = resolving;
  const texts: readonly string[] = candidates;
  const at = texts.indexOf(fieldValue(form, 'evidence'));
  const next = candidates[(at + 1) % candidates.length];
  return next === undefined ? resolving : { ...resolving, form: setField(form, 'evidence', next) };
}

const resolutionOf = ({ form }: Resolving): Resolution => ({
  by: fieldValue(form, 'by'),
  verdict: fieldValue(form, 'verdict') === 'DONE' ? 'DONE' : 'NOT DONE',
  evidence: fieldValue(form, 'evidence'),
  note: fieldValue(form, 'note'),
});

/** Opened as `:resolve` or `:read-back`, or with an ID. */
export const noWrite = (state: State): Visible =>
  currentView(state).subject === undefined
    ? t`No write is selected. Press 0, select an UNKNOWN write, then press Enter to check or v to resolve the write.`
    : t`The journal has no entry with this request ID.`;

export function barResolve(row: Row): Visible | undefined {
  if (row.state === 'UNKNOWN') return undefined;
  if (row.state === 'PREPARED' || row.state === 'SENT')
    return t`The request is on its way. Only an UNKNOWN request can be resolved.`;
  return t`The request is ${stateWord(row)}. Only an UNKNOWN request has to be resolved.`;
}

/** Allowed in READ-ONLY mode, because a verdict sends nothing. */
export const resolveAction: RowAction<JournalEntry> = {
  id: 'resolve',
  title: t`resolve`,
  key: 'v',
  footer: 1.2,
  barred: ({ row }) => barResolve(row),
  run: (app: App, { row }) =>
    app.store.setState(state => pushView(state, openView('resolve', row.intent.requestId))),
};

export const sendAgainAction = ({ definitions }: WriteRules): RowAction<JournalEntry> => ({
  id: 'send-again',
  title: t`send again`,
  key: 'p',
  footer: 1.4,
  barred: ({ row }, state) => checkAgain(row, state, definitions),
  run: (app, { row }) => void sendAgain(app, row),
});
