// A line of CSV follows RFC 4180, and no spreadsheet finds a formula in it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../src/lib/csv.ts';

/** Reads one line by RFC 4180. */
function readLine(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

describe('a line', () => {
  it('separates its cells with commas and ends with CRLF', () => {
    expect(csvLine(['a', '', 'b c'])).toBe('a,,b c\r\n');
    expect(csvLine([''])).toBe('""\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['a;b', '"a;b"'],
    ['two\nlines', '"two\nlines"'],
    [' space', '" space"'],
  ])('quotes %j', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });

  it.each(['=1+1', '+44 20', '-cmd', '@SUM(A1)', '\tx', '\rx', '＝1', ' =1', '--1', '-1+2', '-', '-1 GBP'])(
    '%j gets an apostrophe, and is no formula any more [F20b]',
    cell => {
      expect(readLine(csvLine([cell]))).toEqual([`'${cell}`]);
    },
  );

  it.each(['-5', '-0.10', '-9007199254740993.01', '-1e-7', '10', 'a=b', "'", '1-2'])(
    '%j stays unchanged',
    cell => {
      expect(csvLine([cell])).toBe(`${cell}\r\n`);
    },
  );

  it('can be read back: each cell is unchanged or follows one apostrophe [F20b]', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), cells => {
        const back = readLine(csvLine(cells));
        expect(back.map((cell, i) => (cell === `'${cells[i]}` ? cells[i] : cell))).toEqual(cells);
        for (const cell of back) expect(cell).not.toMatch(/^\s*(?:[=+@\t\r]|-(?!\d))/);
      }),
      { seed: 4180 },
    );
  });
});
