// The columns that fit a width, and their cells: nothing is wider than its room, and no amount loses a digit needlessly.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, DASH } from '../../../src/format/entry.ts';
import { t, type Visible, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import {
  type CellExtent,
  decimalCells,
  layoutColumns,
  measure,
  noExtent,
  place,
  widest,
} from '../../../src/ui/kit/column-widths.ts';
import { hostileText } from '../../lib/hostile.ts';

const RUNS = { seed: 20_261_120, numRuns: 1000 };
const GAP = 2;

type Measured = Parameters<typeof layoutColumns>[0][number];

const grow = (extent: CellExtent, cell: Cell): CellExtent => widest(extent, measure(cell));
const widthsOf = (columns: readonly Measured[], width: number): readonly number[] =>
  layoutColumns(columns, width).map(layout => layout.width);

const unit = fc.constantFrom<Visible | undefined>(undefined, t`GBP`, t`KWD`, t`中文`);
const withUnit = (text: Visible, u: Visible | undefined): Cell =>
  u === undefined ? { text } : { text, unit: u };

/** An amount as a cell shows it. */
const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }), unit)
  .map(([n, digits, u]) => {
    const whole = n.toString().replace(/\B(?=(?:\d{3})+$)/g, ',');
    return withUnit(visible(digits === 0 ? whole : `${whole}.${'0123456'.slice(0, digits)}`), u);
  });
/** What a cell may show in place of an amount. */
const noAmount = fc.oneof(
  fc.constant(DASH),
  hostileText.map(text => ({ text: t`? ${visible(text)}` })),
);
const words = hostileText.map(text => ({ text: visible(text, 80) }));

const cells = fc.record({
  words: fc.array(words, { maxLength: 4 }),
  amounts: fc.array(fc.oneof({ weight: 4, arbitrary: amount }, { weight: 1, arbitrary: noAmount }), {
    maxLength: 4,
  }),
});

const column: fc.Arbitrary<Measured & { readonly cells: readonly Cell[] }> = fc
  .record({
    title: fc.constantFrom(t`ID`, t`Amount`, t`Description`, t`日本`),
    align: fc.constantFrom<Measured['align']>('left', 'right', 'decimal'),
    min: fc.integer({ min: 1, max: 20 }),
    more: fc.integer({ min: 0, max: 40 }),
    drop: fc.integer({ min: 0, max: 5 }),
    cells,
  })
  .map(({ more, cells: all, ...column }) => {
    const own = column.align === 'decimal' ? all.amounts : all.words;
    return { ...column, max: column.min + more, cells: own, extent: own.reduce(grow, noExtent) };
  });

const layout = fc
  .record({
    columns: fc.array(column, { minLength: 1, maxLength: 8 }),
    width: fc.integer({ min: 0, max: 200 }),
  })
  .map(({ columns, width }) => ({ columns, width, widths: widthsOf(columns, width) }));

/** Made once for all properties of a layout, because making the hostile texts takes longer than the checks. */
const LAYOUTS = fc.sample(layout, RUNS);

/** The first layout that breaks the rule fails the test, with its columns. */
function everyLayout(keepsTheRule: (one: (typeof LAYOUTS)[number]) => void): void {
  for (const one of LAYOUTS)
    try {
      keepsTheRule(one);
    } catch (error) {
      throw new Error(JSON.stringify(one), { cause: error });
    }
}

const shown = (widths: readonly number[]): number[] => widths.filter(w => w > 0);
const taken = (widths: readonly number[]): number => shown(widths).reduce((sum, w) => sum + w + GAP, -GAP);

