// The terminal under the drawing: the modes that the drawing doesn't set, and who has the screen.

/** Paste marks: a paste is told apart from keys, so that nothing pasted is ever obeyed. */
const ENTER = '\u001B[?2004h';
const LEAVE = '\u001B[?2004l';
const ALTERNATE = '\u001B[?1049h\u001B[?25l';
const ORDINARY = '\u001B[?25h\u001B[?1049l';

export interface TerminalScreen {
  /** For the drawing: the terminal, which takes nothing while the shell has it. */
  readonly stdout: NodeJS.WriteStream;
  /** Once the drawing has taken the alternate screen. */
  start(): void;
  stop(): void;
  /** Has every line drawn again: repairs what others wrote and what a resize left. */
  redraw(): void;
  /** Gives the screen to the shell, and takes it back. */
  leave(): void;
  enter(): void;
}

/** `lines`: plain lines below each other are written, on the ordinary screen. */
export function createTerminalScreen(
  stdout: NodeJS.WriteStream,
  lines: boolean,
  draw: () => void,
): TerminalScreen {
  let ours = true;
  const redraw = (): void => {
    // Whoever has the screen draws on it; everything is drawn again once it is ours.
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

/** The stream, its `write` dropping everything while `open` says no: what is dropped is drawn again afterwards. */
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
