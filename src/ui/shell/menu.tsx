// A menu is one declaration: its title, its choices, what Enter does. This file draws the menu, says it to a screen
// reader, and makes its keys.

import { Box } from 'ink';
import type { Entry, Tone } from '../../format/entry.ts';
import { type Binding, bindingsIn, canRun } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { warn } from '../../store/notices.ts';
import { closeOverlay, type Overlay, type OverlayOf, openOverlay } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { composeDetails } from '../kit/details.ts';
import type { Span } from '../kit/edges.ts';
import { Lines, Piece } from '../kit/Line.tsx';
import { moreBelow, windowAt } from '../kit/scroll.ts';
import { choiceSpoken, type Spoken } from '../kit/spoken.ts';
import { TextField } from '../kit/TextField.tsx';
import { type Painted, type Theme, UNPAINTED } from '../kit/theme.ts';
import type { OverlayKind, OverlayProps } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

type MenuKind = Extract<Overlay, { cursor: number }>['kind'];
type MenuOverlay<Kind extends MenuKind> = Extract<OverlayOf<MenuKind>, { kind: Kind }>;

interface MenuRow {
  readonly text: Visible;
  /** If a screen reader says the choice in other words. */
  readonly spoken?: Visible;
  readonly tone?: Tone;
}

export interface MenuLook {
  readonly app: App;
  /** The index of the selected choice. */
  readonly at: number;
  readonly width: number;
  readonly theme: Theme;
  readonly filter: string;
}

export interface Menu<Kind extends MenuKind, Choice> {
  readonly kind: Kind;
  readonly group: Visible;
  readonly title: Visible;
  /** Undefined if the record of the menu is no longer selected. */
  choices(state: State, app: App): readonly Choice[] | undefined;
  /** Where choices come and go, the cursor stays on the choice with this ID. */
  idOf?(choice: Choice): string;
  rows(choices: readonly Choice[], overlay: MenuOverlay<Kind>, app: App): readonly MenuRow[];
  readonly enter?: {
    readonly id: string;
    readonly title: Visible;
    barred?(choice: Choice | undefined, state: State): Visible | undefined;
    /** The menu is closed already. */
    run(app: App, choice: Choice, overlay: MenuOverlay<Kind>): void;
  };
  /** Missing: only Esc closes the menu. */
  readonly closes?: readonly Key[];
  also?(chosen: (app: App) => Choice | undefined): readonly Binding<App>[];
  /** The line above the choices, or all lines above them. */
  about?(overlay: MenuOverlay<Kind>, state: State, chosen: Choice | undefined): Span;
  entries?(state: State): readonly Entry[];
  /** A text field narrows the choices, so letters are no keys. */
  readonly field?: { readonly name: Visible; readonly counts: Visible; readonly none: Visible };
  readonly drawing?: MenuDrawing<Choice>;
}

/** In place of a row for each choice. */
interface MenuDrawing<Choice> {
  /** The most cells inside. */
  readonly most?: number;
  /** The number of rows is fixed, and counts the field. */
  readonly tall?: number;
  /** Of one choice on the screen. */
  line?(choice: Choice, isChosen: boolean, look: MenuLook): Painted;
  /** All lines, and the last one that the selected choice needs. */
  lines?(
    choices: readonly Choice[],
    look: MenuLook,
  ): { readonly all: readonly Painted[]; readonly end: number };
  /** The edge says how many lines are below. */
  readonly counts?: true;
  below?(width: number, theme: Theme): readonly Painted[];
}

const GONE = t`The list has changed. The record of this menu is no longer selected. Press Esc to close.`;
const AGAIN = t`Your choice is no longer in the list. Choose again.`;

