// A small shell that restores the terminal if Purser dies without a handler, as it does when Node has no more memory.

import { t } from '../lib/visible.ts';
import { RESTORING } from './terminal.ts';

/** It reads whether the screen is Purser's. The end of its input is the end of Purser. 3: the terminal. 4: standard error. */
const SCRIPT = [
  'ours=1',
  'while read -r now; do ours=$now; done',
  '[ "$ours" = 1 ] || exit 0',
  'printf %s "$1" >&3',
  'stty sane <&3',
  "[ -f /dev/fd/4 ] && tail -c 2000 /dev/fd/4 | tr -cd '\\011\\012\\040-\\176' >&3",
  'printf \'%s\\n\' "$2" >&3',
].join('\n');

const DIED = t`purser: ended without warning. The terminal was restored. A write on its way is UNKNOWN: check the journal.`;

export interface Watchman {
  /** Whether the screen is Purser's, and no other program's. */
  ours(ours: boolean): void;
}

/** `wiped`: erases the screen. `searchPath`: the only variable that the shell gets. */
export async function startWatchman(wiped: string, searchPath: string | undefined): Promise<Watchman> {
  const { spawn } = await import('node:child_process');
  // In its own session, so that no key and no signal of the job reaches it. Node would make descriptors below 3 blocking.
  const shell = spawn('sh', ['-c', SCRIPT, 'sh', `${wiped}${RESTORING}`, DIED], {
    stdio: ['pipe', 'ignore', 'ignore', 1, 2],
    detached: true,
    cwd: '/',
    env: searchPath === undefined ? {} : { PATH: searchPath },
  });
  const { stdin } = shell;
  // Without a shell, only purser reset restores the terminal.
  shell.on('error', () => {});
  stdin?.on('error', () => {});
  shell.unref();
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return { ours: now => void stdin?.write(now ? '1\n' : '0\n') };
}
