// An index of the amounts in texts. A search for an amount looks only at texts that may have this amount.

/** The number of amounts that share one array. Arrays that grow with each page would fragment the memory. */
const BLOCK = 1024;
const [MINUS, POINT, BLANK, ZERO] = [0x2d, 0x2e, 0x20, 0x30];

/** The index of one list. It grows with each loaded page. */
export class AmountIndex {
  #size = 0;
  /** For each amount, its hash and the number of its text. */
  readonly #blocks: Uint32Array[] = [];

  /** Adds the amounts of a text: the numbers that begin a line and end before a blank. */
  add(text: string, nth: number): void {
    for (let from = 0; ; ) {
      const hash = hashAt(text, from);
      if (hash !== undefined) this.#put(hash, nth);
      const end = text.indexOf('\n', from);
      if (end < 0) return;
      from = end + 1;
    }
  }

  /**
   * The texts that may have this amount, with a bit for each of `count` texts. The sign of the amount and zeros that do
   * not change its size make no difference. Undefined if `amount` is not a number of digits with an optional point.
   */
  candidates(amount: string, count: number): Uint32Array | undefined {
    const wanted = hashAt(`${amount} `, 0);
    if (wanted === undefined) return undefined;
    const bits = new Uint32Array(Math.ceil(count / 32));
    for (const [nth, block] of this.#blocks.entries()) {
      const used = Math.min(BLOCK, this.#size - nth * BLOCK);
      for (let i = 0; i < used; i++) {
        if (block[i] !== wanted) continue;
        const at = block[BLOCK + i] ?? 0;
        bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
      }
    }
    return bits;
  }

  #put(hash: number, nth: number): void {
    const at = this.#size++ % BLOCK;
    if (at === 0) this.#blocks.push(new Uint32Array(2 * BLOCK));
    const block = this.#blocks.at(-1);
    if (!block) return;
    block[at] = hash;
    block[BLOCK + at] = nth;
  }
}

const isDigit = (unit: number): boolean => unit >= ZERO && unit <= ZERO + 9;

/** A hash of the number that begins at `from` and ends before a blank. Equal numbers have the same hash. */
function hashAt(text: string, from: number): number | undefined {
  let at = text.charCodeAt(from) === MINUS ? from + 1 : from;
  if (!isDigit(text.charCodeAt(at))) return undefined;
  while (text.charCodeAt(at) === ZERO && isDigit(text.charCodeAt(at + 1))) at++;
  let hash = 0x811c9dc5;
  // The hash up to the last sign that is not a zero at the end of a fraction.
  let known = hash;
  let fraction = false;
  for (; ; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BLANK) return known >>> 0;
    if (unit === POINT && !fraction) fraction = true;
    else if (!isDigit(unit)) return undefined;
    hash = Math.imul(hash ^ unit, 0x01000193);
    if (!fraction || (unit !== ZERO && unit !== POINT)) known = hash;
  }
}
