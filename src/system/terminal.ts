// The terminal without Ink: its colours and sizes, writing to it, and its restoring after a crash, a signal or a kill.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { attempt } from '../lib/attempt.ts';
import type { ColourDepth } from '../lib/colours.ts';
import { errorCode } from '../lib/error-code.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { Variables } from './folders.ts';

/**
 * Undoes every mode that the console may have set, on both screens. First it ends a string that a crash may have left
 * open. It saves the cursor before it leaves the alternate screen, which restores the last saved cursor.
 */
export const RESTORING = [
  '\x1b\\\x1b[?2026l\x1b[0m\x1b[?7h\x1b7',
  '\x1b[?1049l',
  '\x1b[?25h',
  '\x1b[?2004l',
  '\x1b[?1004l',
  '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l',
  '\x1b[0m',
].join('');

/** Only `reset` pops a keyboard mode: an end would pop the shell's, because Purser pushes none. */
const POP_KEYS = '\x1b[<u';

/**
 * Ends origin mode, margins and a scrolling region, which moves the cursor home. A soft reset does not, but tmux does
 * not know it: there the other screen keeps the cursor's place. Without that screen the cursor goes to the last row.
 * Each screen has its own keyboard modes.
 */
const PLAIN_REGION = `${POP_KEYS}\x1b[!p\x1b[?1049h${POP_KEYS}\x1b[?6l\x1b[?69l\x1b[r\x1b[999H\x1b[?1049l\x1b[?25h`;

/** Also the modes that other programs leave: character sets, keypad, inverse screen, insert mode, win32 input. */
const resetting = `${RESTORING}${PLAIN_REGION}\x1b(B\x0f\x1b>\x1b[?1l\x1b[?7h\x1b[?5l\x1b[4l\x1b[?9001l`;

/** Returns when the text is written. Never throws, because the program is about to end. */
export type SyncWrite = (text: string) => void;

/**
 * Uses no stream, so that nothing is lost if the process ends next. For a slow reader, each call waits at most
 * `patience` times 10 ms. `lost` gets the system's error code.
 */
export function syncWriter(
  file: number,
  write: (file: number, bytes: Uint8Array) => number = fs.writeSync,
  patience = 50,
  lost: (code: string) => void = () => {},
): SyncWrite {
  return text => {
    let left: Uint8Array = Buffer.from(text, 'utf8');
    for (let waits = 0; left.length > 0 && waits < patience; ) {
      try {
        left = left.subarray(write(file, left));
      } catch (error) {
        const code = errorCode(error) ?? 'unknown';
        if (code !== 'EAGAIN') return lost(code);
        waits++;
        pause();
      }
    }
  };
}

/** In ms. The whole process waits. */
const pause = (ms = 10): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export function restoreTerminal(write: SyncWrite): void {
  write(RESTORING);
}

interface SwallowParts {
  /** Undefined if nothing has arrived. Throws if the terminal is gone. */
  readonly read: () => string | undefined;
  readonly write: SyncWrite;
  readonly monotonic: () => number;
}

/** In ms: without an answer, this long after the last input, and this long in all. */
const QUIET = 300;
const LONGEST = 2000;

/**
 * Drops the mouse reports, focus reports and answers that are under way. Otherwise they would be typed into the shell.
 * A terminal answers the question here after all of them.
 */
export function swallowReports({ read, write, monotonic }: SwallowParts): void {
  write('\x1b[5n');
  const start = monotonic();
  let seen = '';
  for (let last = start, now = start; now - last < QUIET && now - start < LONGEST; now = monotonic()) {
    const text = read();
    if (text === undefined) {
      pause();
      continue;
    }
    last = monotonic();
    seen = `${seen.slice(-8)}${text}`;
    if (seen.includes('\x1b[0n')) return;
  }
}

