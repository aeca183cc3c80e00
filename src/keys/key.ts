// The names of keys, and text that may be typed or pasted: no escape sequences, no invisible characters.

import { segmenter } from '../lib/lazy.ts';

const escapeSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds escape sequences
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|[ -/]*[0-~])/g;
// Joiners are allowed, because emoji and Persian need them.
const invisible =
  /[\p{Cc}\p{Cs}\p{Co}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu;
const lineBreaks = /\r\n|[\n\v\f\r\u{85}\u{2028}\u{2029}]/gu;

/** In UTF-16 units. */
export const longestFieldPaste = 4096;

export function isTypable(character: string): boolean {
  return character.search(invisible) < 0;
}

/** Inner line breaks and tabs become spaces. */
export function pastedLine(text: string): string {
  return withoutOuterLineBreaks(text.replace(escapeSequence, ''))
    .replace(lineBreaks, ' ')
    .replaceAll('\t', ' ')
    .replace(invisible, '');
}

/** Leaves no half of a surrogate pair. */
export function cutToUnits(text: string, units: number): string {
  const cut = text.slice(0, units);
  return text.length > units && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** A pattern such as `[\r\n]+$` takes quadratic time on a paste of line breaks. */
function withoutOuterLineBreaks(text: string): string {
  const isBreak = (at: number) => text[at] === '\n' || text[at] === '\r';
  let start = 0;
  let end = text.length;
  while (isBreak(start)) start += 1;
  while (end > start && isBreak(end - 1)) end -= 1;
  return text.slice(start, end);
}

/**
 * A printable grapheme is its own name ('j', 'G', '👍🏽'). Other names are in `named`, chords such as 'ctrl-p' in
 * `chord`. Only 'shift-tab' names Shift: Shift+G is 'G'.
 */
export type Key = string;

const named =
  /^(?:shift-tab|(?:ctrl-)?(?:alt-)?(?:enter|esc|tab|backspace|delete|insert|up|down|left|right|home|end|pgup|pgdn|space|f(?:[1-9]|1[0-2])))$/;
const chord = /^(?:ctrl-(?:alt-)?[a-z]|alt-\S)$/u;

/** A binding with a mistyped name would never run. */
export function isKey(name: string): boolean {
  return named.test(name) || chord.test(name) || isGraphemeKey(name);
}

/** A text field inserts such a key. */
export function isGraphemeKey(key: Key): boolean {
  const [first, second] = segmenter().segment(key);
  if (first === undefined || second !== undefined) return false;
  return isTypable(String.fromCodePoint(key.codePointAt(0) ?? 0)) && !/^\s/u.test(key);
}

/** No command has such a key: a letter of another script, or any full-width character. */
export const isForeignLetter = (key: Key): boolean =>
  /^(?:(?!\p{Script=Latin})\p{L}|[\u{ff01}-\u{ff5e}])/u.test(key);

export const withModifiers = (key: Key, ctrl: boolean, alt: boolean): Key =>
  `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${key}`;

/** 0x00–0x1f and 0x7f. */
export function controlKey(code: number): Key | undefined {
  if (code === 0x0d) return 'enter';
  if (code === 0x09) return 'tab';
  if (code === 0x1b) return 'esc';
  // Some terminals send Ctrl+H for Backspace.
  if (code === 0x7f || code === 0x08) return 'backspace';
  // A line feed is 'ctrl-j'. If it were Enter, "\r\n" in a paste without marks would press Enter twice.
  if (code >= 0x01 && code <= 0x1a) return `ctrl-${String.fromCharCode(code + 0x60)}`;
  return undefined;
}
