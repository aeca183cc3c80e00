import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folded } from '../../src/lib/fold.ts';
import { anyText } from './any-text.ts';

it.each([
  ['Zoë', 'zoe'],
  ['ZOË', 'zoe'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['GROẞ', 'gross'],
  ['O’Connor-Nuñez, María José', 'o’connor-nunez, maria jose'],
  ['Søren Ærø', 'soren aero'],
  ['Łódź', 'lodz'],
  ['İstanbul', 'istanbul'],
  ['ﬁnance', 'finance'],
  ['ＡＢＣ', 'abc'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Ёлка', 'елка'],
  ['1,234.50', '1,234.50'],
  ['', ''],
])('%s folds to %s', (text, looked) => expect(folded(text)).toBe(looked));

it('folding twice gives the same text as folding once, and a folded text contains its folded parts', () => {
  const anything = anyText();
  fc.assert(
    fc.property(anything, anything, anything, (before, part, after) => {
      expect(folded(folded(part))).toBe(folded(part));
      expect(folded(`${before} ${part} ${after}`)).toContain(folded(part));
    }),
    { seed: 8, numRuns: 1000 },
  );
});
