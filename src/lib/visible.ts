/** Makes text from outside safe and visible. No other way leads from such text to a screen. */
import { agreedCells } from './agreed-cells.ts';
import { markVisible, type Visible } from './brand.ts';
import { lazy, segmenter } from './lazy.ts';
import { cut, UNITS_A_CELL } from './width.ts';

export type { Visible } from './brand.ts';

declare const untrusted: unique symbol;

/** A string at run time, but the compiler takes it neither as a string nor as Visible. */
export interface Untrusted {
  readonly [untrusted]: never;
}

export const fromServer = (text: string): Untrusted => text as unknown as Untrusted;

/** For map keys, request values and comparisons, never for a screen. */
export const unsafeText = (text: Untrusted): string => text as unknown as string;

/** In UTF-16 units. A longer text is cut before any other step. */
const MAX_CHARS = 4096;
/** On one grapheme. The other marks are counted. */
const MAX_MARKS = 6;

const ASCII = /^[ -~]*$/;
/** They never depend on their neighbours: letters of Latin, Greek, Cyrillic, Hebrew, Arabic, kana, common CJK, Hangul, and signs. */
const PLAIN =
  /^[ -~\xa0-\xac\xae-\u02ff\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ff\u0400-\u0482\u05d0-\u05ea\u0620-\u064a\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u2193\u2212\u2500-\u259f\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;
const MARK = lazy(() => /\p{M}/v);
/** Takes 27 ms to compile, so other texts never need it. */
const EMOJI = lazy(() => /^\p{RGI_Emoji}$/v);
const KEYCAP = /^([0-9#*])\ufe0f?\u20e3$/;
/** The letters of a region, such as the flag of Scotland. */
const TAGS = /[\u{e0020}-\u{e007e}]+\u{e007f}$/u;
const FLAG = lazy(() => /^\p{RGI_Emoji_Flag_Sequence}$/v);
/** Letters in Unicode, but part of the previous grapheme. */
const HALF_WIDTH_VOICING = /[\uff9e\uff9f]/;
const HANGUL = lazy(() => /\p{Script=Hangul}/v);
/** The spelling of these scripts needs joiners: Persian half-spaces, Indic half-forms. */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}]';
/** Malayalam dot reph is never shown as a letter. */
const LETTER = `[[\\p{L}&&${JOINING}]--\\u0d4e]`;
const JOINING_LETTER = lazy(() => new RegExp(LETTER, 'v'));
/** The end of a shown text within a conjunct. */
const AFTER_VIRAMA = lazy(() => new RegExp(`[\\p{M}&&${JOINING}]\\u200d?$`, 'v'));
const JOINERS = lazy(
  () => new RegExp(`(?<=[[\\p{L}\\p{M}]&&${JOINING}])(?:\\u200d\\u200c?|\\u200c)(?=${LETTER})`, 'gv'),
);
const JOINER = /[\u200c\u200d]/;
const HALF_FLAG = /\ud83c[\udde6-\uddff]/;
const ZWNJ = '\u200c';
const EMOJI_PARTS = /[\u200d\ufe0f]|\ud83c[\udffb-\udfff]/;
const AM = /[\u0e33\u0eb3]/;

/**
 * Shows the whole content of `text`, in as many cells as lib/width.ts counts:
 * - C0 and DEL become their pictures (␛).
 * - Other characters that hide, reorder or have no agreed width become an escape like `\u{202E}`.
 * - A joined emoji becomes its single emoji, without skin tone and selectors. A keycap becomes `[1]`.
 * - Jamo and Thai AM become their equivalents, and an Indic conjunct is shown with its virama (a ZWNJ inside it).
 * - Marks beyond six on a letter and characters beyond 4096 are cut, and their number is shown.
 */
export function visible(text: Untrusted | string, maxCells?: number): Visible {
  const raw = typeof text === 'string' ? text : unsafeText(text);
  const kept = clip(
    raw,
    maxCells === undefined ? MAX_CHARS : Math.min(MAX_CHARS, Math.max(0, maxCells) * 16 + 64),
  );
  // In UTF-16 units.
  const most = maxCells === undefined ? Number.POSITIVE_INFINITY : (maxCells + 2) * UNITS_A_CELL + 64;
  const shown = PLAIN.test(kept) ? kept : exposedBefore(kept, most);
  const dropped = raw.length - kept.length;
  const whole = markVisible(dropped > 0 ? `${shown}…(+${dropped} chars)` : shown);
  return maxCells === undefined ? whole : cut(whole, maxCells);
}

/** For a file, which has no cells: Thai and Lao AM after a letter stay one character, and a joined emoji stays joined. */
export const visibleInFile = (text: string): Visible =>
  AM.test(text) || EMOJI_PARTS.test(text) ? exposed(text, true) : visible(text);

/** No copy of the text is remembered. */
export const visibleSecret = (text: string): Visible => exposed(text, false);

function exposed(text: string, withAm: boolean): Visible {
  const kept = clip(text, MAX_CHARS);
  const dropped = text.length - kept.length;
  const shown = PLAIN.test(kept) ? kept : expose(kept, Number.POSITIVE_INFINITY, withAm);
  return markVisible(dropped > 0 ? `${shown}…(+${dropped} chars)` : shown);
}

/** Literal words with visible values. */
export function t(words: TemplateStringsArray, ...values: (Visible | number)[]): Visible {
  // String.raw takes ten times as long, and a frame has hundreds of these.
  let text = words[0] ?? '';
  for (let at = 0; at < values.length; at++) text += `${values[at]}${words[at + 1] ?? ''}`;
  return markVisible(text);
}

export const join = (parts: readonly Visible[], separator = ', '): Visible =>
  markVisible(parts.join(visible(separator)));

/** Or a few fewer, so that no grapheme of usual length is split. */
function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (ASCII.test(text.slice(limit - 1, limit + 1))) return text.slice(0, limit);
  const start = Math.max(0, limit - 64);
  const broken = segmenter()
    .segment(text.slice(start, limit + 64))
    .containing(limit - start);
  if (broken !== undefined && broken.index > 0) return text.slice(0, start + broken.index);
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(limit - 1, limit + 1));
  return text.slice(0, splitsPair ? limit - 1 : limit);
}

