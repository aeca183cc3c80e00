// Which programs of this machine reach the clipboard of the person at the terminal, and how Purser gives them text.

import type { Variables } from './folders.ts';

interface Tool {
  readonly command: string;
  readonly args: readonly string[];
  readonly encoding: 'utf8' | 'utf16le';
}

/**
 * The tools that fit the session, the best first; none is searched for on the disk. Over SSH this machine's own
 * clipboard is not the person's: only an X display may be forwarded from theirs.
 */
export function clipboardTools(variables: Variables, platform: string): readonly Tool[] {
  const has = (name: string): boolean => (variables[name] ?? '') !== '';
  const near = !has('SSH_CONNECTION') && !has('SSH_TTY');
  const tool = (command: string, ...args: readonly string[]): Tool => ({ command, args, encoding: 'utf8' });
  return [
    ...(near && platform === 'darwin' ? [tool('pbcopy')] : []),
    ...(near && has('WAYLAND_DISPLAY') ? [tool('wl-copy')] : []),
    ...(has('DISPLAY') && platform !== 'darwin'
      ? [tool('xclip', '-selection', 'clipboard', '-in'), tool('xsel', '--clipboard', '--input')]
      : []),
    // Given bytes, this tool assumes the machine's old code page; given a UTF-16 mark, it does not.
    ...(near && (has('WSL_DISTRO_NAME') || has('WSL_INTEROP') || platform === 'win32')
      ? [{ command: 'clip.exe', args: [], encoding: 'utf16le' as const }]
      : []),
  ];
}

const LIMIT = 1000;

/** Runs the tool without a shell, the text on its standard input; true if it ended well within a second. */
export async function runClipboardTool({ command, args, encoding }: Tool, text: string): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  return new Promise(resolve => {
    // The tool's output would land on the screen, and a tool that stays to serve the clipboard must not be waited for.
    const child = spawn(command, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: LIMIT,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    child.once('error', () => resolve(false));
    child.once('exit', code => resolve(code === 0));
    // The tool may end before it has read everything: its exit code decides.
    child.stdin.on('error', () => {});
    child.stdin.end(Buffer.from(text, encoding));
  });
}
