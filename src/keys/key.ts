// The names of keys: one vocabulary for tokens, bindings and rebinding.
import { lazy } from '../lib/lazy.ts';
import { isTypable } from './plain.ts';

/**
 * A key's canonical name. A printable grapheme is its own name ('j', 'G', 'é', '👍🏽'); the others are 'enter', 'esc',
 * 'tab', 'shift-tab', 'backspace', 'delete', 'insert', 'up', 'down', 'left', 'right', 'home', 'end', 'pgup', 'pgdn',
 * 'space', 'f1' to 'f12'; chords are 'ctrl-p', 'alt-x', 'ctrl-left'. Shift shows in the grapheme, and otherwise only in
 * 'shift-tab'.
 */
export type Key = string;

/** The modifier of a Ctrl or Alt key; Shift is left out. */
interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
}

const named =
  /^(?:shift-tab|(?:ctrl-)?(?:alt-)?(?:enter|esc|tab|backspace|delete|insert|up|down|left|right|home|end|pgup|pgdn|space|f(?:[1-9]|1[0-2])))$/;
const chord = /^(?:ctrl-(?:alt-)?[a-z]|alt-\S)$/u;
const graphemes = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Whether a terminal can send a key of this name: a mistyped name in a binding would never answer. */
export function isKey(name: string): boolean {
  return named.test(name) || chord.test(name) || isGraphemeKey(name);
}

/** Whether the key is a printable grapheme, which types itself. */
export function isGraphemeKey(key: Key): boolean {
  const [first, second] = graphemes().segment(key);
  if (first === undefined || second !== undefined) return false;
  return isTypable(String.fromCodePoint(key.codePointAt(0) ?? 0)) && !/^\s/u.test(key);
}

/** The key's name with its modifiers before it. */
export function withModifiers(key: Key, { ctrl, alt }: Modifiers): Key {
  return `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${key}`;
}

/** The key of one control byte (0x00–0x1f, 0x7f), or undefined if it has none. */
export function controlKey(code: number): Key | undefined {
  if (code === 0x0d) return 'enter';
  if (code === 0x09) return 'tab';
  if (code === 0x1b) return 'esc';
  // Some terminals send Ctrl+H for Backspace; the two can't be told apart.
  if (code === 0x7f || code === 0x08) return 'backspace';
  // A line feed stays a separate chord: as Enter, "\r\n" in a plain paste would press Enter twice.
  if (code >= 0x01 && code <= 0x1a) return `ctrl-${String.fromCharCode(code + 0x60)}`;
  return undefined;
}
