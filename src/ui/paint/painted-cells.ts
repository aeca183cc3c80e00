// A painted line as cells: a character and a style for each. Arrays of numbers leave nothing to the garbage collector.

import { agreedCellsOf, isEmoji, isHalfFlag } from '../../lib/agreed-cells.ts';
import { createStyles, type Styles } from './styles.ts';

/** The parser uses the same arrays for the next line. */
interface Cells {
  /** A code point, or the number of a cluster; `HALF` is the second cell of a wide character. */
  readonly text: Int32Array;
  readonly style: Uint16Array;
  readonly length: number;
  /** Whether every terminal counts the same cells for each character: no marks, joiners or flags. */
  readonly simple: boolean;
}

export interface CellParser {
  readonly styles: Styles;
  /** Cut soon after `most` cells. Valid until the next call. */
  cellsOf(source: string, most: number): Cells;
  /** Several code points that are one character. Undefined for a single code point. */
  cluster(text: number): string | undefined;
  /** Whether every terminal counts the same cells for this character as Purser does. */
  isSimple(text: number): boolean;
  /** Old terminals draw an emoji in one cell. */
  isEmoji(text: number): boolean;
  /** True if there were very many: their numbers are then invalid. */
  forgetsClusters(): boolean;
  /** Whether the terminal draws ambiguous characters in two cells. */
  widens(wide: boolean): void;
  /** The character to write for this one: it has one cell on this terminal too. */
  narrow(text: number): number;
}

export const HALF = 0;
export const BLANK = 0x20;

const ESCAPE = 0x1b;
const SGR_BEGINS = 0x5b;
const SGR_ENDS = 0x6d;
/** ASCII, letters, common punctuation, minus, box drawing, blocks and our markers. */
const ONE_CELL =
  /^[ -~\xa0-\xac\xae-\u02ff\u0384-\u0482\u05d0-\u05ea\u05f3\u05f4\u0620-\u064a\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u2212\u2400-\u2426\u2500-\u259f\u25b2\u25cf]$/;
/** Kana, common CJK and Hangul syllables, no part of another character. */
const TWO_CELLS = /^[\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]$/;
/** Joiners and other invisible characters. */
const NO_CELL = /^\p{Default_Ignorable_Code_Point}$/u;

/** In place of Purser's own signs, where terminals draw them in two cells. */
const IN_ASCII: ReadonlyMap<number, number> = new Map(
  [
    '─-',
    '═=',
    '│|',
    '║|',
    '┃|',
    '━-',
    '·.',
    '….',
    '–-',
    '—-',
    "‘'",
    "’'",
    '“"',
    '”"',
    '×x',
    '●*',
    '▲^',
    '▼v',
    '→>',
    '←<',
    '↑^',
    '↓v',
  ]
    .map(([own = '', ascii = '']) => [own, ascii] as const)
    .concat(
      [...'┌┐└┘├┤┬┴┼╭╮╰╯'].map(corner => [corner, '+']),
      [...'▏▎▍▌▋▊▉█▀▄'].map(block => [block, '#']),
      [...'░▒▓'].map(shade => [shade, ':']),
    )
    .map(([own, ascii]) => [own.charCodeAt(0), ascii.charCodeAt(0)]),
);

const [UNKNOWN, ONE, TWO, OTHER] = [0, 1, 2, 3] as const;
const CLUSTERS = 0x110000;
const MOST_CLUSTERS = 50_000;