/** Does nothing without a terminal. */
export function swallowFromTerminal(): void {
  const { O_NOCTTY, O_NONBLOCK, O_RDWR } = fs.constants;
  // Its own opening, because standard input may wait for a key.
  const terminal = attempt(() => fs.openSync('/dev/tty', O_RDWR | O_NONBLOCK | O_NOCTTY));
  if (terminal === undefined) return;
  const bytes = Buffer.alloc(4096);
  const read = (): string | undefined => {
    try {
      return bytes.toString('latin1', 0, fs.readSync(terminal, bytes)) || undefined;
    } catch (error) {
      if (errorCode(error) === 'EAGAIN') return undefined;
      throw error;
    }
  };
  // The terminal may be gone.
  attempt(() => swallowReports({ read, write: syncWriter(terminal), monotonic: () => performance.now() }));
  fs.closeSync(terminal);
}

/** A terminal that is not read would otherwise stop Purser in a write, where no signal ends it. */
export function neverBlock({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  for (const stream of [stdout, stderr]) {
    // Node sets a terminal to blocking. Only its inner handle can change that.
    const { _handle: handle } = stream as { readonly _handle?: { setBlocking?(blocking: boolean): unknown } };
    handle?.setBlocking?.(false);
  }
}

interface ResetParts {
  /** Throws if there is no terminal. */
  readonly openTerminal: () => number;
  readonly writer: (file: number) => SyncWrite;
  /** Sets the line modes as a shell needs them. Returns false if that fails. */
  readonly makeSane: (file: number) => boolean;
  /** Keeps Node from restoring the old line modes when it exits. */
  readonly keepModes: () => void;
}

/** `stty` inherits only `searchPath` from the environment, because it needs no secrets. */
export function systemResetParts(searchPath: string | undefined): ResetParts {
  return {
    openTerminal: () => fs.openSync('/dev/tty', 'r+'),
    writer: syncWriter,
    makeSane: file => {
      const env = searchPath === undefined ? {} : { PATH: searchPath };
      return spawnSync('stty', ['sane'], { stdio: [file, 'ignore', 'ignore'], env }).status === 0;
    },
    // Node restores the modes only on standard streams that are still open.
    keepModes: () => {
      for (const file of [0, 1, 2]) fs.closeSync(file);
    },
  };
}

/**
 * Returns a sentence if something failed. After a success the process must end, because its standard streams are
 * closed.
 */
export function resetTerminal(parts: ResetParts): Visible | undefined {
  const terminal = attempt(parts.openTerminal);
  if (terminal === undefined) return t`There is no terminal here to restore.`;
  parts.writer(terminal)(resetting);
  if (parts.makeSane(terminal)) {
    parts.keepModes();
    return undefined;
  }
  return t`The screen is restored, but stty failed. If typing stays invisible, type stty sane and press Enter.`;
}

/** Terminals that show every colour even if COLORTERM is not set, for example after ssh. */
const EXACT = /-direct$|^xterm-(?:kitty|ghostty)$|^alacritty$|^foot$|^wezterm$/;

/** From the environment, because a query to the terminal would delay the start. See no-color.org for NO_COLOR. */
export function colourDepth(variables: Variables, platform: string): ColourDepth {
  const { TERM: term = '', COLORTERM: colours = '', NO_COLOR: none, TMUX: tmux } = variables;
  if (none) return 'none';
  // Windows may have no TERM, and shows every colour where Node 24 runs.
  const exact = /^(?:truecolor|24bit)$/i.test(colours) || EXACT.test(term) || (platform === 'win32' && !term);
  // GNU screen passes on COLORTERM, but shows only 256 colours.
  if (exact) return /^screen/.test(term) && !tmux ? '256' : 'exact';
  return /256/.test(term) || /^(?:yes|true)$/i.test(colours) ? '256' : '16';
}

interface WindowProcess {
  readonly stdout: Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'emit'>;
  on(event: 'SIGWINCH', listener: () => void): unknown;
  off(event: 'SIGWINCH', listener: () => void): unknown;
}

/**
 * Makes stdout emit `resize` for a window that gets its old size back at once, too: the terminal has lost lines, but
 * Node compares only the sizes. Call it after the first use of stdout, because Node must read the size first.
 */
export function reportEveryResize(process: WindowProcess): () => void {
  const { stdout } = process;
  let { columns, rows } = stdout;
  const onWindow = (): void => {
    if (columns === stdout.columns && rows === stdout.rows) stdout.emit('resize');
    ({ columns, rows } = stdout);
  };
  process.on('SIGWINCH', onWindow);
  return () => process.off('SIGWINCH', onWindow);
}
