// The names of keys, for tokens, bindings and rebinding.
import { lazy } from '../lib/lazy.ts';
import { isTypable } from './plain.ts';

/**
 * A key's canonical name. The name of a printable grapheme is the grapheme itself ('j', 'G', 'é', '👍🏽'). Other names
 * are 'enter', 'esc', 'tab', 'shift-tab', 'backspace', 'delete', 'insert', 'up', 'down', 'left', 'right', 'home',
 * 'end', 'pgup', 'pgdn', 'space', and 'f1' to 'f12'. Chords are 'ctrl-p', 'alt-x', 'ctrl-left'. Only 'shift-tab' names
 * Shift: Shift+G is 'G'.
 */
export type Key = string;

/** The modifiers that a key's name can begin with. */
interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
}

const named =
  /^(?:shift-tab|(?:ctrl-)?(?:alt-)?(?:enter|esc|tab|backspace|delete|insert|up|down|left|right|home|end|pgup|pgdn|space|f(?:[1-9]|1[0-2])))$/;
const chord = /^(?:ctrl-(?:alt-)?[a-z]|alt-\S)$/u;
const graphemes = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Whether a terminal can send a key of this name. A binding with a mistyped name would never run. */
export function isKey(name: string): boolean {
  return named.test(name) || chord.test(name) || isGraphemeKey(name);
}

/** Whether the key is a printable grapheme, so that a text field inserts it. */
export function isGraphemeKey(key: Key): boolean {
  const [first, second] = graphemes().segment(key);
  if (first === undefined || second !== undefined) return false;
  return isTypable(String.fromCodePoint(key.codePointAt(0) ?? 0)) && !/^\s/u.test(key);
}

/** The key's name with its modifiers before it. */
export function withModifiers(key: Key, { ctrl, alt }: Modifiers): Key {
  return `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${key}`;
}

/** The key of one control byte (0x00–0x1f, 0x7f), or undefined if the byte has no key. */
export function controlKey(code: number): Key | undefined {
  if (code === 0x0d) return 'enter';
  if (code === 0x09) return 'tab';
  if (code === 0x1b) return 'esc';
  // Some terminals send Ctrl+H for Backspace, so Purser can't distinguish the two.
  if (code === 0x7f || code === 0x08) return 'backspace';
  // A line feed is 'ctrl-j'. If it were Enter, "\r\n" in a paste without marks would press Enter twice.
  if (code >= 0x01 && code <= 0x1a) return `ctrl-${String.fromCharCode(code + 0x60)}`;
  return undefined;
}
