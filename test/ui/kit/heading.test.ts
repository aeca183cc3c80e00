// The heading over a table: its signs need no colour, and they move no column.

import { describe, expect, it } from 'vitest';
import { t, visible } from '../../../src/lib/visible.ts';
import { composeHeading, type Signs } from '../../../src/ui/kit/heading.ts';
import { createTheme, type Painted, type Theme } from '../../../src/ui/kit/theme.ts';

const bare: Theme = { paint: (_, text) => text as string as Painted };
const columns = [
  { id: 'time', title: t`Time`, align: 'left', width: 8 },
  { id: 'type', title: t`Type`, align: 'left', width: 4 },
  { id: 'amount', title: t`Amount`, align: 'decimal', width: 9 },
] as const;
const heading = (signs: Signs, width = 28, noRoomFor?: string, theme = bare): string =>
  composeHeading(columns, signs, noRoomFor === undefined ? undefined : visible(noRoomFor), width, theme);
const up = (column: string) => ({ column, direction: 'up' }) as const;

describe('a heading', () => {
  it.each<[string, Signs]>([
    ['  Time      Type     Amount ', {}],
    [' ›Time      Type     Amount ', { column: 'time' }],
    ['  Time     ›Type     Amount ', { column: 'type' }],
    ['  Time      Type    ›Amount ', { column: 'amount' }],
    ['  Time      Type    ↑Amount ', { sort: up('amount') }],
    ['  Time      Type   ›↓Amount ', { column: 'amount', sort: { ...up('amount'), direction: 'down' } }],
    ['›↑Time      Type     Amount ', { column: 'time', sort: up('time') }],
    [' ↑Time     ›Type     Amount ', { column: 'type', sort: up('time') }],
  ])('reads "%s"', (line, signs) => expect(heading(signs)).toBe(line));

  it('underlines the selected column, with and without colours', () => {
    for (const name of ['default', 'mono'] as const)
      expect(heading({ column: 'type' }, 28, undefined, createTheme(name))).toContain(
        '\u001b[1;4m›Type\u001b[22;24m',
      );
  });

  it('is exactly as wide as its room, even if the columns are wider', () => {
    for (let width = 1; width <= 40; width++)
      for (const column of [undefined, 'time', 'type', 'amount'])
        expect(heading({ column, sort: up('type') }, width)).toHaveLength(width);
  });

  it('ends with the name of the selected column if that column does not fit', () => {
    expect(heading({ column: 'id' }, 40, 'ID')).toMatch(/Amount +›ID: no room$/);
    expect(heading({ column: 'id' }, 40, 'ID')).toHaveLength(40);
  });
});
