// A terminal emulator with a screen that a test can read, wait for and type into, and an in-process stdin and
// stdout.

import { PassThrough, Writable } from 'node:stream';
import headless from '@xterm/headless';
import stringWidth from 'string-width';
import { type Cell, readCell } from './cell.ts';
import { clusterWidths } from './cluster-widths.ts';
import { flowing, panelWith, unframed } from './frames.ts';
import { bytesOf } from './key-bytes.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** The target of `until`: text on the screen, a pattern, or a function of the screen. */
type Sight = string | RegExp | ((screen: Screen) => boolean);

/** How long a test waits, in ms: long enough for a busy machine. */
const patience = 20_000;
/** The marks around a frame. */
const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';

/** The program's end of a terminal: receives typed bytes, and has the window size. */
interface Line {
  input(bytes: string): void;
  resized(cols: number, rows: number): void;
  /** Whether a terminal driver turns "\n" into "\r\n". */
  readonly driver: boolean;
}

/** The emulator: shows a program's output as a person sees it. */
export class Screen {
  /** How many bytes the program wrote. */
  byteCount = 0;
  /** When the newest output came, in monotonic ms. */
  lastOutputAt = 0;
  /** The terminal's own answers: cursor positions, device attributes. */
  readonly replies: string[] = [];
  readonly #terminal: InstanceType<typeof headless.Terminal>;
  readonly #line: Line;
  #written: string[] = [];
  /** Whether a frame began and has not ended. */
  #open = false;
  /** The end of the output, shorter than a mark. */
  #tail = '';
  #gone: string | undefined;
  #emulated = true;
  #watcher: (() => void) | undefined;

