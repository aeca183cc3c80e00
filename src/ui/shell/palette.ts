// The palette finds commands, screens, customers and records by name. It lists the commands of every screen.

import { type Binding, canRun } from '../../keys/binding.ts';
import { fuzzyScore } from '../../lib/fuzzy.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { journalRows } from '../../store/journal-view.ts';
import { tell, warn } from '../../store/notices.ts';
import { type OverlayOf, openOverlay } from '../../store/open-overlays.ts';
import { PLACES, type PlaceId, places, TABS, tabKey } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, currentWorkspace, customerKey, goTo, visitOnTop } from '../../store/workspace.ts';
import { requestText, termsOfLine } from '../../subjects/fx/terms.ts';
import { concat, type Painted } from '../kit/theme.ts';
import type { Screen } from '../screens/screen.ts';
import { otherCustomers } from './customers.tsx';
import { getQuote } from './go.ts';
import { keysLabel } from './help.ts';
import { COMMAND_FIELD, commandRow, type MenuLook, menuOverlay, runOrWarn } from './menu.tsx';
import type { OverlayKind } from './overlay.ts';
import { WIDE } from './PopUp.tsx';

/** A longer list is harder to read. */
const ROWS = 20;

export function paletteOverlay(
  bindingsOf: (state: State) => readonly Binding<App>[],
  screens: ReadonlyMap<unknown, Screen>,
): OverlayKind<OverlayOf<'palette'>> {
  const choices = (state: State, app: App): readonly PaletteEntry[] => {
    const typed = openOverlay(state, 'palette')?.filter ?? '';
    const all = paletteEntries(bindingsOf(state), screens.values(), state);
    const fitting = fittingEntries(all, typed, state.uses ?? {});
    const { can = [], cannot = [] } = Object.groupBy(fitting, entry =>
      canRun(entry, app) === true ? 'can' : 'cannot',
    );
    return [...can, ...cannot];
  };
  return menuOverlay({
    kind: 'palette',
    group: t`commands`,
    title: t`Commands`,
    choices,
    idOf: ({ id }) => id,
    rows: (entries, _, app) =>
      entries.map(entry => {
        const { title, where, keys } = entry;
        return commandRow(t`${title}, ${where}${keys === '' ? t`` : t`, ${keys}`}`, canRun(entry, app));
      }),
    field: COMMAND_FIELD,
    enter: {
      id: 'run',
      title: t`run`,
      run(app, entry) {
        const can = canRun(entry, app);
        if (can !== true) return warn(app.store, can);
        app.store.setState(({ uses = {} }) => ({ uses: { ...uses, [entry.id]: (uses[entry.id] ?? 0) + 1 } }));
        entry.run(app);
      },
    },
    drawing: { most: WIDE, tall: ROWS, line: entryLine },
  });
}

/** If the entry can't run, the reason replaces the place. */
function entryLine(entry: PaletteEntry, isChosen: boolean, { app, width, theme }: MenuLook): Painted {
  const { title, where, keys } = entry;
  const can = canRun(entry, app);
  const room = width - cellWidth(keys) - 4;
  const name = cut(title, room);
  const rest = cut(t`  ${can === true ? where : can}`, Math.max(0, room - cellWidth(name)));
  const blank = toWidth(t``, Math.max(0, room - cellWidth(name) - cellWidth(rest)));
  if (isChosen) return theme.paint('cursor', t`› ${name}${rest}${blank}  ${keys}`);
  return concat(
    theme.paint(can === true ? 'plain' : 'dim', t`  ${name}`),
    theme.paint('dim', t`${rest}${blank}  `),
    theme.paint('plain', keys),
  );
}

interface PaletteEntry {
  /** Entries with the same effect have the same ID. */
  readonly id: string;
  readonly title: Visible;
  /** A command's place, or the kind of the entry. */
  readonly where: Visible;
  readonly keys: Visible;
  readonly here?: true;
  readonly opened?: true;
  enabled?(app: App): true | Visible;
  run(app: App): void;
}

/** Nobody searches the palette for commands that only move. */
const MOVES = new Set([
  ...['up', 'down', 'left', 'right', 'pgup', 'pgdn', 'home', 'end', 'tab', 'shift-tab', 'enter', 'esc'],
  ...['j', 'k', 'g', 'G', 'h', 'l', 'ctrl-d', 'ctrl-u', '[', ']'],
]);

const OPENED: readonly PlaceId[] = PLACES.filter(place => places[place].alone);

/** The overview's commands act on records of other screens, so the commands of those screens come first. */
const commandHere = (binding: Binding<App>): PaletteEntry => ({
  id: binding.id,
  title: binding.title,
  where: binding.group,
  keys: keysLabel(binding),
  ...(!isAct(binding, 'overview') && { here: true as const }),
  enabled: app => canRun(binding, app),
  run: binding.run,
});

/** Opens the other screen first, or its tab if the screen needs an ID. The user may have to choose a row there. */
const commandThere = (place: PlaceId, binding: Binding<App>): PaletteEntry => ({
  id: binding.id,
  title: binding.title,
  where: places[place].title,
  keys: keysLabel(binding),
  run(app) {
    const reached = isReached(place);
    app.store.setState(state => goTo(state, reached ? place : places[place].tab));
    if (binding.forRecord) {
      const first = reached ? t`` : t`open ${places[place].title} with Enter, `;
      const text = t`${binding.title}: ${first}choose a row, then press ${keysLabel(binding)}.`;
      return tell(app.store, text);
    }
    runOrWarn(app, binding);
  },
});

