// Hashes of parts of texts, each with its text's number. It grows with each loaded page.

/** The number of hashes that share one array. Arrays that grow with each page would fragment the memory. */
const BLOCK = 1024;

export class HashIndex {
  #size = 0;
  /** First the hashes, then the numbers of their texts. */
  readonly #blocks: Uint32Array[] = [];

  put(hash: number, nth: number): void {
    const at = this.#size++ % BLOCK;
    if (at === 0) this.#blocks.push(new Uint32Array(2 * BLOCK));
    const block = this.#blocks.at(-1);
    if (!block) return;
    block[at] = hash;
    block[BLOCK + at] = nth;
  }

  /** Sets the bit of each text that has the hash. */
  mark(hash: number, bits: Uint32Array): void {
    for (const [nth, block] of this.#blocks.entries()) {
      const used = Math.min(BLOCK, this.#size - nth * BLOCK);
      for (let i = 0; i < used; i++) {
        if (block[i] !== hash) continue;
        const at = block[BLOCK + i] ?? 0;
        bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
      }
    }
  }
}
