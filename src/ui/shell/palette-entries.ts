// The entries of the palette: the commands of all screens, screens, customers and recent records; pure.

import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { fuzzyScore } from '../../lib/fuzzy.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { journalRows } from '../../store/journal.ts';
import { PLACES, type PlaceId, places, TABS, tabKey } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, currentWorkspace, customerKey, goTo, visitAnew } from '../../store/workspace.ts';
import type { Screen } from '../screens/screen.ts';
import { keyLabel } from './help.tsx';

export interface PaletteEntry {
  /** Unique, and the same for as long as it does the same. */
  readonly id: string;
  readonly title: Visible;
  /** Where it acts, or what it is. */
  readonly where: Visible;
  readonly keys: Visible;
  /** It acts on the current screen. */
  readonly here?: true;
  /** Whether it can run now, or why not. */
  able(app: App): true | Visible;
  run(app: App): void;
}

/** Keys that only move: nobody searches for them. */
const MOVES = new Set([
  ...['up', 'down', 'left', 'right', 'pgup', 'pgdn', 'home', 'end', 'tab', 'shift-tab', 'enter', 'esc'],
  ...['j', 'k', 'g', 'G', 'h', 'l', 'ctrl-d', 'ctrl-u', '[', ']'],
]);

/** Screens other than tabs that open without an ID. */
const OPENED: readonly PlaceId[] = PLACES.filter(place => places[place].alone);

const keysOf = ({ keys }: Binding<App>): Visible => join(keys.map(keyLabel), ' ');
const always = (): true => true;

/** A command that works on the current screen. */
const commandHere = (binding: Binding<App>): PaletteEntry => ({
  id: binding.id,
  title: binding.title,
  where: binding.group,
  keys: keysOf(binding),
  here: true,
  able: app => binding.enabled?.(app) ?? true,
  run: binding.run,
});

/** A command of another screen: it goes there first. What needs a record asks for one. */
const commandThere = (place: PlaceId, binding: Binding<App>): PaletteEntry => ({
  id: binding.id,
  title: binding.title,
  where: places[place].title,
  keys: keysOf(binding),
  able: always,
  run(app) {
    app.store.setState(state => goTo(state, place));
    if (binding.forRecord) {
      const text = t`${binding.title}: choose a row, then press ${keysOf(binding)}.`;
      return app.store.setState({ notice: { text, tone: 'info' } });
    }
    const able = binding.enabled?.(app) ?? true;
    if (able === true) binding.run(app);
    else app.store.setState({ notice: { text: able, tone: 'warning' } });
  },
});

const goes = (place: PlaceId): PaletteEntry => ({
  id: `go ${place}`,
  title: places[place].title,
  where: t`screen`,
  keys: (TABS as readonly PlaceId[]).includes(place) ? visible(tabKey(places[place].tab)) : t``,
  able: always,
  run: app => app.store.setState(state => goTo(state, place)),
});

function customersIn({ known, customer }: State): readonly PaletteEntry[] {
  const open = customer && customerKey(customer);
  return known
    .filter(other => customerKey(other) !== open)
    .map(other => ({
      id: `customer ${customerKey(other)}`,
      title: other.name ?? visible(other.userId, 48),
      where: t`customer ${visible(other.userId, 48)}`,
      keys: t``,
      able: always,
      run: app => app.customers.switchTo(other),
    }));
}

/** The most recent records that are offered. */
const RECORDS = 10;

/** The records that are open on some tab, and the newest writes of this customer. */
function recordsIn(state: State): readonly PaletteEntry[] {
  const { stacks } = currentWorkspace(state);
  const here = currentView(state);
  const opened = Object.values(stacks)
    .flat()
    .filter(view => view !== here && view.subject !== undefined)
    .map(
      (view): PaletteEntry => ({
        id: `record ${view.place} ${view.subject}`,
        title: t`${places[view.place].title} ${visible(view.subject ?? '', 60)}`,
        where: t`opened before`,
        keys: t``,
        able: always,
        run: app => app.store.setState(now => visitAnew(now, view)),
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
        able: always,
        run: app =>
          app.store.setState(now => visitAnew(now, { ...openView('journal'), cursorKey: requestId })),
      }),
    );
  return [...opened, ...written].slice(0, RECORDS);
}

/** Everything, without what has the same effect twice. */
export function paletteEntries(
  here: readonly Binding<App>[],
  screens: Iterable<Screen>,
  state: State,
): readonly PaletteEntry[] {
  const seen = new Set<string>();
  const only = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
    entries.filter(({ id }) => !seen.has(id) && seen.add(id));
  const isCommand = ({ keys }: Binding<App>): boolean => keys.some(key => !MOVES.has(key));
  const commands = only(here.filter(isCommand).map(commandHere));
  // What only this screen can do is what people look for first.
  const { place: front } = currentView(state);
  const ownFirst = commands.toSorted((a, b) => Number(isAct(b, front)) - Number(isAct(a, front)));
  const others = [...screens].flatMap(({ place, bindings }) =>
    isReached(place)
      ? bindings.filter(one => isOwn(place, one) && isCommand(one)).map(one => commandThere(place, one))
      : [],
  );
  return [
    ...ownFirst,
    ...only(others),
    ...only([...TABS, ...OPENED].map(goes)),
    ...only(customersIn(state)),
    ...only(recordsIn(state)),
  ];
}

const isAct = ({ id }: PaletteEntry, place: PlaceId): boolean => id.startsWith(`${place}.`);

/** It can be opened without an ID. */
const isReached = (place: PlaceId): boolean =>
  (TABS as readonly PlaceId[]).includes(place) || OPENED.includes(place);

/** A key of this screen, not one that every list has. */
const isOwn = (place: PlaceId, { group, id }: Binding<App>): boolean =>
  group === places[place].title || id.startsWith(`${place}.`);

/** The entries that match the typing, the best first; among equals the most used one. */
export function fittingEntries(
  entries: readonly PaletteEntry[],
  typed: string,
  uses: Readonly<Record<string, number>>,
): readonly PaletteEntry[] {
  return entries
    .flatMap(entry => {
      const score = fuzzyScore(entry.title, typed, `${entry.where} ${entry.keys}`);
      return score === undefined
        ? []
        : [{ entry, score: score + (entry.here ? HERE : 0) + Math.min(uses[entry.id] ?? 0, MOST_USES) }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** Use never outweighs a name that fits much better. */
const MOST_USES = 30;
/** The current screen comes first among names that match about as well. */
const HERE = 15;