const goes = (place: PlaceId): PaletteEntry => ({
  id: `go ${place}`,
  title: places[place].title,
  where: t`screen`,
  keys: (TABS as readonly PlaceId[]).includes(place) ? visible(tabKey(places[place].tab)) : t``,
  run: app => app.store.setState(state => goTo(state, place)),
});

const customersIn = (state: State): readonly PaletteEntry[] =>
  otherCustomers(state).map(other => ({
    id: `customer ${customerKey(other)}`,
    title: other.name ?? visible(other.userId, 48),
    where: t`customer ${visible(other.userId, 48)}`,
    keys: t``,
    run: app => app.customers.switchTo(other),
  }));

const RECORDS = 10;

/** The records that are open on some tab, and the newest writes of this customer. */
function recordsIn(state: State): readonly PaletteEntry[] {
  const { stacks, left } = currentWorkspace(state);
  const here = currentView(state);
  const opened = [...Object.values(stacks), ...Object.values(left)]
    .flatMap((views = []) => views)
    .filter(view => view !== here && view.subject !== undefined)
    .map(
      (view): PaletteEntry => ({
        id: `record ${view.place} ${view.subject}`,
        title: t`${places[view.place].title} ${visible(view.subject ?? '', 60)}`,
        where: t`opened before`,
        opened: true,
        keys: t``,
        run: app => app.store.setState(now => visitOnTop(now, view)),
      }),
    );
  const owner = state.customer && customerKey(state.customer);
  const written = journalRows(state)
    .filter(({ intent }) => customerKey(intent.customer) === owner)
    .slice(0, RECORDS)
    .map(
      ({ intent: { requestId, title }, state: word }): PaletteEntry => ({
        id: `journal ${requestId}`,
        title: t`${visible(title, 60)}: ${visible(word)}`,
        where: t`journal`,
        keys: t``,
        run: app =>
          app.store.setState(now => visitOnTop(now, { ...openView('journal'), cursorKey: requestId })),
      }),
    );
  return [...opened, ...written].slice(0, RECORDS);
}

function paletteEntries(
  here: readonly Binding<App>[],
  screens: Iterable<Screen>,
  state: State,
): readonly PaletteEntry[] {
  const seen = new Set<string>();
  const only = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
    entries.filter(({ id }) => !seen.has(id) && seen.add(id));
  const isCommand = ({ keys }: Binding<App>): boolean => keys.some(key => !MOVES.has(key));
  const commands = only(here.filter(isCommand).map(commandHere));
  // The commands that only this screen has come first, because people look for them most.
  const { place: front } = currentView(state);
  const [own = [], common = []] = [true, false].map(wanted =>
    commands.filter(command => isAct(command, front) === wanted),
  );
  const others = [...screens].flatMap(({ place, bindings }) =>
    bindings
      .filter(one => isOwn(place, one) && isCommand(one) && (isReached(place) || one.forRecord))
      .map(one => commandThere(place, one)),
  );
  return [
    ...own,
    ...only([...TABS, ...OPENED].map(goes)),
    ...only(customersIn(state)),
    ...common,
    ...only(others),
    ...only(recordsIn(state)),
  ];
}

const isAct = ({ id }: Pick<PaletteEntry, 'id'>, place: PlaceId): boolean => id.startsWith(`${place}.`);

const isReached = (place: PlaceId): boolean =>
  (TABS as readonly PlaceId[]).includes(place) || OPENED.includes(place);

/** Not a binding of every list. */
const isOwn = (place: PlaceId, { group, id }: Binding<App>): boolean =>
  group === places[place].title || id.startsWith(`${place}.`);

/** The best match first. Among equal matches the most used entry comes first. */
function fittingEntries(
  entries: readonly PaletteEntry[],
  typed: string,
  uses: Readonly<Record<string, number>>,
): readonly PaletteEntry[] {
  const quote = quoteEntry(typed);
  const fitting = entries
    .flatMap(entry => {
      const score = fuzzyScore(entry.title, typed, `${entry.where} ${entry.keys}`);
      return score === undefined
        ? []
        : [
            {
              entry,
              score:
                score + (entry.here && typed !== '' ? HERE : 0) + recency(entry, typed, uses[entry.id] ?? 0),
            },
          ];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
  return quote ? [quote, ...fitting] : fitting;
}

/** For a quote in one line: `gbpusd1000`. */
function quoteEntry(typed: string): PaletteEntry | undefined {
  const line = termsOfLine(typed);
  return (
    line && {
      id: 'quote line',
      title: line.ok ? requestText(line.terms) : t`Quote`,
      where: t`FX`,
      keys: t``,
      enabled: () => line.ok || line.why,
      run: app => getQuote(app, line),
    }
  );
}

/** Recent things come first until something is typed. */
const recency = ({ opened }: PaletteEntry, typed: string, used: number): number =>
  Math.min(used, MOST_USES) + (typed === '' ? (used > 0 ? 2 : opened ? 1 : 0) * RECENT : 0);

const RECENT = 50;
/** So few points for earlier use that a name that matches much better still comes first. */
const MOST_USES = 30;
const HERE = 15;
