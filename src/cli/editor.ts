// The person's own editor ($VISUAL, $EDITOR) on a text: in a file that nobody else can read, and that is removed
// afterwards.
import fs from 'node:fs';
import path from 'node:path';
import { t, type Visible, visible } from '../lib/visible.ts';
import { makeFolders } from './make-folders.ts';

type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: Visible };

interface EditorParts {
  /** The folder for temporary files; made for this user alone if it is missing. */
  readonly folder: string;
  /** The part of Node's `process` that this needs. */
  readonly process: Pick<NodeJS.Process, 'on' | 'off' | 'listeners' | 'removeAllListeners' | 'pid'>;
}

/** Signals that a keyboard sends to every program on the terminal: they are meant for the editor. */
const FOR_THE_EDITOR = ['SIGINT', 'SIGQUIT'] as const;

/** A longer text is no answer to a form, so it isn't read. */
const MOST_BYTES = 1 << 20;

/**
 * How to edit a text, or undefined if no editor is named. The shell reads the command, as it does for git: it may have
 * flags.
 */
export function textEditor(
  variables: Readonly<Record<string, string | undefined>>,
  { folder, process }: EditorParts,
): ((text: string) => Promise<Edited>) | undefined {
  const command = [variables['VISUAL'], variables['EDITOR']].find(value => (value ?? '').trim() !== '');
  if (command === undefined) return undefined;
  return async text => {
    let own: string;
    try {
      makeFolders(folder);
      own = fs.mkdtempSync(path.join(folder, `purser-${process.pid}-`));
    } catch {
      return stays(t`Purser could not make a file for the editor in ${visible(folder, 60)}`);
    }
    const remove = (): void => fs.rmSync(own, { recursive: true, force: true });
    process.on('exit', remove);
    const heard = keepSignals(process);
    try {
      const file = path.join(own, 'text.txt');
      fs.writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
      const ended = await run(command, file);
      return ended === undefined ? read(file) : stays(ended);
    } catch {
      return stays(t`Purser could not write or read the file for the editor`);
    } finally {
      heard();
      process.off('exit', remove);
      remove();
    }
  };
}

/** In the state folder: the text may be personal, and outlives a killed process. */
export const editingFolder = (stateFolder: string): string => path.join(stateFolder, 'editing');

/** Removes the files that a killed console left in `folder`; `self` is this process, which has none there yet. */
export function clearLeftovers(folder: string, self: number): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      const pid = Number(/^purser-(\d+)-/.exec(name)?.[1]);
      if (pid === self || (pid > 0 && !lives(pid)))
        fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    }
  } catch {
    // The folder is missing or can't be read: the editor says so later.
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

const stays = (why: Visible): Edited => ({ ok: false, why: t`${why}: your text is unchanged.` });

/** Why it failed, if it did. The event loop goes on: a write on its way gets its answer. */
async function run(command: string, file: string): Promise<Visible | undefined> {
  const { spawn } = await import('node:child_process');
  return new Promise(resolve => {
    // The shell between us survives a Ctrl+C that the editor uses for something else.
    const child = spawn('sh', ['-c', `trap : INT QUIT; ${command} "$1"`, 'sh', file], { stdio: 'inherit' });
    child.once('error', () => resolve(t`The editor could not be started`));
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve(undefined);
      const named = visible(command, 40);
      resolve(
        code === null
          ? t`The editor (${named}) was ended by ${visible(signal ?? '')}`
          : t`The editor (${named}) ended with ${code}`,
      );
    });
  });
}

function read(file: string): Edited {
  if (fs.statSync(file).size > MOST_BYTES) return stays(t`The file from the editor is larger than 1 MiB`);
  const bytes = fs.readFileSync(file);
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return stays(t`The file from the editor isn't UTF-8`);
  }
}

/** Keeps them from ending this process; the returned function restores them. */
function keepSignals(process: EditorParts['process']): () => void {
  const drop = (): void => {};
  const before = FOR_THE_EDITOR.map(signal => {
    const heard = process.listeners(signal);
    process.on(signal, drop);
    for (const listener of heard) process.off(signal, listener);
    return { signal, heard };
  });
  return () => {
    for (const { signal, heard } of before) {
      for (const listener of heard) process.on(signal, listener);
      process.off(signal, drop);
    }
  };
}
