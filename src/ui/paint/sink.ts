// The stream that Ink takes for the terminal while the painter draws: it has the terminal's size and drops Ink's
// output.

import { Writable } from 'node:stream';

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

/** Ink uses no more of the stream than `Sink` has; ink.test.ts checks that. */
export const sinkOf = (terminal: NodeJS.WriteStream): NodeJS.WriteStream =>
  new Sink(terminal) as unknown as NodeJS.WriteStream;