const MOST_REMEMBERED = 2000;
const exposedTexts = lazy(() => new Map<string, string>());

/** A long text takes milliseconds, and each key press shows it again. */
function exposedBefore(text: string, most: number): string {
  const known = exposedTexts();
  const key = `${most} ${text}`;
  const shown = known.get(key) ?? expose(text, most);
  known.delete(key);
  known.set(key, shown);
  const [oldest] = known.size > MOST_REMEMBERED ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  return shown;
}

const withoutAm = (text: string): string =>
  text
    .replace(/([\u0e48-\u0e4b]{0,2})\u0e33/g, '\u0e4d$1\u0e32')
    .replace(/([\u0ec8-\u0ecb]{0,2})\u0eb3/g, '\u0ecd$1\u0eb2');

function expose(text: string, most: number, withAm = false): string {
  const spelled = (withAm ? text : withoutAm(text)).replace(
    /(?:[\u1100-\u1112][\u1161-\u1175]|[\uac00-\ud7a3])[\u11a8-\u11c2]?/g,
    syllable => syllable.normalize('NFC'),
  );
  const joiners = new Set<number>();
  if (JOINER.test(spelled))
    for (const { 0: run, index } of spelled.matchAll(JOINERS())) {
      for (let at = index; at < index + run.length; at++) joiners.add(at);
    }
  let shown = '';
  for (const { segment, index } of segmenter().segment(spelled)) {
    if (shown.length > most) break;
    shown +=
      PLAIN.test(segment) || (HALF_FLAG.test(segment) && FLAG().test(segment))
        ? segment
        : exposedGrapheme(segment, index, joiners, withAm);
  }
  return shown;
}