  constructor(size: Size, line: Line) {
    this.#line = line;
    this.#terminal = new headless.Terminal({
      ...size,
      allowProposedApi: true,
      scrollback: 1000,
      convertEol: !line.driver,
    });
    this.#terminal.unicode.register(clusterWidths());
    this.#terminal.unicode.activeVersion = 'clusters';
    this.#terminal.onData(reply => {
      this.replies.push(reply);
      line.input(reply);
    });
    this.#terminal.onWriteParsed(() => {
      if (this.#watcher && this.#whole()) this.#watcher();
    });
  }

  /** Calls `look` whenever a whole frame is on the screen. */
  watch(look: () => void): void {
    this.#watcher = look;
  }

  get cols(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  /** Everything that the program wrote, including control sequences. */
  get bytes(): string {
    const all = this.#written.length === 1 ? this.#written[0] : this.#written.join('');
    this.#written = [all ?? ''];
    return all ?? '';
  }

  /** Shows a program's output; resolves when the emulator has processed it. */
  show(output: string): Promise<void> {
    if (output !== '') this.#keep(output);
    if (!this.#emulated) return Promise.resolve();
    return new Promise(resolve => this.#terminal.write(output, resolve));
  }

  /** From now on bytes are only kept, so that a measurement does not wait for this emulator. */
  onlyBytes(): void {
    this.#emulated = false;
  }

  /** From now on output is shown again; the program has to draw its whole screen first. */
  showsAgain(): void {
    this.#emulated = true;
  }

  /** The program has ended, so every wait for the screen fails. */
  end(why: string): void {
    this.#gone = why;
  }

  /** The visible rows from the top, without trailing spaces. */
  lines(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from(
      { length: this.rows },
      (_, y) => active.getLine(active.baseY + y)?.translateToString(true) ?? '',
    );
  }

  text(): string {
    return this.lines().join('\n');
  }

  /** What a person reads: each framed panel from its title to its last row, without the frames, then what is outside. */
  contents(): string {
    return unframed(this.lines());
  }

  /** The text of the box that has `inside` in it: a dialog's, without the screen behind. */
  boxWith(inside: string): string {
    return panelWith(inside, this.lines());
  }

  /** One cell. `x` and `y` count from 0. */
  cell(x: number, y: number): Cell {
    const { active } = this.#terminal.buffer;
    const cell = active.getLine(active.baseY + y)?.getCell(x);
    if (cell === undefined) throw new Error(`no cell ${x},${y} on a screen of ${this.cols}×${this.rows}`);
    return readCell(cell);
  }

  /** The cells of the first occurrence of `text`; undefined if there is none. */
  cellsOf(text: string): Cell[] | undefined {
    for (const [y, line] of this.lines().entries()) {
      const at = line.indexOf(text);
      if (at < 0) continue;
      const x = stringWidth(line.slice(0, at));
      return Array.from({ length: stringWidth(text) }, (_, offset) => this.cell(x + offset, y));
    }
    return undefined;
  }

  cursor(): { x: number; y: number; visible: boolean } {
    const { cursorX: x, cursorY: y } = this.#terminal.buffer.active;
    return { x, y, visible: this.bytes.lastIndexOf('\x1b[?25l') <= this.bytes.lastIndexOf('\x1b[?25h') };
  }

  /** Whether the alternate screen is active, which full-screen programs request. */
  alternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  pasteMode(): boolean {
    return this.#terminal.modes.bracketedPasteMode;
  }

  /** Waits until the screen shows the sight; otherwise throws with the present screen. */
  async until(sight: Sight, milliseconds: number = patience): Promise<void> {
    const failure = new Error();
    const deadline = performance.now() + milliseconds;
    while (!(this.#whole() && this.shows(sight))) {
      const gone = this.#gone;
      // The last output may not be processed yet.
      await this.show('');
      if ((gone !== undefined || this.#whole()) && this.shows(sight)) return;
      if (gone !== undefined || performance.now() > deadline) {
        failure.message = `${gone ?? `waited ${milliseconds} ms`}: ${sight} is not on the screen\n${this.#framed()}`;
        throw failure;
      }
      await this.#change();
    }
  }

  /** Presses keys by name, one write each. */
  press(...keys: readonly string[]): void {
    for (const key of keys) this.#line.input(bytesOf(key));
  }

  /** Types text in one write. */
  type(text: string): void {
    this.#line.input(text);
  }

  /** Pastes as a terminal does, between marks if the program requested them. */
  paste(text: string): void {
    const lines = text.replace(/\r?\n/g, '\r');
    this.#line.input(this.pasteMode() ? `\x1b[200~${lines}\x1b[201~` : lines);
  }

  /** Resizes the window and informs the program. */
  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
    this.#line.resized(cols, rows);
  }

  /** Looks at new output only: a measurement must not wait for a search of all that came before. */
  #keep(output: string): void {
    this.lastOutputAt = performance.now();
    this.#written.push(output);
    this.byteCount += Buffer.byteLength(output);
    const text = this.#tail + output;
    const began = text.lastIndexOf(BEGIN);
    const ended = text.lastIndexOf(END);
    if (began !== ended) this.#open = began > ended;
    this.#tail = text.slice(1 - BEGIN.length);
  }

  /** Whether the last output is a whole frame. A frame may arrive in pieces. */
  #whole(): boolean {
    return !this.#open;
  }

  /** Whether a person sees it now, in a frame or not; a sentence is seen wherever its lines end. */
  shows(sight: Sight): boolean {
    if (typeof sight === 'function') return sight(this);
    const found = (text: string): boolean =>
      sight instanceof RegExp ? sight.test(text) : text.includes(sight);
    if (found(this.text())) return true;
    const contents = this.contents();
    return found(contents) || (typeof sight === 'string' && found(flowing(contents)));
  }

  /** The next change of the screen, or a moment later, because a sight may depend on more than the screen. */
  #change(): Promise<void> {
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(moment);
        written.dispose();
        resolve();
      };
      const moment = setTimeout(done, 25);
      const written = this.#terminal.onWriteParsed(done);
    });
  }

  #framed(): string {
    const edge = '─'.repeat(this.cols);
    return `┌${edge}┐\n${this.lines()
      .map(line => `│${line}${' '.repeat(Math.max(0, this.cols - stringWidth(line)))}│`)
      .join('\n')}\n└${edge}┘`;
  }
}

/** The stdin of a fake terminal. It emits what a test types. */
export class FakeStdin extends PassThrough {
  readonly isTTY = true;
  isRaw = false;

  setRawMode(raw: boolean): this {
    this.isRaw = raw;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** The stdout of a fake terminal. It shows what a program writes. */
class FakeStdout extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  readonly #show: (output: string) => Promise<void>;

  constructor({ cols, rows }: Size, show: (output: string) => Promise<void>) {
    super({ decodeStrings: false });
    this.columns = cols;
    this.rows = rows;
    this.#show = show;
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    void this.#show(chunk.toString()).then(done);
  }
}

interface FakeTerminal {
  readonly screen: Screen;
  readonly stdin: FakeStdin;
  readonly stdout: FakeStdout;
}

/** A terminal for a program in this process: give its streams to Ink or a key proxy, and read its screen. */
export function fakeTerminal(size: Size = { cols: 80, rows: 24 }): FakeTerminal {
  const stdin = new FakeStdin();
  const stdout = new FakeStdout(size, output => screen.show(output));
  const screen = new Screen(size, {
    input: bytes => stdin.write(bytes),
    resized(cols, rows) {
      stdout.columns = cols;
      stdout.rows = rows;
      stdout.emit('resize');
    },
    driver: false,
  });
  return { screen, stdin, stdout };
}
