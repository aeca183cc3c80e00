/** Secrets and card numbers stay out of what is shown and kept (FAULTS C26, C28, G7). */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskCardNumbers, redactHeaders, Secret } from '../../src/lib/redact.ts';

it('a secret shows itself to nobody who did not ask for it', () => {
  const secret = new Secret('canary');
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: 9 }),
  ];
  shown.push(
    JSON.stringify(Object.entries(secret)),
    JSON.stringify({ ...secret }),
    new Error(`${secret}`).message,
  );
  for (const text of shown) expect(text).not.toContain('canary');
  expect([`${secret}`, secret.toString(), secret.toJSON(), inspect(secret)]).toEqual(Array(4).fill('•••'));
  expect(secret.reveal()).toBe('canary');
});

it('hides the values of secret headers in any case', () => {
  const headers = { 'X-Api-Key': 'canary', authorization: 'Bearer canary', accept: 'application/json' };
  expect(redactHeaders(headers, new Set(['x-api-key', 'Authorization']))).toEqual({
    'X-Api-Key': '•••',
    authorization: '•••',
    accept: 'application/json',
  });
});

describe('C26 a card number', () => {
  it.each([
    ['4111111111111111', '••••••••••••1111'],
    ['4111 1111 1111 1111', '•••• •••• •••• 1111'],
    ['5500-0000-0000-0004', '••••-••••-••••-0004'],
    ['3782 822463 10005', '•••• •••••• •0005'],
    ['4111\u00a01111\u00a01111\u00a01111', '••••\u00a0••••\u00a0••••\u00a01111'],
    ['card 4111111111111111.', 'card ••••••••••••1111.'],
    ['x4111111111111111y', 'x••••••••••••1111y'],
    ['{"pan":"4111111111111111"}', '{"pan":"••••••••••••1111"}'],
    ['4111 1111 1111 1111 12 2027', '•••• •••• •••• 1111 12 2027'],
    [
      '00000000-0000-4000-8000-000000000000 4111111111111111',
      '00000000-0000-4000-8000-000000000000 ••••••••••••1111',
    ],
    ['2027 4111111111111111', '2027 ••••••••••••1111'],
    ['4111111111111111. Thanks', '••••••••••••1111. Thanks'],
    ['4111111111111111, 5500000000000004', '••••••••••••1111, ••••••••••••0004'],
    ['a716-4111-1111-1111-1111', 'a716-••••-••••-••••-1111'],
    ['4111-1111-1111-1111-00ab', '••••-••••-••••-1111-00ab'],
    ['a 4111-1111-1111-1111 b', 'a ••••-••••-••••-1111 b'],
    ['4111 1111 1111 1111 1111 1111 1111', '•••• •••• •••• 1111 1111 1111 1111'],
    ['4111111111111111 4111111111111111', '••••••••••••1111 ••••••••••••1111'],
  ])('%j becomes %j', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });

  it.each([
    '4111111111111112',
    '411111111111',
    '4111111111111111.5',
    'acct_41111111-1111-1111-4111-111111111111 paid',
    // As the tail of a UUID that was cut.
    'b4111-1111-1111-1111',
    '4111-1111-1111-1111b',
    '_4111-1111-1111-1111',
    '41111111111111111111111',
    '9007199254740993.01',
    '0.4111111111111111',
    '2026-11-20 10:56:11',
    'a716-446655440000',
    '550e8400-e29b-41d4-a716-446655440000',
    '00000000-0000-4000-8000-000000000000',
    'acct_41111111-1111-1111-4111-111111111111',
    '4111,1111,1111,1111',
    '',
  ])('%j is none', text => {
    expect(maskCardNumbers(text)).toBe(text);
  });

  it('is found at any length, and once masked is left alone', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 12, maxLength: 18 }),
        digits => {
          const numbers = [...'0123456789'].map(check => digits + check);
          const masked = numbers.map(maskCardNumbers);
          expect(masked.filter((text, index) => text !== numbers[index])).toHaveLength(1);
          expect(masked.map(maskCardNumbers)).toEqual(masked);
          for (const text of masked) expect(text.slice(-4)).toMatch(/^\d{4}$/);
        },
      ),
      { seed: 26 },
    );
  });
});
