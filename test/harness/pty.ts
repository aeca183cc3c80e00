// A command in a real pseudo-terminal, with its screen, its own home and its exit code.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pty from '@lydell/node-pty';
import { Screen, type Size } from './terminal.ts';

export interface PtyOptions extends Partial<Size> {
  /** Added to an environment with PATH, TERM, LANG and the folders of the temporary home. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Before the start. */
  readonly prepare?: (home: string) => void;
}

interface Exit {
  readonly code: number;
  /** The signal's number; undefined if the program exited. */
  readonly signal: number | undefined;
}

/** A running command. `bytes` of its screen are the raw output, including the sequences that restore the terminal. */
export interface PtyProgram {
  readonly screen: Screen;
  readonly pid: number;
  /** The temporary home, with config, state, data, cache and runtime folders; removed by `close`. */
  readonly home: string;
  /** The output of `stty -a` now, or at the end of the program. Empty without stty. */
  settings(): string;
  /** Resolves when the program has ended and all its output is on the screen. */
  readonly exit: Promise<Exit>;
  /** Sends a signal to the program, SIGHUP by default. */
  kill(signal?: NodeJS.Signals): void;
  /** From then on nobody reads the terminal, so that its buffer gets full. */
  stopReading(): void;
  /** Reads the terminal again. */
  readAgain(): void;
  /** Closes the terminal as if its window closed. */
  hangUp(): void;
  /** Ends the program if it still runs, and removes its home. */
  close(): Promise<void>;
}

const folders = {
  XDG_CONFIG_HOME: 'config',
  XDG_STATE_HOME: 'state',
  XDG_DATA_HOME: 'data',
  XDG_CACHE_HOME: 'cache',
  XDG_RUNTIME_DIR: 'runtime',
};

/** Starts a command (file and arguments) in a pseudo-terminal, 80×24 cells by default. */
export async function spawnInPty(
  command: readonly [string, ...string[]],
  options: PtyOptions = {},
): Promise<PtyProgram> {
  const { cols = 80, rows = 24, cwd = process.cwd() } = options;
  const home = await mkdtemp(join(tmpdir(), 'purser-'));
  const xdg = Object.entries(folders).map(([name, folder]) => [name, join(home, folder)] as const);
  const temporary = join(home, 'tmp');
  for (const folder of [...xdg.map(([, path]) => path), temporary]) await mkdir(folder, { mode: 0o700 });
  options.prepare?.(home);

  const [file, ...args] = command;
  const child = pty.spawn(file, args, {
    cols,
    rows,
    cwd,
    env: {
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      HOME: home,
      TMPDIR: temporary,
      ...Object.fromEntries(xdg),
      ...options.env,
    },
  });
  const terminal = heldOpen(child);
  let running = true;
  const screen = new Screen(
    { cols, rows },
    {
      input: bytes => running && child.write(bytes),
      resized: (newCols, newRows) => running && child.resize(newCols, newRows),
      driver: true,
    },
  );
  child.onData(output => void screen.show(output));
  const exit = new Promise<Exit>(resolve => {
    child.onExit(({ exitCode, signal }) => {
      running = false;
      terminal.close();
      screen.end(`${file} ended with ${signal ? `signal ${signal}` : `code ${exitCode}`}`);
      void screen.show('').then(() => resolve({ code: exitCode, signal: signal || undefined }));
    });
  });

  return {
    screen,
    pid: child.pid,
    home,
    settings: terminal.settings,
    exit,
    kill: signal => running && child.kill(signal),
    stopReading: () => child.pause(),
    readAgain: () => child.resume(),
    // node-pty's types do not include this method, which every terminal has.
    hangUp: () => (child as unknown as { destroy(): void }).destroy(),
    async close() {
      if (running) child.kill('SIGKILL');
      await exit;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Keeps the program's side of the terminal open, so that its settings can be read after the program has ended. */
function heldOpen(child: pty.IPty): { settings(): string; close(): void } {
  // node-pty's types do not include the device's name, which every terminal has.
  const { ptsName } = child as unknown as { readonly ptsName: string };
  const descriptor = openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY);
  let last: string | undefined;
  const read = (): string =>
    spawnSync('stty', ['-a'], { stdio: [descriptor, 'pipe', 'ignore'], encoding: 'utf8' }).stdout ?? '';
  return {
    settings: () => last ?? read(),
    close() {
      last = read();
      closeSync(descriptor);
    },
  };
}
