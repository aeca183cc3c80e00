// Texts of any characters for property tests.
import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

const character = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(at => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count));

/** Names that every object has. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

/** `fc.string({ unit: 'binary' })` would make a table of all characters, which takes each worker a second. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  const text = fc.array(character, maxLength === undefined ? {} : { maxLength }).map(all => all.join(''));
  const names = NAMES.filter(({ length }) => length <= (maxLength ?? length));
  return names.length === 0
    ? text
    : fc.oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(...names) });
}
