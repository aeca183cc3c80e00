// A terminal emulator whose screen a test can read, wait for and type into, with a stdin and stdout in this process.

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

/** What `until` waits for: text on the screen, a pattern, or a function of the screen. */
type Sight = string | RegExp | ((screen: Screen) => boolean);

/** How long a test waits, in milliseconds: long enough for a busy machine. */
const patience = 20_000;
/** The sequences around a frame. */
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
  /** The time of the newest output, in monotonic milliseconds. */
  lastOutputAt = 0;
  /** The terminal's own answers: cursor positions, device attributes. */
  readonly replies: string[] = [];
  readonly #terminal: InstanceType<typeof headless.Terminal>;
  readonly #line: Line;
  #written: string[] = [];
  /** Whether a frame has begun and not ended. */
  #open = false;
  /** The end of the output, which may be the beginning of a frame's sequence. */
  #tail = '';
  #gone: string | undefined;
  #emulated = true;
  #watcher: (() => void) | undefined;
  /** The texts of the present screen, which a wait reads many times. */
  #read: { lines?: readonly string[]; text?: string; contents?: string; flowing?: string } = {};

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
      this.#read = {};
    });
  }

  /** Calls `look` whenever a complete frame is on the screen. */
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

  /** Shows a program's output. Resolves when the emulator has processed the output. */
  show(output: string): Promise<void> {
    if (output !== '') this.#keep(output);
    if (!this.#emulated) return Promise.resolve();
    // As of this output: the emulator may process it after the next one has arrived.
    const whole = this.#whole();
    return new Promise(resolve =>
      this.#terminal.write(output, () => {
        this.#read = {};
        if (whole) this.#watcher?.();
        resolve();
      }),
    );
  }

  /** Stops the emulator and only keeps the bytes, so that a measurement does not wait for the emulator. */
  onlyBytes(): void {
    this.#emulated = false;
  }

  /** Starts the emulator again. The program must then draw its whole screen first. */
  showsAgain(): void {
    this.#emulated = true;
  }

  /** Makes every wait for the screen fail, because the program has ended. */
  end(why: string): void {
    this.#gone = why;
  }

  /** The visible rows from the top, without trailing spaces. */
  lines(): readonly string[] {
    const { active } = this.#terminal.buffer;
    this.#read.lines ??= Array.from(
      { length: this.rows },
      (_, y) => active.getLine(active.baseY + y)?.translateToString(true) ?? '',
    );
    return this.#read.lines;
  }

  text(): string {
    this.#read.text ??= this.lines().join('\n');
    return this.#read.text;
  }

  /** The ordinary screen with its scrollback, also while the alternate screen is shown. */
  ordinary(): string {
    const { normal } = this.#terminal.buffer;
    return Array.from({ length: normal.length }, (_, y) => normal.getLine(y)?.translateToString(true)).join(
      '\n',
    );
  }

  /** The text as a person reads it: each framed panel without its frame, then the text outside the panels. */
  contents(): string {
    this.#read.contents ??= unframed(this.lines());
    return this.#read.contents;
  }

  /** The text of the box that contains `inside`, such as a dialog, without the screen below. */
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

  /** The cells of the first occurrence of `text`, or undefined. */
  cellsOf(text: string): Cell[] | undefined {
    for (const [y, line] of this.lines().entries()) {
      const at = line.indexOf(text);
      if (at < 0) continue;
      const x = stringWidth(line.slice(0, at));
      return Array.from({ length: stringWidth(text) }, (_, offset) => this.cell(x + offset, y));
    }
    return undefined;
  }

  /** Whether the dialog's acting button has the focus and Enter would act: only then the button is underlined. */
  isArmed(): boolean {
    const isUnderlined = (y: number): boolean =>
      Array.from({ length: this.cols }, (_, x) => this.cell(x, y)).some(({ underline }) => underline);
    return this.lines().some((line, y) => line.includes('[ Go back ]') && isUnderlined(y));
  }

  cursor(): { x: number; y: number; visible: boolean } {
    const { cursorX: x, cursorY: y } = this.#terminal.buffer.active;
    return { x, y, visible: this.bytes.lastIndexOf('\x1b[?25l') <= this.bytes.lastIndexOf('\x1b[?25h') };
  }

  /** Whether the alternate screen is active. Full-screen programs use it. */
  alternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  pasteMode(): boolean {
    return this.#terminal.modes.bracketedPasteMode;
  }

  /** Waits until the screen shows the sight. After the time limit it throws with the present screen. */
  async until(sight: Sight, milliseconds: number = patience): Promise<void> {
    const failure = new Error();
    const deadline = performance.now() + milliseconds;
    while (!(this.#whole() && this.shows(sight))) {
      const gone = this.#gone;
      // The emulator may not have processed the last output yet.
      await this.show('');
      if ((gone !== undefined || this.#whole()) && this.shows(sight)) return;
      if (gone !== undefined || performance.now() > deadline) {
        failure.message = `${gone ?? `waited ${milliseconds} ms`}: ${sight} is not on the screen\n${this.#framed()}`;
        throw failure;
      }
      await this.#change();
    }
  }

  /** Presses keys by name, with one write for each. */
  press(...keys: readonly string[]): void {
    for (const key of keys) this.#line.input(bytesOf(key));
  }

  /** Types text in one write. */
  type(text: string): void {
    this.#line.input(text);
  }

  /** Pastes as a terminal does, with paste marks if the program requested them. */
  paste(text: string): void {
    const lines = text.replace(/\r?\n/g, '\r');
    this.#line.input(this.pasteMode() ? `\x1b[200~${lines}\x1b[201~` : lines);
  }

  /** Resizes the window and tells the program. */
  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
    this.#read = {};
    this.#line.resized(cols, rows);
  }

  /** Reads only the new output, so that a measurement does not wait for a search in all earlier output. */
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

  /** Whether the last frame is complete. A frame may arrive in parts. */
  #whole(): boolean {
    return !this.#open;
  }

  /** Whether the screen shows the sight, also inside frames and across line ends. */
  shows(sight: Sight): boolean {
    if (typeof sight === 'function') return sight(this);
    const found = (text: string): boolean =>
      sight instanceof RegExp ? sight.test(text) : text.includes(sight);
    const text = this.text();
    if (found(text)) return true;
    // Taking frames apart is slow, and it makes no new words.
    if (typeof sight === 'string' && !sight.split(/\s+/).every(word => text.includes(word))) return false;
    if (found(this.contents())) return true;
    if (typeof sight !== 'string') return false;
    this.#read.flowing ??= flowing(this.contents());
    return found(this.#read.flowing);
  }

  /** Resolves at the next change of the screen, or after 25 ms: a sight may depend on more than the screen. */
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
