// The stdin for Ink, and the text of a key or a paste for Ink's field. Ink gets one piece of text at a time, and never
// reads the terminal itself.
import { Readable } from 'node:stream';
import { cutToUnits, isGraphemeKey, type Key, longestFieldPaste, pastedLine } from './key.ts';
import type { Token } from './tokens.ts';

/**
 * An input stream with only the members that Ink uses. The stream ignores Ink's calls for raw mode, because the proxy
 * sets raw mode.
 */
export class InkStdin extends Readable {
  readonly isTTY = true;
  #taken: (() => void) | undefined;

  constructor() {
    super({ objectMode: true, read: () => {} });
  }

  /**
   * Offers one piece of text. Calls `taken` when Ink reads the text. Ink reads only while a field listens, so that may
   * be later.
   */
  offer(text: string, taken: () => void): void {
    this.#taken = taken;
    this.push(text);
  }

  /** Takes back an unread offer. False if there was none. */
  withdraw(): boolean {
    this.#taken = undefined;
    return super.read() !== null;
  }

  /** One piece of text, or null. Node's type does not have the null. */
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

const editing: ReadonlyMap<Key, string> = new Map([
  ['space', ' '],
  ['backspace', '\x7f'],
  ['delete', '\x1b[3~'],
  ['left', '\x1b[D'],
  ['right', '\x1b[C'],
  ['home', '\x1b[H'],
  ['end', '\x1b[F'],
]);

/** The text for Ink's field. Empty for a paste without typable text, undefined for a key that is a command. */
export function fieldText(token: Extract<Token, { kind: 'key' | 'paste' }>): string | undefined {
  if (token.kind === 'paste') return cutToUnits(pastedLine(token.text), longestFieldPaste);
  return editing.get(token.key) ?? (isGraphemeKey(token.key) ? token.key : undefined);
}
