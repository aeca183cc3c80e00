// The terminal: its size, the modes that Purser sets, and whether Purser or another program has the screen.

import type { Clock } from '../../lib/clock.ts';

/** Bracketed paste: the terminal marks pasted text, so that it never acts as keys. */
export const PASTE_MARKS = '\u001B[?2004h';
const NO_PASTE_MARKS = '\u001B[?2004l';
/** The alternate screen, without a cursor. */
export const ALTERNATE = '\u001B[?1049h\u001B[?25l';
export const ORDINARY = '\u001B[?1049l\u001B[?25h';

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
      stdout.write(screenReader ? PASTE_MARKS : ALTERNATE + PASTE_MARKS);
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
