// An index of the words in texts. It finds the texts with some letters, and no text must be read.

/** Shorter words are not kept: the index of pairs finds one or two letters. */
const SHORTEST = 3;
/** The index gives up at a longer word, because a word is kept as long as the list. */
const LONGEST = 64;
/** The index gives up with more different words. Their numbers have 15 bits. */
const MOST_WORDS = 20_000;
/** Marks the last word of a text. */
const LAST = 0x8000;
/** The number of entries that share one array. Arrays that grow with each page would fragment the memory. */
const BLOCK = 8192;

/** The index of one list. It grows with each loaded page. */
export class WordIndex {
  /** The different words. The first stands for a text without words. */
  #words: string[] = [''];
  /** An open hash table of the words' numbers; 0 is a free place. */
  #table = new Uint16Array(1024);
  /** The numbers of each text's words, text after text. */
  #blocks: Uint16Array[] = [];
  #entries = 0;
  #whole = true;

  /** Adds the words of the next text: all runs of the letters a to z. */
  add(text: string): void {
    const before = this.#entries;
    let begin = -1;
    let hash = 0;
    for (let at = 0; at <= text.length; at++) {
      // `charCodeAt` beyond the end would be NaN, which makes the loop slow.
      const unit = at < text.length ? text.charCodeAt(at) : 0;
      if (unit >= 0x61 && unit <= 0x7a) {
        if (begin < 0) {
          begin = at;
          hash = 0;
        }
        hash = nextHash(hash, unit);
      } else if (begin >= 0) {
        if (at - begin >= SHORTEST) this.#put(this.#numberOf(text, begin, at, hash));
        begin = -1;
      }
    }
    if (this.#entries === before) this.#put(0);
    const last = this.#entries - 1;
    const block = this.#blocks[Math.floor(last / BLOCK)];
    if (block) block[last % BLOCK] = (block[last % BLOCK] ?? 0) | LAST;
  }

  /**
   * The texts with these letters, with a bit for each of `count` texts. Undefined if `part` is not three or more letters
   * from a to z, or if the index gave up.
   */
  withPart(part: string, count: number): Uint32Array | undefined {
    if (!this.#whole || !/^[a-z]{3,}$/.test(part)) return undefined;
    const fits = Uint8Array.from(this.#words, word => (word.includes(part) ? 1 : 0));
    const bits = new Uint32Array(Math.ceil(count / 32));
    let nth = 0;
    let found = 0;
    for (const [at, block] of this.#blocks.entries()) {
      const used = Math.min(BLOCK, this.#entries - at * BLOCK);
      for (let i = 0; i < used; i++) {
        const entry = block[i] ?? 0;
        found |= fits[entry & ~LAST] ?? 0;
        if (entry < LAST) continue;
        bits[nth >>> 5] = (bits[nth >>> 5] ?? 0) | (found << (nth & 31));
        nth++;
        found = 0;
      }
    }
    return bits;
  }

  #put(number: number): void {
    if (!this.#whole) return;
    const at = this.#entries++ % BLOCK;
    if (at === 0) this.#blocks.push(new Uint16Array(BLOCK));
    const block = this.#blocks.at(-1);
    if (block) block[at] = number;
  }

  #numberOf(text: string, begin: number, end: number, hash: number): number {
    const table = this.#table;
    let place = spread(hash, table);
    for (let number = table[place] ?? 0; number > 0; number = table[place] ?? 0) {
      const word = this.#words[number] ?? '';
      if (word.length === end - begin && text.startsWith(word, begin)) return number;
      place = (place + 1) % table.length;
    }
    const number = this.#words.length;
    if (number > MOST_WORDS || end - begin > LONGEST) this.#giveUp();
    if (!this.#whole) return 0;
    table[place] = number;
    this.#words.push(text.slice(begin, end));
    if (2 * number > table.length) this.#grow();
    return number;
  }

  #grow(): void {
    const table = new Uint16Array(4 * this.#table.length);
    for (const [number, word] of this.#words.entries()) {
      if (number === 0) continue;
      let hash = 0;
      for (let i = 0; i < word.length; i++) hash = nextHash(hash, word.charCodeAt(i));
      let place = spread(hash, table);
      while ((table[place] ?? 0) > 0) place = (place + 1) % table.length;
      table[place] = number;
    }
    this.#table = table;
  }

  #giveUp(): void {
    this.#whole = false;
    this.#words = [];
    this.#blocks = [];
    this.#entries = 0;
  }
}

const nextHash = (hash: number, unit: number): number => (Math.imul(hash, 31) + unit) | 0;

/** The first place for a hash. The length of the table is a power of two. */
const spread = (hash: number, table: Uint16Array): number =>
  (Math.imul(hash, 0x9e3779b1) >>> 15) & (table.length - 1);
