// The terminal: its size, the modes that Purser sets, and whether Purser or another program has the screen.

import type { Clock } from '../../lib/clock.ts';

/** Bracketed paste: the terminal marks pasted text, so that it never acts as keys. */
export const PASTE_MARKS = '\u001B[?2004h';
const NO_PASTE_MARKS = '\u001B[?2004l';
/** The alternate screen, without a cursor. */
export const ALTERNATE = '\u001B[?1049h\u001B[?25l';
/** What another program may have left: origin mode, margins, a scrolling region, insert mode, line drawing, win32 input. */
const PLAIN = '\u001B[?6l\u001B[?69l\u001B[r\u001B[4l\u001B[?7h\u001B(B\u000F\u001B[?9001l';
/** A terminal without an alternate screen moves the shell's lines into its scrollback. */
export const TAKEN = `${ALTERNATE}${PLAIN}\u001B[H\u001B[2J`;
/** Not at once, because tmux and GNU screen keep a screen that is erased at once in the scrollback. */
export const WIPED = '\u001B[1;2H\u001B[J\u001B[H\u001B[K';
/** A terminal without an alternate screen would keep what is ours. */
export const ORDINARY = `${WIPED}\u001B[?7h\u001B[?1049l\u001B[?25h`;

/** Whether the terminal can show a frame at once. Last, because every terminal answers it: the cells of a frame's line. */
export const ASKED = '\u001B[?2026$p\u001B[H─\u001B[6n';

export interface TerminalAnswers {
  /** The terminal shows a frame at once. */
  synchronised: boolean;
  /** The terminal draws the lines of a frame, and some letters, in two cells. */
  wide: boolean;
  /** No further answer comes. */
  all: boolean;
}

/** Undefined for an answer to another question. */
export function answerIn(reply: string): Partial<TerminalAnswers> | undefined {
  const [, mode, column] = /^.\[(?:\?2026;(\d)\$y|1;(\d)R)$/s.exec(reply) ?? [];
  if (mode !== undefined) return { synchronised: /[123]/.test(mode) };
  return column === undefined ? undefined : { wide: column === '3', all: true };
}

interface TerminalScreen {
  /** Nothing is written while another program has the screen. */
  readonly stdout: NodeJS.WriteStream;
  /** After the drawing has taken the alternate screen. */
  start(): void;
  stop(): void;
  /** After a resize, or after another program wrote on the screen. */
  redraw(): void;
  leave(): void;
  enter(): void;
}

/** For a screen reader, plain lines go to the ordinary screen. */
export function createTerminalScreen(
  stdout: NodeJS.WriteStream,
  screenReader: boolean,
  draw: () => void,
): TerminalScreen {
  let ours = true;
  const redraw = (): void => {
    // While another program has the screen, nothing is drawn, because `enter` draws everything again.
    if (ours) draw();
  };
  return {
    stdout: gated(stdout, () => ours),
    start: () => stdout.write(PASTE_MARKS),
    stop: () => stdout.write(NO_PASTE_MARKS),
    redraw,
    leave() {
      ours = false;
      stdout.write(screenReader ? NO_PASTE_MARKS : NO_PASTE_MARKS + ORDINARY);
    },
    enter() {
      ours = true;
      stdout.write(screenReader ? PASTE_MARKS : TAKEN + PASTE_MARKS);
      redraw();
    },
  };
}

/** Drops what is written while `open` is false. Afterwards everything is drawn again. */
function gated(stdout: NodeJS.WriteStream, open: () => boolean): NodeJS.WriteStream {
  const write = (...args: Parameters<NodeJS.WriteStream['write']>): boolean =>
    !open() || stdout.write(...args);
  return new Proxy(stdout, {
    get(stream, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(stream, name, stream);
      return typeof value === 'function' ? value.bind(stream) : value;
    },
  });
}

/** Ms without a change until a resize is over. A resize leaves stale lines, so everything is drawn again. */
const RESIZE_PAUSE = 60;

export function onResize(stdout: NodeJS.WriteStream, clock: Clock, during: () => void, after: () => void) {
  let cancel = (): void => {};
  const changed = (): void => {
    cancel();
    during();
    cancel = clock.after(RESIZE_PAUSE, after);
  };
  stdout.on('resize', changed);
  return () => {
    cancel();
    stdout.off('resize', changed);
  };
}

export interface Lending {
  leave(): void;
  enter(): void;
}

/** Loans may overlap: an editor has the terminal, and then Ctrl+Z gives it to the shell. */
export function createLending(give: () => void, takeBack: () => void): Lending {
  let others = 0;
  return {
    leave() {
      others += 1;
      if (others === 1) give();
    },
    enter() {
      others = Math.max(0, others - 1);
      if (others === 0) takeBack();
    },
  };
}

/** The window's size must not change what is said. This size has one panel and pages of a usual height. */
const FOR_READER = { columns: 59, rows: 24 };

export const sizeOf = (stdout: NodeJS.WriteStream, reader: boolean) =>
  reader ? FOR_READER : { columns: stdout.columns || 80, rows: stdout.rows || 24 };
