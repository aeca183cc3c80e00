// Labels and values: every value is whole and wrapped within its panel, with any content.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, DASH, type Entry } from '../../../src/format/entry.ts';
import { t, type Visible, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { composeDetails } from '../../../src/ui/kit/details.ts';
import type { Painted, Theme } from '../../../src/ui/kit/theme.ts';
import { hostileText } from '../../lib/hostile.ts';

/** Writes each tone as a word before its text, so that a test can read it. */
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
  it('fit the panel at every possible width', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.integer({ min: 12, max: 120 }), (entries, width) => {
        for (const line of composeDetails(entries, width, plain))
          expect(cellWidth(line)).toBeLessThanOrEqual(width);
      }),
      { seed: 20_261_120, numRuns: 500 },
    );
  });

  it('show a complete value: only spaces at line breaks are lost', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 30, max: 120 }), (value, width) => {
        const label = t`Label`;
        const lines = composeDetails([{ label, cell: { text: value } }], width, plain);
        // A value is below its label if one of its words doesn't fit beside the label.
        const below: boolean = String(lines[0]) === String(label);
        const indent = below ? 0 : label.length + 2;
        const shown = lines.slice(below ? 1 : 0).map(line => line.slice(indent));
        expect(shown.join('').replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
        if (!below) expect(lines.slice(1).every(line => line.startsWith(' '.repeat(indent)))).toBe(true);
      }),
      { seed: 20_261_120, numRuns: 500 },
    );
  });

  it('put an ID below its label instead of breaking the ID', () => {
    const id = visible('195318c1-68b1-49b7-b3a3-840d892c3222');
    expect(composeDetails([{ label: t`Request ID`, cell: { text: id } }], 40, plain)).toEqual([
      'Request ID',
      id,
    ]);
    expect(composeDetails([{ label: t`ID`, cell: { text: id } }], 40, plain)).toEqual([`ID  ${id}`]);
  });

  it('start with the amount, its status at the right, and the person below', () => {
    const lead: Cell = { text: t`821,185.66`, unit: t`GBP`, sign: '−' };
    const status: Cell = { text: t`PENDING` };
    const entries: Entry[] = [{ lead, status }, { about: { text: t`Ashdown & Vale Ltd` } }];
    expect(composeDetails(entries, 30, plain)).toEqual([
      '−821,185.66 GBP      ● PENDING',
      'Ashdown & Vale Ltd',
      '',
    ]);
    expect(composeDetails(entries, 20, plain)).toEqual([
      '−821,185.66 GBP',
      '● PENDING',
      'Ashdown & Vale Ltd',
      '',
    ]);
  });

  it('have no marker before a status that the service did not send', () => {
    expect(composeDetails([{ lead: DASH, status: DASH }], 12, plain)).toEqual(['–          –', '']);
  });

  it('look like this', () => {
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
      '<dim>Note',
      '<plain>paid twice and sent back',
      '<dim>Fee   <plain>  <dim>–',
      '',
      '<heading>Institution',
      '<warn>None was sent.',
      '<dim>More below.',
    ]);
  });

  it('keep labels within the left two fifths, and show a longer label in full, beside or above its value', () => {
    const label = t`A very long label indeed`;
    const shown = (width: number) => composeDetails([{ label, cell: { text: t`value` } }], width, plain);
    expect(shown(31)).toEqual(['A very long label indeed  value']);
    expect(shown(30)).toEqual(['A very long label indeed', 'value']);
    expect(shown(20)[0]).toMatch(/…$/);
  });

  it('show at most six lines of one value, and say that there are more', () => {
    const lines = composeDetails([{ label: t`Text`, cell: { text: words(2000) } }], 40, plain);
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toMatch(/…$/);
  });

  it('have no line without entries, and an empty line for an empty value', () => {
    expect(composeDetails([], 40, plain)).toEqual([]);
    expect(composeDetails([{ label: t`Text`, cell: { text: t`` } }], 40, plain)).toEqual(['Text  ']);
  });
});

const words = (count: number): Visible => visible('word '.repeat(count).slice(0, 4000));