describe('the layout', () => {
  it('is never wider than the room, unless only essential columns are left', () => {
    everyLayout(({ columns, width, widths }) => {
      const kept = columns.filter((_, i) => (widths[i] ?? 0) > 0);
      if (kept.some(c => c.drop > 0)) expect(taken(widths)).toBeLessThanOrEqual(width);
      const least = kept.reduce((sum, c) => sum + Math.max(c.min, cellWidth(c.title)) + GAP, -GAP);
      // Essential columns must fit too, if their smallest widths fit.
      if (least <= width) expect(taken(widths)).toBeLessThanOrEqual(width);
    });
  });

  it('drops the least important columns first, and never the essential columns', () => {
    everyLayout(({ columns, widths }) => {
      const dropped = columns.filter((_, i) => widths[i] === 0).map(c => c.drop);
      const kept = columns.filter((_, i) => (widths[i] ?? 0) > 0).map(c => c.drop);
      expect(Math.max(0, ...kept)).toBeLessThanOrEqual(Math.min(9, ...dropped));
      expect(dropped).not.toContain(0);
    });
  });

  it('drops no column that has room', () => {
    everyLayout(({ columns, width, widths }) => {
      const last = Math.min(...columns.filter((_, i) => widths[i] === 0).map(c => c.drop));
      const back = columns.findLast((c, i) => widths[i] === 0 && c.drop === last);
      if (!back) return;
      const kept = columns.filter((c, i) => (widths[i] ?? 0) > 0 || c === back);
      const least = kept.reduce((sum, c) => sum + leastOf(c) + GAP, -GAP);
      expect(least).toBeGreaterThan(width);
    });
  });

  it('cuts no amount while another column can be dropped', () => {
    everyLayout(({ columns, widths }) => {
      const droppable = columns.some((c, i) => (widths[i] ?? 0) > 0 && c.drop > 0);
      columns.forEach((c, i) => {
        const width = widths[i] ?? 0;
        if (c.align !== 'decimal' || width === 0 || !droppable) return;
        for (const cell of c.cells.filter(isAmount)) {
          const text = place(cell, c.align, c.extent, width).trim().replace(/ +/g, ' ');
          expect(text).toBe(cell.unit ? `${cell.text} ${cell.unit}` : cell.text);
        }
      });
    });
  });

  it('gives no column more than its content and title need, nor more than its maximum', () => {
    everyLayout(({ columns, widths }) => {
      columns.forEach((c, i) => {
        const width = widths[i] ?? 0;
        if (c.align === 'decimal') return;
        expect(width).toBeLessThanOrEqual(Math.max(c.min, cellWidth(c.title), c.extent.text));
        expect(width).toBeLessThanOrEqual(c.max);
      });
    });
  });

  it('leaves no room unused while a column needs more', () => {
    everyLayout(({ columns, width, widths }) => {
      const short = columns.some(
        (c, i) =>
          (widths[i] ?? 0) > 0 && (widths[i] ?? 0) < Math.min(c.max, c.extent.text) && c.align !== 'decimal',
      );
      if (short) expect(taken(widths)).toBeGreaterThanOrEqual(width);
    });
  });
});

const isAmount = ({ text }: Cell): boolean => /^-?[\d,]+(?:\.\d+)?$/.test(text);

/** The smallest useful width of a column. Amounts need all of their cells. */
function leastOf(c: Measured & { readonly cells: readonly Cell[] }): number {
  return widthsOf([{ ...c, drop: 0 }], c.align === 'decimal' ? 10_000 : 0)[0] ?? 0;
}

