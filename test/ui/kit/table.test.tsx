// The table in a terminal, next to a border that must never move.

import { Box } from 'ink';
import { useState } from 'react';
import stringWidth from 'string-width';
import { describe, expect, it, onTestFinished } from 'vitest';
import { amountCell, textCell } from '../../../src/format/cells.ts';
import { parseDecimal } from '../../../src/lib/decimal.ts';
import { fromServer, t, visible } from '../../../src/lib/visible.ts';
import type { Column } from '../../../src/ui/kit/column-widths.ts';
import { Line, Lines } from '../../../src/ui/kit/Line.tsx';
import { createTableLines, type TableRow } from '../../../src/ui/kit/table-lines.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { draw } from '../../../src/ui/paint/draw.tsx';
import { fakeTerminal, type Screen } from '../../harness/terminal.ts';
import { SEQUENCES, WORDS } from '../../lib/hostile.ts';

interface Payment {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly currency: string;
}

const columns: readonly Column<Payment, undefined>[] = [
  { id: 'id', title: t`ID`, align: 'right', min: 4, max: 8, drop: 2, cell: row => textCell(row.id) },
  { id: 'name', title: t`Name`, align: 'left', min: 10, max: 60, drop: 1, cell: row => textCell(row.name) },
  {
    id: 'amount',
    title: t`Amount`,
    align: 'decimal',
    min: 10,
    max: 40,
    drop: 0,
    cell: row => amountCell(parseDecimal(row.amount), fromServer(row.currency)),
  },
];

const theme = createTheme('default');
const HEIGHT = 12;

const MARKED = 'marked';

const tableRow = (row: Payment, at: number): TableRow<Payment> => ({
  key: row.id,
  row,
  cursor: at === 2,
  changed: at === 3,
  marked: row.name === MARKED,
});

interface PanelProps {
  readonly rows: readonly Payment[];
  readonly width: number;
  readonly subject?: string;
  readonly focused?: boolean;
}

/** A table with a border on its right, like the list screen, and a last line that identifies the frame. */
function Panel({ rows, width, subject = 'one', focused = true }: PanelProps) {
  const [compose] = useState(() => createTableLines<Payment, undefined>());
  const table = compose({
    columns,
    rows: rows.map(tableRow),
    context: undefined,
    theme,
    width,
    focused,
    subject,
  });
  return (
    <Box flexDirection="column">
      <Box>
        <Box flexDirection="column" width={width}>
          <Line text={table.heading} />
          <Lines lines={table.rows} height={HEIGHT - 1} />
        </Box>
        <Box flexDirection="column" width={1}>
          <Lines lines={Array.from({ length: HEIGHT }, () => theme.paint('plain', t`│`))} height={HEIGHT} />
        </Box>
      </Box>
      <Line text={theme.paint('plain', t`frame ${width} ${visible(subject)} ${rows.length}`)} />
    </Box>
  );
}

/** Draws one panel after the other on one screen. */
function drawn() {
  const { screen, stdin, stdout } = fakeTerminal({ cols: 210, rows: HEIGHT + 2 });
  let put: (panel: PanelProps) => void = () => {};
  function Tree() {
    const [panel, setPanel] = useState<PanelProps>();
    put = setPanel;
    return panel && <Panel {...panel} />;
  }
  const drawing = draw({
    tree: <Tree />,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
  });
  onTestFinished(() => drawing.end());
  return async (panel: PanelProps): Promise<Screen> => {
    const { width, subject = 'one', rows } = panel;
    put(panel);
    await screen.until(`frame ${width} ${subject} ${rows.length}`);
    return screen;
  };
}

/** All hostile texts, eleven rows at a time. */
const hostile: readonly (readonly Payment[])[] = Array.from({ length: 12 }, (_, n) =>
  [...WORDS, ...SEQUENCES]
    .filter((_, i) => i % 12 === n)
    .slice(0, HEIGHT - 1)
    .map((text, i) => ({
      id: text,
      name: `${text} ${text}`,
      amount: ['1234567.5', '-0.125', '12', '9007199254740993.01'][i % 4] ?? '',
      currency: i % 3 === 0 ? text : 'GBP',
    })),
);

describe('the border next to a table', () => {
  it('stays in one column at every width, with any content of the rows [F2a–b F11 C25a]', async () => {
    const show = drawn();
    for (let width = 40; width <= 200; width++) {
      const rows = hostile[width % hostile.length] ?? [];
      const screen = await show({ rows, width, subject: `w${width}` });
      for (let y = 0; y < HEIGHT; y++) {
        expect(`${y} ${screen.cell(width, y).text}`).toBe(`${y} │`);
        expect(stringWidth(screen.lines()[y] ?? '')).toBe(width + 1);
      }
      expect(screen.replies).toEqual([]);
    }
  });
});

const some: readonly Payment[] = [
  { id: '1', name: 'Ashdown & Vale', amount: '1234.50', currency: 'GBP' },
  { id: '22', name: '日本の売上', amount: '-7', currency: 'JPY' },
  { id: '333', name: 'Kuwait office', amount: '0.125', currency: 'KWD' },
  { id: '4', name: 'Rent', amount: '12.5', currency: 'GBP' },
];

describe('a table', () => {
  it('looks like this', async () => {
    const screen = await drawn()({ rows: some, width: 44 });
    expect(screen.lines().slice(0, 6)).toEqual([
      '   ID  Name                   Amount        │',
      '    1  Ashdown & Vale  1,234.50  GBP        │',
      '   22  日本の売上         −7     JPY        │',
      '› 333  Kuwait office       0.125 KWD        │',
      ' •  4  Rent               12.5   GBP        │',
      '                                            │',
    ]);
  });

  it('has a sign for marked rows, even for the selected row', async () => {
    const rows = some.map(row => ({ ...row, name: MARKED }));
    const screen = await drawn()({ rows, width: 44, subject: 'marked' });
    expect(
      screen
        .lines()
        .slice(1, 5)
        .map(line => line.slice(0, 2)),
    ).toEqual([' *', ' *', '›*', ' *']);
  });

  it('marks the selected row over its whole width, with and without the focus', async () => {
    const show = drawn();
    const inFocus = await show({ rows: some, width: 44 });
    const row = Array.from({ length: 44 }, (_, x) => inFocus.cell(x, 3));
    expect(row.every(cell => cell.inverse && cell.foreground === 'default')).toBe(true);
    const away = await show({ rows: some, width: 44, subject: 'away', focused: false });
    expect(away.cell(20, 3)).toMatchObject({ inverse: false, underline: true });
  });

  it('keeps its columns in place while other rows scroll in', async () => {
    const show = drawn();
    const wide = await show({ rows: some, width: 60 });
    const before = wide.lines()[0];
    const narrow = await show({ rows: some.slice(3), width: 60 });
    expect(narrow.lines()[0]).toBe(before);
    const other = await show({ rows: some.slice(3), width: 60, subject: 'another list' });
    expect(other.lines()[0]).not.toBe(before);
  });

  it('draws only the rows that fit its height, and a heading even without rows', async () => {
    const show = drawn();
    const many = Array.from({ length: 40 }, (_, n) => ({ ...(some[0] as Payment), id: String(n) }));
    const full = await show({ rows: many, width: 60 });
    expect(full.lines()[HEIGHT - 1]).toContain('10  Ashdown');
    const empty = await show({ rows: [], width: 60, subject: 'empty' });
    expect(empty.lines()[0]).toMatch(/ID +Name +Amount +│/);
    expect(empty.lines()[1]?.trim()).toBe('│');
  });
});
