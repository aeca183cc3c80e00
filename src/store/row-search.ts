// Looks for IDs, amounts, numbers and words in the rows of a loaded list.

import { eachOf } from '../lib/letter-index.ts';
import type { Pages } from './paging.ts';

/** The searched parts of a row; a match has all of them. Texts are folded. */
export interface Sought {
  /** Beginnings of words, or whole IDs and numbers. */
  readonly words: readonly string[];
  /** Digits without a sign, as `plainAmount` writes them. */
  readonly amount?: string;
  /** The end of an account's or a card's number, or four digits alone. */
  readonly lastFour?: string;
}

/** An amount without its sign and the zeros that change nothing: one spelling for equal amounts. */
export function plainAmount(digits: string): string {
  const bare = digits.replace(/^[-\u2212+]/, '');
  const whole = bare.includes('.') ? bare.replace(/0+$/, '').replace(/\.$/, '') : bare;
  return whole.replace(/^0+(?=\d)/, '');
}

/** The rows that have all of it, in the order of the list; at most `most`. */
export function rowsWith(
  { items, letters }: Pages<unknown>,
  sought: Sought,
  most: number,
): readonly number[] {
  const tests = testsFor(sought);
  if (tests.length === 0) return [];
  // A load may have indexed rows that are not shown yet.
  const indexed = (letters?.size ?? 0) >= items.length;
  const bits = indexed ? letters?.candidates(tests.map(({ part }) => part))?.bits : undefined;
  const rows: number[] = [];
  eachOf(items, bits, ({ text = '' }, row) => {
    if (tests.every(test => hasValue(text, test))) rows.push(row);
    return rows.length >= most;
  });
  return rows;
}

/** Each line of a row's text is one value of the record. It fits if it has the part, at a place where it counts. */
interface ValueTest {
  readonly part: string;
  /** Whether no letter or digit may be before the part. */
  readonly begins: boolean;
  fits(value: string, at: number): boolean;
}

function testsFor({ words, amount, lastFour }: Sought): readonly ValueTest[] {
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

/** A longer value is a text, and a longer word none. */
const LONGEST = 80;
/** From this length on a text is a whole ID, never a part of one. */
const WHOLE_ID = 20;
/** A number of an account or a card, masked or not. */
const NUMBERED = /^[a-z\d*]{4,}\d{4}$/;
/** The shortest part of a reference that counts. */
const SHORTEST_NUMBER = 4;

const isDigitCode = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** A letter of any script, or a digit. Marks are folded away before. */
const isWordCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || isDigitCode(code) || code >= 0xaa;

/** An ID, a reference or a number is whole; a word may be only begun. */
function wordTest(part: string): ValueTest['fits'] {
  const isNumber = hasDigit(part);
  return (value, at) => {
    const amount = amountIn(value);
    if (amount !== undefined) return amount === part;
    if (value.length <= LONGEST && !value.includes(' ') && hasDigit(value)) {
      // A time is looked for by the filters.
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

/** The number of a value that the text has twice: as sent, and grouped. */
function amountIn(value: string): string | undefined {
  const blank = value.indexOf(' ');
  if (blank < 0 || value.length < 2 * blank) return undefined;
  const first = value.slice(0, blank);
  return /^-?\d+(?:\.\d+)?$/.test(first) && /^ [-\u2212]?[\d.,]+$/.test(value.slice(blank))
    ? plainAmount(first)
    : undefined;
}

const hasDigit = (text: string): boolean => /\d/.test(text);
