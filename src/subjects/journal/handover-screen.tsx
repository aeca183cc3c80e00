// The screen of the handover for a chosen period. The copy and the file have the same text.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { flowSlot } from '../../store/flow.ts';
import { journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, pushView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { drawnLines, type ScrollWindow, windowAt } from '../../ui/kit/scroll.ts';
import { type Painted, type Theme, UNPAINTED } from '../../ui/kit/theme.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { scrollBindings, scrolledView } from '../../ui/screens/scrolling.ts';
import { handoverEntries, handoverLines } from './handover.ts';

const GROUP = t`handover`;
const bind = bindingsIn<App>(GROUP);
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The periods to choose from, in hours. */
const PERIODS = [4, 8, 12, 24] as const;
/** The index of the default period. No shift is longer than 12 hours. */
const SHIFT = PERIODS.indexOf(12);

const period = flowSlot<number>('handover');
const hoursOf = (state: State): number => PERIODS[period.get(state) ?? SHIFT] ?? PERIODS[SHIFT] ?? 12;
/** The minute of the store's time. The text shows no seconds, so it changes once a minute. */
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

/** Bars a copy or a file until the audit log is read, because a handover without the log would be incomplete. */
const isRead = ({ store }: App): true | Visible =>
  store.getState().audit.kind === 'unread' ? READING : true;

/** Returns a function that builds the text again only after a change. Each console has its own function. */
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
  return composeDetails(handoverEntries(lines), body.width - 1, theme);
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

/** The key on the journal. */
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
      // In a team, H on an unresolved entry opens the overlay that gives the entry to another person. This overlay offers
      // the handover document too.
      return state.together && row?.held
        ? { overlay: { kind: 'hand-over', requestId: row.intent.requestId, cursor: 0 } }
        : pushView(state, openView('handover'));
    }),
};

/** The moment in UTC for a file name that sorts: "2026-11-20-0900". */
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
    spoken: state => ({ part: `${hoursOf(state)}`, entries: handoverEntries(linesIn(state)) }),
    View: ({ state, theme }: ScreenProps) => {
      const all = wrapped(linesIn(state), state, theme);
      const window = windowIn(all, state);
      return <Lines lines={drawnLines(all, window, theme)} height={window.room} />;
    },
  };
}
