// Help: a card with every binding that works here, in sections, filtered by typed text. Enter runs the selected binding.

import { type Binding, canRun } from '../../keys/binding.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, toWidth, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { type OverlayOf, openOverlay } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import { COMMAND_FIELD, commandRow, type MenuLook, menuOverlay, runOrWarn } from './menu.tsx';
import type { OverlayKind } from './overlay.ts';

const SIGNS = t`* marked  • changed or new  × gone  ? unexpected, or not as requested`;

export function keyLabel(key: string): Visible {
  const named: Readonly<Record<string, string>> = {
    enter: 'Enter',
    esc: 'Esc',
    tab: 'Tab',
    'shift-tab': 'Shift+Tab',
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    pgup: 'PgUp',
    pgdn: 'PgDn',
    home: 'Home',
    end: 'End',
    space: 'Space',
  };
  const chord = /^ctrl-(.)$/.exec(key);
  return visible(named[key] ?? (chord ? `Ctrl+${chord[1]?.toUpperCase()}` : key));
}

export const keysLabel = (binding: Binding<App>): Visible => join(binding.keys.map(keyLabel), ' ');

const SECTIONS = {
  move: t`Move`,
  open: t`Open`,
  act: t`Act`,
  find: t`Find`,
  everywhere: t`Everywhere`,
  barred: t`Not now`,
} as const;
type HelpSection = keyof typeof SECTIONS;

const MOVES = new Set([
  ...['up', 'down', 'left', 'right', 'pgup', 'pgdn', 'home', 'end', 'tab', 'shift-tab', '[', ']'],
  ...['ctrl-d', 'ctrl-u', '<', '>', '+'],
]);
const OPENS = new Set([
  ...['list.open', 'list.record', 'back', 'close', 'last-view', 'customer', 'customer-before'],
  ...['balances', 'history', 'attention', 'approvals', 'inspector', 'notes'],
]);
const ACTS = new Set(['cancel-payout', 'write']);
const FINDS = new Set([
  ...['filter', 'goto', 'palette', 'list.server-filter', 'list.sort', 'list.columns', 'list.views'],
  'journal.filter',
]);

function sectionOf(app: App, binding: Binding<App>): HelpSection {
  const { id, group, keys } = binding;
  if (canRun(binding, app) !== true) return 'barred';
  if (FINDS.has(id)) return 'find';
  if (OPENS.has(id) || id.startsWith('tab.')) return 'open';
  if (keys.some(key => MOVES.has(key))) return 'move';
  return group === t`everywhere` && !ACTS.has(id) ? 'everywhere' : 'act';
}

type HelpSections = readonly (readonly [HelpSection, readonly Binding<App>[]])[];

/** In the order of the card. */
function sectionsOf(app: App, bindings: readonly Binding<App>[]): HelpSections {
  const all = Map.groupBy(bindings, binding => sectionOf(app, binding));
  return (Object.keys(SECTIONS) as HelpSection[]).flatMap(section => {
    const own = all.get(section);
    return own ? [[section, own] as const] : [];
  });
}

export function helpOverlay(
  bindingsOf: (state: State) => readonly Binding<App>[],
): OverlayKind<OverlayOf<'help'>> {
  const choices = (state: State, app: App): readonly Binding<App>[] => {
    const words = (openOverlay(state, 'help')?.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const fitting = bindingsOf(state).filter(binding => {
      const text = `${binding.title} ${binding.group} ${keysLabel(binding)}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
    return sectionsOf(app, fitting).flatMap(([, own]) => own);
  };
  return menuOverlay({
    kind: 'help',
    group: t`help`,
    title: t`Keys here`,
    choices,
    idOf: ({ id }) => id,
    rows: (bindings, _, app) =>
      bindings.map(binding => commandRow(t`${binding.title}, ${keysLabel(binding)}`, canRun(binding, app))),
    field: COMMAND_FIELD,
    enter: {
      id: 'run',
      title: t`run`,
      run: (app, binding) => runOrWarn(app, binding),
    },
    drawing: { most: WIDEST, counts: true, lines: helpLines },
  });
}

const WIDEST = 190;
/** The fewest cells of a column: keys and some words. In a wide terminal every title is whole. */
const COLUMN = { least: 33, wide: 150 } as const;
const KEYS = 10;
/** From this width on, the name of a section is beside its keys. */
const GUTTER = { from: 100, cells: 11 } as const;

/** Filtered keys are few, so their titles get a whole line. */
function helpLines(bindings: readonly Binding<App>[], { app, at: chosen, width, theme, filter }: MenuLook) {
  const sections = sectionsOf(app, bindings);
  const lines: Painted[] = [];
  const beside = width >= GUTTER.from;
  const gutter = beside ? GUTTER.cells : 0;
  let first = 0;
  let at = 0;
  for (const [section, own] of sections) {
    if (lines.length > 0) lines.push(theme.paint('plain', t``));
    if (!beside) lines.push(theme.paint('title', SECTIONS[section]));
    const longest = width < COLUMN.wide ? 0 : Math.max(...own.map(({ title }) => cellWidth(title)));
    const column = Math.max(COLUMN.least, longest + KEYS + 3);
    const columns =
      section === 'barred' || filter !== '' ? 1 : Math.max(1, Math.floor((width - gutter) / column));
    const cells = Math.floor((width - gutter) / columns);
    const rows = Math.ceil(own.length / columns);
    for (let row = 0; row < rows; row++) {
      const entries = Array.from({ length: columns }, (_, nth) => nth * rows + row);
      if (entries.some(entry => first + entry === chosen)) at = lines.length;
      const texts = entries.map(entry => {
        const binding = own[entry];
        return binding ? cellLines(app, binding, first + entry === chosen, cells, theme) : [];
      });
      for (let line = 0; line < Math.max(...texts.map(text => text.length)); line++) {
        const name = theme.paint(
          'title',
          toWidth(beside && row + line === 0 ? SECTIONS[section] : t``, gutter),
        );
        lines.push(
          concat(name, ...texts.map(text => text[line] ?? theme.paint('plain', toWidth(t``, cells)))),
        );
      }
    }
    first += own.length;
  }
  lines.push(theme.paint('plain', t``), ...wrap(SIGNS, width).map(line => theme.paint('dim', line)));
  // The line after the cursor's is on the screen too, and the signs below the last one.
  return { all: lines, end: chosen === bindings.length - 1 ? lines.length - 1 : at + 1 };
}

function cellLines(app: App, binding: Binding<App>, here: boolean, width: number, theme: Theme) {
  const can = canRun(binding, app);
  const keys = toWidth(keysIn(binding, KEYS), KEYS);
  const room = width - KEYS - 3;
  const titles = wrap(can === true ? binding.title : t`${binding.title}: ${can}`, room);
  return titles.map((title, i) => {
    const label = t`${here && i === 0 ? t`› ` : t`  `}${i === 0 ? keys : toWidth(t``, KEYS)}`;
    const text = toWidth(title, room);
    if (here) return theme.paint('cursor', t`${label} ${text}`);
    if (can !== true) return theme.paint('dim', t`${label} ${text}`);
    return concat(theme.paint('accent', label), theme.paint('plain', t` ${text}`));
  });
}

/** As many keys as there is room for. */
function keysIn({ keys }: Binding<App>, room: number): Visible {
  const labels = keys.map(keyLabel);
  const fits = labels.findLastIndex((_, at) => cellWidth(join(labels.slice(0, at + 1), ' ')) <= room);
  return join(labels.slice(0, Math.max(0, fits) + 1), ' ');
}
