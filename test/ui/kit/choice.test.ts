// A choice on one line: a sign marks the chosen value, with and without colours, and the line fits its room.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { t, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { type ChoiceParts, composeChoice } from '../../../src/ui/kit/choice.ts';
import type { Painted, Theme } from '../../../src/ui/kit/theme.ts';
import { hostileText } from '../../lib/hostile.ts';

const spoken: Theme = { paint: (tone, text) => `<${tone}>${text}` as Painted };
const plain: Theme = { paint: (_, text) => text as string as Painted };
const parts: ChoiceParts = {
  labels: [t`immediate`, t`end of day`, t`next day`],
  chosen: 0,
  focused: true,
  width: 40,
};

describe('a choice', () => {
  it('marks the chosen value with brackets and the tone of the cursor', () => {
    expect(composeChoice(parts, spoken)).toBe(
      '<cursor>‹immediate›<dim>·<plain> end of day <dim>·<plain> next day ',
    );
  });

  it('keeps every label in its place when another value is chosen', () => {
    const places = [0, 1, 2, undefined].map(chosen => {
      const line = composeChoice({ ...parts, chosen }, plain);
      return parts.labels.map(label => line.indexOf(label));
    });
    expect(new Set(places.map(String)).size).toBe(1);
  });

  it('says that nothing is chosen yet', () => {
    const none = { ...parts, chosen: undefined };
    expect(composeChoice(none, plain)).toBe(' immediate · end of day · next day ');
    expect(composeChoice({ ...none, width: 33 }, plain)).toBe('‹none chosen›  3 to choose from');
    expect(composeChoice({ ...none, focused: false }, plain)).toBe('none chosen');
  });

  it('shows all values in 35 cells, their number in less room, and only the chosen value in very little', () => {
    expect(composeChoice({ ...parts, width: 35 }, plain)).toContain('next day');
    expect(composeChoice({ ...parts, width: 34 }, plain)).toBe('‹immediate›  1 of 3');
    expect(composeChoice({ ...parts, width: 16 }, plain)).toBe('‹immed…›  1 of 3');
    expect(composeChoice({ ...parts, width: 15 }, plain)).toBe('‹immediate›');
    expect(composeChoice({ ...parts, width: 8 }, plain)).toBe('‹immed…›');
  });

  it('fits its room with any labels', () => {
    fc.assert(
      fc.property(
        fc.array(
          hostileText.map(raw => visible(raw, 60)),
          { minLength: 1, maxLength: 6 },
        ),
        fc.nat(),
        fc.boolean(),
        fc.integer({ min: 3, max: 90 }),
        (labels, at, focused, width) => {
          const chosen = at % (labels.length + 1) === labels.length ? undefined : at % labels.length;
          expect(cellWidth(composeChoice({ labels, chosen, focused, width }, plain))).toBeLessThanOrEqual(
            width,
          );
        },
      ),
      { seed: 20_261_120, numRuns: 300 },
    );
  });
});
