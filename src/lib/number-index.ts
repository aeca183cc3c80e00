// An index of the words with digits in texts: numbers, references and IDs. A search for such a word, or for the last four
// digits of a number, looks only at texts that may have it.

import { HashIndex } from './hash-index.ts';

/** Words of fewer characters are not kept. */
const SHORTEST = 4;
const [BLANK, STAR, TIME] = [0x20, 0x2a, 0x74];
/** In characters. A line of this form is a time or an ID, which matches only as a whole. */
const ID = { least: 20, most: 80, time: 16, timeAt: 10 } as const;
/** The shortest number whose last four digits count, in characters. */
const NUMBER = 8;
/** The first hash of a word, and of the last four digits of a number. */
const [WORD, LAST] = [0x811c9dc5, 0x2545f491];

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
const isPlain = (unit: number): boolean => isDigit(unit) || (unit >= 0x61 && unit <= 0x7a);
const isWord = (unit: number): boolean => isPlain(unit) || unit >= 0xaa;
const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

function hashOf(text: string, first: number, from = 0, end = text.length): number {
  let hash = first;
  for (let at = from; at < end; at++) hash = nextHash(hash, text.charCodeAt(at));
  return hash >>> 0;
}

/** The index of one list. It grows with each loaded page. */
export class NumberIndex {
  readonly #hashes = new HashIndex();
  /** The hashes of the words in the line that `add` reads. */
  readonly #words: number[] = [];

  /** Adds a folded text. Each of its lines is one value. */
  add(text: string, nth: number): void {
    for (let from = 0; ; ) {
      const end = text.indexOf('\n', from);
      this.#addLine(text, from, end < 0 ? text.length : end, nth);
      if (end < 0) return;
      from = end + 1;
    }
  }

  /**
   * Sets the bit of each text that may have the word, or a number with these last four digits. False if the word has no
   * digit or is too short.
   */
  mark(word: string, bits: Uint32Array): boolean {
    if (word.length < SHORTEST || !/\d/.test(word)) return false;
    this.#hashes.mark(hashOf(word, WORD), bits);
    if (/^\d{4}$/.test(word)) this.#hashes.mark(hashOf(word, LAST), bits);
    return true;
  }

  #addLine(text: string, from: number, end: number, nth: number): void {
    const words = this.#words;
    words.length = 0;
    let [begin, hash, numeric] = [from, WORD, false];
    let [blank, digits, plain, tail] = [false, false, true, 0];
    for (let at = from; at < end; at++) {
      const unit = text.charCodeAt(at);
      const digit = isDigit(unit);
      tail = digit ? tail + 1 : 0;
      if (digit) digits = numeric = true;
      if (unit === BLANK) blank = true;
      if (!isPlain(unit) && unit !== STAR) plain = false;
      if (isWord(unit)) hash = nextHash(hash, unit);
      else {
        if (numeric && at - begin >= SHORTEST) words.push(hash >>> 0);
        begin = at + 1;
        hash = WORD;
        numeric = false;
      }
    }
    if (!digits) return;
    if (numeric && end - begin >= SHORTEST) words.push(hash >>> 0);
    const length = end - from;
    const whole = !blank && length <= ID.most;
    if (whole && (length >= ID.least || (length >= ID.time && text.charCodeAt(from + ID.timeAt) === TIME)))
      words.length = 0;
    for (const word of words) this.#hashes.put(word, nth);
    if (whole && (words.length !== 1 || begin > from)) this.#hashes.put(hashOf(text, WORD, from, end), nth);
    if (plain && tail >= 4 && length >= NUMBER) this.#hashes.put(hashOf(text, LAST, end - 4, end), nth);
  }
}