describe('a cell', () => {
  it('takes exactly the width of its column, with any content', () => {
    everyLayout(({ columns, widths }) => {
      columns.forEach((c, i) => {
        const width = widths[i] ?? 0;
        for (const cell of width > 0 ? c.cells : [])
          expect(cellWidth(place(cell, c.align, c.extent, width))).toBe(width);
      });
    });
  });

  it('has its decimal point below those of the other cells', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(amount, noAmount), { minLength: 1, maxLength: 12 }), all => {
        const extent = all.reduce(grow, noExtent);
        const [width = 0] = widthsOf(
          [{ title: t`Amount`, align: 'decimal', min: 1, max: 12, drop: 0, extent }],
          500,
        );
        const points = all.filter(isAmount).map(cell => {
          const line = place(cell, 'decimal', extent, width);
          return /^ *-?[\d,]+/.exec(line)?.[0].length;
        });
        expect(new Set(points).size).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });

  it('is complete in the width that its column asks for, even with an unexpected value', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(amount, noAmount), { minLength: 1, maxLength: 12 }), unit, (all, u) => {
        const cells = all.map(
          (cell: Cell): Cell => (cell.unit || u === undefined ? cell : { ...cell, unit: u }),
        );
        const extent = cells.reduce(grow, noExtent);
        for (const cell of cells) {
          const shown = place(cell, 'decimal', extent, decimalCells(extent));
          expect(shown).toContain(cell.text);
          expect(shown).toContain(cell.unit ?? '');
        }
      }),
      RUNS,
    );
  });

  it('looks like this', () => {
    const all: Cell[] = [
      { text: t`1,234.50`, unit: t`GBP` },
      { text: t`-7`, unit: t`JPY` },
      { text: t`0.125`, unit: t`KWD` },
      { ...DASH, unit: t`GBP` },
    ];
    const extent = all.reduce(grow, noExtent);
    expect(all.map(cell => place(cell, 'decimal', extent, 14))).toEqual([
      ' 1,234.50  GBP',
      '    -7     JPY',
      '     0.125 KWD',
      '     –     GBP',
    ]);
    expect(place({ text: t`left` }, 'left', noExtent, 6)).toBe('left  ');
    expect(place({ text: t`right` }, 'right', noExtent, 6)).toBe(' right');
    expect(place({ text: t`too long` }, 'left', noExtent, 6)).toBe('too l…');
  });
});

it('a column that needs fewer cells than its minimum leaves them to the column that people read', () => {
  const text = (cells: number): CellExtent => ({ ...noExtent, text: cells });
  const left = { align: 'left' as const, title: t`` };
  const columns: readonly Measured[] = [
    { ...left, min: 12, max: 16, drop: 2, extent: text(12) },
    { ...left, min: 10, max: 40, drop: 0, main: true, extent: text(22) },
    { ...left, min: 12, max: 24, drop: 4, extent: text(11) },
    { ...left, min: 9, max: 14, drop: 0, extent: text(7) },
    {
      ...{ title: t`Amount`, align: 'decimal', min: 12, max: 40, drop: 0 },
      extent: { text: 9, whole: 6, fraction: 3, unit: 3 },
    },
  ];
  expect(widthsOf(columns, 73)).toEqual([12, 22, 11, 7, 13]);
  expect(widthsOf(columns, 53)).toEqual([12, 15, 0, 7, 13]);
});

describe('one unusual record', () => {
  const money = (extent: Measured['extent']): Measured => ({
    title: t`Amount`,
    align: 'decimal',
    min: 12,
    max: 40,
    drop: 0,
    extent,
  });
  const normal: Cell = { text: t`1,234.50`, unit: t`GBP` };
  const lines = (other: Cell, width: number): string[] => {
    const extent = [normal, other].reduce(grow, noExtent);
    const [, column = 0] = widthsOf(
      [{ title: t`Label name`, align: 'left', min: 10, max: 20, drop: 0, extent: noExtent }, money(extent)],
      width,
    );
    return [normal, other].map(cell => place(cell, 'decimal', extent, column));
  };

  it.each([
    ['a text of 4,000 characters', { text: t`? ${visible('x'.repeat(4000))}`, unit: t`GBP` }],
    ['an amount of 400 digits', { text: visible('9'.repeat(400)), unit: t`GBP` }],
    ['an amount with 390 decimal places', { text: visible(`0.${'0'.repeat(389)}1`), unit: t`GBP` }],
    ['a unit of 12 cells', { text: t`1.00`, unit: visible('x'.repeat(12)) }],
  ])('with %s hides no amount of the other records', (_, other) => {
    const [first = '', second = ''] = lines(other, 60);
    expect(first).toContain('1,234.50 ');
    expect(first).toContain('GBP');
    expect(cellWidth(first)).toBeLessThanOrEqual(60 - 10 - GAP);
    expect(cellWidth(second)).toBe(cellWidth(first));
  });
});

