// Opens a text in the user's editor ($VISUAL, $EDITOR), through a file that no other user can read.
import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../lib/error-code.ts';
import { utf8 } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { makeFolders } from './make-folders.ts';

export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: Visible };

interface EditorParts {
  /** For temporary files. */
  readonly folder: string;
  readonly process: Pick<NodeJS.Process, 'on' | 'off' | 'listeners' | 'removeAllListeners' | 'pid'>;
}

/** The keyboard sends these to every program on the terminal. */
const FOR_THE_EDITOR = ['SIGINT', 'SIGQUIT'] as const;

const MOST_BYTES = 1 << 20;

/** Undefined if the environment names no editor. A shell runs the command, which may have flags. */
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
    const restoreSignals = keepSignals(process);
    try {
      const file = path.join(own, 'text.txt');
      fs.writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
      const ended = await run(command, file);
      return ended === undefined ? read(file) : stays(ended);
    } catch {
      return stays(t`Purser could not write or read the file for the editor`);
    } finally {
      restoreSignals();
      process.off('exit', remove);
      remove();
    }
  };
}

/** Private, because the text may be personal and a killed console leaves it there. */
export const editingFolder = (stateFolder: string): string => path.join(stateFolder, 'editing');

/** `self`: the ID of this process, which has no file yet. */
export function clearLeftovers(folder: string, self: number): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      const pid = Number(/^purser-(\d+)-/.exec(name)?.[1]);
      if (pid === self || (pid > 0 && !lives(pid)))
        fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    }
  } catch {
    // Opening the editor makes the folder, or says why it can't.
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

const stays = (why: Visible): Edited => ({ ok: false, why: t`${why}: your text is unchanged.` });

/** Why the editor failed. The event loop goes on, so a write in flight gets its answer. */
async function run(command: string, file: string): Promise<Visible | undefined> {
  const { spawn } = await import('node:child_process');
  return new Promise(resolve => {
    // The editor may use Ctrl+C for itself, so Ctrl+C must not end the shell that runs the editor.
    const child = spawn('sh', ['-c', `trap : INT QUIT; ${command} "$1"`, 'sh', file], {
      // Purser's own standard error may be a file meanwhile.
      stdio: ['inherit', 'inherit', 1],
    });
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
  const text = utf8(fs.readFileSync(file));
  return text === undefined ? stays(t`The file from the editor isn't UTF-8`) : { ok: true, text };
}

function keepSignals(process: EditorParts['process']): () => void {
  const drop = (): void => {};
  const before = FOR_THE_EDITOR.map(signal => {
    const listeners = process.listeners(signal);
    process.on(signal, drop);
    for (const listener of listeners) process.off(signal, listener);
    return { signal, listeners };
  });
  return () => {
    for (const { signal, listeners } of before) {
      for (const listener of listeners) process.on(signal, listener);
      process.off(signal, drop);
    }
  };
}
