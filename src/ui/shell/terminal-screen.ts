// The terminal under Ink: the modes that Ink doesn't set, and drawing everything anew.

import type { Instance } from 'ink';

/** Paste marks: a paste is told apart from keys, so that nothing pasted is ever obeyed. */
const ENTER = '\u001B[?2004h';
const LEAVE = '\u001B[?2004l';
const ALTERNATE = '\u001B[?1049h\u001B[?25l';
const ORDINARY = '\u001B[?25h\u001B[?1049l';
const CLEAR = '\u001B[H\u001B[2J';

export interface TerminalScreen {
  /** For Ink: the terminal, which takes nothing while the shell has it. */
  readonly stdout: NodeJS.WriteStream;
  /** Once Ink has taken the alternate screen. */
  start(): void;
  stop(): void;
  /** Clears the whole screen and has Ink draw every line: repairs what others wrote and what a resize left. */
  redraw(): void;
  /** Gives the screen to the shell, and takes it back. */
  leave(): void;
  enter(): void;
}

export function createTerminalScreen(
  stdout: NodeJS.WriteStream,
  ink: () => Instance | undefined,
  rerender: () => void,
): TerminalScreen {
  let ours = true;
  const redraw = (): void => {
    // Whoever has the screen draws on it; it is all drawn anew once it is ours again.
    if (!ours) return;
    // Ink's own clear forgets the frame that it would otherwise compare with.
    ink()?.clear();
    stdout.write(CLEAR);
    rerender();
  };
  return {
    stdout: gated(stdout, () => ours),
    start: () => stdout.write(ENTER),
    stop: () => stdout.write(LEAVE),
    redraw,
    leave() {
      ours = false;
      stdout.write(LEAVE + ORDINARY);
    },
    enter() {
      ours = true;
      stdout.write(ALTERNATE + ENTER);
      redraw();
    },
  };
}

/** The stream, its `write` dropping everything while `open` says no: what is dropped is drawn anew afterwards. */
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
