// Puts the React tree on the terminal. Ink does the layout and the painter draws.

import { Writable } from 'node:stream';
import { Box, type DOMElement, type RenderOptions, render } from 'ink';
import type { ReactNode } from 'react';
import { createPainter } from './painter.ts';
import { ALTERNATE, ORDINARY, sizeOf, type TerminalAnswers } from './terminal-screen.ts';

/** Has the terminal's size, and drops Ink's output. */
class SilentScreen extends Writable {
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
  new SilentScreen(terminal) as unknown as NodeJS.WriteStream;

export interface Drawing {
  /** Immediately, because masked text must leave the screen before another program gets the terminal. */
  redraw(): void;
  /** May be called again. */
  end(): void;
  readonly ended: Promise<unknown>;
}

interface DrawParts {
  readonly tree: ReactNode;
  readonly stdin: NonNullable<RenderOptions['stdin']>;
  readonly stdout: NodeJS.WriteStream;
}

const NARROW: TerminalAnswers = { synchronised: false, wide: false, all: true };

const QUIET = { interactive: true, exitOnCtrlC: false, patchConsole: false, maxFps: 0 } as const;

/** `answers` may change until the terminal has given them all. */
export function draw({
  tree,
  stdin,
  stdout,
  answers = NARROW,
}: DrawParts & { readonly answers?: TerminalAnswers }): Drawing {
  let found: DOMElement | undefined;
  const ink = render(
    <Box
      ref={node => {
        found = rootOf(node);
      }}
    />,
    { ...QUIET, stdin, stdout: sinkOf(stdout) },
  );
  if (!found) throw new Error("Ink's tree has no root");
  const root = found;
  const painter = createPainter({
    look: () => ({ ...sizeOf(stdout, false), ...answers }),
    write: frame => stdout.write(frame),
  });
  const layout = whenNeeded(root, stdout);
  let ended = false;
  let waiting = false;
  const paint = (): void => {
    if (!ended) painter.paint(root, layout());
  };
  const paintWaiting = (): void => {
    if (waiting) paint();
    waiting = false;
  };
  /** Several commits in one task make one frame. A slow terminal gets only the newest frame. */
  const schedule = (): void => {
    if (waiting || ended) return;
    waiting = true;
    if (stdout.writableNeedDrain) stdout.once('drain', paintWaiting);
    else queueMicrotask(paintWaiting);
  };
  root.onRender = schedule;
  root.onImmediateRender = schedule;
  stdout.write(ALTERNATE);
  ink.rerender(tree);
  return {
    redraw() {
      painter.forget();
      // `rerender` returns after Ink has committed the store's change.
      ink.rerender(tree);
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

/** Most keys change only the lines of some nodes. Returns a function that returns the number of the last layout. */
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

/** Runs the tree for its keys and effects: `ui/reader` writes the lines for a screen reader. */
export function drawNothing({ tree, stdin, stdout, again }: DrawParts & { again(): void }): Drawing {
  const ink = render(tree, { ...QUIET, stdin, stdout: sinkOf(stdout) });
  return { redraw: again, end: () => ink.unmount(), ended: ink.waitUntilExit() };
}
