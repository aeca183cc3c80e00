// A secret is found in every spelling in which a service may repeat it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HIDDEN } from '../../src/lib/redact.ts';
import { hideSpelled, spellingsOf } from '../../src/lib/spelled-secret.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_.~';
const keys = fc.string({ unit: fc.constantFrom(...BASE64), minLength: 12, maxLength: 64 });
const anyKey = fc.string({
  // `?` and `>` make the last two signs of base64, which differ in base64url.
  unit: fc.constantFrom(...BASE64, '%', '\\', '"', '&', '#', ';', 'u', '?', '>'),
  minLength: 12,
  maxLength: 40,
});

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(2, '0');
const escaped = (sign: string): string => `\\u00${hex(sign)}`;

/** Each spells one character, or leaves it. */
const SIGNS: readonly ((sign: string) => string)[] = [
  sign => sign,
  escaped,
  sign => escaped(sign).toUpperCase().replace('\\U', '\\u'),
  sign => (/[/"\\]/.test(sign) ? `\\${sign}` : sign),
  sign => `%${hex(sign)}`,
  sign => `%${hex(sign).toUpperCase()}`,
  sign => `&#${sign.charCodeAt(0)};`,
  sign => `&#x${hex(sign)};`,
];

/** Each spells the whole text. The padding is no secret. */
const WHOLE: readonly ((text: string) => string)[] = [
  text => text,
  text => JSON.stringify(text).slice(1, -1),
  text => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  text => [...text].map(escaped).join(''),
  encodeURIComponent,
  text => [...text].map(sign => `%${hex(sign)}`).join(''),
];

const BASES: readonly ((text: string) => string)[] = [
  text => Buffer.from(text).toString('base64'),
  text => Buffer.from(text).toString('base64url'),
];

const shown = (text: string, key: string): string => hideSpelled(text, spellingsOf(key));

it('each character in a spelling of its own', () => {
  fc.assert(
    fc.property(
      keys,
      fc.array(fc.nat(SIGNS.length - 1), { minLength: 64, maxLength: 64 }),
      (key, choices) => {
        const spelled = [...key].map((sign, at) => SIGNS[choices[at] ?? 0]?.(sign)).join('');
        expect(shown(`{"key":"${spelled}","n":1}`, key)).toBe(`{"key":"${HIDDEN}","n":1}`);
      },
    ),
    { seed: 15, numRuns: 500 },
  );
});

it('spelled twice, inside other words, and as a part of something in base64', () => {
  const spelling = fc.constantFrom(...WHOLE);
  fc.assert(
    fc.property(
      anyKey,
      fc.option(fc.constantFrom(...BASES), { nil: undefined }),
      spelling,
      spelling,
      fc.string({ maxLength: 7 }),
      fc.string({ maxLength: 7 }),
      (key, base, first, second, before, after) => {
        const inner = base?.(`${before}${key}${after}`) ?? key;
        const clean = shown(`<${second(first(inner))}>`, key);
        // What is left says nothing: not one long part of the key or of its base64.
        const parts = [
          key,
          Buffer.from(key).toString('base64').slice(0, -4),
          Buffer.from(key).toString('base64url').slice(0, -4),
        ];
        expect(clean).toContain(HIDDEN);
        for (const part of parts) expect(clean).not.toContain(part);
      },
    ),
    { seed: 15, numRuns: 1500 },
  );
});

it('that is a part of another secret, or overlaps it, leaves no part of the two', () => {
  fc.assert(
    fc.property(
      keys,
      fc.nat(7),
      fc.integer({ min: 4, max: 12 }),
      fc.constantFrom('', '-longer'),
      (key, at, length, more) => {
        const other = key.slice(at, at + length) + (at + length >= key.length ? more : '');
        const words = [...spellingsOf(key), ...spellingsOf(other)];
        for (const order of [words, words.toReversed()])
          expect(hideSpelled(`<${key}${other.endsWith(more) ? more : ''}>`, order)).not.toContain(
            key.slice(-4),
          );
      },
    ),
    { seed: 46 },
  );
  const words = [...spellingsOf('abcdefghijkl'), ...spellingsOf('cdef'), ...spellingsOf('jklmnop')];
  expect(hideSpelled('<abcdefghijklmnop>', words)).toBe(`<${HIDDEN}>`);
});

it('leaves other texts, and a secret that is too short to look for', () => {
  fc.assert(
    fc.property(keys, fc.string({ maxLength: 200 }), (key, text) => {
      if (!text.includes(key)) expect(shown(text, key)).toBe(text);
    }),
    { seed: 15 },
  );
  expect(shown('100%25 \\u0041 &#65; R&D', 'another-key-99')).toBe('100%25 \\u0041 &#65; R&D');
  expect(shown('abc abc', 'abc')).toBe('abc abc');
});

it.each(['\\', '%25', '&#', '\\u00', '%'])('a text of 64 KiB of %j is read in linear time', sign => {
  // Would take minutes with a pattern that tries every start against every end.
  const text = sign.repeat((64 * 1024) / sign.length);
  expect(shown(text, 'A/b+c=d-e_f.12345')).toBe(text);
});
