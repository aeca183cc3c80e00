// The painter on an emulator: after any screen, the next frame equals the frame on an empty screen.

import headless from '@xterm/headless';
import fc from 'fast-check';
import type { DOMElement } from 'ink';
import { expect, test } from 'vitest';
import type { Tone } from '../../../src/format/entry.ts';
import { fromServer, t, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { concat, createTheme } from '../../../src/ui/kit/theme.ts';
import { createPainter, type Painter } from '../../../src/ui/paint/painter.ts';
import { fakeTerminal, type Screen } from '../../harness/terminal.ts';
import { hostileText } from '../../lib/hostile.ts';

interface Block {
  readonly lines: readonly string[];
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

/** Blocks of lines as Ink lays them out. */
const treeOf = (...blocks: readonly Block[]): DOMElement =>
  ({
    nodeName: 'ink-root',
    childNodes: blocks.map(({ lines, x = 0, y = 0, width, height }) => ({
      nodeName: 'ink-box',
      attributes: { blocks: [{ lines, x: 0, y: 0, width, height }] },
      style: {},
      childNodes: [],
      yogaNode: {
        getComputedLeft: () => x,
        getComputedTop: () => y,
        getComputedWidth: () => width,
        getComputedHeight: () => height,
      },
    })),
  }) as unknown as DOMElement;

interface Setup {
  readonly screen: Screen;
  readonly painter: Painter;
  readonly writes: string[];
  shown(): Promise<readonly string[]>;
}

const ANSWERS = { synchronised: true, wide: false };

function setup(cols = 40, rows = 4, answers = ANSWERS): Setup {
  const { screen } = fakeTerminal({ cols, rows });
  const writes: string[] = [];
  const painter = createPainter({
    look: () => ({ columns: cols, rows, ...answers }),
    write(frame) {
      const text = Buffer.from(frame).toString();
      writes.push(text);
      void screen.show(text);
    },
  });
  return {
    screen,
    painter,
    writes,
    async shown() {
      await screen.show('');
      return Array.from({ length: rows }, (_, y) =>
        Array.from({ length: cols }, (_, x) => {
          const { text, bold, inverse, foreground, background } = screen.cell(x, y);
          const blank = text === '' || text === ' ';
          return `${blank ? ' ' : text}${inverse}${background}${blank && !inverse ? '' : `${bold}${foreground}`}`;
        }).join('|'),
      );
    },
  };
}

const tones: readonly Tone[] = ['plain', 'strong', 'bad', 'cursor', 'production'];
const themes = [createTheme('default'), createTheme('dark', '256'), createTheme('light', 'exact')];
/** Lines of hostile text in several tones and themes. */
const line = fc
  .array(fc.tuple(hostileText, fc.constantFrom(...tones), fc.constantFrom(...themes)), { maxLength: 3 })
  .map(parts =>
    parts.map(([text, tone, theme]) => theme.paint(tone, visible(fromServer(text), 16))).join(''),
  );
const frame = fc.array(line, { minLength: 4, maxLength: 4 });

test('a frame after another one equals the frame on an empty screen', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 2, maxLength: 4 }), async frames => {
      const going = setup();
      for (const lines of frames) going.painter.paint(treeOf({ lines, width: 40, height: 4 }));
      const empty = setup();
      empty.painter.paint(treeOf({ lines: frames.at(-1) ?? [], width: 40, height: 4 }));
      expect(await going.shown()).toEqual(await empty.shown());
    }),
    { seed: 20_261_122, numRuns: 150 },
  );
});

/** Rows of a list next to other details, between a heading and a footer that stay. */
const scrolled = (rows: readonly string[], top: number, details: string): DOMElement =>
  treeOf(
    { lines: ['heading'], width: 40, height: 1 },
    { lines: rows.slice(top, top + 12), y: 1, width: 30, height: 12 },
    { lines: Array.from({ length: 12 }, () => '│'), x: 30, y: 1, width: 1, height: 12 },
    { lines: ['', details], x: 31, y: 1, width: 9, height: 12 },
    { lines: [`from ${top}`], y: 13, width: 40, height: 1 },
  );

test('the terminal moves rows, and the result equals the frame on an empty screen', async () => {
  const row = fc.tuple(hostileText, fc.nat(99)).map(([text, n]) => `${visible(fromServer(text), 16)} ${n}`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 40, maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(28), line), { minLength: 2, maxLength: 5 }),
      async (rows, places) => {
        const going = setup(40, 14);
        for (const [top, details] of places) going.painter.paint(scrolled(rows, top, details));
        const empty = setup(40, 14);
        const [top, details] = places.at(-1) ?? [0, ''];
        empty.painter.paint(scrolled(rows, top, details));
        expect(await going.shown()).toEqual(await empty.shown());
      },
    ),
    { seed: 20_261_122, numRuns: 150 },
  );
}, 120_000);