export function createCellParser(): CellParser {
  const styles = createStyles();
  const kinds = new Uint8Array(0x10000);
  const widths = new Map<number, number>();
  let clusters: string[] = [];
  let numbers = new Map<string, number>();
  let text = new Int32Array(512);
  let style = new Uint16Array(512);
  let length = 0;
  let now = 0;
  let widening = false;

  /** Any other sign than ASCII may be ambiguous. */
  const mayWiden = (unit: number): boolean => widening && unit > 0x7e && !IN_ASCII.has(unit);

  function kindOf(unit: number): number {
    const known = kinds[unit] ?? OTHER;
    if (known !== UNKNOWN) return known;
    const character = String.fromCharCode(unit);
    const kind = ONE_CELL.test(character) ? ONE : TWO_CELLS.test(character) ? TWO : OTHER;
    kinds[unit] = kind;
    return kind;
  }

  /** lib/visible.ts lets only emoji through that may have fewer cells on a terminal. */
  function widthOf(point: number): number {
    const known = widths.get(point);
    if (known !== undefined) return known;
    const character = String.fromCodePoint(point);
    const width = NO_CELL.test(character) ? 0 : isHalfFlag(point) ? 1 : (agreedCellsOf(point) ?? 1);
    widths.set(point, width);
    return width;
  }

  const clusterOf = (cell: number): string | undefined =>
    cell < CLUSTERS ? undefined : clusters[cell - CLUSTERS];

  function numberOf(cluster: string): number {
    const known = numbers.get(cluster);
    if (known !== undefined) return known;
    const number = CLUSTERS + clusters.length;
    clusters.push(cluster);
    numbers.set(cluster, number);
    return number;
  }

  function push(cell: number): void {
    text[length] = cell;
    style[length] = now;
    length++;
  }

  function add(point: number, cells: number): void {
    push(point);
    if (cells > 1) push(HALF);
  }

  /** A mark without a character before it is dropped. */
  function join(point: number): void {
    const last = text[length - 1] === HALF ? length - 2 : length - 1;
    if (last < 0) return;
    const before = text[last] ?? BLANK;
    text[last] = numberOf((clusterOf(before) ?? String.fromCodePoint(before)) + String.fromCodePoint(point));
  }

  /** In a sequence that is not SGR, only the first character is skipped. */
  function afterSequence(source: string, at: number): number {
    if (source.charCodeAt(at + 1) !== SGR_BEGINS) return at + 1;
    for (let end = at + 2; end < source.length; end++) {
      const unit = source.charCodeAt(end);
      if (unit === SGR_ENDS) {
        now = styles.after(now, source.slice(at + 2, end));
        return end + 1;
      }
      // Digits and semicolons.
      if ((unit < 0x30 || unit > 0x39) && unit !== 0x3b) break;
    }
    return at + 1;
  }

  function makeRoom(cells: number): void {
    if (text.length >= cells) return;
    text = new Int32Array(cells * 2);
    style = new Uint16Array(cells * 2);
  }

  function cellsOf(source: string, most: number): Cells {
    makeRoom(most + 4);
    length = 0;
    now = 0;
    let simple = true;
    /** Half of a flag that the next character may complete. */
    let half = 0;
    for (let at = 0; at < source.length && length <= most; ) {
      const unit = source.charCodeAt(at);
      if (unit === ESCAPE) {
        at = afterSequence(source, at);
        half = 0;
        continue;
      }
      const kind = kindOf(unit);
      if (kind !== OTHER) {
        if (kind === ONE && mayWiden(unit)) simple = false;
        add(unit, kind);
        at++;
        half = 0;
        continue;
      }
      simple = false;
      const point = source.codePointAt(at) ?? unit;
      at += point > 0xffff ? 2 : 1;
      if (half > 0 && isHalfFlag(point)) {
        // Two halves are one flag of two cells.
        text[length - 1] = numberOf(String.fromCodePoint(half, point));
        push(HALF);
        half = 0;
        continue;
      }
      half = isHalfFlag(point) ? point : 0;
      const width = widthOf(point);
      if (width > 0) add(point, width);
      else join(point);
    }
    return { text, style, length, simple };
  }

  return {
    styles,
    cellsOf,
    cluster: clusterOf,
    isEmoji: cell => isEmoji(clusterOf(cell) ?? String.fromCodePoint(cell)),
    isSimple: cell => cell < 0x10000 && kindOf(cell) !== OTHER && !mayWiden(cell),
    widens(wide) {
      widening = wide;
    },
    narrow: cell => (widening ? (IN_ASCII.get(cell) ?? cell) : cell),
    forgetsClusters() {
      if (clusters.length < MOST_CLUSTERS) return false;
      clusters = [];
      numbers = new Map();
      return true;
    },
  };
}