export function menuOverlay<Kind extends MenuKind, Choice>(
  menu: Menu<Kind, Choice>,
): OverlayKind<MenuOverlay<Kind>> {
  const { kind, title, choices, enter, field, drawing = {} } = menu;
  const bind = bindingsIn<App>(menu.group);
  const fieldRows = field ? 1 : 0;
  const overlayIn = (state: State): MenuOverlay<Kind> | undefined => openOverlay(state, kind);
  const change = (
    app: App,
    to: (overlay: MenuOverlay<Kind>, state: State) => Partial<MenuOverlay<MenuKind>>,
  ): void =>
    app.store.setState(state => {
      const overlay = overlayIn(state);
      return overlay ? { overlay: { ...overlay, ...to(overlay, state) } } : state;
    });

  const cursorIn = (overlay: MenuOverlay<Kind>, all: readonly Choice[]): number => {
    const { cursor, chosen } = withChosen(overlay);
    const at = chosen === undefined ? -1 : all.findIndex(choice => menu.idOf?.(choice) === chosen);
    return Math.max(0, Math.min(at < 0 ? cursor : at, all.length - 1));
  };
  const chosenIn = (state: State, app: App): Choice | undefined => {
    const [overlay, all] = [overlayIn(state), choices(state, app)];
    return overlay && all?.[cursorIn(overlay, all)];
  };

  function headOf(overlay: MenuOverlay<Kind>, state: State, chosen: Choice | undefined, theme: Theme) {
    const { width } = popUpArea(state, drawing.most);
    if (menu.entries) return composeDetails(menu.entries(state), width, theme);
    const about = menu.about?.(overlay, state, chosen);
    return about ? [theme.paint(about.tone, cut(about.text, width))] : [];
  }

  const move = (
    id: string,
    name: Visible,
    keys: readonly Key[],
    to: (at: number, page: number) => number,
  ): Binding<App> =>
    bind(`${kind}.${id}`, name, keys, {
      run: app =>
        change(app, (overlay, state) => {
          const all = choices(state, app) ?? [];
          const head = headOf(overlay, state, undefined, UNPAINTED).length;
          const page = Math.max(1, popUpArea(state).height - head - fieldRows);
          const cursor = Math.max(0, Math.min(to(cursorIn(overlay, all), page), all.length - 1));
          const choice = all[cursor];
          return { cursor, ...(choice && menu.idOf && { chosen: menu.idOf(choice) }) };
        }),
    });

  function enabled(app: App): true | Visible {
    const state = app.store.getState();
    return choices(state, app) ? (enter?.barred?.(chosenIn(state, app), state) ?? true) : GONE;
  }

  function run(app: App): void {
    const state = app.store.getState();
    const [overlay, choice] = [overlayIn(state), chosenIn(state, app)];
    const id = choice && menu.idOf?.(choice);
    const before = overlay && withChosen(overlay).chosen;
    // The cursor fell on another choice, so Enter would act on a person or a command that nobody chose.
    if (before !== undefined && id !== undefined && before !== id) {
      change(app, () => ({ chosen: id }));
      warn(app.store, AGAIN);
      return;
    }
    if (!overlay || choice === undefined) return;
    closeOverlay(app);
    enter?.run(app, choice, overlay);
  }

  const keys: readonly Binding<App>[] = enter
    ? [
        bind(`${kind}.${enter.id}`, enter.title, ['enter'], {
          footer: 1,
          ...(enter.barred && { enabled }),
          run,
        }),
      ]
    : [];

  const typing = (app: App, overlay: MenuOverlay<Kind>) => ({
    value: filterIn(overlay),
    change: (filter: string): void => change(app, () => ({ filter, cursor: 0, chosen: undefined })),
  });

  function MenuView({ app, overlay, state, theme }: OverlayProps<MenuOverlay<Kind>>) {
    const { most, tall, below, counts } = drawing;
    const { width, height } = popUpArea(state, most);
    const all = choices(state, app);
    const at = cursorIn(overlay, all ?? []);
    const head = headOf(overlay, state, all?.[at], theme);
    const look = { app, at, width, theme, filter: filterIn(overlay) };
    const { count, end, lines } = all
      ? drawnChoices(menu, all, overlay, look)
      : linesOf(wrap(GONE, width, 4).map(line => theme.paint('warn', line)));
    const room = Math.min(tall ?? height, height) - fieldRows;
    const rows = tall ? Math.max(1, room) : Math.max(1, Math.min(Math.max(1, count), room - head.length));
    const headRows = Math.max(0, Math.min(head.length, room - rows));
    const top = scrollTo(0, end, rows, count);
    const under = below?.(width, theme).slice(0, room - headRows - rows) ?? [];
    return (
      <PopUp
        state={state}
        theme={theme}
        title={title}
        most={most}
        height={headRows + fieldRows + rows + under.length}
        right={counts && moreBelow(windowAt(top, rows, count))}
      >
        <Lines lines={head} height={headRows} />
        {field && <MenuField name={field.name} width={width} theme={theme} {...typing(app, overlay)} />}
        <Lines lines={lines(top, rows)} height={rows} />
        <Lines lines={under} />
      </PopUp>
    );
  }

  return {
    ...(field && { takesText: () => true }),
    bindings: [
      ...keys,
      ...(menu.also?.(app => chosenIn(app.store.getState(), app)) ?? []),
      bind(`${kind}.close`, t`close`, menu.closes ?? ['esc'], { footer: 3, run: closeOverlay }),
      move('down', t`down`, field ? ['down', 'tab'] : ['j', 'down'], at => at + 1),
      move('up', t`up`, field ? ['up', 'shift-tab'] : ['k', 'up'], at => at - 1),
      move('page-down', t`a page down`, field ? ['pgdn'] : ['pgdn', 'ctrl-d'], (at, page) => at + page),
      move('page-up', t`a page up`, field ? ['pgup'] : ['pgup', 'ctrl-u'], (at, page) => at - page),
      ...(field
        ? []
        : [
            move('top', t`first`, ['g', 'home'], () => 0),
            move('bottom', t`last`, ['G', 'end'], () => Number.MAX_SAFE_INTEGER),
          ]),
    ],
    over: 'dimmed',
    View: MenuView,
    spoken(overlay, state, app): Spoken {
      const all = choices(state, app);
      if (!all) return { title, status: GONE };
      const texts = menu.rows(all, overlay, app).map(({ text, spoken = text }) => spoken);
      const status = 'record' in overlay ? overlay.record : field && countText(texts.length, field);
      return {
        title,
        ...(status !== undefined && { status }),
        ...(menu.entries && { entries: menu.entries(state) }),
        ...(field && { typing: { key: 'filter', name: field.name, ...typing(app, overlay) } }),
        ...choiceSpoken(cursorIn(overlay, all), texts),
      };
    },
  };
}

