/** What staff read about the money, or about another effect, for each write. */

import { describe, expect, it } from 'vitest';
import { isUnknown, notSent, wasRefused } from '../../src/api/contract/write-meaning.ts';
import { allRules } from '../harness/rules.ts';

const MOVED = ['no money moved', 'the money may have moved, or not'] as const;
const CHANGED = ['nothing was changed', 'the record may have been changed, or not'] as const;
const CREATED = ['nothing was created', 'the record may have been created, or not'] as const;

describe('the meaning of a write', () => {
  it.each([
    ['payout.create', ...MOVED],
    ['conversion.create', ...MOVED],
    ['payout.cancel', 'this request did not cancel the payout', 'the payout may still go out, or not'],
    [
      'directDebit.cancel',
      'this request did not cancel the direct debit',
      'the debit may still be taken, or not',
    ],
    [
      'mandate.cancel',
      'this request did not cancel the mandate',
      'new direct debits may still be made under the mandate, or not',
    ],
    ['card.close', 'this request did not close the card', 'the card may still be open, or closed for good'],
    ['card.activate', ...CHANGED],
    ['card.update', ...CHANGED],
    ['card.issue', ...CREATED],
    ['cardholder.create', ...CREATED],
    ['cardholder.update', ...CHANGED],
    ['account.create', ...CREATED],
    ['beneficiary.create', ...CREATED],
    ['beneficiary.update', ...CHANGED],
    [
      'rfi.respond',
      'no answer was sent',
      'the answer may have arrived, or not; a new request could answer twice',
    ],
    [
      'user.create',
      'no customer was created',
      "the customer may have been created, or not, and Purser can't read it",
    ],
    [
      'user.terms',
      'this request did not accept the terms',
      'the service may have recorded that the customer accepts the terms, or not',
    ],
    [
      'user.activate',
      'this request did not activate the customer',
      'the customer may have been activated, or not',
    ],
  ])('of %s is %s if not done, and %s if unknown', (operation, not, may) => {
    const meaning = allRules.meaningOf({ operation, class: 'money' });
    expect(notSent(meaning)).toBe(`The request was not sent, so ${not}.`);
    expect(wasRefused(meaning)).toBe(`The service refused the request, so ${not}.`);
    expect(isUnknown(meaning)).toBe(`The outcome is not known: ${may}.`);
  });

  it('follows the class for an operation of a newer version', () => {
    for (const operation of ['payout.split', 'toString', '']) {
      expect(notSent(allRules.meaningOf({ operation, class: 'money' }))).toBe(
        'The request was not sent, so nothing was done.',
      );
      expect(isUnknown(allRules.meaningOf({ operation, class: 'money' }))).toContain(
        'may have been done for good, or not.',
      );
      expect(notSent(allRules.meaningOf({ operation, class: 'write' }))).toContain('nothing was changed.');
    }
  });
});
