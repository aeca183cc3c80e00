// An index of the pairs of letters and digits in texts. A search looks only at texts that have the pairs of its words.

import { AmountIndex } from './amount-index.ts';
import { NumberIndex } from './number-index.ts';
import { WordIndex } from './word-index.ts';

/** The texts that may contain the searched words. */
interface IndexCandidates {
  /** A bit for each text, in the order in which the texts were added. */
  readonly bits: Uint32Array;
  /** Whether every candidate contains the words. If not, the search must look at each candidate. */
  readonly exact: boolean;
}

/** a to z, 0 to 9, and the point, which is rare outside amounts. */
const SIGNS = 37;
const POINT = 36;
const PAIRS = SIGNS * SIGNS;
/** The number of texts whose bits share one array. Arrays that grow with each page would fragment the memory. */
const BLOCK = 1024;
const WORDS = BLOCK / 32;
/** Room in a new block for sets that are not known yet. */
const SPARE = 16;

/** The index of each sign by its code unit below 128; -1 for every other character. */
const NUMBERS = Int8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 26;
  return unit === 0x2e ? POINT : -1;
});
const signAt = (text: string, at: number): number => NUMBERS[text.charCodeAt(at)] ?? -1;

/** The index of one list. It grows with each loaded page. */
export class LetterIndex {
  #size = 0;
  #whole = true;
  /** For each pair of signs, then for each sign: the index of its set, counted from 1. 0 if no text has the pair or sign. */
  readonly #sets = new Uint16Array(PAIRS + SIGNS);
  #known = 0;
  /** For each block, the bits of all sets, one set after the other. Undefined if no text of the block has a sign. */
  readonly #blocks: (Uint32Array | undefined)[] = [];
  readonly #amounts = new AmountIndex();
  readonly #numbers = new NumberIndex();
  readonly #words = new WordIndex();

  /** The number of texts; undefined after `add(undefined)`, because the index then lacks a text. */
  get size(): number | undefined {
    return this.#whole ? this.#size : undefined;
  }

  /** Adds the text of the next record; undefined if the text is not known. */
  add(text: string | undefined): void {
    if (text === undefined) this.#whole = false;
    if (text === undefined || !this.#whole) return;
    const at = this.#size++;
    const nth = Math.floor(at / BLOCK);
    const word = (at % BLOCK) >>> 5;
    const bit = 1 << (at & 31);
    let block = this.#blocks[nth];
    let before = -1;
    for (let i = 0; i < text.length; i++) {
      const sign = signAt(text, i);
      if (sign >= 0) {
        block = this.#put(PAIRS + sign, block, word, bit);
        if (before >= 0) block = this.#put(before * SIGNS + sign, block, word, bit);
      }
      before = sign;
    }
    this.#blocks[nth] = block;
    this.#amounts.add(text, at);
    this.#numbers.add(text, at);
    this.#words.add(text);
  }

  /** As `AmountIndex.candidates`, for all texts. */
  withAmount(amount: string): Uint32Array | undefined {
    return this.#amounts.candidates(amount, this.#size);
  }

  /**
   * The texts that may have this word with a digit, as a word, an amount or the last four digits of a number. Undefined if
   * the word has no digit or is too short.
   */
  withNumber(word: string): Uint32Array | undefined {
    const bits = this.withAmount(word) ?? new Uint32Array(Math.ceil(this.#size / 32));
    return this.#numbers.mark(word, bits) ? bits : undefined;
  }

  /** As `WordIndex.withPart`, for all texts. */
  withPart(part: string): Uint32Array | undefined {
    return this.#words.withPart(part, this.#size);
  }

  /** The texts that may contain all `words`. Undefined if the words have no letter or digit of the index. */
  candidates(words: readonly string[]): IndexCandidates | undefined {
    const sets = words.flatMap(setsOf);
    if (sets.length === 0) return undefined;
    const bits = new Uint32Array(this.#blocks.length * WORDS).fill(0xffffffff);
    for (const set of sets) this.#narrow(bits, this.#sets[set] ?? 0);
    return { bits, exact: words.every(word => /^[a-z\d]{1,2}$/.test(word)) };
  }

  #narrow(bits: Uint32Array, set: number): void {
    for (const [at, block] of this.#blocks.entries())
      for (let i = 0; i < WORDS; i++)
        bits[at * WORDS + i] =
          (bits[at * WORDS + i] ?? 0) & (set === 0 ? 0 : (block?.[(set - 1) * WORDS + i] ?? 0));
  }

  /** Sets the bit in the set of the pair. Returns the block, or a larger copy if the block had no room. */
  #put(pair: number, block: Uint32Array | undefined, word: number, bit: number): Uint32Array {
    let set = this.#sets[pair] ?? 0;
    if (set === 0) this.#sets[pair] = set = ++this.#known;
    let bits = block;
    if (!bits || bits.length < set * WORDS) {
      bits = new Uint32Array((this.#known + SPARE) * WORDS);
      if (block) bits.set(block);
    }
    const at = (set - 1) * WORDS + word;
    bits[at] = (bits[at] ?? 0) | bit;
    return bits;
  }
}

/** Every text with this word is in these sets: one for each pair of signs, and one for each sign without a neighbour. */
function setsOf(word: string): readonly number[] {
  const sets: number[] = [];
  for (let i = 0; i < word.length; i++) {
    const [one, next] = [signAt(word, i), signAt(word, i + 1)];
    if (one < 0) continue;
    if (next >= 0) sets.push(one * SIGNS + next);
    else if (i === 0 || signAt(word, i - 1) < 0) sets.push(PAIRS + one);
  }
  return sets;
}

/** Calls `visit` for each item whose bit is set, or for all items without `bits`, until `visit` returns true. */
export function eachOf<Item>(
  items: readonly Item[],
  bits: Uint32Array | undefined,
  visit: (item: Item, at: number) => boolean | undefined,
): void {
  if (!bits) {
    items.some(visit);
    return;
  }
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const at = word * 32 + 31 - Math.clz32(rest & -rest);
      const item = items[at];
      if (item !== undefined && visit(item, at)) return;
    }
  }
}

/**
 * The items whose bit is set; `items` itself if the bit of every item is set. `bits` must have no bits beyond the
 * items. The array is made in its full size, because a growing array leaves much garbage.
 */
export function picked<Item>(items: readonly Item[], bits: Uint32Array): readonly Item[] {
  const count = bits.reduce((sum, word) => sum + bitsIn(word), 0);
  if (count === items.length) return items;
  const found = new Array<Item>(count);
  let at = 0;
  eachOf(items, bits, item => {
    found[at++] = item;
    return false;
  });
  return found;
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
