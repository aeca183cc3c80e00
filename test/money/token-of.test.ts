// The token that a person types to confirm: every dialog takes it from one function.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isWrite, type OperationId, operations } from '../../src/api/contract/operations.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { t } from '../../src/lib/visible.ts';
import { customerToken, lastFour } from '../../src/money/write-tokens.ts';
import { isTyped } from '../../src/sending/confirm-token.ts';
import { registry } from '../../src/subjects/registry.ts';

const quote = { quote_id: 'q', source_currency: 'GBP', destination_currency: 'USD', validAmount: true };

describe('a token', () => {
  it('is the amount, in any spelling', () => {
    const input = {
      body: { beneficiary_id: 'b', amount: '12.50' as Decimal, currency: 'GBP', reference: 'r' },
    };
    expect(registry['payout.create'].token.of(input, {})).toEqual({
      text: '12.50',
      name: 'the amount',
      amount: true,
    });
  });

  it("is the end of the record's ID, or of the reference if there is no ID", () => {
    const params = { version: 'v1' };
    const both = { params, body: { id: 'pay_12-34', systemReferenceNumber: 'REF9876' } };
    expect(registry['payout.cancel'].token.of(both, {}).text).toBe('1234');
    expect(
      registry['payout.cancel'].token.of({ params, body: { systemReferenceNumber: 'REF9876' } }, {}),
    ).toEqual({
      text: '9876',
      name: 'the last four of the system reference',
      of: 'REF9876',
    });
    expect(lastFour('–')).toBe('');
  });

  it("is the quote's sell amount, even if the buy amount is fixed", () => {
    const input = { body: { ...quote, destination_amount: '100' as Decimal } };
    expect(registry['conversion.create'].token.of(input, { sold: '79.01' }).text).toBe('79.01');
    expect(registry['conversion.create'].token.of(input, {}).text).toBe('');
  });

  it("is the end of the card's number if the list has it, otherwise of its ID", () => {
    const input = { body: { id: 'card_00ab' } };
    expect(registry['card.activate'].token.of(input, { cardEnd: '0148' })).toEqual({
      text: '0148',
      name: 'the last four printed on the card',
      of: 'card_00ab',
    });
    expect(registry['card.activate'].token.of(input, {})).toEqual({
      text: '00ab',
      name: 'the last four of the card ID',
      of: 'card_00ab',
    });
  });

  it('accepts letters in any case, but an amount only with the same value', () => {
    expect(isTyped({ text: '00aB', name: t`x` }, '00Ab ')).toBe(true);
    expect(isTyped({ text: '00ab', name: t`x` }, '00ac')).toBe(false);
    expect(isTyped({ text: '12.50', name: t`x`, amount: true }, '12.5')).toBe(true);
    expect(isTyped({ text: '12.50', name: t`x`, amount: true }, '12.51')).toBe(false);
  });

  it("is the end of the customer's user ID if the write names no other record", () => {
    expect(registry['user.activate'].token.of({}, { customer: { userId: 'acct_7a1b' } }).text).toBe('7a1b');
  });

  it('is described in words for every operation that changes something', () => {
    const ids = Object.keys(operations) as readonly OperationId[];
    for (const id of ids.filter(isWrite)) expect(registry[id].token.words).toMatch(/^the /);
  });
});

it('only a definition makes a token, and each definition makes one', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /^subjects\/.+\.tsx?$/.test(file))
    .map(file => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));
  const made = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^ *token: (?!\w+(?:\.token|Token)\.of\()(.*)$/gm)].map(([, rest]) => ({ file, rest })),
  );
  const defining = sources.filter(({ text }) => text.includes(': WriteDefinition<')).map(({ file }) => file);
  const others = made.map(({ file }) => file);
  expect(others).toEqual([...new Set(others)]);
  expect(others.filter(file => !defining.includes(file))).toEqual([]);
});

it('without a customer there is nothing to type, so nothing can be confirmed', () => {
  expect(customerToken.of({}, {})).toMatchObject({ text: '', of: '' });
});
