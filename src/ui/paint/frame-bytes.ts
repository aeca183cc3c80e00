// The bytes of one frame, collected in memory that the next frame uses again.

export interface FrameBytes {
  readonly length: number;
  ascii(text: string): void;
  /** Writes a number in decimal digits. */
  number(value: number): void;
  point(point: number): void;
  text(text: string): void;
  /** A copy of all bytes so far, because a slow terminal may read them later. Empties the buffer. */
  take(): Uint8Array;
}

/** The most bytes of a code point. */
const LONGEST = 4;

export function createFrameBytes(): FrameBytes {
  let bytes = Buffer.allocUnsafeSlow(16 * 1024);
  let length = 0;

  function makeRoom(more: number): void {
    if (length + more <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((length + more) * 2);
    bytes.copy(larger, 0, 0, length);
    bytes = larger;
  }

  function number(value: number): void {
    if (value >= 10) number(Math.trunc(value / 10));
    makeRoom(1);
    bytes[length++] = 0x30 + (value % 10);
  }

  return {
    get length() {
      return length;
    },
    ascii(text) {
      makeRoom(text.length);
      for (let at = 0; at < text.length; at++) bytes[length++] = text.charCodeAt(at);
    },
    number,
    point(one) {
      // A lone surrogate is not a character: U+FFFD replaces it.
      const point = one >= 0xd800 && one <= 0xdfff ? 0xfffd : one;
      makeRoom(LONGEST);
      if (point < 0x80) bytes[length++] = point;
      else if (point < 0x800) {
        bytes[length++] = 0xc0 | (point >> 6);
        bytes[length++] = 0x80 | (point & 63);
      } else {
        if (point < 0x10000) bytes[length++] = 0xe0 | (point >> 12);
        else {
          bytes[length++] = 0xf0 | (point >> 18);
          bytes[length++] = 0x80 | ((point >> 12) & 63);
        }
        bytes[length++] = 0x80 | ((point >> 6) & 63);
        bytes[length++] = 0x80 | (point & 63);
      }
    },
    text(text) {
      makeRoom(Buffer.byteLength(text));
      length += bytes.write(text, length);
    },
    take() {
      const taken = Buffer.from(bytes.subarray(0, length));
      length = 0;
      return taken;
    },
  };
}
