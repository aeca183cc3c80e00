// Personal data is hidden everywhere in a stored text.

import { describe, expect, it } from 'vitest';
import { echoHidden, withoutPersonal } from '../../src/lib/redact.ts';

const names = ['person'];

describe('a body', () => {
  it('loses the texts and numbers of personal members at any depth, and keeps its form', () => {
    const text = '{"data":{"name":"Acme","person":[{"born":"1980-01-02","n":12,"old":true,"at":{"x":"y"}}]}}';
    expect(withoutPersonal(text, names)).toBe(
      '{"data":{"name":"Acme","person":[{"born":"•••","n":"•••","old":true,"at":{"x":"•••"}}]}}',
    );
  });

  it('loses every text outside the members that are declared as not personal', () => {
    expect(
      withoutPersonal('{"id":"q-1","data":{"status":"x"},"any_name":["y"]}', {
        allBut: ['id', 'data', 'status'],
      }),
    ).toBe('{"id":"q-1","data":{"status":"x"},"any_name":["•••"]}');
  });

  it('is dropped if it is broken JSON, and kept if it is not JSON', () => {
    expect(withoutPersonal('{"person":{"born":"1980', names)).toBeUndefined();
    expect(withoutPersonal('["1980', names)).toBeUndefined();
    expect(withoutPersonal('Bad gateway', names)).toBe('Bad gateway');
  });
});

describe('a repeated value', () => {
  const hide = echoHidden(
    '{"name":"Acme Ltd","person":{"number":"P1234567","long":"P1234567-X","type":"PASSPORT","cc":"GB","last":"MARTINEZ","town":"ŁÓDŹ-1","quoted":"a\\"bcd"}}',
    names,
    ['PASSPORT'],
  );
  it.each([
    ['Passport P1234567 is known', 'Passport ••• is known'],
    ['P1234567-X', '•••'],
    ['p1234567 IS KNOWN', '••• IS KNOWN'],
    ['{"m":"A\\"BCD"}', '{"m":"•••"}'],
    ['MARTINEZ of Łódź-1', '••• of •••'],
    ['martinez', '•••'],
    ['{"m":"a\\"bcd"}', '{"m":"•••"}'],
    ['PASSPORT of GB for Acme Ltd', 'PASSPORT of GB for Acme Ltd'],
  ])('%s is stored as %s', (said, kept) => {
    expect(hide(said)).toBe(kept);
  });
});
