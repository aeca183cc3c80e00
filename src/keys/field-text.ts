// The part of a token for the focused text field, as the bytes that Ink reads.
import { isGraphemeKey, type Key } from './key.ts';
import { cutToUnits, longestFieldPaste, pastedLine } from './plain.ts';
import type { Token } from './tokens.ts';

const editing: ReadonlyMap<Key, string> = new Map([
  ['space', ' '],
  ['backspace', '\x7f'],
  ['delete', '\x1b[3~'],
  ['left', '\x1b[D'],
  ['right', '\x1b[C'],
  ['home', '\x1b[H'],
  ['end', '\x1b[F'],
]);

/** The text for Ink; '' for a paste without typable text; undefined if the token is a command. */
export function fieldText(token: Extract<Token, { kind: 'key' | 'paste' }>): string | undefined {
  if (token.kind === 'paste') return cutToUnits(pastedLine(token.text), longestFieldPaste);
  return editing.get(token.key) ?? (isGraphemeKey(token.key) ? token.key : undefined);
}
