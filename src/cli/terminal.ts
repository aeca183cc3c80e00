// Restores a terminal from outside Ink: after a crash, a signal, or a kill that left it as it was.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { t, type Visible } from '../lib/visible.ts';

/**
 * Undoes every mode that the console may have set, in an order that works on either screen. A crash may have cut off a
 * string, so it is ended first. The cursor is saved before the alternate screen is left, because leaving it restores
 * one: otherwise a second run would jump to an old place. Keyboard modes are kept per screen, so they are popped on
 * both.
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

/** Also the modes that other programs leave behind: character sets, keypad, wrapping, inverse screen, insert mode. */
const resetting = `${restoring}\x1b(B\x0f\x1b>\x1b[?1l\x1b[?7h\x1b[?5l\x1b[4l`;

/** Writes text and returns when it is out. Never throws: its callers are about to end. */
export type SyncWrite = (text: string) => void;

/**
 * A writer to an open file without a stream, so that nothing is lost when the process ends next. It waits half a second
 * in all for a slow reader, or `patience` hundredths of a second. `lost` gets the system's code if the reader takes no
 * more.
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
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        if (code !== 'EAGAIN') return lost(code);
        waits++;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      }
    }
  };
}

/**
 * Writes the sequences that undo the console's screen: alternate screen, cursor, paste, focus, mouse and keyboard
 * modes.
 */
export function restoreTerminal(write: SyncWrite): void {
  write(restoring);
}

/** What `purser reset` works with. */
export interface ResetParts {
  /** Opens the controlling terminal for reading and writing; throws if there is none. */
  readonly openTerminal: () => number;
  readonly writer: (file: number) => SyncWrite;
  /** Sets the line modes (echo, line editing, signals) as a shell wants them; false if it could not. */
  readonly makeSane: (file: number) => boolean;
  /** Keeps Node from restoring the line modes of its start when it exits. */
  readonly keepModes: () => void;
}

/** The parts of this machine. `searchPath` is all that `stty` inherits of the environment: it needs no secrets. */
export function systemResetParts(searchPath: string | undefined): ResetParts {
  return {
    openTerminal: () => fs.openSync('/dev/tty', 'r+'),
    writer: syncWriter,
    makeSane: file => {
      const env = searchPath === undefined ? {} : { PATH: searchPath };
      return spawnSync('stty', ['sane'], { stdio: [file, 'ignore', 'ignore'], env }).status === 0;
    },
    // Node does that to each standard stream that is still the same file.
    keepModes: () => {
      for (const file of [0, 1, 2]) fs.closeSync(file);
    },
  };
}

/**
 * `purser reset`: restores a terminal after a kill. A sentence says what it could not do (exit code 1). Without one the
 * process must end next: its standard streams are closed.
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