const MOST_GRAPHEMES = 5000;
/** In UTF-16 units. Longer graphemes are floods of marks, which rarely repeat. */
const SHORT_GRAPHEME = 12;
const graphemes = lazy(() => new Map<string, string>());

/** The start of a text and a text with joiners are not remembered. */
function exposedGrapheme(
  grapheme: string,
  start: number,
  joiners: ReadonlySet<number>,
  withAm: boolean,
): string {
  if (withAm || start === 0 || joiners.size > 0 || grapheme.length > SHORT_GRAPHEME)
    return exposeGrapheme(grapheme, start, joiners, withAm);
  const known = graphemes();
  const before = known.get(grapheme);
  if (before !== undefined) return before;
  const shown = exposeGrapheme(grapheme, start, joiners, false);
  if (known.size < MOST_GRAPHEMES) known.set(grapheme, shown);
  return shown;
}

/** `joiners`: the indexes of joiners that the spelling needs. */
function exposeGrapheme(
  grapheme: string,
  start: number,
  joiners: ReadonlySet<number>,
  withAm: boolean,
): string {
  if (/\p{Emoji}/u.test(grapheme) && (EMOJI().test(grapheme) || EMOJI().test(`${grapheme}\ufe0f`)))
    return withAm ? grapheme : emojiParts(grapheme);
  let shown = '';
  let at = start;
  let marks = 0;
  let cutMarks = 0;
  // Empty after an escape, because a mark there would be drawn on the brace.
  let letter = '';
  for (const char of grapheme) {
    const isMark = MARK().test(char);
    if (isMark && ++marks > MAX_MARKS) {
      cutMarks++;
    } else if (letter !== '' && joiners.has(at)) {
      shown += char;
    } else if (letter === '' && agreedCells(char) !== undefined && (!isMark || standsAlone(char, at))) {
      shown += char;
      letter = char;
    } else if (letter !== '' && (takesUp(letter, char) || (withAm && AM.test(char)))) {
      shown += char;
    } else if (JOINING_LETTER().test(char) && AFTER_VIRAMA().test(shown)) {
      shown += ZWNJ + char;
      letter = char;
      marks = 0;
    } else {
      shown += spellOut(char);
      letter = '';
    }
    at += char.length;
  }
  return cutMarks > 0 ? `${shown}…(+${cutMarks} marks)` : shown;
}

function emojiParts(emoji: string): string {
  const [, key] = KEYCAP.exec(emoji) ?? [];
  if (key !== undefined) return `[${key}]`;
  const region = TAGS.exec(emoji)?.[0] ?? '';
  const letters = Array.from(region.slice(0, -2), tag =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe_0000),
  );
  const [first = '', ...others] = emoji.slice(0, emoji.length - region.length);
  const shown = [first, ...others.filter(char => !/[\u200d\ufe0f]|\p{Emoji_Modifier}/u.test(char))];
  const parts = shown.map(char => (agreedCells(char) === undefined ? spellOut(char) : char));
  return `${parts.join('')}${letters.length > 0 ? `[${letters.join('')}]` : ''}`;
}

/** `char` adds the same cells on every terminal. After Hangul, only a mark without cells does. */
function takesUp(letter: string, char: string): boolean {
  const cells = agreedCells(char);
  if (cells === undefined || !(MARK().test(char) || HALF_WIDTH_VOICING.test(char))) return false;
  return cells === 0 || !HANGUL().test(letter);
}

/** A separate grapheme (Burmese aa). At the start it could join the text before it. */
const standsAlone = (mark: string, at: number): boolean =>
  at > 0 && segmenter().segment(`a${mark}`).containing(0)?.segment === 'a';

function spellOut(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\\u{${code.toString(16).toUpperCase()}}`;
}
