// What `:` and `/` recall: for each customer, newest first, and never a secret.

import { describe, expect, it } from 'vitest';
import { looksSecret } from '../../src/lib/redact.ts';
import { recalled, rememberTyped } from '../../src/store/recall.ts';
import type { State } from '../../src/store/state.ts';
import { signedInStore } from './signed-in.ts';

const empty = signedInStore().getState();
const typedIn = (...lines: readonly string[]): State =>
  lines.reduce((state, line) => rememberTyped(state, 'filter', line), empty);

/** The texts that ↑ shows, until it shows no older one. */
function upFrom(state: State, prefix = '', typed = prefix): readonly string[] {
  const texts: string[] = [];
  for (let nth = -1; ; nth++) {
    const next = recalled(state, 'filter', { typed, prefix, nth }, 1);
    if (!next) return texts;
    texts.push(next.text);
  }
}

describe('the recall', () => {
  it('begins with the newest text, and has each text once', () => {
    expect(upFrom(typedIn('gbp', 'refund', 'gbp', ' refund '))).toEqual(['refund', 'gbp']);
  });

  it('has the texts that begin with the typed text, in any case, and not the typed text itself', () => {
    expect(upFrom(typedIn('Refund a', 'gbp', 'refund b', 'ref'), 'ref')).toEqual(['refund b', 'Refund a']);
  });

  it('brings the typed text back after the newest entry, and no further', () => {
    const state = typedIn('refund');
    expect(recalled(state, 'filter', { typed: 're', prefix: 're', nth: 0 }, -1)).toMatchObject({
      text: 're',
      nth: -1,
    });
    expect(recalled(state, 'filter', { typed: 're', prefix: 're', nth: -1 }, -1)).toBeUndefined();
  });

  it('keeps `:` and `/` apart', () => {
    expect(recalled(typedIn('gbp'), 'goto', { typed: '', prefix: '', nth: -1 }, 1)).toBeUndefined();
  });

  it('is of one customer', () => {
    const other = { ...typedIn('gbp'), customer: { userId: 'acct_other', name: undefined } };
    expect(upFrom(other)).toEqual([]);
    expect(upFrom({ ...rememberTyped(other, 'filter', 'usd'), customer: empty.customer })).toEqual(['gbp']);
  });

  it('has the last 50 texts, and no very long one', () => {
    const many = typedIn(...Array.from({ length: 60 }, (_, n) => `text ${n}`), 'x '.repeat(150));
    expect(upFrom(many)).toHaveLength(50);
    expect(upFrom(many)[0]).toBe('text 59');
  });
});

describe('a text that looks like a secret is not kept:', () => {
  it.each([
    '4111111111111111',
    'card 4111 1111 1111 1112',
    '٤١١١١١١١١١١١١١١١',
    '123',
    '0420',
    'cvv 123',
    'token abc',
    'x-api-key=9f8e7d',
    'sk_live_51HxQqLKj2hGf83hd',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  ])('%s', text => {
    expect(looksSecret(text)).toBe(true);
    expect(typedIn(text)).toBe(empty);
  });

  it.each([
    'refund ashdown',
    '821185.66',
    '20..21nov',
    'acct_ec6dd444ac467a7afb10',
    'transactions/451cbdc4-778e-456f-a9e5-437221c5cf8a',
    'PAY000000000001',
    '>1,000',
    'amount<=50 status:act',
    'pinned tokens-only',
  ])('but %s is', text => {
    expect(upFrom(typedIn(text))).toEqual([text]);
  });
});
