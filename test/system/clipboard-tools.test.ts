// The tools that can set the user's clipboard, and a run of a real program.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { clipboardTools, multiplexerOf, runClipboardTool } from '../../src/system/clipboard-tools.ts';
import { temporaryFolder } from '../harness/folder.ts';

const names = (variables: Record<string, string>, platform = 'linux'): string[] =>
  clipboardTools(variables, platform).map(({ command }) => command);

describe('the clipboard tools', () => {
  it.each([
    [{}, 'linux', []],
    [{ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, 'linux', ['wl-copy', 'xclip', 'xsel']],
    [{ DISPLAY: ':0' }, 'linux', ['xclip', 'xsel']],
    [{ DISPLAY: '' }, 'linux', []],
    [{}, 'darwin', ['pbcopy']],
    [{ WSL_DISTRO_NAME: 'Debian' }, 'linux', ['clip.exe']],
  ])('for the variables %j on %s are %j', (variables, platform, tools) => {
    expect(names(variables, platform)).toEqual(tools);
  });

  it('for an X display are the only ones used over SSH, because the machine’s own clipboard is not the user’s', () => {
    expect(names({ SSH_CONNECTION: '1 2 3 4' }, 'darwin')).toEqual([]);
    expect(names({ SSH_TTY: '/dev/pts/1', WAYLAND_DISPLAY: 'w', DISPLAY: 'localhost:10.0' })).toEqual([
      'xclip',
      'xsel',
    ]);
  });
});

describe('running a tool', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const node = (script: string, ...args: string[]) => ({
    command: process.execPath,
    args: ['-e', script, ...args],
    encoding: 'utf8' as const,
  });
  const KEEP = "require('fs').writeFileSync(process.argv[1], require('fs').readFileSync(0))";

  it('gives the tool exactly the bytes of the text', async () => {
    const file = join(folder, 'kept');
    expect(await runClipboardTool(node(KEEP, file), 'a "ü" $(id) `id`\n')).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('a "ü" $(id) `id`\n');
    expect(await runClipboardTool({ ...node(KEEP, file), encoding: 'utf16le' }, 'ü')).toBe(true);
    expect([...readFileSync(file)]).toEqual([0xfc, 0]);
  });

  it('fails if the tool is missing, fails, or reads only part of a long text', async () => {
    expect(await runClipboardTool({ command: join(folder, 'none'), args: [], encoding: 'utf8' }, 'x')).toBe(
      false,
    );
    expect(await runClipboardTool(node('process.exit(1)'), 'x'.repeat(1_000_000))).toBe(false);
  });

  it('fails if the tool never ends, and kills the tool', async () => {
    expect(
      await runClipboardTool(node("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"), 'x'),
    ).toBe(false);
  });
});

it.each([
  [{ TMUX: '/tmp/tmux-0/default,1,0' }, 'tmux'],
  [{ STY: '12.pts-0.host' }, 'screen'],
  [{ TMUX: '/t', STY: '1', TERM: 'tmux-256color' }, 'tmux'],
  [{ TMUX: '/t', STY: '1', TERM: 'screen.tmux-256color' }, 'screen'],
  [{ TMUX: '/t', TERM: 'screen.xterm' }, 'tmux'],
  [{ TMUX: '', STY: '' }, undefined],
  [{}, undefined],
] as const)('the program between Purser and the terminal, with %j, is %s', (variables, name) => {
  expect(multiplexerOf(variables)).toBe(name);
});
