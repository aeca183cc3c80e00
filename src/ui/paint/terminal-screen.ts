// The terminal: its size, the modes that Purser sets, and whether Purser or another program has the screen.

import type { Clock } from '../../lib/clock.ts';

/** Bracketed paste: the terminal marks pasted text, so that it never acts as keys. */
export const PASTE_MARKS = '\u001B[?2004h';
const NO_PASTE_MARKS = '\u001B[?2004l';
/** The alternate screen, without a cursor. */
export const ALTERNATE = '\u001B[?1049h\u001B[?25l';
export const ORDINARY = '\u001B[?1049l\u001B[?25h';

interface TerminalScreen {
  /** The terminal for the drawing. Nothing is written while another program has the screen. */
  readonly stdout: NodeJS.WriteStream;
  /** Call this after the drawing has taken the alternate screen. */
  start(): void;
  stop(): void;
  /** Draws every line again: after a resize, or after another program wrote on the screen. */
  redraw(): void;
  /** Gives the screen to another program. */
  leave(): void;
  /** Takes the screen back. */
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
      stdout.write(screenReader ? PASTE_MARKS : ALTERNATE + PASTE_MARKS);
      redraw();
    },
  };
}

/** The stream, but its `write` drops everything while `open` is false. Afterwards everything is drawn again. */
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

/**
 * A resize is over after this many ms without a change. Then Purser draws every line again, because a resize leaves
 * stale lines.
 */
const RESIZE_PAUSE = 60;

/**
 * Calls `during` at each change of the terminal's size, and `after` once the size stays. The returned function stops
 * both.
 */
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

/**
 * Lends the terminal to other programs. Loans may overlap: an editor has the terminal, and then Ctrl+Z gives the
 * terminal to the shell. The first `leave` gives the terminal away. The last `enter` takes it back.
 */
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

/**
 * For a screen reader, the window's size must not change the text. So Purser assumes a size with one panel at a time
 * and with pages of a usual height.
 */
const FOR_READER = { columns: 59, rows: 24 };

export const sizeOf = (stdout: NodeJS.WriteStream, reader: boolean) =>
  reader ? FOR_READER : { columns: stdout.columns || 80, rows: stdout.rows || 24 };