test('a list that moves by one row is scrolled, and only the new row is written', async () => {
  const { screen, painter, writes } = setup(40, 14);
  const rows = Array.from({ length: 40 }, (_, i) => `row number ${i} of the list`);
  painter.paint(scrolled(rows, 3, 'same'));
  painter.paint(scrolled(rows, 4, 'same'));
  expect(writes[1]).toContain('\x1b[2;13r\x1b[2H\x1b[1M\x1b[r');
  expect(writes[1]).toContain('row number 15');
  expect(writes[1]).not.toContain('row number 14');
  painter.paint(scrolled(rows, 2, 'other'));
  expect(writes[2]).toContain('\x1b[2L');
  await screen.show('');
  expect(screen.lines().slice(1, 4)).toEqual([
    'row number 2 of the list      │',
    'row number 3 of the list      │other',
    'row number 4 of the list      │',
  ]);
});

test('the painter writes only changed cells, in one write, and nothing for the same frame', () => {
  const { painter, writes } = setup();
  const lines = ['one and only line', 'second', '', 'last'];
  painter.paint(treeOf({ lines, width: 40, height: 4 }));
  painter.paint(treeOf({ lines: [...lines], width: 40, height: 4 }));
  expect(writes).toHaveLength(1);
  painter.paint(treeOf({ lines: ['one and 0nly line', ...lines.slice(1)], width: 40, height: 4 }));
  expect(writes).toHaveLength(2);
  expect(writes[1]).toBe('\x1b[1;9H0');
});

test('only a large frame is shown at once, and only if the terminal can', () => {
  const frames = (synchronised: boolean): readonly string[] => {
    const { painter, writes } = setup(40, 8, { synchronised, wide: false });
    const rows = Array.from({ length: 8 }, (_, y) => `${y}`.repeat(39));
    painter.paint(treeOf({ lines: rows, width: 40, height: 8 }));
    painter.paint(treeOf({ lines: ['a', ...rows.slice(1)], width: 40, height: 8 }));
    return writes.map(frame => {
      const atOnce = frame.startsWith('\x1b[?2026h') && frame.endsWith('\x1b[?2026l');
      return atOnce ? 'at once' : frame.includes('2026') ? 'half' : 'plain';
    });
  };
  expect(frames(true)).toEqual(['at once', 'plain']);
  expect(frames(false)).toEqual(['plain', 'plain']);
});

/** A terminal that draws all characters but ASCII in two cells. */
function wideTerminal(cols: number, rows: number) {
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
  const cells = (point: number) => (point < 0x7f ? 1 : 2);
  terminal.unicode.register({
    version: 'wide',
    wcwidth: cells,
    charProperties: point => (1 << 3) | (cells(point) << 1),
  });
  terminal.unicode.activeVersion = 'wide';
  return terminal;
}

test('where ambiguous characters are wide, frames are ASCII, keep their places, and no row goes on in the next', async () => {
  const frame = (name: string): readonly string[] => [
    '╭────────────╮',
    `│ ${name.padEnd(10)} │`,
    '│ ● 100.00 – │',
    'Мария Петровна',
    '╰────────────╯',
  ];
  const terminal = wideTerminal(14, 5);
  const write = (bytes: Uint8Array): void => terminal.write(bytes);
  const look = () => ({ columns: 14, rows: 5, synchronised: false, wide: true });
  const painter = createPainter({ look, write });
  const row = (y: number): string => terminal.buffer.active.getLine(y)?.translateToString(true) ?? '';
  for (const name of ['Łukasz éé…', 'Мария', 'Ann', '', 'José Núñez']) {
    painter.paint(treeOf({ lines: frame(name), width: 14, height: 5 }));
    await new Promise<void>(resolve => terminal.write('', resolve));
    expect(row(0)).toBe('+------------+');
    expect(row(1)).toMatch(/^\|.*\|$/);
    expect(row(1)).toContain(name.slice(0, 4));
    expect(row(2)).toBe('| * 100.00 - |');
    expect(row(3)).toMatch(/^Мария/);
    expect(row(4)).toBe('+------------+');
  }
});

test('a long run of blanks is erased, not written, and one sequence erases the end of a row', async () => {
  const { screen, painter, writes } = setup();
  const gap = (from: string, to: string) => `${from.padEnd(30)}${to}`;
  painter.paint(treeOf({ lines: ['x'.repeat(40)], width: 40, height: 1 }));
  painter.paint(treeOf({ lines: [gap('begin', 'end')], width: 40, height: 1 }));
  expect(writes[1]).toBe('\x1b[1Hbegin\x1b[25X\x1b[25Cend\x1b[K');
  await screen.show('');
  expect(screen.lines()[0]).toBe(gap('begin', 'end'));
});

test('a blank that looks the same in the current style keeps that style, which ends before a row is erased', async () => {
  const { screen, painter, writes } = setup();
  const { paint } = createTheme('mono');
  const line = concat(
    paint('strong', t`bold`),
    paint('plain', t`  `),
    paint('strong', t`again`),
    paint('cursor', t`here  `),
  );
  painter.paint(treeOf({ lines: ['x'.repeat(40)], width: 40, height: 1 }));
  painter.paint(treeOf({ lines: [line], width: 40, height: 1 }));
  expect(writes[1]).toBe('\x1b[1H\x1b[1mbold  again\x1b[0;7mhere  \x1b[m\x1b[K');
  await screen.show('');
  expect(screen.cellsOf('here')?.[0]?.inverse).toBe(true);
});

