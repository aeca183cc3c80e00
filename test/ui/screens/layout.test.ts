// Where everything goes, at every size that a terminal can have (F18).

import { describe, expect, it } from 'vitest';
import type { Size } from '../../../src/store/state.ts';
import type { Panel } from '../../../src/store/view.ts';
import { detailsRows, layoutOf, listRows } from '../../../src/ui/screens/layout.ts';

const PANELS: readonly Panel[] = ['list', 'details'];

const sizes: Size[] = [];
for (let columns = 0; columns <= 210; columns++)
  for (let rows = 0; rows <= 70; rows++) sizes.push({ columns, rows });
sizes.push({ columns: 500, rows: 200 });

describe('at every size', () => {
  it('the panels fill the body and nothing but the body', () => {
    for (const size of sizes) {
      for (const panel of PANELS) {
        const { kind, body, list, details } = layoutOf(size, panel);
        expect(body).toEqual({ width: size.columns, height: Math.max(0, size.rows - 5) });
        const areas = { list, details };
        switch (kind) {
          case 'too-small':
            expect(areas).toEqual({ list: { width: 0, height: 0 }, details: { width: 0, height: 0 } });
            break;
          case 'one-panel':
            expect(areas[panel]).toEqual(body);
            expect(areas[panel === 'list' ? 'details' : 'list']).toEqual({ width: 0, height: 0 });
            break;
          case 'stacked':
            expect([list.width, details.width]).toEqual([size.columns, size.columns]);
            expect(list.height + details.height).toBe(body.height);
            break;
          case 'beside':
            // One column is the line between them.
            expect(list.width + 1 + details.width).toBe(size.columns);
            expect([list.height, details.height]).toEqual([body.height, body.height]);
        }
      }
    }
  });

  it('a panel that is shown has room: for a row with its heading and status, and for a line with its title', () => {
    for (const size of sizes) {
      for (const panel of PANELS) {
        const { list, details } = layoutOf(size, panel);
        if (list.height > 0) expect(Math.min(list.height - 2, list.width - 20)).toBeGreaterThanOrEqual(1);
        if (details.height > 0)
          expect(Math.min(details.height - 1, details.width - 20)).toBeGreaterThanOrEqual(1);
        expect([listRows(list), detailsRows(details)].every(rows => rows >= 1)).toBe(true);
      }
    }
  });

  it('the focus changes nothing where both panels are shown', () => {
    for (const size of sizes) {
      const layout = layoutOf(size, 'list');
      if (layout.kind !== 'one-panel') expect(layoutOf(size, 'details')).toEqual(layout);
    }
  });
});

describe('the bounds', () => {
  it.each([
    [39, 30, 'too-small'],
    [100, 9, 'too-small'],
    [0, 0, 'too-small'],
    [40, 10, 'one-panel'],
    [59, 40, 'one-panel'],
    [200, 14, 'one-panel'],
    [60, 15, 'stacked'],
    [80, 24, 'stacked'],
    [84, 50, 'stacked'],
    [85, 15, 'beside'],
    [500, 200, 'beside'],
  ])('%i×%i is %s', (columns, rows, kind) => {
    expect(layoutOf({ columns, rows }, 'list').kind).toBe(kind);
  });
});