describe('the main column', () => {
  const text = (title: Visible, cells: number, more: Partial<Measured> = {}): Measured => ({
    title,
    align: 'left',
    min: Math.min(6, cells),
    max: 40,
    drop: 3,
    extent: { ...noExtent, text: cells },
    ...more,
  });
  const payee = text(t`Payee`, 30, { drop: 0, main: true });
  const amount: Measured = {
    title: t`Amount`,
    align: 'decimal',
    min: 10,
    max: 40,
    drop: 0,
    oneUnit: true,
    extent: { text: 12, whole: 9, fraction: 3, unit: 3 },
  };

  it('takes all the remaining room, even above its maximum', () => {
    expect(widthsOf([payee, amount], 120)).toEqual([102, 16]);
  });

  it('is cut only after IDs, constants and repeated values are dropped', () => {
    const id = text(t`ID`, 36, { min: 36, drop: 6, isId: true });
    const status = text(t`Status`, 7, { constant: true });
    const type = text(t`Type`, 6, { spare: true });
    const all = [payee, status, type, id, amount];
    expect(widthsOf(all, 103)).toEqual([30, 7, 6, 36, 16]);
    // First the unit moves to the heading, then the ID is dropped.
    expect(widthsOf(all, 102)[3]).toBe(36);
    expect(widthsOf(all, 98)[3]).toBe(0);
    const [main = 0, ...others] = widthsOf(all, 45);
    expect([main >= 30, ...others]).toEqual([true, 0, 0, 0, 12]);
  });

  it('takes the room of a column of dashes, even of one that is never dropped', () => {
    const state = text(t`State`, 9, { drop: 0, empty: true });
    expect(widthsOf([payee, state], 60)).toEqual([60, 0]);
  });

  it('leaves room for the whole status', () => {
    const status = text(t`Status`, 11, { min: 8, max: 14, drop: 0 });
    const long = { ...payee, extent: { ...noExtent, text: 80 } };
    expect(widthsOf([long, status], 60)).toEqual([47, 11]);
    expect(widthsOf([long, status], 18)).toEqual([6, 10]);
  });

  it('is whole, because the unit of all amounts moves to the heading', () => {
    expect(layoutColumns([payee, amount], 48)).toEqual([
      { width: 30, unitAbove: false },
      { width: 16, unitAbove: false },
    ]);
    expect(layoutColumns([payee, amount], 47)).toEqual(
      [
        { width: 33, unitAbove: true },
        { width: 12, unitAbove: true },
      ].map((layout, i) => (i === 0 ? { ...layout, unitAbove: false } : layout)),
    );
    expect(layoutColumns([payee, { ...amount, oneUnit: false }], 47)[1]).toEqual({
      width: 16,
      unitAbove: false,
    });
  });

  it('is cut so that an important column with different values gets its minimum', () => {
    expect(widthsOf([payee, text(t`Status`, 7, { drop: 2 }), amount], 44)).toEqual([22, 6, 12]);
  });

  it('is whole before a minor column is shown, unless its text is above its maximum', () => {
    const created = text(t`Created`, 12, { min: 12, drop: 4 });
    expect(widthsOf([payee, created, amount], 58)).toEqual([30, 12, 12]);
    expect(widthsOf([payee, created, amount], 57)).toEqual([43, 0, 12]);
    const long = { ...payee, extent: { ...noExtent, text: 300 } };
    expect(widthsOf([long, created, amount], 68)).toEqual([40, 12, 12]);
    expect(widthsOf([long, created, amount], 67)).toEqual([53, 0, 12]);
  });
});
