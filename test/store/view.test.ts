// Scrolling: the cursor is always in the window, and the window moves no further than it must.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrollTo } from '../../src/store/view.ts';

const RUNS = { seed: 20_261_120, numRuns: 2000 };

const window = fc.integer({ min: 1, max: 300 }).chain(count =>
  fc.record({
    count: fc.constant(count),
    cursor: fc.nat({ max: count - 1 }),
    top: fc.integer({ min: -5, max: 400 }),
    height: fc.integer({ min: 1, max: 80 }),
  }),
);

describe('the window of a list', () => {
  it('contains the cursor, wherever the window was before', () => {
    fc.assert(
      fc.property(window, ({ top, cursor, height, count }) => {
        const to = scrollTo(top, cursor, height, count);
        expect(to).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(cursor);
        expect(cursor).toBeLessThan(to + height);
      }),
      RUNS,
    );
  });

  it('has no empty line while there are rows for it', () => {
    fc.assert(
      fc.property(window, ({ top, cursor, height, count }) => {
        const to = scrollTo(top, cursor, height, count);
        expect(Math.min(count, to + height) - to).toBe(Math.min(height, count));
      }),
      RUNS,
    );
  });

  it('moves no further than it must', () => {
    fc.assert(
      fc.property(window, ({ top, cursor, height, count }) => {
        const good = Array.from({ length: Math.max(1, count - height + 1) }, (_, to) => to).filter(
          to => to <= cursor && cursor < to + height,
        );
        const nearest = Math.min(...good.map(to => Math.abs(to - top)));
        expect(Math.abs(scrollTo(top, cursor, height, count) - top)).toBe(nearest);
      }),
      RUNS,
    );
  });

  it('starts at zero in an empty list', () => {
    expect(scrollTo(7, 0, 10, 0)).toBe(0);
  });
});
