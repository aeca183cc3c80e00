// Writes a frame. The pen sends a sequence only if the terminal's cursor or style must change.

import { BLANK, type CellParser } from './painted-cells.ts';
import { WIPED } from './terminal-screen.ts';

interface Pen {
  /** `wide`: a row may be longer than Purser counts, and must not go on in the next. */
  clear(wide: boolean): void;
  /** Unless the cursor is there already. */
  moveTo(x: number, y: number): void;
  /** Also correct if the terminal has counted the written text differently. */
  mustBeAt(x: number, y: number): void;
  write(text: number, style: number, cells: number): void;
  /** The cursor stays. */
  erase(cells: number): void;
  /** The cursor stays. */
  eraseToEnd(): void;
  /** `bottom` is exclusive, a negative `by` moves down. The freed rows become blank. */
  scroll(top: number, bottom: number, by: number): void;
  /** Undefined if nothing was written. `synchronised`: the terminal shows the frame at once. */
  take(synchronised: boolean): Uint8Array | undefined;
}

const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';
/** In bytes. A terminal reads fewer at once, and tmux draws its whole window again after a synchronised frame. */
const TICK = 256;
const NO_WRAP = '\x1b[?7l';
const ERASE_TO_END = '\x1b[K';
const WHOLE_REGION = '\x1b[r';
const INTRODUCER = '\x1b[';
const NOWHERE = -1;

export function createPen({ styles, cluster, isSimple, isEmoji, narrow }: CellParser): Pen {
  const bytes = createFrameBytes();
  let x = NOWHERE;
  let y = NOWHERE;
  let style = 0;
  /** The terminal's cursor may be elsewhere than `x`. */
  let doubtful = false;

  function start(): void {
    if (bytes.length === 0) bytes.ascii(BEGIN);
  }

  function setStyle(wanted: number): void {
    if (wanted === style) return;
    bytes.ascii(styles.change(style, wanted));
    style = wanted;
  }

  function goTo(toX: number, toY: number): void {
    start();
    bytes.ascii(INTRODUCER);
    bytes.number(toY + 1);
    if (toX > 0) {
      bytes.ascii(';');
      bytes.number(toX + 1);
    }
    bytes.ascii('H');
    x = toX;
    y = toY;
    doubtful = false;
  }

  function moveTo(toX: number, toY: number): void {
    if (toX === x && toY === y) return;
    if (toY !== y || doubtful) {
      goTo(toX, toY);
      return;
    }
    // A move to the right names the distance, which never has more digits than the column.
    const ahead = toX > x;
    const cells = ahead ? toX - x : toX + 1;
    bytes.ascii(INTRODUCER);
    if (cells > 1) bytes.number(cells);
    bytes.ascii(ahead ? 'C' : 'G');
    x = toX;
  }

  /** A terminal may erase with the current background. */
  function plainBlanks(): void {
    start();
    if (styles.ofBlank(style) !== 0) setStyle(0);
  }

  return {
    clear(wide) {
      start();
      bytes.ascii(WIPED);
      if (wide) bytes.ascii(NO_WRAP);
      x = 0;
      y = 0;
    },
    moveTo,
    mustBeAt(toX, toY) {
      if (doubtful) goTo(toX, toY);
      else moveTo(toX, toY);
    },
    write(text, wanted, cells) {
      // A blank may be written in any style that makes the same blank.
      if (text !== BLANK || styles.ofBlank(style) !== wanted) setStyle(wanted);
      const pinned = !isSimple(text) && isEmoji(text);
      if (pinned) {
        // So that both cells have the style, even if the terminal draws the emoji in one.
        bytes.ascii('  ');
        goTo(x, y);
      }
      const characters = cluster(text);
      if (characters === undefined) bytes.point(narrow(text));
      else bytes.text(characters);
      if (pinned) {
        x = NOWHERE;
        y = NOWHERE;
        return;
      }
      x += cells;
      if (!isSimple(text)) doubtful = true;
    },
    erase(cells) {
      plainBlanks();
      bytes.ascii(INTRODUCER);
      bytes.number(cells);
      bytes.ascii('X');
    },
    eraseToEnd() {
      plainBlanks();
      bytes.ascii(ERASE_TO_END);
    },
    scroll(top, bottom, by) {
      plainBlanks();
      bytes.ascii(INTRODUCER);
      bytes.number(top + 1);
      bytes.ascii(';');
      bytes.number(bottom);
      bytes.ascii('r');
      goTo(0, top);
      bytes.ascii(INTRODUCER);
      bytes.number(Math.abs(by));
      // Every terminal can delete or insert lines at the top of a scrolling region.
      bytes.ascii(by > 0 ? 'M' : 'L');
      bytes.ascii(WHOLE_REGION);
      // Ending the region has moved the cursor.
      x = NOWHERE;
      y = NOWHERE;
    },
    take(synchronised) {
      if (bytes.length === 0) return undefined;
      setStyle(0);
      const whole = synchronised && bytes.length > TICK;
      if (whole) bytes.ascii(END);
      // Other output may move the cursor between two frames.
      x = NOWHERE;
      y = NOWHERE;
      return bytes.take(whole ? 0 : BEGIN.length);
    },
  };
}

interface FrameBytes {
  readonly length: number;
  ascii(text: string): void;
  number(value: number): void;
  point(point: number): void;
  text(text: string): void;
  /** A copy, because a slow terminal may read it later. */
  take(from: number): Uint8Array;
}

const LONGEST = 4;

function createFrameBytes(): FrameBytes {
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
    take(from) {
      const taken = Buffer.from(bytes.subarray(from, length));
      length = 0;
      return taken;
    },
  };
}
