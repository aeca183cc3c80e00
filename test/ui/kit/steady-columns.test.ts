// The columns measure only new rows. The result must be the same as if they measured all visible rows.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Cell } from '../../../src/format/entry.ts';
import { visible } from '../../../src/lib/visible.ts';
import { measure, noExtent, shownText, widest } from '../../../src/ui/kit/column-widths.ts';
import { createSteadyColumns } from '../../../src/ui/kit/steady-columns.ts';

const COLUMNS = [{ id: 'amount' }, { id: 'status' }];

const cell = fc.record({
  text: fc.constantFrom('1.20', '1,000,000.5', 'PENDING', 'SETTLED', '–').map(text => visible(text)),
  unit: fc.constantFrom(undefined, visible('GBP'), visible('USDT')),
});
const pool = fc.array(fc.tuple(cell, cell), { minLength: 12, maxLength: 12 });
/** Which rows of the pool are visible. Mostly a window that moves. */
const visibleRows = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.nat(8), fc.integer({ min: 2, max: 4 })) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(8), fc.nat(12)) },
);

it('columns are as wide as the widest visible cell, and name a text or unit only if all visible cells have it', () => {
  fc.assert(
    fc.property(pool, fc.array(visibleRows, { minLength: 1, maxLength: 25 }), (cells, windows) => {
      const all = cells.map(pair => ({
        cells: pair.map(({ unit, text }): Cell => ({ text, ...(unit && { unit }) })),
        extents: pair.map(({ unit, text }) => measure({ text, ...(unit && { unit }) })),
      }));
      const steady = createSteadyColumns();
      for (const [from, count] of windows) {
        const rows = all.slice(from, from + count);
        const keys = rows.map((_, i) => ({ key: `row ${from + i}` }));
        const seen = steady(rows, { columns: COLUMNS, subject: 'one list', rows: keys });
        for (const [i, { extent, text, unit }] of seen.entries()) {
          const here = rows.flatMap(row => row.cells[i] ?? []);
          const most = rows.reduce((some, row) => widest(some, row.extents[i] ?? noExtent), noExtent);
          expect(widest(extent, most)).toBe(extent);
          if (text !== undefined) expect(here.map(shownText)).toEqual(here.map(() => text));
          if (unit !== undefined && here.length > 0)
            expect(here.map(one => one.unit)).toEqual(here.map(() => unit));
        }
        expect(steady(rows, { columns: COLUMNS, subject: 'one list', rows: keys })).toBe(seen);
      }
    }),
    { numRuns: 300, seed: 20261123 },
  );
});

it('a new row with another text ends the statement that all cells have the same text', () => {
  const rowOf = (text: string) => {
    const one: Cell = { text: visible(text) };
    return { cells: [one], extents: [measure(one)] };
  };
  const rows = ['PAID', 'PAID', 'PAID', 'OPEN'].map(rowOf);
  const steady = createSteadyColumns();
  const asked = (from: number) => ({
    columns: [{ id: 'status' }],
    subject: 'one list',
    rows: [0, 1, 2].map(i => ({ key: `row ${from + i}` })),
  });
  expect(steady(rows.slice(0, 3), asked(0))[0]?.text).toBe('PAID');
  expect(steady(rows.slice(1), asked(1))[0]?.text).toBeUndefined();
});
