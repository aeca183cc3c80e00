// Searches the loaded rows of a list for IDs, amounts, numbers and words.

import { fnv1a } from '../lib/hash.ts';
export interface SearchedRow {
  /** The folded text for searches, if it was made when the record arrived. Each line is one value. */
  readonly text?: string;
  /** `marksOf` the text. A search skips the rows without the marks of its words, and does not read their texts. */
  readonly marks?: number | undefined;
}

/** A row that has all of these matches. Texts are folded. */
export interface SearchTerms {
  /** First letters of words, or whole IDs and numbers. */
  readonly words: readonly string[];
  readonly amount?: string;
  /** Of an amount with any fraction. */
  readonly units?: string;
  /** The last four digits of an account or card number, or a word of four digits. */
  readonly lastFour?: string;
}

/** An amount without sign and redundant zeros, so that equal amounts are equal texts. */
export function plainAmount(digits: string): string {
  const bare = digits.replace(/^[-\u2212+]/, '');
  const whole = bare.includes('.') ? bare.replace(/0+$/, '').replace(/\.$/, '') : bare;
  return whole.replace(/^0+(?=\d)/, '');
}

/** 1234 of 1234.56 */
export const unitsOf = (plain: string): string =>
  plain.includes('.') ? plain.slice(0, plain.indexOf('.')) : plain;

const ALL_MARKS = -1;

/** At most `most` positions for each of `sought`. One search, because fetching rows from memory takes most time. */
export function rowsWith(
  items: readonly SearchedRow[],
  sought: readonly SearchTerms[],
  most: number,
): ReadonlySet<number> {
  const searches = sought.map(terms => {
    const tests = testsFor(terms);
    const marks = tests.reduce((all, { part }) => (hasDigit(part) ? all | markOf(part) : all), 0);
    return { tests, marks, rows: [] as number[] };
  });
  let open = searches.filter(({ tests }) => tests.length > 0);
  for (let row = 0; row < items.length && open.length > 0; row++) {
    const { text = '', marks = ALL_MARKS } = items[row] ?? {};
    for (const search of open) {
      if ((marks & search.marks) !== search.marks) continue;
      if (search.tests.every(test => hasValue(text, test))) search.rows.push(row);
      if (search.rows.length >= most) open = open.filter(one => one !== search);
    }
  }
  return new Set(searches.flatMap(({ rows }) => rows));
}

/** A bit for each word with digits that finds this text. Different words may share a bit. */
export function marksOf(text: string): number {
  let marks = 0;
  for (const value of text.split('\n')) {
    if (!hasDigit(value)) continue;
    for (const word of numbersIn(value)) marks |= markOf(word);
    if (isNumbered(value)) marks |= markOf(value.slice(-4));
  }
  return marks;
}

const markOf = (word: string): number => 1 << (Math.imul(fnv1a(word), 0x9e3779b1) >>> 27);

/** A test for one value of the record: each line of a row's text is one value. */
interface ValueTest {
  readonly part: string;
  readonly begins: boolean;
  fits(value: string, at: number): boolean;
}

function testsFor({ words, amount, units, lastFour }: SearchTerms): readonly ValueTest[] {
  const tests: ValueTest[] = words.map(part => ({
    part,
    begins: !REFERENCE_DIGITS.test(part),
    fits: hasDigit(part)
      ? value => numbersIn(value).includes(part)
      : (value, at) => wordAt(value, at).startsWith(part),
  }));
  if (amount !== undefined)
    tests.push({ part: amount, begins: true, fits: value => amountIn(value) === amount });
  if (units !== undefined)
    tests.push({ part: units, begins: true, fits: value => unitsOf(amountIn(value) ?? '') === units });
  if (lastFour !== undefined)
    tests.push({
      part: lastFour,
      begins: false,
      fits: (value, at) =>
        (value.endsWith(lastFour) && isNumbered(value)) ||
        (!isWordCode(value.charCodeAt(at - 1)) && numbersIn(value).includes(lastFour)),
    });
  return tests;
}

function hasValue(text: string, { part, begins, fits }: ValueTest): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (begins && isWordCode(text.charCodeAt(at - 1))) continue;
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    if (fits(text.slice(start, end < 0 ? text.length : end), at - start)) return true;
  }
  return false;
}

/** The longest ID, in characters. A longer value is a text, and a longer word never matches. */
const LONGEST = 80;
/** A value of at least this length is an ID, which matches only as a whole. */
const WHOLE_ID = 20;
/** How many characters a word with digits must have to match within a text. */
const SHORTEST_NUMBER = 4;

/** A letter of any script, or a digit: those of `WORDS`. Folding has removed all accents. */
const isWordCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code >= 0xaa;
const WORDS = /[a-z\d\u00aa-\uffff]+/g;

/** The digits of PAY139988571160 find it too: staff hear them on the telephone. */
const REFERENCE = /^[a-z]{1,6}(\d{6,24})$/;
const REFERENCE_DIGITS = /^\d{6,24}$/;

const hasDigit = (text: string): boolean => /\d/.test(text);
const isId = (value: string): boolean => value.length <= LONGEST && !value.includes(' ') && hasDigit(value);
/** Times never match, because filters are the way to find times. */
const isTime = (value: string): boolean => value.length >= 16 && value[10] === 't' && isId(value);

/** The words with digits that find a value. An amount, an ID or a reference is found only as a whole. */
function numbersIn(value: string): readonly string[] {
  const amount = amountIn(value);
  if (amount !== undefined) return amount.includes('.') ? [amount, unitsOf(amount)] : [amount];
  if (isTime(value)) return [];
  if (isId(value) && value.length >= WHOLE_ID) return [value];
  const words = (value.match(WORDS) ?? []).filter(
    word => word.length >= SHORTEST_NUMBER && word.length <= LONGEST && hasDigit(word),
  );
  const all = [...words, ...words.flatMap(word => REFERENCE.exec(word)?.[1] ?? [])];
  return isId(value) ? [value, ...all] : all;
}

/** The word without digits that begins here, and that its first letters find. Empty if there is none, or in an ID. */
function wordAt(value: string, at: number): string {
  if (isTime(value) || (isId(value) && value.length >= WHOLE_ID)) return '';
  let end = at;
  while (end < value.length && isWordCode(value.charCodeAt(end))) end++;
  const word = value.slice(at, end);
  return word.length > 1 && word.length <= LONGEST && !hasDigit(word) ? word : '';
}

/** Whether a value is the number of an account or a card, masked or not. Its last four digits find it. */
const isNumbered = (value: string): boolean => value.length <= LONGEST && /^[a-z\d*]{4,}\d{4}$/.test(value);

/** The amount in a value of the form `1234.5 1,234.50`: as sent, then grouped. Undefined for any other value. */
function amountIn(value: string): string | undefined {
  const blank = value.indexOf(' ');
  if (blank < 0 || value.length < 2 * blank) return undefined;
  const first = value.slice(0, blank);
  return /^-?\d+(?:\.\d+)?$/.test(first) && /^ [-\u2212]?[\d.,]+$/.test(value.slice(blank))
    ? plainAmount(first)
    : undefined;
}
