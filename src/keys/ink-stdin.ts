// Ink's stdin, which gives Ink one piece of text at a time and never the terminal itself.
import { Readable } from 'node:stream';
import type { Token } from './input-tokens.ts';
import { cutToUnits, isGraphemeKey, type Key, longestFieldPaste, pastedLine } from './key.ts';

/** Has only the members that Ink uses. The proxy sets raw mode, not Ink. */
export class InkStdin extends Readable {
  readonly isTTY = true;
  #taken: (() => void) | undefined;

  constructor() {
    super({ objectMode: true, read: () => {} });
  }

  /** `taken` may be called much later, because Ink reads only while a field listens. */
  offer(text: string, taken: () => void): void {
    this.#taken = taken;
    this.push(text);
  }

  /** False if there was no unread offer. */
  withdraw(): boolean {
    this.#taken = undefined;
    return super.read() !== null;
  }

  /** Text or null; Node's type lacks the null. */
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

  readonly setRawMode = (): this => this;
  readonly ref = (): this => this;
  readonly unref = (): this => this;
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
/** `ui/kit/TextField.tsx` reads these bytes. A binding with the key comes first. */
const chords: ReadonlyMap<Key, string> = new Map([
  ['ctrl-w', '\x17'],
  ['ctrl-u', '\x15'],
  ['ctrl-e', '\x1b[F'],
  ...['alt-left', 'alt-b', 'ctrl-left'].map(key => [key, '\x1bb'] as const),
  ...['alt-right', 'alt-f', 'ctrl-right'].map(key => [key, '\x1bf'] as const),
  ...['alt-d', 'alt-delete', 'ctrl-delete'].map(key => [key, '\x1bd'] as const),
  ...['alt-backspace', 'ctrl-backspace'].map(key => [key, '\x1bh'] as const),
]);

/** Empty for a paste without typable text, undefined for a command. */
export function fieldText(
  token: Extract<Token, { kind: 'key' | 'paste' }>,
  isBound: (key: Key) => boolean,
): string | undefined {
  if (token.kind === 'paste') return cutToUnits(pastedLine(token.text), longestFieldPaste);
  const { key } = token;
  const chord = chords.get(key);
  if (chord !== undefined) return isBound(key) ? undefined : chord;
  return editing.get(key) ?? (isGraphemeKey(key) ? key : undefined);
}
