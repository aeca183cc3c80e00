// Which texts have which letters next to each other: a filter's first letters then look at those texts alone.

/** Which of the texts may have a word in them. */
interface Candidates {
  /** A bit for each text, in the order in which they were added. */
  readonly bits: Uint32Array;
  /** Whether each of them has the word, and no other text has. */
  readonly exact: boolean;
}

const A = 0x61;
const LETTERS = 26;
const PAIRS = LETTERS * LETTERS;
/** Words of 32 texts that a set begins with. */
const FIRST_WORDS = 32;

/** 0 to 25 for a to z; any other number is no letter. */
const letter = (text: string, at: number): number => text.charCodeAt(at) - A;
const isLetter = (one: number): boolean => one >= 0 && one < LETTERS;

/** Grows with a list, page by page. */
export class LetterIndex {
  #size = 0;
  #whole = true;
  /** For each pair of letters, and after them for each letter, the texts that have it. */
  readonly #sets: (Uint32Array | undefined)[] = new Array(PAIRS + LETTERS);

  /** The number of texts; undefined once one was not known. */
  get size(): number | undefined {
    return this.#whole ? this.#size : undefined;
  }

  /** The text of the next record. */
  add(text: string | undefined): void {
    if (text === undefined) this.#whole = false;
    if (text === undefined || !this.#whole) return;
    const at = this.#size++;
    let before = -1;
    for (let i = 0; i < text.length; i++) {
      const one = letter(text, i);
      if (one < 0 || one >= LETTERS) {
        before = -1;
        continue;
      }
      this.#put(PAIRS + one, at);
      if (before >= 0) this.#put(before * LETTERS + one, at);
      before = one;
    }
  }

  /** Undefined where the word has none of these letters. */
  candidates(word: string): Candidates | undefined {
    const sets: number[] = [];
    let others = false;
    for (let i = 0; i < word.length; i++) {
      const [one, next] = [letter(word, i), letter(word, i + 1)];
      if (!isLetter(one)) others = true;
      else if (isLetter(next)) sets.push(one * LETTERS + next);
      else if (i === 0 || !isLetter(letter(word, i - 1))) sets.push(PAIRS + one);
    }
    if (sets.length === 0) return undefined;
    const bits = new Uint32Array(Math.ceil(this.#size / 32)).fill(0xffffffff);
    for (const set of sets) narrow(bits, this.#sets[set]);
    return { bits, exact: !others && word.length <= 2 };
  }

  #put(set: number, at: number): void {
    const word = at >>> 5;
    let known = this.#sets[set];
    if (!known || known.length <= word) {
      const larger = new Uint32Array(Math.max(FIRST_WORDS, 2 ** Math.ceil(Math.log2(word + 1))));
      if (known) larger.set(known);
      this.#sets[set] = known = larger;
    }
    known[word] = (known[word] ?? 0) | (1 << (at & 31));
  }
}

function narrow(bits: Uint32Array, by: Uint32Array | undefined): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] ?? 0) & (by?.[i] ?? 0);
}

/** The items whose bit is set. */
export function picked<Item>(
  items: readonly Item[],
  bits: Uint32Array,
  fits: (item: Item) => boolean,
): Item[] {
  const found: Item[] = [];
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const item = items[word * 32 + 31 - Math.clz32(rest & -rest)];
      if (item !== undefined && fits(item)) found.push(item);
    }
  }
  return found;
}
