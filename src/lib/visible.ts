/** Makes hostile text visible: the only way for foreign text to reach a screen. */
import { agreedCells } from './agreed-cells.ts';
import { markVisible, type Visible } from './brand.ts';
import { lazy } from './lazy.ts';
import { cut, UNITS_A_CELL } from './width.ts';

export type { Visible } from './brand.ts';

declare const untrusted: unique symbol;

/** Foreign text. A string at run time, but neither a string nor Visible to the compiler. */
export interface Untrusted {
  readonly [untrusted]: never;
}

/** Marks foreign text. */
export function fromServer(text: string): Untrusted {
  return text as unknown as Untrusted;
}

/** The text unchanged: for map keys, request values and comparisons, never for a screen. */
export function unsafeText(text: Untrusted): string {
  return text as unknown as string;
}

/** More characters than this are cut before anything else is done with a text. */
const MAX_CHARS = 4096;
/** More marks than this on one grapheme are counted, not shown. */
const MAX_MARKS = 6;

const ASCII = /^[ -~]*$/;
/** Characters that need no look at their neighbours: ASCII, Latin, Cyrillic, kana, common CJK, Hangul, punctuation. */
const PLAIN =
  /^[ -~\xa0-\xac\xae-\u02ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u2500-\u259f\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;
const MARK = lazy(() => /\p{M}/v);
const FLAG = lazy(() => /^\p{RGI_Emoji_Flag_Sequence}$/v);
/** Half-width kana voicing marks: letters by name, yet part of the previous grapheme. */
const HALF_WIDTH_VOICING = /[\uff9e\uff9f]/;
const HANGUL = lazy(() => /\p{Script=Hangul}/v);
/** A letter of a script whose spelling needs joiners: Persian half-spaces, Indic half-forms. */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}]';
/** Without the one letter that is itself never shown (Malayalam dot reph). */
const LETTER = `[[\\p{L}&&${JOINING}]--\\u0d4e]`;
const JOINING_LETTER = lazy(() => new RegExp(LETTER, 'v'));
/** The shown end of a conjunct: virama, or virama and ZWJ. */
const AFTER_VIRAMA = lazy(() => new RegExp(`[\\p{M}&&${JOINING}]\\u200d?$`, 'v'));
const JOINERS = lazy(
  () => new RegExp(`(?<=[[\\p{L}\\p{M}]&&${JOINING}])(?:\\u200d\\u200c?|\\u200c)(?=${LETTER})`, 'gv'),
);
const JOINER = /[\u200c\u200d]/;
const HALF_FLAG = /\ud83c[\udde6-\uddff]/;
const ZWNJ = '\u200c';
const AM = /[\u0e33\u0eb3]/;
const GRAPHEMES = lazy(() => new Intl.Segmenter());

/**
 * Text that shows on a screen exactly the content of `text`, in as many cells as lib/width.ts counts. C0 and DEL become
 * their pictures (␛), everything else that hides, reorders, or has no agreed width becomes `\u{202E}`; nothing is
 * dropped. Two changes keep words readable without an agreed width: jamo and Thai AM are composed or split to their
 * equivalents, and an Indic conjunct is shown with its virama (a ZWNJ inside it). More than six marks on a letter and
 * more than 4096 characters are cut, with their number. With `maxCells` the text is also cut to that many cells.
 */
export function visible(text: Untrusted | string, maxCells?: number): Visible {
  const raw = typeof text === 'string' ? text : unsafeText(text);
  const kept = clip(
    raw,
    maxCells === undefined ? MAX_CHARS : Math.min(MAX_CHARS, Math.max(0, maxCells) * 16 + 64),
  );
  // Beyond these units, nothing fits in the cells.
  const most = maxCells === undefined ? Number.POSITIVE_INFINITY : (maxCells + 2) * UNITS_A_CELL + 64;
  const shown = PLAIN.test(kept) ? kept : kept.length < LONG ? expose(kept, most) : exposedBefore(kept, most);
  const dropped = raw.length - kept.length;
  const whole = markVisible(dropped > 0 ? `${shown}…(+${dropped} chars)` : shown);
  return maxCells === undefined ? whole : cut(whole, maxCells);
}

/** As `visible`, for a file: Thai and Lao AM after a letter stay one character, because a file has no cells. */
export function visibleInFile(text: string): Visible {
  if (!AM.test(text)) return visible(text);
  const kept = clip(text, MAX_CHARS);
  const dropped = text.length - kept.length;
  const shown = expose(kept, Number.POSITIVE_INFINITY, true);
  return markVisible(dropped > 0 ? `${shown}…(+${dropped} chars)` : shown);
}

/** Visible text from literal words and visible values. */
export function t(words: TemplateStringsArray, ...values: (Visible | number)[]): Visible {
  return markVisible(String.raw({ raw: words }, ...values));
}

/** The parts with `separator` between them. */
export function join(parts: readonly Visible[], separator: string): Visible {
  return markVisible(parts.join(visible(separator)));
}

/** The first `limit` characters, or fewer to keep a grapheme of reasonable length whole. */
function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (ASCII.test(text.slice(limit - 1, limit + 1))) return text.slice(0, limit);
  const start = Math.max(0, limit - 64);
  const broken = GRAPHEMES()
    .segment(text.slice(start, limit + 64))
    .containing(limit - start);
  if (broken !== undefined && broken.index > 0) return text.slice(0, start + broken.index);
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(limit - 1, limit + 1));
  return text.slice(0, splitsPair ? limit - 1 : limit);
}

/** A text of this many characters takes milliseconds, and a list draws hundreds at every key. */
const LONG = 256;
const MOST_REMEMBERED = 2000;
const longTexts = lazy(() => new Map<string, string>());

/** The last long texts are remembered by their content, so that only time depends on it. */
function exposedBefore(text: string, most: number): string {
  const known = longTexts();
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
  for (const { segment, index } of GRAPHEMES().segment(spelled)) {
    if (shown.length > most) break;
    shown +=
      PLAIN.test(segment) || (HALF_FLAG.test(segment) && FLAG().test(segment))
        ? segment
        : exposedGrapheme(segment, index, joiners, withAm);
  }
  return shown;
}

const MOST_GRAPHEMES = 5000;
/** Longer ones are floods of marks: no two need be alike. */
const SHORT_GRAPHEME = 12;
const graphemes = lazy(() => new Map<string, string>());

/** The result for a grapheme depends on nothing else, except the first of a text and joiners. */
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

/** One grapheme at `start`; `joiners` are the places of the joiners that spelling needs. */
function exposeGrapheme(
  grapheme: string,
  start: number,
  joiners: ReadonlySet<number>,
  withAm: boolean,
): string {
  let shown = '';
  let at = start;
  let marks = 0;
  let cutMarks = 0;
  // The last letter of this grapheme in `shown`, with its marks: a mark after an escape would be on its brace.
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

/** Whether `char` after `letter` in one grapheme adds the same cells everywhere: for Hangul, only a mark that adds none. */
function takesUp(letter: string, char: string): boolean {
  const cells = agreedCells(char);
  if (cells === undefined || !(MARK().test(char) || HALF_WIDTH_VOICING.test(char))) return false;
  return cells === 0 || !HANGUL().test(letter);
}

/**
 * Whether a mark is a separate grapheme (Burmese aa), and not the first character, where it could join the previous
 * one.
 */
function standsAlone(mark: string, at: number): boolean {
  return at > 0 && GRAPHEMES().segment(`a${mark}`).containing(0)?.segment === 'a';
}

function spellOut(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\\u{${code.toString(16).toUpperCase()}}`;
}
