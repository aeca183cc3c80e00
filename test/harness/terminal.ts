// A terminal emulator whose screen a test can read, wait for and type into, and an in-process stdin and stdout on it.
import { PassThrough, Writable } from 'node:stream';
import headless from '@xterm/headless';
import stringWidth from 'string-width';
import { type Cell, readCell } from './cell.ts';
import { clusterWidths } from './cluster-widths.ts';
import { bytesOf } from './key-bytes.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** What `until` waits for: text on the screen, a pattern, or anything a test can say of the screen. */
type Sight = string | RegExp | ((screen: Screen) => boolean);

/** How long a test waits for what must come, in ms: long enough for a machine that does other things. */
const patience = 20_000;
/** Characters; a screen of 200×60 with colours is a tenth of it. */
const LONGEST_FRAME = 200_000;

/** The program's end of a terminal: what is typed goes there, and what size the window has. */
interface Line {
  input(bytes: string): void;
  resized(cols: number, rows: number): void;
  /** Whether a terminal driver is in between, which turns "\n" into "\r\n". */
  readonly driver: boolean;
}

/** The emulator: what a program wrote, as a person would see it. */
export class Screen {
  /** Everything the program wrote, control sequences included. */
  bytes = '';
  /** What the terminal answered of itself: cursor positions, device attributes. */
  readonly replies: string[] = [];
  readonly #terminal: InstanceType<typeof headless.Terminal>;
  readonly #line: Line;
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

  /** Shows what a program writes; resolves when the emulator has taken it in. */
  show(output: string): Promise<void> {
    this.bytes += output;
    if (!this.#emulated) return Promise.resolve();
    return new Promise(resolve => this.#terminal.write(output, resolve));
  }

  /** From now on bytes are only kept: for a measurement of the program that must not wait for this emulator. */
  onlyBytes(): void {
    this.#emulated = false;
  }

  /** The program is gone: whoever waits for the screen now waits in vain. */
  end(why: string): void {
    this.#gone = why;
  }

  /** The visible rows, top first, without trailing blanks. */
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

  /** One cell; `x` and `y` from 0. */
  cell(x: number, y: number): Cell {
    const { active } = this.#terminal.buffer;
    const cell = active.getLine(active.baseY + y)?.getCell(x);
    if (cell === undefined) throw new Error(`no cell ${x},${y} on a screen of ${this.cols}×${this.rows}`);
    return readCell(cell);
  }

  /** The cells of the first place where `text` stands, or undefined. */
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

  /** Whether the alternate screen is shown, as full-screen programs ask for. */
  alternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  pasteMode(): boolean {
    return this.#terminal.modes.bracketedPasteMode;
  }

  /** Waits until the screen shows it; throws with the screen as it is when it doesn't come. */
  async until(sight: Sight, milliseconds: number = patience): Promise<void> {
    const failure = new Error();
    const deadline = performance.now() + milliseconds;
    while (!(this.#whole() && this.#shows(sight))) {
      const gone = this.#gone;
      // What the program wrote last may not be shown yet.
      await this.show('');
      if ((gone !== undefined || this.#whole()) && this.#shows(sight)) return;
      if (gone !== undefined || performance.now() > deadline) {
        failure.message = `${gone ?? `waited ${milliseconds} ms`}: ${sight} is not on the screen\n${this.#framed()}`;
        throw failure;
      }
      await this.#change();
    }
  }

  /** Presses keys by their names, each written by itself. */
  press(...keys: readonly string[]): void {
    for (const key of keys) this.#line.input(bytesOf(key));
  }

  /** Types text, in one write. */
  type(text: string): void {
    this.#line.input(text);
  }

  /** Pastes as a terminal does: between marks if the program asked for them. */
  paste(text: string): void {
    const lines = text.replace(/\r?\n/g, '\r');
    this.#line.input(this.pasteMode() ? `\x1b[200~${lines}\x1b[201~` : lines);
  }

  /** Resizes the window, and tells the program. */
  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
    this.#line.resized(cols, rows);
  }

  /** Whether what was written last is a whole frame: Ink says where one begins and ends, and it may come in pieces. */
  #whole(): boolean {
    const last = this.bytes.slice(-LONGEST_FRAME);
    return last.lastIndexOf('\x1b[?2026h') <= last.lastIndexOf('\x1b[?2026l');
  }

  #shows(sight: Sight): boolean {
    if (typeof sight === 'string') return this.text().includes(sight);
    return sight instanceof RegExp ? sight.test(this.text()) : sight(this);
  }

  /** The next change of the screen, or a moment: a sight may depend on more than the screen. */
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

/** The stdin of a fake terminal: what is typed comes out of it. */
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

/** The stdout of a fake terminal: what is written to it is shown. */
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

/** A terminal for a program in this process: give Ink or a key proxy its streams, and look at its screen. */
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
