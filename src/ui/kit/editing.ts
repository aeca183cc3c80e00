// The text of one field and its cursor, and what each editing key does to them. Pure.

import { segmenter } from '../../lib/lazy.ts';

/** The cursor is never inside a character (a grapheme). `all`: the whole text is selected. */
export interface Typed {
  readonly value: string;
  readonly at: number;
  readonly all?: boolean;
}

export type Edit =
  | { readonly kind: 'insert'; readonly text: string }
  | { readonly kind: 'move'; readonly to: Target }
  | { readonly kind: 'remove'; readonly to: Target | 'blank' }
  | { readonly kind: 'clear' };

/** From the cursor. `word-left` and `word-right` pass the letters and digits of one word. */
type Target = 'left' | 'right' | 'word-left' | 'word-right' | 'start' | 'end';

/** The most UTF-16 units that are read on each side of the cursor. No screen shows more. */
export const NEAR = 2048;

export const graphemes = (text: string): number => [...segmenter().segment(text)].length;

export const characterAt = (value: string, at: number): string =>
  segmenter()
    .segment(value.slice(at, at + NEAR))
    .containing(0)?.segment ?? '';

/** The boundaries of the character that contains `at`. Both are `at` if `at` is between two characters. */
function around(value: string, at: number): { readonly from: number; readonly to: number } {
  const start = Math.max(0, at - NEAR);
  const found = segmenter()
    .segment(value.slice(start, at + NEAR))
    .containing(at - start);
  const from = start + (found?.index ?? 0);
  return !found || from === at ? { from: at, to: at } : { from, to: from + found.segment.length };
}

/** Typed text may join with the next character, so the cursor moves after it. */
export const settled = (value: string, at: number): number =>
  at >= value.length ? value.length : around(value, at).to;

const before = (value: string, at: number): number => (at === 0 ? 0 : around(value, at - 1).from);

/** By its first code point. U+200C is inside Persian words. */
const isInWord = (character: string): boolean => /^[\p{L}\p{N}\p{M}_\u200c]/u.test(character);
const isNoBlank = (character: string): boolean => !/^\s/u.test(character);

/** Past the characters that are not `part`, then past those that are. */
function wordStart(value: string, at: number, part: (character: string) => boolean): number {
  let inside = false;
  for (let to = at; to > 0; to = Math.max(0, to - NEAR)) {
    const start = Math.max(0, to - NEAR);
    for (const { segment, index } of [...segmenter().segment(value.slice(start, to))].reverse()) {
      if (inside && !part(segment)) return around(value, start + index + segment.length).from;
      inside ||= part(segment);
    }
  }
  return 0;
}

function wordEnd(value: string, at: number): number {
  let inside = false;
  for (let from = at; from < value.length; from += NEAR)
    for (const { segment, index } of segmenter().segment(value.slice(from, from + NEAR))) {
      if (inside && !isInWord(segment)) return settled(value, from + index);
      inside ||= isInWord(segment);
    }
  return value.length;
}

function targetOf({ value, at }: Typed, to: Target | 'blank'): number {
  switch (to) {
    case 'left':
      return before(value, at);
    case 'right':
      return at + characterAt(value, at).length;
    case 'word-left':
      return wordStart(value, at, isInWord);
    case 'word-right':
      return wordEnd(value, at);
    case 'blank':
      return wordStart(value, at, isNoBlank);
    case 'start':
      return 0;
    case 'end':
      return value.length;
  }
}

/** The words of a secret are secret too, so a word is then the whole text on that side. */
const unseen = (to: Target | 'blank'): Target | 'blank' =>
  to === 'word-right' ? 'end' : to === 'word-left' || to === 'blank' ? 'start' : to;

/** `now` itself if nothing changes. */
export function edited(now: Typed, edit: Edit, secret = false): Typed {
  const { value, at, all } = now;
  if (edit.kind === 'clear') return value === '' ? now : { value: '', at: 0 };
  if (edit.kind === 'insert')
    return edit.text === '' ? now : inserted(all ? { value: '', at: 0 } : now, edit.text);
  const to = secret ? unseen(edit.to) : edit.to;
  if (edit.kind === 'remove' && all) return { value: '', at: 0 };
  // An arrow keeps a selected text, and goes to the end that the arrow points to.
  if (all && to === 'left') return { value, at: 0 };
  const next = targetOf(all ? { value, at: value.length } : now, to);
  if (edit.kind === 'move') return next === at && !all ? now : { value, at: next };
  if (next === at) return now;
  const [from, end] = next < at ? [next, at] : [at, next];
  const left = value.slice(0, from) + value.slice(end);
  return { value: left, at: settled(left, from) };
}

function inserted({ value, at }: Typed, text: string): Typed {
  // Drops a lone half of an emoji.
  const whole = text.replace(/\p{Cs}/gu, '');
  const next = value.slice(0, at) + whole + value.slice(at);
  return { value: next, at: settled(next, at + whole.length) };
}
