import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folded, foldedText } from '../../src/lib/fold.ts';
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

it.each([
  'Invoice-7 Zoë',
  'invoice-7 zoë',
  'INVOICE-7  ZOË ',
  '\tInvoice-7\u00A0Zoë',
  'Invoice-7 Zoë'.normalize('NFD'),
  'Ｉｎｖｏｉｃｅ－７ Ｚｏë',
  'Invoice‑7 Zoë',
  'Invoice–7 Zo\u00ADë\u200B',
])('“%s” is one more spelling of the same reference', text => expect(foldedText(text)).toBe('invoice-7 zoe'));

it('another digit or word is another reference', () => {
  const texts = ['Invoice 7', 'Invoice 70', 'Invoice7', 'Invoice 7 b', 'Invoice 1'];
  expect(new Set(texts.map(foldedText)).size).toBe(texts.length);
});
