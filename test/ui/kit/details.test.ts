// Labels and values: every value whole, wrapped within its panel, whatever is in it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { t, type Visible, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { DASH } from '../../../src/ui/kit/cell.ts';
import { composeDetails, type Entry } from '../../../src/ui/kit/details.ts';
import type { Painted, Theme } from '../../../src/ui/kit/theme.ts';
import { hostileText } from '../../lib/hostile.ts';

/** Says what is painted how, in words, so that a test can read it. */
const spoken: Theme = { paint: (tone, text) => (text === '' ? '' : `<${tone}>${text}`) as Painted };
/** No paint at all. */
const plain: Theme = { paint: (_, text) => text as string as Painted };

const text = hostileText.map(raw => visible(raw, 300));
const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ label: text.map(label => visible(label, 30)), cell: fc.record({ text }) }),
  fc.record({ note: text }),
  fc.record({ heading: text }),
);

describe('details', () => {
  it('stay within the panel, at any width that there is a panel of', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.integer({ min: 12, max: 120 }), (entries, width) => {
        for (const line of composeDetails(entries, width, plain))
          expect(cellWidth(line)).toBeLessThanOrEqual(width);
      }),
      { seed: 20_261_120, numRuns: 500 },
    );
  });

  it('show a value whole: nothing of it is lost but the spaces it is broken at', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 30, max: 120 }), (value, width) => {
        const label = t`Label`;
        const lines = composeDetails([{ label, cell: { text: value } }], width, plain);
        const shown = lines.map(line => line.slice(label.length + 2)).join('');
        expect(shown.replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
        expect(lines.slice(1).every(line => line.startsWith(' '.repeat(label.length + 2)))).toBe(true);
      }),
      { seed: 20_261_120, numRuns: 500 },
    );
  });

  it('reads so', () => {
    const entries: Entry[] = [
      { label: t`Amount`, cell: { text: t`1,234.50`, unit: t`GBP`, tone: 'bad' } },
      { label: t`Note`, cell: { text: t`paid twice and sent back` } },
      { label: t`Fee`, cell: DASH },
      { heading: t`Institution` },
      { note: t`None was sent.`, tone: 'warn' },
      { note: t`More below.` },
    ];
    expect(composeDetails(entries, 24, spoken)).toEqual([
      '<dim>Amount<plain>  <bad>1,234.50 GBP',
      '<dim>Note  <plain>  <plain>paid twice and',
      '<dim>      <plain>  <plain>sent back',
      '<dim>Fee   <plain>  <dim>–',
      '',
      '<heading>Institution',
      '<warn>None was sent.',
      '<dim>More below.',
    ]);
  });

  it('keep the labels to the left two fifths, cut where they are longer', () => {
    const [line] = composeDetails(
      [{ label: t`A very long label indeed`, cell: { text: t`value` } }],
      30,
      plain,
    );
    expect(line).toBe('A very long…  value');
  });

  it('show no more than six lines of one value, and that there is more', () => {
    const lines = composeDetails([{ label: t`Text`, cell: { text: words(2000) } }], 40, plain);
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toMatch(/…$/);
  });

  it('of nothing are nothing; an empty value is an empty line', () => {
    expect(composeDetails([], 40, plain)).toEqual([]);
    expect(composeDetails([{ label: t`Text`, cell: { text: t`` } }], 40, plain)).toEqual(['Text  ']);
  });
});

const words = (count: number): Visible => visible('word '.repeat(count).slice(0, 4000));
