/**
 * Characters that take the same number of cells everywhere, so that columns stay aligned on every terminal.
 *
 * All of Unicode was measured in three programs:
 * - Ink 8, whose layout uses string-width 8.3;
 * - string-width 9;
 * - @xterm/headless 6, with the width table of xterm.js that needs no Unicode add-on.
 * They agree on nearly all letters, CJK and Hangul syllables, box drawing, U+FDFD (1 cell) and flags (2 cells).
 * They disagree on these characters:
 * - Emoji. 👍, ❤️ and 1️⃣ are 1 cell in xterm.js, 2 in Ink. An emoji of three people is 3 cells in xterm.js, 2 in Ink.
 *   Both show 👍🏽 and 🧑‍💻 in 2 cells, but a terminal that counts code points shows 4. A single emoji counts as 2 cells,
 *   and the painter puts the cursor behind it. visible.ts shows a joined emoji as its single emoji.
 * - Marks newer than Unicode 5, such as Burmese asat: 1 cell in xterm.js, 0 in Ink.
 * - An Indic conjunct (क्ष): 2 cells in xterm.js, 1 in Ink. Thai AM: 1 cell in xterm.js, 0 in Ink. visible.ts
 *   respells both.
 * - The keycap mark on a digit: 1 cell in xterm.js, 2 in Ink.
 * - Single conjoining jamo, circled numbers on black squares, letters that start the next grapheme (Prepend).
 * Purser shows each of the other characters as an escape. An escape is ugly, but columns stay aligned on every terminal.
 */

import { lazy } from './lazy.ts';

/** Marks that all three programs draw in the previous letter's cell: code points and ranges, hexadecimal. */
const ZERO_CELL_MARKS = `
  300-34e 350-36f 483-486 488-489 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-615 64b-65e 670 6d6-6dc 6df-6e4
  6e7-6e8 6ea-6ed 711 730-74a 7a6-7b0 7eb-7f3 901-902 93c 941-948 94d 951-954 962-963 981 9bc 9c1-9c4
  9cd 9e2-9e3 a01-a02 a3c a41-a42 a47-a48 a4b-a4d a70-a71 a81-a82 abc ac1-ac5 ac7-ac8 acd ae2-ae3 b01
  b3c b3f b41-b43 b4d b56 b82 bc0 bcd c3e-c40 c46-c48 c4a-c4d c55-c56 cbc cbf cc6 ccc-ccd ce2-ce3
  d41-d43 d4d dca dd2-dd4 dd6 e31 e34-e3a e47-e4e eb1 eb4-eb9 ebb-ebc ec8-ecd f18-f19 f35 f37 f39
  f71-f7e f80-f84 f86-f87 f90-f97 f99-fbc fc6 102d-1030 1032 1036-1037 1039 1058-1059 135f 1712-1714
  1732-1733 1752-1753 1772-1773 17b7-17bd 17c6 17c9-17d3 17dd 18a9 1920-1922 1927-1928 1932 1939-193b
  1a17-1a18 1b00-1b03 1b34 1b36-1b3a 1b3c 1b42 1b6b-1b73 1dc0-1dca 1dfe-1dff 20d0-20e2 20e4-20ef 302a-302d
  3099-309a a806 a80b a825-a826 fb1e fe20-fe23 10a01-10a03 10a05-10a06 10a0c-10a0f 10a38-10a3a 10a3f
  1d167-1d169 1d17b-1d182 1d185-1d18b 1d1aa-1d1ad 1d242-1d244
`;

const ZERO_CELLS = lazy(
  () =>
    new RegExp(
      `^[${ZERO_CELL_MARKS.trim()
        .split(/\s+/)
        .map(range => range.replace(/[0-9a-f]+/g, '\\u{$&}'))
        .join('')}]$`,
      'v',
    ),
);

const TWO_CELLS = lazy(
  () =>
    /^[\u2329\u232a\u2e80-\u3029\u3030-\u303e\u3041-\u3247\u3250-\ua4c6\uac00-\ud7a3\uf900-\ufad9\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}]$/v,
);

/**
 * Characters on which the three programs disagree:
 * - Newly wide characters: Yijing signs, Tangut, Khitan, old kana, counting rods, squared and circled characters.
 * - Thai and Lao AM, which take 0 cells in Ink.
 * - Regional indicators and skin tones, whose width depends on the next character.
 * - Conjoining jamo, letters of the next grapheme (Prepend, Kirat Rai vowels), and a few single characters.
 */
const DISPUTED = lazy(
  () =>
    /^[\p{Emoji_Modifier}\p{Regional_Indicator}\u06de\u0e33\u0eb3\u1100-\u11ff\u1734\u2630-\u2637\u302e\u302f\u268a-\u268f\u3248-\u324f\ua960-\ua97c\ud7b0-\ud7fb\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f2ff}\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}\u{16d63}-\u{16d6a}]$/v,
);

/** Old terminals draw them in one cell. */
const EMOJI = lazy(() => /^[\p{Emoji_Presentation}--[\p{Emoji_Modifier}\p{Regional_Indicator}]]/v);

/** Whether a text begins with an emoji, after which the terminal's cursor may be elsewhere. */
export const isEmoji = (text: string): boolean => EMOJI().test(text);

/**
 * Invisible characters: control, format, private use, unassigned, surrogates, line and paragraph separators, default
 * ignorable (zero width, tags, VS, fillers), and the empty Braille pattern.
 */
const HIDDEN = lazy(() => /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/v);

/** Marks without their own cell. Marks with a cell (Mc) count as letters here. */
const NON_SPACING = lazy(() => /^[\p{Mn}\p{Me}]$/v);

/** Whether a code point is one of the two letters of a flag. */
export const isHalfFlag = (point: number): boolean => point >= 0x1f1e6 && point <= 0x1f1ff;

type CellCount = 0 | 1 | 2 | undefined;

/** Widths are kept, because a screen of foreign letters needs thousands of them after every key press. */
const MOST_KNOWN = 10_000;
const knownCells = lazy(() => new Map<number, CellCount>());

export const agreedCells = (char: string): CellCount => agreedCellsOf(char.codePointAt(0) ?? 0);

/**
 * The number of cells of one code point. Undefined if terminals disagree or the character is invisible. For a mark,
 * the number of cells that it adds to the letter before it.
 */
export function agreedCellsOf(point: number): CellCount {
  const known = knownCells();
  const before = known.get(point);
  if (before !== undefined || known.has(point)) return before;
  const cells = lookedUp(String.fromCodePoint(point));
  if (known.size < MOST_KNOWN) known.set(point, cells);
  return cells;
}

function lookedUp(char: string): CellCount {
  if (HIDDEN().test(char)) return undefined;
  if (NON_SPACING().test(char)) return ZERO_CELLS().test(char) ? 0 : undefined;
  if (isEmoji(char)) return 2;
  if (DISPUTED().test(char)) return undefined;
  return TWO_CELLS().test(char) ? 2 : 1;
}
