// Help: every binding that works here, filtered by typed text. Enter runs the selected binding.

import { Box } from 'ink';
import type { Binding } from '../../keys/binding.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { Line } from '../kit/Line.tsx';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import type { Area } from '../screens/layout.ts';
import { CommandsView, commandMenu } from './menu.tsx';
import { type OverlayKind, type OverlayOf, type OverlayProps, openOverlay } from './overlay.ts';

const SIGNS = t`  * marked  • changed or new  × gone  ? unexpected, or not as requested`;

const TITLE = t`Keys here`;

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

const keysLabel = (binding: Binding<App>): Visible => join(binding.keys.map(keyLabel), ' ');

export function helpOverlay(
  bindingsOf: (state: State) => readonly Binding<App>[],
): OverlayKind<OverlayOf<'help'>> {
  const found = (state: State): readonly Binding<App>[] => {
    const words = (openOverlay(state, 'help')?.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    return byGroup(bindingsOf(state)).filter(binding => {
      const text = `${binding.title} ${binding.group} ${keysLabel(binding)}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
  };
  return {
    ...commandMenu({
      kind: 'help',
      group: t`help`,
      title: TITLE,
      found,
      able,
      run: (app, binding) => binding.run(app),
      spoken: binding => t`${binding.title}, ${keysLabel(binding)}`,
    }),
    title: () => TITLE,
    View: props => <HelpView {...props} found={found(props.state)} />,
  };
}

const able = (app: App, binding: Binding<App>): true | Visible => binding.enabled?.(app) ?? true;

/** The groups are in the order of their first command. */
const byGroup = (bindings: readonly Binding<App>[]): readonly Binding<App>[] =>
  [...Map.groupBy(bindings, ({ group }) => group).values()].flat();

interface HelpViewProps extends OverlayProps<OverlayOf<'help'>> {
  readonly found: readonly Binding<App>[];
}

function HelpView({ app, overlay, theme, area, found }: HelpViewProps) {
  const rows = Math.max(1, area.height - 2);
  const cursor = Math.min(overlay.cursor, Math.max(0, found.length - 1));
  const top = scrollTo(0, cursor, rows, found.length);
  const keys = Math.max(0, ...found.map(binding => cellWidth(keysLabel(binding))));
  const listed = () =>
    found
      .slice(top, top + rows)
      .map((binding, i) =>
        helpLine(app, binding, { cursor: top + i === cursor, keys, width: area.width }, theme),
      );
  // A filtered list is short, so it has room for the reason why a key can't run.
  const inColumns =
    overlay.filter !== ''
      ? undefined
      : helpColumns(app, found, cursor, { width: area.width, height: rows }, theme);
  return (
    <Box flexDirection="column" width={area.width}>
      <Line text={theme.paint('dim', cut(SIGNS, area.width))} />
      <CommandsView {...{ app, overlay, theme, rows }} width={area.width} lines={inColumns ?? listed()} />
    </Box>
  );
}

interface HelpLook {
  readonly cursor: boolean;
  readonly keys: number;
  readonly width: number;
}

function helpLine(app: App, binding: Binding<App>, { cursor, keys, width }: HelpLook, theme: Theme) {
  const can = able(app, binding);
  const text = t`${toWidth(keysLabel(binding), keys)}  ${binding.title}  `;
  if (cursor) return theme.paint('cursor', toWidth(t`› ${text}${can === true ? binding.group : can}`, width));
  return concat(
    theme.paint(can === true ? 'plain' : 'dim', t`  ${text}`),
    theme.paint('dim', can === true ? binding.group : can),
  );
}

interface HelpLine {
  /** Undefined for the name of a group and for a blank line. */
  readonly entry?: number;
  readonly heading?: Visible;
}

/** The fewest cells of a column: a key and some words. */
const COLUMN = 38;
const GAP = 2;

/** Undefined if the groups need more rows, or if there is room for one column only. */
function helpColumns(
  app: App,
  found: readonly Binding<App>[],
  cursor: number,
  { width, height }: Area,
  theme: Theme,
): readonly Painted[] | undefined {
  const most = Math.floor((width + GAP) / (COLUMN + GAP));
  const lines = groupedLines(found);
  const columns = Array.from({ length: most }, (_, i) => most - i)
    .map(count => split(lines, Math.ceil(lines.length / count), height))
    .find(split => split !== undefined && split.length <= most);
  if (!columns || columns.length < 2) return undefined;
  const own = Math.floor((width + GAP) / columns.length) - GAP;
  const keys = Math.min(14, Math.max(...found.map(binding => cellWidth(keysLabel(binding)))));
  const rows = Math.max(...columns.map(column => column.length));
  return Array.from({ length: rows }, (_, row) =>
    concat(
      ...columns.flatMap((column, i) => [
        ...(i === 0 ? [] : [theme.paint('plain', toWidth(t``, GAP))]),
        cell(app, column[row], found, { cursor, own, keys }, theme),
      ]),
    ),
  );
}

const groupedLines = (found: readonly Binding<App>[]): readonly HelpLine[] =>
  [...Map.groupBy(found.entries(), ([, { group }]) => group)].flatMap(([heading, all], i) => [
    ...(i === 0 ? [] : [{}]),
    { heading },
    ...all.map(([entry]) => ({ entry })),
  ]);

/** Undefined if a column would end with a heading. */
function split(
  lines: readonly HelpLine[],
  wanted: number,
  height: number,
): readonly HelpLine[][] | undefined {
  const columns: HelpLine[][] = [[]];
  for (const line of lines) {
    const last = columns.at(-1);
    const full = last && (last.length >= height || (last.length >= wanted && line.entry === undefined));
    if (!full) last?.push(line);
    else if (line.heading !== undefined || line.entry !== undefined) columns.push([line]);
    else columns.push([]);
  }
  const ends = columns.some(column => column.at(-1)?.heading !== undefined);
  return ends ? undefined : columns.filter(column => column.length > 0);
}

interface CellLook {
  readonly cursor: number;
  readonly own: number;
  readonly keys: number;
}

function cell(
  app: App,
  line: HelpLine | undefined,
  found: readonly Binding<App>[],
  { cursor, own, keys }: CellLook,
  theme: Theme,
): Painted {
  const binding = line?.entry === undefined ? undefined : found[line.entry];
  if (!binding) return theme.paint('title', toWidth(line?.heading ?? t``, own));
  const title = cut(binding.title, Math.max(1, own - keys - 3));
  const text = toWidth(t` ${toWidth(keysLabel(binding), keys)}  ${title}`, own);
  const tone = able(app, binding) === true ? 'plain' : 'dim';
  return theme.paint(line?.entry === cursor ? 'cursor' : tone, text);
}
