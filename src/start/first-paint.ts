// Draws environment, customer and tabs before Ink is loaded, exactly as Ink's first frame will show them.

import type { State } from '../store/state.ts';
import { currentWorkspace, goTo } from '../store/workspace.ts';
import { createTheme, type Painted } from '../ui/kit/theme.ts';
import { ASKED, PASTE_MARKS, TAKEN } from '../ui/paint/terminal-screen.ts';
import { layoutOf } from '../ui/screens/layout.ts';
import { destination } from '../ui/shell/goto.ts';
import { headerLine, tooSmallLines } from '../ui/shell/header.ts';
import { tabsLine } from '../ui/shell/tabs.ts';

interface FirstFrame {
  readonly state: State;
  /** As typed after `:`. Undefined: the overview. */
  readonly opening: string | undefined;
  readonly login: boolean;
}

export function firstLines({ state, opening, login }: FirstFrame): readonly Painted[] {
  const theme = createTheme(state.theme, state.colours);
  if (layoutOf(state.size).kind === 'too-small') return tooSmallLines(state, theme);
  if (login) return [headerLine(state, theme)];
  const to = opening === undefined ? undefined : destination(opening);
  const opened = to?.kind === 'place' ? goTo(state, to.place, to.subject) : state;
  const { tab } = currentWorkspace(opened);
  return [headerLine(opened, theme), tabsLine(tab, {}, opened.size.columns, theme)];
}

interface RawTerminal {
  readonly stdin: { setRawMode(raw: boolean): unknown };
  readonly stdout: { write(text: string): unknown };
}

/** Typed keys wait until the console is open. Paste marks are on, so that a paste does not look like keys. */
export function paintFirst({ stdin, stdout }: RawTerminal, lines: readonly Painted[]): void {
  const rows = lines.map((line, at) => `\u001B[${at + 1};1H${line}`);
  stdin.setRawMode(true);
  stdout.write(`${TAKEN}${ASKED}${rows.join('')}${PASTE_MARKS}`);
}
