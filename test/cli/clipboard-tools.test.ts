// Which tools reach the clipboard of the person at the terminal, and how a real one is run.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clipboardTools, runClipboardTool } from '../../src/cli/clipboard-tools.ts';

const names = (variables: Record<string, string>, platform = 'linux'): string[] =>
  clipboardTools(variables, platform).map(({ command }) => command);

describe('the tools', () => {
  it.each([
    [{}, 'linux', []],
    [{ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, 'linux', ['wl-copy', 'xclip', 'xsel']],
    [{ DISPLAY: ':0' }, 'linux', ['xclip', 'xsel']],
    [{ DISPLAY: '' }, 'linux', []],
    [{}, 'darwin', ['pbcopy']],
    [{ WSL_DISTRO_NAME: 'Debian' }, 'linux', ['clip.exe']],
  ])('of %j on %s are %j', (variables, platform, tools) => {
    expect(names(variables, platform)).toEqual(tools);
  });

  it('are none on a machine reached by SSH: its clipboard belongs to somebody else', () => {
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
    folder = mkdtempSync(join(tmpdir(), 'purser-clip-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const node = (script: string, ...args: string[]) => ({
    command: process.execPath,
    args: ['-e', script, ...args],
    encoding: 'utf8' as const,
  });
  const KEEP = "require('fs').writeFileSync(process.argv[1], require('fs').readFileSync(0))";

  it('gives the tool the text, byte for byte', async () => {
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
