// The terminal's modes that the drawing doesn't set, and whether Purser or another program has the screen.

import type { Clock } from '../../lib/clock.ts';

/** Bracketed paste: the terminal marks pasted text, so that it never acts as keys. */
const ENTER = '\u001B[?2004h';
const LEAVE = '\u001B[?2004l';
const ALTERNATE = '\u001B[?1049h\u001B[?25l';
const ORDINARY = '\u001B[?25h\u001B[?1049l';

export interface TerminalScreen {
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

/** `lines`: for a screen reader, plain lines go to the ordinary screen. */
export function createTerminalScreen(
  stdout: NodeJS.WriteStream,
  lines: boolean,
  draw: () => void,
): TerminalScreen {
  let ours = true;
  const redraw = (): void => {
    // While another program has the screen, nothing is drawn, because `enter` draws everything again.
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
