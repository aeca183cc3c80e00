// An index of the amounts in texts. A search for an amount looks only at texts that may have this amount.

import { HashIndex } from './hash-index.ts';

const [MINUS, POINT, BLANK, ZERO] = [0x2d, 0x2e, 0x20, 0x30];

/** The index of one list. It grows with each loaded page. */
export class AmountIndex {
  readonly #hashes = new HashIndex();

  /** Adds the amounts of a text: the numbers that begin a line and end before a blank. */
  add(text: string, nth: number): void {
    for (let from = 0; ; ) {
      const hash = hashAt(text, from);
      if (hash !== undefined) this.#hashes.put(hash, nth);
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
    this.#hashes.mark(wanted, bits);
    return bits;
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
