/** Visible text on a plain terminal emulator and in Ink's layout (FAULTS F2, F3, F11). */
import fc from 'fast-check';
import { Box, renderToString, Text } from 'ink';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { fromServer, type Visible, visible } from '../../src/lib/visible.ts';
import { cellWidth, toWidth as fitted } from '../../src/lib/width.ts';
import { hostileText, SEQUENCES, WORDS } from './hostile.ts';
import { withoutEmoji, write } from './plain-xterm.ts';

/** A table row as screens build it: one string with its columns. */
function row(text: string): string {
  return `│${fitted(visible(fromServer(text)), 24)}│${fitted(visible(fromServer(text)), 9, 'right')}│`;
}

describe('control sequences', () => {
  it('have an effect if they are not made visible, so this test can fail', async () => {
    const { events, replies } = await write(SEQUENCES.join(''));
    expect(events.length).toBeGreaterThan(50);
    expect(replies.length).toBeGreaterThan(5);
  });

  it('trigger no handler and no answer, and leave the cursor in its row [F2a–b F4 F5 F6 F12]', async () => {
    for (let at = 0; at < SEQUENCES.length; at += 20) {
      const shown = visible(fromServer(SEQUENCES.slice(at, at + 20).join('')));
      const { events, replies, row: seen, cells, rowsDown } = await write(shown);
      expect({ events, replies, rowsDown }).toEqual({ events: [], replies: [], rowsDown: 0 });
      expect(seen).toBe(shown.trimEnd());
      expect(cells).toBe(cellWidth(shown));
    }
  });

  it('leave the following text intact if they have no end [F3]', async () => {
    for (const open of ['\x1b]0;', '\x1bP', '\x1b_', '\u009d', '\x1b[', '\x1b']) {
      expect((await write(`${visible(fromServer(open))} next`)).row).toMatch(/ next$/);
    }
  });
});

describe('columns [F11]', () => {
  it('stay aligned on the emulator for every kind of text', async () => {
    for (const word of WORDS)
      expect([word, (await write(withoutEmoji(row(word)))).cells]).toEqual([word, 36]);
  });

  it('stay aligned in Ink next to a border, and then on the emulator', async () => {
    for (const word of WORDS) {
      const text: Visible = visible(fromServer(word), 30);
      const [, line = ''] = renderToString(
        createElement(
          Box,
          { borderStyle: 'single', width: 40 },
          createElement(Text, { wrap: 'truncate' }, text),
        ),
      ).split('\n');
      expect([word, (await write(withoutEmoji(line))).cells]).toEqual([word, 40]);
    }
  });

  it('stay aligned for any other text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText, { minLength: 10, maxLength: 10 }), async texts => {
        const { cells, events, replies } = await write(withoutEmoji(texts.map(row).join('')));
        expect({ cells, events, replies }).toEqual({ cells: 360, events: [], replies: [] });
      }),
      { seed: 11, numRuns: 40 },
    );
  });
});
