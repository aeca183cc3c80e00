// The terminal under the drawing: the modes that the drawing doesn't set, and who has the screen.

import type { Clock } from '../../lib/clock.ts';

/** Paste marks tell a paste apart from keys, so that pasted text never acts as a key. */
const ENTER = '\u001B[?2004h';
const LEAVE = '\u001B[?2004l';
const ALTERNATE = '\u001B[?1049h\u001B[?25l';
const ORDINARY = '\u001B[?25h\u001B[?1049l';

export interface TerminalScreen {
  /** For the drawing: the terminal, which shows nothing while the shell has it. */
  readonly stdout: NodeJS.WriteStream;
  /** Called once the drawing has taken the alternate screen. */
  start(): void;
  stop(): void;
  /** Has every line drawn again: repairs foreign writes and the effects of a resize. */
  redraw(): void;
  /** Gives the screen to the shell, and takes it back. */
  leave(): void;
  enter(): void;
}

/** `lines`: plain lines are written below each other, on the ordinary screen. */
export function createTerminalScreen(
  stdout: NodeJS.WriteStream,
  lines: boolean,
  draw: () => void,
): TerminalScreen {
  let ours = true;
  const redraw = (): void => {
    // The borrower draws on the screen; Purser draws everything again once it has the screen back.
    if (ours) draw();
  };
  return {
    stdout: gated(stdout, () => ours),
    start: () => stdout.write(ENTER),
    stop: () => stdout.write(LEAVE),
    redraw,
    leave() {
      ours = false;
      stdout.write(lines ? LEAVE : LEAVE + ORDINARY);
    },
    enter() {
      ours = true;
      stdout.write(lines ? ENTER : ALTERNATE + ENTER);
      redraw();
    },
  };
}

/** The stream with a `write` that drops everything while `open` is false: it is drawn again afterwards. */
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

/** A burst of resizes counts as one, in ms: Ink leaves stale lines in between. */
const RESIZE_PAUSE = 60;

/** `during` at each change of the terminal's size, and `after` once the size stays. */
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
