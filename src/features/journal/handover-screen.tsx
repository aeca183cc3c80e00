// The handover on the screen: the same text as its copy or file, for a chosen period.

import type { App } from '../../effects/app.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { flowSlot } from '../../store/flow.ts';
import { journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, pushView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { drawnLines, type ScrollWindow, windowAt } from '../../ui/kit/scroll.ts';
import { createTheme, type Painted, type Theme } from '../../ui/kit/theme.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { scrollBindings, scrolledView } from '../../ui/screens/scrolling.ts';
import { handoverLines } from './handover.ts';

const GROUP = t`handover`;
const bind = bindingsIn<App>(GROUP);
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The periods to choose from, in hours. */
const PERIODS = [4, 8, 12, 24] as const;
/** The first period: no shift is longer. */
const SHIFT = PERIODS.indexOf(12);
/** For counting lines only. */
const UNPAINTED = createTheme('mono');

/** The chosen period. */
const period = flowSlot<number>('handover');
const hoursOf = (state: State): number => PERIODS[period.get(state) ?? SHIFT] ?? PERIODS[SHIFT] ?? 12;
/** The text shows minutes, so it changes no more often. */
const minuteOf = ({ now }: State): number => Math.floor(now / MINUTE) * MINUTE;

function textOf(state: State): readonly Visible[] {
  const { journal, audit, reach, operator } = state;
  if (audit.kind === 'unread') return [READING];
  const until = minuteOf(state) + MINUTE;
  return handoverLines({
    rows: journalRows(state),
    complete: journal.kind !== 'open' || journal.complete,
    lines: audit.kind === 'read' ? audit.lines : undefined,
    from: until - hoursOf(state) * HOUR,
    until,
    zone: reach.zone,
    operator,
  });
}

const READING = t`Purser is reading the audit log …`;

/** A handover without the audit log would be incomplete. */
const isRead = ({ store }: App): true | Visible =>
  store.getState().audit.kind === 'unread' ? READING : true;

/** One for each console: no frame and no key press builds the same text again. */
function remembered() {
  let last:
    | {
        readonly of: readonly [State['journal'], State['audit'], number, number];
        readonly lines: readonly Visible[];
      }
    | undefined;
  return (state: State): readonly Visible[] => {
    const of = [state.journal, state.audit, hoursOf(state), minuteOf(state)] as const;
    if (!last?.of.every((part, at) => part === of[at])) last = { of, lines: textOf(state) };
    return last.lines;
  };
}

const markdown = (lines: readonly Visible[]): string => `${lines.join('\n')}\n`;

function wrapped(lines: readonly Visible[], state: State, theme: Theme): readonly Painted[] {
  const { body } = layoutOf(state.size);
  return composeDetails(
    lines.map(line =>
      line.startsWith('#') ? { note: line, tone: 'warn' as const } : { note: line, tone: 'plain' as const },
    ),
    body.width - 1,
    theme,
  );
}

const windowIn = (lines: readonly Painted[], state: State): ScrollWindow =>
  windowAt(currentView(state).detailsTop, layoutOf(state.size).body.height, lines.length);

const choose = (id: string, title: Visible, keys: Binding<App>['keys'], by: number, footer?: number) => ({
  id: `handover.${id}`,
  title,
  keys,
  group: GROUP,
  ...(footer !== undefined && { footer }),
  run: (app: App) =>
    app.store.setState(state =>
      period.set(state, ((period.get(state) ?? SHIFT) + by + PERIODS.length) % PERIODS.length),
    ),
});

/** On the journal. */
export const handoverCommand: Binding<App> = {
  id: 'journal.handover',
  title: t`handover`,
  keys: ['H'],
  group: t`Journal`,
  footer: 2.4,
  run: app =>
    app.store.setState(state => {
      const requestId = currentView(state).cursorKey;
      const row = journalRows(state).find(({ intent }) => intent.requestId === requestId);
      // In a team an unresolved entry is handed over to a person; the choice has the document too.
      return state.together && row?.held
        ? { overlay: { kind: 'hand-over', requestId: row.intent.requestId, cursor: 0 } }
        : pushView(state, openView('handover'));
    }),
};

/** `2026-11-20-0900` of the moment, in UTC: a name that sorts. */
const stamp = (epochMs: number): string =>
  new Date(epochMs).toISOString().slice(0, 16).replace('T', '-').replace(':', '');

export function handover(): Screen {
  const linesIn = remembered();
  return {
    place: 'handover',
    bindings: [
      bind('handover.copy', t`copy as Markdown`, ['y'], {
        footer: 1,
        enabled: isRead,
        run(app) {
          const lines = linesIn(app.store.getState());
          void app.clipboard.copy(t`the handover, ${lines.length} lines`, markdown(lines));
        },
      }),
      bind('handover.save', t`save to a file`, ['E'], {
        footer: 1.5,
        enabled: isRead,
        run(app) {
          const state = app.store.getState();
          const name = `purser-handover-${stamp(state.now)}.md`;
          void app.saves.save(name, markdown(linesIn(state)), t`The handover`);
        },
      }),
      choose('longer', t`next period`, ['l', 'right'], 1, 2),
      choose('shorter', t`previous period`, ['h', 'left'], -1),
      ...scrollBindings({
        id: 'handover',
        group: GROUP,
        footer: [3],
        windowIn: state => windowIn(wrapped(linesIn(state), state, UNPAINTED), state),
        scrolled: scrolledView,
      }),
    ],
    filters: [],
    filterable: false,
    settle: state => state,
    needs: () => [],
    problem: () => undefined,
    about: (_, state) =>
      t`of the last ${hoursOf(state)} hours (${join(
        PERIODS.map(hours => t`${hours}`),
        ', ',
      )})`,
    showsAudit: true,
    reload(app) {
      void app.journal.refresh();
      void app.journal.readAudit();
    },
    abandon: () => false,
    spoken: state => ({ part: `${hoursOf(state)}`, entries: linesIn(state).map(note => ({ note })) }),
    View: ({ state, theme }: ScreenProps) => {
      const all = wrapped(linesIn(state), state, theme);
      const window = windowIn(all, state);
      return <Lines lines={drawnLines(all, window, theme)} height={window.room} />;
    },
  };
}
