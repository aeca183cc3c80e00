// Finds the programs that can set the user's clipboard, and runs one with a text.

import type { Variables } from './folders.ts';

export interface ClipboardTool {
  readonly command: string;
  readonly args: readonly string[];
  readonly encoding: 'utf8' | 'utf16le';
}

/** The best first, installed or not. Over SSH, this machine's clipboard is not the user's, but an X display may be. */
export function clipboardTools(variables: Variables, platform: string): readonly ClipboardTool[] {
  const has = (name: string): boolean => (variables[name] ?? '') !== '';
  const near = !has('SSH_CONNECTION') && !has('SSH_TTY');
  const tool = (command: string, ...args: readonly string[]) =>
    ({ command, args, encoding: 'utf8' }) as const;
  return [
    ...(near && platform === 'darwin' ? [tool('pbcopy')] : []),
    ...(near && has('WAYLAND_DISPLAY') ? [tool('wl-copy')] : []),
    ...(has('DISPLAY') && platform !== 'darwin'
      ? [tool('xclip', '-selection', 'clipboard', '-in'), tool('xsel', '--clipboard', '--input')]
      : []),
    // Reads bytes in the machine's old code page, unless they begin with a UTF-16 mark.
    ...(near && (has('WSL_DISTRO_NAME') || has('WSL_INTEROP') || platform === 'win32')
      ? [{ command: 'clip.exe', args: [], encoding: 'utf16le' as const }]
      : []),
  ];
}

export type Multiplexer = 'tmux' | 'screen';

/** The program between Purser and the terminal. With both, the inner one counts: GNU screen names its terminal `screen.OUTER`. */
export function multiplexerOf({ TMUX, STY, TERM }: Variables): Multiplexer | undefined {
  const inScreen = STY ? 'screen' : undefined;
  return TMUX && !(inScreen && TERM?.startsWith('screen.')) ? 'tmux' : inScreen;
}

const LIMIT = 1000;

/** Without a shell. True if it succeeds within a second. */
export async function runClipboardTool(tool: ClipboardTool, text: string): Promise<boolean> {
  const { command, args, encoding } = tool;
  const { spawn } = await import('node:child_process');
  return new Promise(resolve => {
    // No output may appear on the screen. The tool's pipes may stay open after its exit.
    const child = spawn(command, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: LIMIT,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    child.once('error', () => resolve(false));
    child.once('exit', code => resolve(code === 0));
    // The tool may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(Buffer.from(text, encoding));
  });
}
