// The characters of an ID that a person types: its last four letters or digits, without other characters.

import { describe, expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import {
  checkUsable,
  isConfirmableId,
  isUsableId,
  lastFour,
  unusableId,
} from '../../src/money/write-tokens.ts';
import { registry } from '../../src/subjects/registry.ts';
import { alpha, signedInStore } from '../store/signed-in.ts';

describe('the typed part of an ID', () => {
  it.each([
    ['451cbdc4-778e-456f-a9e5-437221c5cf8a', 'cf8a'],
    ['PAY00-12-3-', '0123'],
    ['(ab)(CD)', 'abCD'],
  ])('is the last four letters or digits of %s', (id, last) => {
    expect(isUsableId(id)).toBe(true);
    expect(lastFour(id)).toBe(last);
  });
});

describe("an ID whose last characters can't confirm a write", () => {
  it.each([
    ['fewer than four letters or digits', '--a-b-c--'],
    ['a blank in it', 'acct 4711'],
    ['a blank before it', ' acct4711'],
    ['a second line after the ID', 'acct4711\nDONE'],
    ['a letter that only looks like one', 'аcct4711'],
    ['something that isn’t shown', 'acct4711\u200b'],
    ['masked digits', '••••4711'],
    ['a control', 'acct4711\u007f'],
    ['more than a hundred characters', 'a'.repeat(101)],
  ])('has %s', (_, id) => {
    expect(isUsableId(id)).toBe(false);
    expect(checkUsable(id)).toContain('An ID has at least four letters or digits');
  });

  it('from the service gets a sentence that says what an ID needs', () => {
    expect(unusableId(t`payout ID`)).toBe(
      "Purser can't use this payout ID: an ID needs four letters or digits, and no blanks or unusual characters.",
    );
  });

  it('gets no reason if it is empty; an ID with four letters or digits can confirm a write', () => {
    expect(checkUsable('')).toBeUndefined();
    expect(isUsableId('')).toBe(false);
    for (const id of ['a'.repeat(100), '!47-11~', '4711']) {
      expect(isUsableId(id)).toBe(true);
      expect(checkUsable(id)).toBeUndefined();
    }
  });
});

describe('an ID of fewer than four letters or digits', () => {
  const state = (environment: 'demo' | 'production') => {
    const now = signedInStore(alpha).getState();
    return { ...now, reach: { ...now.reach, environment } };
  };

  it('is enough if the write needs no token, but not if its token is the end of the ID', () => {
    for (const id of ['7', 'ab1', '-x-']) {
      expect(isConfirmableId(id, registry['card.update'], state('demo'))).toBe(true);
      expect(isConfirmableId(id, registry['card.update'], state('production'))).toBe(false);
      expect(isConfirmableId(id, registry['card.close'], state('demo'))).toBe(false);
    }
    for (const id of ['', '--', 'a b', 'a\u200b'])
      expect(isConfirmableId(id, registry['card.update'], state('demo'))).toBe(false);
    expect(isConfirmableId('4711', registry['card.close'], state('production'))).toBe(true);
  });
});
