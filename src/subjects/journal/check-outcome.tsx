// The screen that checks one UNKNOWN write against the service: the confirmed lines next to the service's data.

import { Box } from 'ink';
import { momentOf } from '../../format/cells.ts';
import { type Entry, evidencesIn, noted } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { entryOf, type JournalEntry, subjectText } from '../../money/journal-entry.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, pushView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { drawnLines, type ScrollWindow, windowAt } from '../../ui/kit/scroll.ts';
import { type Painted, type Theme, UNPAINTED } from '../../ui/kit/theme.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { scrollBindings } from '../../ui/screens/scrolling.ts';
import { confirmedEntries, foundEntries } from './journal-details.ts';
import {
  barResolve,
  noWrite,
  putResolving,
  resolveAction,
  resolvingNow,
  rowAt,
  sendAgainAction,
  withEvidence,
} from './resolve.tsx';

const GROUP = t`check`;
const bind = bindingsIn<App>(GROUP);
/** In cells. */
const BESIDE = 100;
/** In cells. */
const LEFT_CELLS = 56;

function entryNow(state: State): JournalEntry | undefined {
  const row = rowAt('read-back', state);
  return row && entryOf(row, state);
}

const confirmed = ({ row }: JournalEntry): readonly Entry[] => [
  { heading: t`Confirmed in Purser` },
  { label: t`Operation`, cell: { text: visible(row.intent.title) } },
  ...confirmedEntries(row),
];

const subjectOf = ({ row }: JournalEntry): Entry => ({
  label: visible(row.intent.title, 30),
  cell: { text: subjectText(row), tone: 'strong' },
});
const HEAD: Entry = { heading: t`At the service now` };

const allEntries = (entry: JournalEntry, state: State, rules: WriteRules): readonly Entry[] => [
  subjectOf(entry),
  HEAD,
  ...foundEntries(entry, momentOf(state), rules),
  ...confirmed(entry),
];

/** On a narrow screen everything is in the right panel. */
function panels(
  entry: JournalEntry,
  state: State,
  theme: Theme,
  rules: WriteRules,
): { left: readonly Painted[]; right: readonly Painted[]; width: number } {
  const { body } = layoutOf(state.size);
  if (state.size.columns < BESIDE)
    return { left: [], right: composeDetails(allEntries(entry, state, rules), body.width, theme), width: 0 };
  const width = Math.min(LEFT_CELLS, Math.floor(body.width * 0.44));
  return {
    left: composeDetails(confirmed(entry), width - 2, theme),
    right: composeDetails(
      [HEAD, ...foundEntries(entry, momentOf(state), rules)],
      body.width - width - 2,
      theme,
    ),
    width,
  };
}

const candidatesOf = (entry: JournalEntry, { store, rules }: App): readonly Visible[] =>
  evidencesIn(foundEntries(entry, momentOf(store.getState()), rules));

const windowIn = (count: number, state: State): ScrollWindow =>
  windowAt(currentView(state).detailsTop, layoutOf(state.size).body.height, count);

const acts = ({ id, title, key, footer, barred, run }: RowAction<JournalEntry>): readonly Binding<App>[] =>
  key === undefined
    ? []
    : [
        bind(`read-back.${id}`, title, [key], {
          footer,
          enabled(app) {
            const state = app.store.getState();
            const entry = entryNow(state);
            return entry ? (barred?.(entry, state) ?? true) : noWrite(state);
          },
          run(app) {
            const entry = entryNow(app.store.getState());
            if (entry) run(app, entry, entry.row.intent.requestId);
          },
        }),
      ];

const NO_CANDIDATE = t`No candidate was found that could be evidence.`;

export const checkOutcome = (rules: WriteRules): Screen => ({
  place: 'read-back',
  bindings: [
    ...scrollBindings({
      id: 'read-back',
      group: GROUP,
      footer: [2],
      windowIn(state) {
        const entry = entryNow(state);
        if (!entry) return undefined;
        const { left, right } = panels(entry, state, UNPAINTED, rules);
        return windowIn(Math.max(left.length, right.length), state);
      },
    }),
    ...acts(resolveAction),
    bind('read-back.evidence', t`use candidate as evidence`, ['e'], {
      footer: 1.3,
      enabled(app) {
        const state = app.store.getState();
        const entry = entryNow(state);
        if (!entry) return noWrite(state);
        return barResolve(entry.row) ?? (candidatesOf(entry, app).length > 0 ? true : NO_CANDIDATE);
      },
      run: app =>
        app.store.setState(state => {
          const entry = entryNow(state);
          if (!entry) return state;
          const there = pushView(state, openView('resolve', entry.row.intent.requestId));
          const resolving = resolvingNow(there);
          return resolving ? putResolving(there, withEvidence(resolving, candidatesOf(entry, app))) : there;
        }),
    }),
    ...acts(sendAgainAction(rules)),
  ],
  checkedWrite: state => entryNow(state)?.row,
  about: ({ subject }) => (subject === undefined ? undefined : t`${visible(subject, 40)}`),
  reload(app) {
    void app.journal.refresh().then(() => {
      const entry = entryNow(app.store.getState());
      if (entry) void app.outcomeChecks.load(entry.row);
    });
  },
  abandon(app) {
    const entry = entryNow(app.store.getState());
    return entry !== undefined && app.outcomeChecks.abandon(entry.row);
  },
  View: CheckOutcomeView,
  spoken(state) {
    const entry = entryNow(state);
    return { entries: entry ? allEntries(entry, state, rules) : [{ note: noWrite(state) }] };
  },
});

function CheckOutcomeView({ app, state, theme }: ScreenProps) {
  const { body } = layoutOf(state.size);
  const entry = entryNow(state);
  if (!entry) {
    return (
      <Lines
        lines={composeDetails([noted(noWrite(state), 'plain')], body.width, theme)}
        height={body.height}
      />
    );
  }
  const { left, right, width } = panels(entry, state, theme, app.rules);
  const { top, room } = windowIn(Math.max(left.length, right.length), state);
  const drawn = (lines: readonly Painted[]) => drawnLines(lines, { top, room, count: lines.length }, theme);
  const rows = drawn(right);
  if (width === 0) return <Lines lines={rows} height={body.height} />;
  return (
    <Box>
      <Box flexDirection="column" width={width}>
        <Lines lines={drawn(left)} height={body.height} />
      </Box>
      <Box flexDirection="column" width={2}>
        {rows.length > 0 && (
          <Lines
            lines={Array.from({ length: body.height }, () => theme.paint('dim', t`│`))}
            height={body.height}
          />
        )}
      </Box>
      <Box flexDirection="column" width={body.width - width - 2}>
        <Lines lines={rows} height={body.height} />
      </Box>
    </Box>
  );
}
