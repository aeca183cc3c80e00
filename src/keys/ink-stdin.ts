// The stdin for Ink: one piece of text at a time, and never the terminal itself.
import { Readable } from 'node:stream';

/** A terminal's input stream as far as Ink uses one; raw mode belongs to the proxy, so Ink's calls are ignored. */
export class InkStdin extends Readable {
  readonly isTTY = true;
  #taken: (() => void) | undefined;

  constructor() {
    super({ objectMode: true, read: () => {} });
  }

  /** Offers one piece of text; `taken` is called when Ink reads it, which may be after it first attaches. */
  offer(text: string, taken: () => void): void {
    this.#taken = taken;
    this.push(text);
  }

  /** Takes back an unread offer; false if there was none. */
  withdraw(): boolean {
    this.#taken = undefined;
    return super.read() !== null;
  }

  /** One piece of text, or null; Node's own type for it lacks the null. */
  override read(size?: number): string {
    const text: string = super.read(size);
    if (text !== null) {
      const taken = this.#taken;
      this.#taken = undefined;
      taken?.();
    }
    return text;
  }

  override setEncoding(): this {
    return this;
  }

  setRawMode(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
