// Which texts have which letters next to each other: a filter's first letters then look at those texts alone.

/** Which of the texts may have a word in them. */
interface IndexCandidates {
  /** A bit for each text, in the order in which they were added. */
  readonly bits: Uint32Array;
  /** Whether each of them has the word, and no other text has. */
  readonly exact: boolean;
}

const A = 0x61;
const LETTERS = 26;
const PAIRS = LETTERS * LETTERS;
/** Texts whose bits are kept in one array: arrays that grow with each page would leave holes in the memory. */
const BLOCK = 1024;
const WORDS = BLOCK / 32;
/** Sets that a block has room for beyond those that are known when it begins. */
const SPARE = 16;

/** 0 to 25 for a to z; any other number is no letter. */
const letter = (text: string, at: number): number => text.charCodeAt(at) - A;
const isLetter = (one: number): boolean => one >= 0 && one < LETTERS;

/** Grows with a list, page by page. */
export class LetterIndex {
  #size = 0;
  #whole = true;
  /** Which set a pair of letters has, and after the pairs each letter; 0 for one that never came. */
  readonly #sets = new Uint16Array(PAIRS + LETTERS);
  #known = 0;
  /** The bits of each set, one after the other; nothing where no text of the block has a letter. */
  readonly #blocks: (Uint32Array | undefined)[] = [];

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
  candidates(word: string): IndexCandidates | undefined {
    const sets: number[] = [];
    let others = false;
    for (let i = 0; i < word.length; i++) {
      const [one, next] = [letter(word, i), letter(word, i + 1)];
      if (!isLetter(one)) others = true;
      else if (isLetter(next)) sets.push(one * LETTERS + next);
      else if (i === 0 || !isLetter(letter(word, i - 1))) sets.push(PAIRS + one);
    }
    if (sets.length === 0) return undefined;
    const bits = new Uint32Array(this.#blocks.length * WORDS).fill(0xffffffff);
    for (const pair of sets) this.#narrow(bits, this.#sets[pair] ?? 0);
    return { bits, exact: !others && word.length <= 2 };
  }

  #narrow(bits: Uint32Array, set: number): void {
    for (const [at, block] of this.#blocks.entries())
      for (let i = 0; i < WORDS; i++)
        bits[at * WORDS + i] =
          (bits[at * WORDS + i] ?? 0) & (set === 0 ? 0 : (block?.[(set - 1) * WORDS + i] ?? 0));
  }

  #put(pair: number, at: number): void {
    let set = this.#sets[pair] ?? 0;
    if (set === 0) this.#sets[pair] = set = ++this.#known;
    const nth = Math.floor(at / BLOCK);
    let block = this.#blocks[nth];
    if (!block || block.length < set * WORDS) {
      const larger = new Uint32Array((this.#known + SPARE) * WORDS);
      if (block) larger.set(block);
      this.#blocks[nth] = block = larger;
    }
    const word = (set - 1) * WORDS + ((at % BLOCK) >>> 5);
    block[word] = (block[word] ?? 0) | (1 << (at & 31));
  }
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
