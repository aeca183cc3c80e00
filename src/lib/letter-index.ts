// Which texts have which letters and digits next to each other: a search then looks at those texts alone.

/** Which of the texts may have some words in them. */
interface IndexCandidates {
  /** A bit for each text, in the order in which they were added. */
  readonly bits: Uint32Array;
  /** Whether each of them has the words, and no other text has. */
  readonly exact: boolean;
}

/** a to z, 0 to 9 and the point of an amount, which few other texts have. */
const SIGNS = 37;
const POINT = 36;
const PAIRS = SIGNS * SIGNS;
/** Texts whose bits are kept in one array: arrays that grow with each page would leave holes in the memory. */
const BLOCK = 1024;
const WORDS = BLOCK / 32;
/** Sets that a block has room for beyond those that are known when it begins. */
const SPARE = 16;

/** The number of each code unit below 128; -1 for all that is no such sign. */
const NUMBERS = Int8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 26;
  return unit === 0x2e ? POINT : -1;
});
const signAt = (text: string, at: number): number => NUMBERS[text.charCodeAt(at)] ?? -1;

/** Grows with a list, page by page. */
export class LetterIndex {
  #size = 0;
  #whole = true;
  /** Which set a pair has, and after the pairs each letter and digit; 0 for one that never came. */
  readonly #sets = new Uint16Array(PAIRS + SIGNS);
  #known = 0;
  /** The bits of each set, one after the other; nothing where no text of the block has a letter or digit. */
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
      const sign = signAt(text, i);
      if (sign >= 0) {
        this.#put(PAIRS + sign, at);
        if (before >= 0) this.#put(before * SIGNS + sign, at);
      }
      before = sign;
    }
  }

  /** Undefined where the words have none of these letters and digits. */
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

/** A set for each two neighbours of a word, and for each letter or digit that has none. */
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

/** Goes through the items whose bit is set, or through all, until `visit` says that it has enough. */
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

/** The items whose bit is set. */
export function picked<Item>(items: readonly Item[], bits: Uint32Array): Item[] {
  const found: Item[] = [];
  eachOf(items, bits, item => {
    found.push(item);
    return false;
  });
  return found;
}
