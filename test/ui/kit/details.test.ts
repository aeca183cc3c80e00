// Labels and values: every value is whole and wrapped within its panel, with any content.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, DASH, type Entry } from '../../../src/format/entry.ts';
import { type Decimal, parseDecimal } from '../../../src/lib/decimal.ts';
import { t, type Visible, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { composeDetails } from '../../../src/ui/kit/details.ts';
import type { Painted, Theme } from '../../../src/ui/kit/theme.ts';
import { hostileText } from '../../lib/hostile.ts';

/** Writes each tone as a word before its text, so that a test can read it. */
const spoken: Theme = { paint: (tone, text) => (text === '' ? '' : `<${tone}>${text}`) as Painted };
/** No paint at all. */
const plain: Theme = { paint: (_, text) => text as string as Painted };

const decimal = (digits: string): Decimal => parseDecimal(digits) ?? expect.unreachable(digits);
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

  it('have gauges of one length, whose digits are never cut', () => {
    const gauge = (label: Visible, whole: Visible): Entry => ({
      label,
      gauge: { left: decimal('1'), whole: decimal('2'), text: t`1.00 of ${whole} GBP left` },
    });
    const entries: readonly Entry[] = [
      { heading: t`Limits` },
      gauge(t`Daily`, t`2.00`),
      { heading: t`Cash withdrawal limits` },
      gauge(t`Per transaction`, t`20,000.00`),
    ];
    const bars = (width: number) =>
      composeDetails(entries, width, plain).flatMap(line => /[█░]+/.exec(line)?.[0].length ?? []);
    for (let width = 26; width <= 120; width++) {
      const [one = 0, other] = bars(width);
      expect(other).toBe(one);
      expect(one).toBeGreaterThanOrEqual(8);
    }
    expect(composeDetails(entries, 70, plain)[1]).toMatch(/^Daily {2}█+░+ 1\.00 of 2\.00 GBP left$/);
    expect(composeDetails(entries, 30, plain).slice(1, 3)).toEqual([
      'Daily            ███████░░░░░░',
      '1.00 of 2.00 GBP left',
    ]);
    for (let width = 4; width < 30; width++)
      expect(composeDetails(entries, width, plain).join('').replaceAll(' ', '')).toContain(
        '1.00of20,000.00GBPleft',
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

describe('details in columns', () => {
  const group = (name: string, count: number): readonly Entry[] => [
    { heading: visible(name) },
    ...Array.from({ length: count }, (_, i) => ({
      label: visible(`${name}${i}`),
      cell: { text: visible(`value-${name}${i}`) },
    })),
  ];
  const shown = (entries: readonly Entry[], width: number) =>
    composeDetails(entries, width, plain, { columns: true });

  it('put groups side by side, and the amount above all of them', () => {
    const entries: readonly Entry[] = [{ lead: { text: t`12.00` } }, ...group('a', 3), ...group('b', 3)];
    expect(shown(entries, 80)).toEqual([
      '12.00',
      '',
      `${'a'.padEnd(41)}b`,
      ...[0, 1, 2].map(i => `${`a${i}  value-a${i}`.padEnd(41)}b${i}  value-b${i}`),
    ]);
    expect(shown(entries, 76)).toEqual(composeDetails(entries, 76, plain));
  });

  it('leave a short group whole, and divide a long one', () => {
    expect(shown(group('a', 5), 200)).toEqual(composeDetails(group('a', 5), 200, plain));
    expect(shown(group('a', 30), 125)).toHaveLength(11);
  });

  it('leave sentences whole, with a blank line before the values below them, in one column', () => {
    const note = t`The service waits for an answer about this customer.`;
    expect(shown([{ note }, ...group('a', 3).slice(1)], 120).slice(0, 3)).toEqual([note, '', 'a0  value-a0']);
    for (const entries of [
      [{ note }, { note: t`` }, ...group('a', 3).slice(1), { note: t`` }, { note: t`Press Enter.` }],
      [...Array.from({ length: 20 }, () => ({ note })), ...group('a', 3)],
    ])
      expect(shown(entries, 120)).toEqual(composeDetails(entries, 120, plain));
  });

  it('never end a column with a heading, or with a name whose fields follow', () => {
    for (let first = 1; first < 20; first++) {
      const nested: readonly Entry[] = [
        ...group('a', first),
        { note: t`Address`, tone: 'plain' },
        { label: t`  City`, cell: { text: t`X` } },
        { label: t`  Code`, cell: { text: t`Y` } },
        ...group('b', 4),
      ];
      const lines = shown(nested, 80);
      const columns = [lines.map(line => line.slice(0, 38)), lines.map(line => line.slice(41))];
      for (const column of columns.map(some => some.filter(line => line.trim() !== ''))) {
        expect(column.at(-1)?.trim()).not.toMatch(/^(?:[ab]|Address)$/);
        expect(column[0]).not.toMatch(/^ +City/);
      }
    }
  });

  it('lose no text, break no ID and fit the panel at every width', () => {
    const id = visible('195318c1-68b1-49b7-b3a3-840d892c3222');
    const short = fc.record({
      label: text.map(label => visible(label, 12)),
      cell: fc.record({ text: text.map(value => visible(value, 30)) }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(entry, short), { maxLength: 30 }),
        fc.integer({ min: 80, max: 200 }),
        (entries, width) => {
          const lines = shown([...entries, { label: t`ID of the request`, cell: { text: id } }], width);
          for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(width);
          const joined = lines.join('\n');
          expect(joined).toContain(id);
          for (const one of entries)
            if ('cell' in one && 'label' in one && cellWidth(one.cell.text) <= 30)
              expect(joined).toContain(one.cell.text.trimEnd());
        },
      ),
      { seed: 20_261_126, numRuns: 300 },
    );
  });
});

const words = (count: number): Visible => visible('word '.repeat(count).slice(0, 4000));
