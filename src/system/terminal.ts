// The terminal without Ink: its colours and sizes, writing to it, and its restoring after a crash, a signal or a kill.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { ColourDepth } from '../lib/colours.ts';
import { errorCode } from '../lib/error-code.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { Variables } from './folders.ts';

/**
 * Undoes every mode that the console may have set, on both screens. First it ends a string that a crash may have left
 * open. It saves the cursor before it leaves the alternate screen, which restores the last saved cursor. Each screen
 * has its own keyboard modes, so they are popped on both.
 */
const restoring = [
  '\x1b\\\x1b[?2026l\x1b[0m\x1b[<u\x1b7',
  '\x1b[?1049l',
  '\x1b[?25h',
  '\x1b[?2004l',
  '\x1b[?1004l',
  '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l',
  '\x1b[<u',
  '\x1b[0m',
].join('');

/** Also the modes that other programs leave: character sets, keypad, wrapping, inverse screen, insert mode. */
const resetting = `${restoring}\x1b(B\x0f\x1b>\x1b[?1l\x1b[?7h\x1b[?5l\x1b[4l`;

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
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      }
    }
  };
}

export function restoreTerminal(write: SyncWrite): void {
  write(restoring);
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
  let terminal: number;
  try {
    terminal = parts.openTerminal();
  } catch {
    return t`There is no terminal here to restore.`;
  }
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
