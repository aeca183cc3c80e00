// A command in a real pseudo-terminal, with the screen it draws, a home of its own, and how it ended.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pty from '@lydell/node-pty';
import { Screen, type Size } from './terminal.ts';

export interface PtyOptions extends Partial<Size> {
  /** Added to an environment that holds PATH, TERM, LANG and the folders of the temporary home. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

interface Exit {
  readonly code: number;
  /** The signal's number, or undefined if the program ended by itself. */
  readonly signal: number | undefined;
}

/** A running command; its screen's `bytes` are the raw output, the restoring sequences at the end included. */
export interface PtyProgram {
  readonly screen: Screen;
  readonly pid: number;
  /** The temporary home, with config, state, data, cache and runtime folders; gone after `close`. */
  readonly home: string;
  /** What `stty -a` says of the terminal now, or said when the program ended; empty where there is no stty. */
  settings(): string;
  /** Resolves when the program has ended and all it wrote is on the screen. */
  readonly exit: Promise<Exit>;
  /** Sends the program a signal, SIGHUP by default. */
  kill(signal?: NodeJS.Signals): void;
  /** Closes the terminal as a window is closed: nobody is at its other end any more. */
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

/** Starts a command (file and arguments) in a pseudo-terminal of 80×24 cells unless said otherwise. */
export async function spawnInPty(
  command: readonly [string, ...string[]],
  options: PtyOptions = {},
): Promise<PtyProgram> {
  const { cols = 80, rows = 24, cwd = process.cwd() } = options;
  const home = await mkdtemp(join(tmpdir(), 'purser-'));
  const xdg = Object.entries(folders).map(([name, folder]) => [name, join(home, folder)] as const);
  const temporary = join(home, 'tmp');
  for (const folder of [...xdg.map(([, path]) => path), temporary]) await mkdir(folder, { mode: 0o700 });

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
    // Every terminal of node-pty has it; its types don't say so.
    hangUp: () => (child as unknown as { destroy(): void }).destroy(),
    async close() {
      if (running) child.kill('SIGKILL');
      await exit;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The program's end of its terminal, kept open here, so that its settings can be read when the program is gone. */
function heldOpen(child: pty.IPty): { settings(): string; close(): void } {
  // Every terminal of node-pty has its device's name; its types don't say so.
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
