// A check must find a record even if a person typed its ID in another spelling.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  briefId,
  canonicalId,
  canonicalReference,
  isSystemReference,
  sameId,
  samePayoutName,
  typedId,
} from '../../src/lib/identifier.ts';

/** The text in any spelling: each letter in either case, with outer spaces. */
const spelt = (text: string) =>
  fc
    .tuple(
      fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }),
      fc.stringMatching(/^[ \t]{0,3}$/),
      fc.stringMatching(/^[ \t]{0,3}$/),
    )
    .map(([capitals, before, after]) => {
      const letters = [...text].map((letter, at) =>
        capitals[at] ? letter.toUpperCase() : letter.toLowerCase(),
      );
      return `${before}${letters.join('')}${after}`;
    });

const reference = fc.stringMatching(/^(?:[A-Z]{2,6}[0-9]{6,24}|[A-Z]{1,3}[0-9]{6}-[A-Z0-9]{5,12})$/);

describe('an identifier', () => {
  it('ignores case and outer spaces if it is a UUID', () => {
    fc.assert(
      fc.property(
        fc.uuid().chain(id => fc.tuple(fc.constant(id), spelt(id))),
        ([id, typed]) => sameId(id, typed) && canonicalId(typed) === id.toLowerCase(),
      ),
    );
  });

  it('ignores case if it is a system reference, which is recognised in any field', () => {
    fc.assert(
      fc.property(
        reference.chain(id => fc.tuple(fc.constant(id), spelt(id))),
        ([id, typed]) =>
          sameId(id, typed) &&
          samePayoutName(typed, id) &&
          isSystemReference(typed) &&
          canonicalId(typed) === canonicalReference(id),
      ),
    );
  });

  it('equals itself and no other identifier', () => {
    fc.assert(fc.property(fc.uuid(), fc.uuid(), (one, other) => sameId(one, other) === (one === other)));
    fc.assert(fc.property(reference, reference, (one, other) => sameId(one, other) === (one === other)));
  });

  it('has one spelling for comparisons', () => {
    fc.assert(fc.property(fc.string(), text => canonicalId(canonicalId(text)) === canonicalId(text)));
  });
});

it.each([
  ['quote_0A1B2C3D-0000-4000-8000-00000000000F', 'quote_0a1b2c3d-0000-4000-8000-00000000000f', true],
  ['QUOTE_0a1b2c3d-0000-4000-8000-00000000000f', 'quote_0a1b2c3d-0000-4000-8000-00000000000f', false],
  ['acct_1aB', 'acct_1Ab', false],
  ['ABCDEF', 'abcdef', false],
  ['', '', true],
])('the IDs %s and %s are the same: %s', (one, other, same) => expect(sameId(one, other)).toBe(same));

it.each([
  ['PAY139988571160', true],
  [' pay139988571160 ', true],
  ['P139988571160', false],
  ['PAY-139988571160', false],
  ['PAY12345', false],
  ['pay_1234567', false],
  ['0a1b2c3d-0000-4000-8000-00000000000f', false],
  ['PAY1399885711x0', false],
])('%s is a system reference: %s', (text, is) => expect(isSystemReference(text)).toBe(is));

it('the letter case of a prefixed ID matters, and that of a plain name does not', () => {
  expect(samePayoutName('REFXYZ', 'refxyz')).toBe(true);
  expect(samePayoutName('pay_aB12', 'pay_Ab12')).toBe(false);
  expect(sameId(undefined, undefined)).toBe(false);
});

describe('plain names', () => {
  it.each([
    [' ab12cd34 ', 'AB12CD34', true],
    ['ab12cd34', 'ab12cd35', false],
    // The case of a prefixed ID matters.
    ['acct_1aB', 'acct_1Ab', false],
    ['acct_1aB', 'ACCT1AB', false],
    ['1aB', 'acct_1aB', false],
  ])('%j and %j are the same payout: %j', (one, other, same) => {
    expect(samePayoutName(one, other)).toBe(same);
    expect(samePayoutName(other, one)).toBe(same);
  });

  it('have one spelling as a reference, without outer spaces', () => {
    expect(canonicalReference(' pay12 ')).toBe('PAY12');
  });

  it('are empty if the text is empty', () => {
    expect(sameId(undefined, undefined)).toBe(false);
    expect(sameId('', undefined)).toBe(false);
    expect(sameId(undefined, '')).toBe(false);
  });
});

it.each([
  [' 0A1B2C3D-0000-4000-8000-00000000000F ', '0a1b2c3d-0000-4000-8000-00000000000f'],
  ['quote_0A1B2C3D-0000-4000-8000-00000000000F', 'quote_0a1b2c3d-0000-4000-8000-00000000000f'],
  ['\tacct_1aB', 'acct_1aB'],
  // An ID of letters and digits may not be a system reference, so its letters keep their case.
  ['card123456', 'card123456'],
  ['PAY139988571160', 'PAY139988571160'],
])('the typed text %j gives the ID %j', (typed, id) => expect(typedId(typed)).toBe(id));

it('every UUID in a text gets the same spelling', () => {
  const [one, other] = ['AAAAAAAA-0000-4000-8000-00000000000A', 'BBBBBBBB-0000-4000-8000-00000000000B'];
  expect(canonicalId(`/${one}/x/${other}`)).toBe(`/${one.toLowerCase()}/x/${other.toLowerCase()}`);
});

it('a long identifier is shown by its end in a narrow place, and a short one whole', () => {
  expect(briefId('451cbdc4-778e-456f-a9e5-437221c5cf8a')).toBe('…437221c5cf8a');
  expect(briefId('PAY139988571160')).toBe('PAY139988571160');
});
