// The layout of the screen at every terminal size (F18).

import { describe, expect, it } from 'vitest';
import type { Size } from '../../../src/store/state.ts';
import type { Panel } from '../../../src/store/view.ts';
import { detailsRows, hasLargeDigits, layoutOf, listRows } from '../../../src/ui/screens/layout.ts';

const NONE = { width: 0, height: 0 };
const PANELS: readonly Panel[] = ['list', 'details'];

const sizes: Size[] = [];
for (let columns = 0; columns <= 210; columns++)
  for (let rows = 0; rows <= 70; rows++) sizes.push({ columns, rows });
sizes.push({ columns: 500, rows: 200 });

describe('the layout at every size', () => {
  it('fills the body with the panels and their frames, and nothing else', () => {
    for (const size of sizes) {
      for (const panel of PANELS) {
        const { kind, framed, outer, list, details } = layoutOf(size, { panel });
        expect(outer).toEqual({ width: size.columns, height: Math.max(0, size.rows - 4) });
        const sides = framed ? 2 : 0;
        const heights = { list: list.height + 2, details: details.height + (framed ? 2 : 1) };
        switch (kind) {
          case 'too-small':
            expect([list, details]).toEqual([NONE, NONE]);
            break;
          case 'one-panel': {
            const area = { list, details }[panel];
            expect([area.width + sides, heights[panel]]).toEqual([outer.width, outer.height]);
            expect(panel === 'list' ? details : list).toEqual(NONE);
            break;
          }
          case 'stacked':
            expect([list.width + sides, details.width + sides]).toEqual([outer.width, outer.width]);
            expect(heights.list + heights.details).toBe(outer.height);
            break;
          case 'side-by-side':
            expect(list.width + details.width + sides * 2).toBe(outer.width);
            expect([heights.list, heights.details]).toEqual([outer.height, outer.height]);
        }
      }
    }
  });

  it('gives a panel room for a row below its headings, or for a line', () => {
    for (const size of sizes) {
      for (const panel of PANELS) {
        const { kind, list, details } = layoutOf(size, { panel });
        if (kind === 'too-small') continue;
        if (list !== NONE && list.width > 0) expect(list.height).toBeGreaterThanOrEqual(2);
        if (details.width > 0) expect(details.height).toBeGreaterThanOrEqual(1);
        expect([listRows(list), detailsRows(details)].every(rows => rows >= 1)).toBe(true);
      }
    }
  });

  it('draws the sides of frames only if no row or column of data is lost', () => {
    for (const size of sizes) {
      const { framed } = layoutOf(size);
      expect(framed).toBe(size.columns >= 80 && size.rows >= 24);
    }
  });

  it("keeps both panels at their minimum or above when the user changes the details' width", () => {
    for (const wider of [-400, -8, 0, 8, 400]) {
      const { list, details } = layoutOf({ columns: 120, rows: 40 }, { panel: 'list', wider });
      expect(list.width + details.width + 4).toBe(120);
      expect(list.width).toBeGreaterThanOrEqual(42);
      expect(details.width).toBeGreaterThanOrEqual(28);
    }
  });

  it('does not depend on the focus if both panels are shown', () => {
    for (const size of sizes) {
      const layout = layoutOf(size);
      if (layout.kind !== 'one-panel') expect(layoutOf(size, { panel: 'details' })).toEqual(layout);
    }
  });
});

describe('the limits of the layout', () => {
  it.each([
    [39, 30, 'too-small'],
    [100, 9, 'too-small'],
    [0, 0, 'too-small'],
    [40, 10, 'one-panel'],
    [59, 40, 'one-panel'],
    [200, 14, 'one-panel'],
    [60, 15, 'stacked'],
    [80, 24, 'stacked'],
    [99, 50, 'stacked'],
    [100, 15, 'side-by-side'],
    [500, 200, 'side-by-side'],
  ])('make %i×%i %s', (columns, rows, kind) => {
    expect(layoutOf({ columns, rows }).kind).toBe(kind);
  });

  it('gives the details two columns of labels from 190 columns on', () => {
    const details = (columns: number) => layoutOf({ columns, rows: 50 }, { panel: 'list' }).details.width;
    expect(details(189)).toBeLessThan(60);
    expect(details(190)).toBeGreaterThan(76);
  });
});

it.each([
  [20, 'default', '16', true],
  [19, 'default', '16', false],
  [50, 'mono', '16', false],
  [50, 'light', 'none', false],
] as const)('large digits need rows and colours: %i rows, theme %s, %s', (rows, theme, colours, expected) => {
  expect(hasLargeDigits({ size: { columns: 80, rows }, theme, colours })).toBe(expected);
});
