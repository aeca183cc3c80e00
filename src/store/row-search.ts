// Searches the loaded rows of a list for IDs, amounts, numbers and words.

import { eachOf } from '../lib/letter-index.ts';
import type { Pages } from './paging.ts';

/** The words and numbers to search for. A row that has all of these matches. Texts are folded. */
export interface SearchTerms {
  /** First letters of words, or whole IDs and numbers. */
  readonly words: readonly string[];
  /** An amount in the form that `plainAmount` returns. */
  readonly amount?: string;
  /** The last four digits of an account or card number, or a word of four digits. */
  readonly lastFour?: string;
}

/** An amount without sign and redundant zeros, so that equal amounts are equal texts. */
export function plainAmount(digits: string): string {
  const bare = digits.replace(/^[-\u2212+]/, '');
  const whole = bare.includes('.') ? bare.replace(/0+$/, '').replace(/\.$/, '') : bare;
  return whole.replace(/^0+(?=\d)/, '');
}

/** The positions of the matching rows in order, at most `most`. */
export function rowsWith(
  { items, letters }: Pages<unknown>,
  terms: SearchTerms,
  most: number,
): readonly number[] {
  const tests = testsFor(terms);
  if (tests.length === 0) return [];
  const parts = tests.map(({ part }) => part);
  // The index is used only if it has all rows. A running load may have indexed more rows.
  const indexed = (letters?.size ?? 0) >= items.length ? letters : undefined;
  const bits =
    (terms.amount === undefined ? undefined : indexed?.withAmount(terms.amount)) ??
    parts.reduce<Uint32Array | undefined>((found, part) => found ?? indexed?.withNumber(part), undefined) ??
    indexed?.candidates(parts)?.bits;
  const rows: number[] = [];
  eachOf(items, bits, ({ text = '' }, row) => {
    if (tests.every(test => hasValue(text, test))) rows.push(row);
    return rows.length >= most;
  });
  return rows;
}

/** A test for one value of the record: each line of a row's text is one value. */
interface ValueTest {
  readonly part: string;
  /** Whether the part must be at the beginning of a word. */
  readonly begins: boolean;
  fits(value: string, at: number): boolean;
}

function testsFor({ words, amount, lastFour }: SearchTerms): readonly ValueTest[] {
  const tests: ValueTest[] = words.map(part => ({ part, begins: true, fits: wordTest(part) }));
  if (amount !== undefined)
    tests.push({ part: amount, begins: true, fits: value => amountIn(value) === amount });
  if (lastFour !== undefined) {
    const isWord = wordTest(lastFour);
    tests.push({
      part: lastFour,
      begins: false,
      fits: (value, at) =>
        (value.length <= LONGEST && value.endsWith(lastFour) && NUMBERED.test(value)) ||
        (!isWordCode(value.charCodeAt(at - 1)) && isWord(value, at)),
    });
  }
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
/** The number of an account or a card, masked or not. */
const NUMBERED = /^[a-z\d*]{4,}\d{4}$/;
/** How many digits a number within a text must have to match. */
const SHORTEST_NUMBER = 4;

const isDigitCode = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** A letter of any script, or a digit. Folding has removed all accents. */
const isWordCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || isDigitCode(code) || code >= 0xaa;

/** An ID, a reference or a number must match as a whole. Any other word matches by its first letters. */
function wordTest(part: string): ValueTest['fits'] {
  const isNumber = hasDigit(part);
  return (value, at) => {
    const amount = amountIn(value);
    if (amount !== undefined) return amount === part;
    if (value.length <= LONGEST && !value.includes(' ') && hasDigit(value)) {
      // Times never match here, because filters are the way to find times.
      if (value.length >= 16 && value[10] === 't') return false;
      if (value === part) return true;
      if (value.length >= WHOLE_ID) return false;
    }
    let end = at;
    while (end < value.length && isWordCode(value.charCodeAt(end))) end++;
    const word = value.slice(at, end);
    if (word.length > LONGEST) return false;
    return isNumber
      ? word === part && word.length >= SHORTEST_NUMBER
      : word.length > 1 && word.startsWith(part) && !hasDigit(word);
  };
}

/** The amount in a value of the form `1234.5 1,234.50`: as sent, then grouped. Undefined for any other value. */
function amountIn(value: string): string | undefined {
  const blank = value.indexOf(' ');
  if (blank < 0 || value.length < 2 * blank) return undefined;
  const first = value.slice(0, blank);
  return /^-?\d+(?:\.\d+)?$/.test(first) && /^ [-\u2212]?[\d.,]+$/.test(value.slice(blank))
    ? plainAmount(first)
    : undefined;
}

const hasDigit = (text: string): boolean => /\d/.test(text);
