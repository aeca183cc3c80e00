// Puts the React tree on the terminal. Ink does the layout and the painter draws. If the painter can't use the
// installed Ink, Ink draws.

import { Writable } from 'node:stream';
import { Box, type DOMElement, type RenderOptions, render } from 'ink';
import type { ReactNode } from 'react';
import { Painting } from '../kit/Line.tsx';
import { createPainter } from './painter.ts';

/** A stream that Ink uses as the terminal: it has the terminal's size, and drops Ink's output. */
class Sink extends Writable {
  readonly isTTY = true;
  readonly #terminal: NodeJS.WriteStream;

  constructor(terminal: NodeJS.WriteStream) {
    super({ write: (_chunk, _encoding, done) => done() });
    this.#terminal = terminal;
  }

  get columns(): number {
    return this.#terminal.columns;
  }

  get rows(): number {
    return this.#terminal.rows;
  }
}

/** Ink uses no more of the stream than `Sink` has; ink.test.tsx checks that. */
export const sinkOf = (terminal: NodeJS.WriteStream): NodeJS.WriteStream =>
  new Sink(terminal) as unknown as NodeJS.WriteStream;

/** A drawing that is on the terminal. */
export interface Drawing {
  /**
   * Draws the whole frame immediately, because masked text must leave the screen before another program gets the
   * terminal.
   */
  redraw(): void;
  /** Leaves the alternate screen, unless that was done already. */
  end(): void;
  readonly ended: Promise<unknown>;
}

interface DrawParts {
  readonly tree: ReactNode;
  readonly stdin: NonNullable<RenderOptions['stdin']>;
  readonly stdout: NodeJS.WriteStream;
}

const ALTERNATE = '\x1b[?1049h\x1b[?25l';
const ORDINARY = '\x1b[?1049l\x1b[?25h';
const CLEAR = '\x1b[H\x1b[2J';
/** Ink's options for every way of drawing. */
const QUIET = { interactive: true, exitOnCtrlC: false, patchConsole: false } as const;

export function draw(parts: DrawParts): Drawing {
  return drawPainted(parts) ?? drawByInk(parts);
}

/** Undefined if the painter can't use the installed Ink. */
function drawPainted({ tree, stdin, stdout }: DrawParts): Drawing | undefined {
  let root: DOMElement | undefined;
  const ink = render(
    <Box
      ref={node => {
        root = rootOf(node);
      }}
    />,
    { ...QUIET, stdin, stdout: sinkOf(stdout), maxFps: 0 },
  );
  if (!isUsable(root)) {
    ink.unmount();
    return undefined;
  }
  const painter = createPainter({
    get columns() {
      return stdout.columns || 80;
    },
    get rows() {
      return stdout.rows || 24;
    },
    write: text => stdout.write(text),
  });
  const laidOut = root;
  const layout = whenNeeded(laidOut, stdout);
  let ended = false;
  let waiting = false;
  const paint = (): void => {
    if (!ended) painter.paint(laidOut, layout());
  };
  const paintWaiting = (): void => {
    if (waiting) paint();
    waiting = false;
  };
  /** Several commits in one task make one frame. A slow terminal gets only the newest frame, after its older output. */
  const schedule = (): void => {
    if (waiting || ended) return;
    waiting = true;
    if (stdout.writableNeedDrain) stdout.once('drain', paintWaiting);
    else queueMicrotask(paintWaiting);
  };
  laidOut.onRender = schedule;
  laidOut.onImmediateRender = schedule;
  const painted = <Painting value={true}>{tree}</Painting>;
  stdout.write(ALTERNATE);
  ink.rerender(painted);
  return {
    redraw() {
      painter.forget();
      // `rerender` returns after Ink has committed the store's change.
      ink.rerender(painted);
      paint();
    },
    end() {
      if (ended) return;
      ended = true;
      ink.unmount();
      stdout.write(ORDINARY);
    },
    ended: ink.waitUntilExit(),
  };
}

/**
 * Lays the tree out only if a node or the terminal's width has changed. Most keys change only the lines of some nodes.
 * Returns a function that returns the number of the last layout.
 */
function whenNeeded(root: DOMElement, stdout: NodeJS.WriteStream): () => number {
  const layOut = root.onComputeLayout;
  let columns: number | undefined;
  let layouts = 0;
  root.onComputeLayout = () => {
    if (!root.yogaNode?.isDirty() && columns === stdout.columns) return;
    columns = stdout.columns;
    layouts++;
    layOut?.();
  };
  return () => layouts;
}

function rootOf(node: DOMElement | null): DOMElement | undefined {
  let root = node ?? undefined;
  while (root?.parentNode) root = root.parentNode;
  return root;
}

/** Checks what the painter needs from Ink's tree; ink.test.tsx checks more. */
function isUsable(root: DOMElement | undefined): root is DOMElement {
  const box = root?.childNodes[0];
  return (
    root?.nodeName === 'ink-root' &&
    typeof root.onRender === 'function' &&
    typeof root.onComputeLayout === 'function' &&
    typeof root.yogaNode?.isDirty === 'function' &&
    typeof box?.yogaNode?.getComputedLeft === 'function' &&
    typeof box.yogaNode.getComputedWidth === 'function'
  );
}

/** Runs the tree for its keys and effects, and draws nothing: voice.ts writes the lines for a screen reader. */
export function drawNothing({ tree, stdin, stdout, again }: DrawParts & { again(): void }): Drawing {
  const ink = render(tree, { ...QUIET, stdin, stdout: sinkOf(stdout), maxFps: 0 });
  return { redraw: again, end: () => ink.unmount(), ended: ink.waitUntilExit() };
}

function drawByInk({ tree, stdin, stdout }: DrawParts): Drawing {
  const ink = render(tree, {
    ...QUIET,
    stdin,
    stdout,
    alternateScreen: true,
    incrementalRendering: true,
    maxFps: 120,
  });
  return {
    redraw() {
      // `clear` also makes Ink forget the last frame, so that the next frame is drawn whole.
      ink.clear();
      stdout.write(CLEAR);
      ink.rerender(tree);
    },
    end: () => ink.unmount(),
    ended: ink.waitUntilExit(),
  };
}
