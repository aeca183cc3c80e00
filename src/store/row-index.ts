// An index over the rows of a loaded list: built page by page as they arrive, kept only in memory, gone with the list.

import type { Pages } from './paging.ts';

/** Row numbers in the order of the list. */
type Posting = number | number[];

interface RowIndex {
  /** How many rows are in it. */
  rows: number;
  /** IDs, references, numbers, `=821185.66` for an amount, `…1234` for the end of a number. */
  readonly exact: Map<string, Posting>;
  /** Words without digits. */
  readonly words: Map<string, Posting>;
}

/** What is looked for in the rows; all of it has to be there. Texts are folded. */
export interface Sought {
  /** Beginnings of words, or whole IDs and numbers. */
  readonly words: readonly string[];
  /** Digits without a sign, as `plainAmount` writes them. */
  readonly amount?: string;
  /** The end of an account's or a card's number. */
  readonly lastFour?: string;
}

/** By the set of keys, which the successive values of one load share. */
const indexes = new WeakMap<Set<string>, RowIndex>();

/** An amount without its sign and the zeros that change nothing: one spelling for equal amounts. */
export function plainAmount(digits: string): string {
  const bare = digits.replace(/^[-\u2212+]/, '');
  const whole = bare.includes('.') ? bare.replace(/0+$/, '').replace(/\.$/, '') : bare;
  return whole.replace(/^0+(?=\d)/, '');
}

/** Adds the rows that are not in it yet. */
export function indexed(pages: Pages<unknown>): RowIndex {
  let index = indexes.get(pages.keys);
  if (!index) {
    index = { rows: 0, exact: new Map(), words: new Map() };
    indexes.set(pages.keys, index);
  }
  for (let at = index.rows; at < pages.items.length; at++) addRow(index, at, pages.items[at]?.text ?? '');
  // An earlier value of the same load has fewer rows.
  index.rows = Math.max(index.rows, pages.items.length);
  return index;
}

function add(map: Map<string, Posting>, key: string, row: number): void {
  const before = map.get(key);
  if (before === undefined) map.set(key, row);
  else if (typeof before === 'number') {
    if (before !== row) map.set(key, [before, row]);
  } else if (before.at(-1) !== row) before.push(row);
}

/** A longer value is a text, and a longer word none. */
const LONGEST = 80;
/** An ID of so many characters is never asked for by a part of it. */
const WHOLE_ID = 20;
/** A number of an account or a card, masked or not. */
const NUMBERED = /^[a-z\d*]{4,}\d{4}$/;

const isDigitCode = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** A letter of any script, or a digit. Marks are folded away before. */
const isWordCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || isDigitCode(code) || code >= 0xaa;

/** Each line of the text is one value of the record. */
function addRow(index: RowIndex, row: number, text: string): void {
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start);
    const end = at < 0 ? text.length : at;
    if (end > start) addValue(index, row, text.slice(start, end));
    start = end + 1;
  }
}

function addValue(index: RowIndex, row: number, value: string): void {
  const code = value.charCodeAt(0);
  const amount = isDigitCode(code) || code === 0x2d ? numberIn(value) : undefined;
  if (amount !== undefined) {
    add(index.exact, `=${plainAmount(amount)}`, row);
    return;
  }
  const one = value.length <= LONGEST && !value.includes(' ');
  const digits = one && hasDigit(value);
  if (digits) {
    // A time is looked for by the filters.
    if (value.length >= 16 && value[10] === 't') return;
    add(index.exact, value, row);
    if (NUMBERED.test(value)) add(index.exact, `…${value.slice(-4)}`, row);
    if (value.length >= WHOLE_ID) return;
  }
  addWords(index, row, value);
}

/** The number of a value that is written twice: as it came, and grouped. */
function numberIn(value: string): string | undefined {
  const blank = value.indexOf(' ');
  if (blank < 0) return undefined;
  const first = value.slice(0, blank);
  return value.length >= 2 * blank &&
    /^-?\d+(?:\.\d+)?$/.test(first) &&
    /^ [-\u2212]?[\d.,]+$/.test(value.slice(blank))
    ? first
    : undefined;
}

function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isDigitCode(text.charCodeAt(at))) return true;
  return false;
}

function addWords({ exact, words }: RowIndex, row: number, value: string): void {
  let from = -1;
  let digits = false;
  for (let at = 0; at <= value.length; at++) {
    const code = at < value.length ? value.charCodeAt(at) : 0x20;
    if (isWordCode(code)) {
      if (from < 0) from = at;
      digits ||= isDigitCode(code);
      continue;
    }
    if (from >= 0 && at - from >= 2 && at - from <= LONGEST) {
      if (!digits) add(words, value.slice(from, at), row);
      else if (at - from >= 4) add(exact, value.slice(from, at), row);
    }
    from = -1;
    digits = false;
  }
}

const rowsOf = (posting: Posting | undefined): readonly number[] =>
  posting === undefined ? [] : typeof posting === 'number' ? [posting] : posting;

/** The rows that have all of it, in the order of the list; at most `most`. */
export function rowsWith(pages: Pages<unknown>, sought: Sought, most: number): readonly number[] {
  const index = indexed(pages);
  const { amount, lastFour } = sought;
  const parts = sought.words.map(word => postingsOf(index, word));
  if (amount !== undefined) parts.push([rowsOf(index.exact.get(`=${amount}`))]);
  if (lastFour !== undefined) parts.push([rowsOf(index.exact.get(`…${lastFour}`))]);
  if (parts.length === 0 || parts.some(postings => postings.every(rows => rows.length === 0))) return [];
  const [only] = parts;
  const [rows] = parts.length === 1 && only?.length === 1 ? only : [inAll(parts, pages.items.length)];
  return firstOf(rows ?? [], pages.items.length, most);
}

/** Rows are in the order of the list; those from `count` on came later than this value of it. */
function firstOf(rows: readonly number[], count: number, most: number): readonly number[] {
  const within = rows.slice(0, most);
  const later = within.findIndex(row => row >= count);
  return later < 0 ? within : within.slice(0, later);
}

/** The rows that are in each part; a part has those of any of its postings. */
function inAll(parts: readonly (readonly (readonly number[])[])[], count: number): readonly number[] {
  const marks = new Uint8Array(count);
  for (const [at, postings] of parts.entries())
    for (const rows of postings) for (const row of rows) if (marks[row] === at) marks[row] = at + 1;
  const rows: number[] = [];
  for (let row = marks.indexOf(parts.length); row >= 0; row = marks.indexOf(parts.length, row + 1))
    rows.push(row);
  return rows;
}

/** An ID, a reference or a number is whole; a word may be only begun. */
function postingsOf({ exact, words }: RowIndex, word: string): readonly (readonly number[])[] {
  if (hasDigit(word)) return [rowsOf(exact.get(word)), rowsOf(exact.get(`=${word}`))];
  const found: (readonly number[])[] = [];
  for (const [known, posting] of words) if (known.startsWith(word)) found.push(rowsOf(posting));
  return found;
}
