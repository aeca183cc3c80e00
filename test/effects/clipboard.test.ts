// Copying with a tool of the machine or through the terminal, and the sentence that says which one was used.

import { beforeEach, describe, expect, it } from 'vitest';
import { type Clipboard, type ClipboardPorts, createClipboard } from '../../src/effects/clipboard.ts';
import { t } from '../../src/lib/visible.ts';
import type { Store } from '../../src/store/store.ts';
import type { ClipboardTool } from '../../src/system/clipboard-tools.ts';
import { signedInStore } from '../store/signed-in.ts';

const tool = (command: string): ClipboardTool => ({ command, args: [], encoding: 'utf8' });

let store: Store;
let written: string[];
let ran: string[];

beforeEach(() => {
  store = signedInStore();
  written = [];
  ran = [];
});

/** `works`: the tools that accept the text. */
function clipboard(
  tools: readonly string[],
  works: readonly string[],
  more: Partial<ClipboardPorts> = {},
): Clipboard {
  return createClipboard({
    store,
    tools: tools.map(tool),
    run: async ({ command }, text) => {
      ran.push(`${command} ${text}`);
      return works.includes(command);
    },
    inside: undefined,
    write: sequence => void written.push(sequence),
    ...more,
  });
}
const said = () => store.getState().notice;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a copy', () => {
  it('goes only to the first tool that accepts it', async () => {
    await clipboard(['wl-copy', 'xclip', 'xsel'], ['xclip', 'xsel']).copy(t`ID 12`, '12');
    expect(ran).toEqual(['wl-copy 12', 'xclip 12']);
    expect(written).toEqual([]);
    expect(said()).toEqual({ text: 'Copied by xclip: ID 12', tone: 'info' });
  });

  it('goes through the terminal if no tool accepts it, and says that the result is not certain', async () => {
    await clipboard(['xclip'], []).copy(t`ID 12`, '12 ü');
    expect(written).toEqual([`\u001B]52;c;${base64('12 ü')}\u0007`]);
    expect(said()?.text).toBe('Copied, if the terminal allows OSC 52: ID 12');
  });

  it('is wrapped for tmux, because tmux passes on no other sequence', async () => {
    await clipboard([], [], { inside: 'tmux' }).copy(t`ID 12`, '12');
    expect(written).toEqual([`\u001BPtmux;\u001B\u001B]52;c;${base64('12')}\u0007\u001B\\`]);
  });

  it('is wrapped in parts for GNU screen, because screen drops a longer one', async () => {
    const text = '0123456789'.repeat(30);
    await clipboard([], [], { inside: 'screen' }).copy(t`300 digits`, text);
    const parts = written.join('').split('\u001B\\');
    expect(parts.pop()).toBe('');
    expect(parts.map(part => part.length)).toEqual([258, 154]);
    expect(parts.map(part => part.replace('\u001BP', '')).join('')).toBe(`\u001B]52;c;${base64(text)}\u0007`);
  });

  it.each([
    [74_994, 1],
    [74_995, 0],
  ])(
    'of %i bytes goes to the terminal in %i sequences, because terminals limit the length',
    async (bytes, sequences) => {
      await clipboard([], []).copy(t`the JSON of 400 accounts`, `ü${'x'.repeat(bytes - 2)}`);
      expect(written).toHaveLength(sequences);
      for (const one of written) expect(one.length).toBeLessThanOrEqual(100_000);
      if (sequences === 0)
        expect(said()).toEqual({
          text: 'Nothing was copied: 74,995 bytes; a terminal takes 74,994. Press E to export to a file.',
          tone: 'warning',
        });
    },
  );

  it('reaches the terminal only as base64, so that the terminal executes no part of it [F20a]', async () => {
    await clipboard([], []).copy(t`it`, '\u001B]0;title\u0007\u001B[2J');
    expect(written[0]?.replace('\u001B]52;c;', '').replace('\u0007', '')).toMatch(/^[A-Za-z0-9+/=]+$/);
  });
});