const withChosen = (
  overlay: MenuOverlay<MenuKind>,
): { readonly cursor: number; readonly chosen?: string | undefined } => overlay;

const filterIn = (overlay: MenuOverlay<MenuKind>): string => ('filter' in overlay ? overlay.filter : '');

/** Of the help and the palette. */
export const COMMAND_FIELD = { name: t`Filter`, counts: t`command`, none: t`No matching command.` };

export const commandRow = (spoken: Visible, can: true | Visible): MenuRow => ({
  text: can === true ? spoken : t`${spoken}. ${can}`,
});

export function runOrWarn(app: App, binding: Binding<App>): void {
  const can = canRun(binding, app);
  if (can === true) binding.run(app);
  else warn(app.store, can);
}

const countText = (count: number, { counts, none }: NonNullable<Menu<'help', never>['field']>): Visible =>
  count === 0 ? none : counted(count, counts);

interface DrawnChoices {
  readonly count: number;
  /** The last line that the selected choice needs. */
  readonly end: number;
  lines(top: number, rows: number): readonly Painted[];
}

const linesOf = (all: readonly Painted[], end = 0): DrawnChoices => ({
  count: all.length,
  end,
  lines: (top, rows) => all.slice(top, top + rows),
});

function drawnChoices<Kind extends MenuKind, Choice>(
  { field, drawing = {}, ...menu }: Menu<Kind, Choice>,
  all: readonly Choice[],
  overlay: MenuOverlay<Kind>,
  look: MenuLook,
): DrawnChoices {
  const { app, at, theme } = look;
  if (field && all.length === 0) return linesOf([theme.paint('dim', t`  ${field.none}`)]);
  const block = drawing.lines?.(all, look);
  if (block) return linesOf(block.all, block.end);
  const rows = drawing.line ? [] : menu.rows(all, overlay, app);
  const line = (choice: Choice, nth: number): Painted => {
    if (drawing.line) return drawing.line(choice, nth === at, look);
    const { text = t``, tone = 'plain' } = rows[nth] ?? {};
    return choiceLine(text, nth === at, tone, look);
  };
  return {
    count: all.length,
    end: at,
    lines: (top, room) => all.slice(top, top + room).map((choice, i) => line(choice, top + i)),
  };
}

export const choiceLine = (
  text: Visible,
  isChosen: boolean,
  tone: Tone,
  { width, theme }: Pick<MenuLook, 'width' | 'theme'>,
): Painted => theme.paint(isChosen ? 'cursor' : tone, toWidth(t`${isChosen ? t`›` : t` `} ${text}`, width));

interface MenuFieldProps {
  readonly name: Visible;
  readonly value: string;
  readonly width: number;
  readonly theme: Theme;
  readonly change: (value: string) => void;
}

function MenuField({ name, value, width, theme, change }: MenuFieldProps) {
  const label = t`  ${visible(name.toLowerCase())}: `;
  const cells = cellWidth(label);
  return (
    <Box>
      <Box width={cells}>
        <Piece text={theme.paint('dim', label)} />
      </Box>
      <TextField value={value} focused width={width - cells} onChange={change} />
    </Box>
  );
}