test('the cursor moves by column within a row, and by row number to the start of a row', () => {
  const { painter, writes } = setup();
  const rows = ['.'.repeat(40), '.'.repeat(40), '.'.repeat(40)];
  painter.paint(treeOf({ lines: rows, width: 40, height: 3 }));
  const changed = rows.map(row => `a${row.slice(1, 20)}b${row.slice(21)}`);
  painter.paint(treeOf({ lines: changed, width: 40, height: 3 }));
  const each = [1, 2, 3].map(y => `\x1b[${y}Ha\x1b[19Cb`).join('');
  expect(writes[1]).toBe(`${each}`);
});

test('exact colours and the 256 colours reach the terminal, and end where their text ends', async () => {
  const { screen, painter } = setup();
  const paint = (depth: '256' | 'exact') => {
    const line = concat(
      createTheme('dark', depth).paint('production', t`live`),
      createTheme('mono').paint('plain', t` on`),
    );
    painter.paint(treeOf({ lines: [line], width: 40, height: 1 }));
  };
  paint('256');
  await screen.show('');
  expect(screen.cellsOf('live')?.[0]).toMatchObject({ foreground: 231, background: 124, bold: true });
  paint('exact');
  await screen.show('');
  expect(screen.cellsOf('live')?.[0]).toMatchObject({
    foreground: '#ffffff',
    background: '#b62324',
    bold: true,
  });
  expect(screen.cellsOf('on')?.[0]).toMatchObject({
    foreground: 'default',
    background: 'default',
    bold: false,
  });
});

test('after another program had the terminal, the next frame is complete and removes the other output', async () => {
  const { screen, painter } = setup();
  const tree = treeOf({ lines: ['mine'], width: 40, height: 4 });
  painter.paint(tree);
  await screen.show('\x1b[2;1Hsomebody else wrote this');
  painter.paint(tree);
  expect(screen.text()).toContain('somebody else');
  painter.forget();
  painter.paint(tree);
  await screen.show('');
  expect(screen.lines()).toEqual(['mine', '', '', '']);
});

test('a block is cut at its edges: half a wide character becomes a blank, a cut line ends in an ellipsis', async () => {
  const { screen, painter } = setup(12, 2);
  painter.paint(
    treeOf(
      { lines: ['中文中文中文中文', 'short'], width: 12, height: 2 },
      { lines: ['││││││'], x: 3, y: 0, width: 2, height: 1 },
    ),
  );
  await screen.show('');
  // The block covers half of the second and of the third character. The last character has room for its first half only.
  expect(screen.lines()[0]).toBe('中 │… 文中…');
  expect(screen.lines()[1]).toBe('short');
});

test('a flag is written whole if one of its halves changed', async () => {
  const { screen, painter, writes } = setup();
  painter.paint(treeOf({ lines: ['x 🇩🇪 y'], width: 40, height: 1 }));
  painter.paint(treeOf({ lines: ['x 🇩🇰 y'], width: 40, height: 1 }));
  expect(writes[1]).toContain('🇩🇰');
  await screen.show('');
  expect(screen.lines()[0]).toBe('x 🇩🇰 y');
});

/** Without a table of emoji: it draws each in one cell. */
async function onOldTerminal(...frames: readonly string[]) {
  const terminal = new headless.Terminal({ cols: 40, rows: 1, allowProposedApi: true });
  const look = () => ({ columns: 40, rows: 1, ...ANSWERS });
  const painter = createPainter({ look, write: frame => terminal.write(frame) });
  for (const frame of frames) painter.paint(treeOf({ lines: [frame], width: 40, height: 1 }));
  await new Promise<void>(resolve => terminal.write('', resolve));
  const row = terminal.buffer.active.getLine(0);
  const cells = Array.from({ length: 40 }, (_, x) => row?.getCell(x));
  terminal.dispose();
  return cells;
}

test.each([
  ['an emoji', '👍'],
  ['a joined emoji', '👩‍👩‍👧'],
  ['an emoji with a skin tone', '👍🏽'],
  ['a heart', '❤️'],
  ['several', '🎉🚀 👨‍👩‍👧‍👦'],
  ['an emoji with a mark', '👍\u0301'],
])('on a terminal that draws emoji in one cell %s moves no later cell', async (_, text) => {
  const shown = visible(fromServer(`ab ${text} cd`));
  const line = t`${shown}│ 12.00 │ 汉│`;
  const at = cellWidth(shown);
  const expected = [t`│`, ...t` 12.00 │ `];
  for (const frames of [[line], ['x'.repeat(30), line], [line, t`${line}!`], [t`ab ${line}`, line]]) {
    const cells = await onOldTerminal(...frames);
    expect(cells.slice(at, at + expected.length).map(cell => cell?.getChars() || ' ')).toEqual(expected);
  }
});

test('both cells of an emoji have the background of their row', async () => {
  const cells = await onOldTerminal(createTheme('default').paint('cursor', t`a 👍 b`));
  expect(cells.slice(0, 6).map(cell => cell?.isInverse() !== 0)).toEqual(Array(6).fill(true));
});
