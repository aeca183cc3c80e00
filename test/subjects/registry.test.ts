// A write is declared once: in the contract, in its definition, and in one line of the registry.

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWrite, type OperationId, operations, type WriteId } from '../../src/api/contract/operations.ts';
import type { Intent, Shown } from '../../src/journal/intent.ts';
import { definitionOf } from '../../src/money/definition.ts';
import { registry } from '../../src/subjects/registry.ts';

const ids = (Object.keys(operations) as readonly OperationId[]).filter(isWrite);
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => /^(?:subjects|money)\/.*\.tsx?$/.test(file));

const named = (id: WriteId) => files.filter(file => readFileSync(`src/${file}`, 'utf8').includes(`'${id}'`));

/** The acts on a card's status are one table. */
const tables: Partial<Record<WriteId, string>> = {
  'card.activate': 'card-status.ts',
  'card.close': 'card-status.ts',
};

/**
 * The list of payouts has rows of these writes. Related records lead to the lists that have their rows. The balance check
 * compares the writes that change a balance.
 */
const alsoIn: Partial<Record<WriteId, readonly string[]>> = {
  'payout.create': ['own-payout.ts', 'own-writes.ts', 'related-money.ts'],
  'payout.cancel': ['own-payout.ts', 'own-writes.ts', 'related-money.ts'],
  'directDebit.cancel': ['own-payout.ts'],
  'conversion.create': ['own-writes.ts', 'related-money.ts'],
};

describe.each(ids)('the write %s', id => {
  it('is named only in the registry and in its own definition', () => {
    const file = `${id.replace('.', '-').replace(/[A-Z]/, capital => `-${capital.toLowerCase()}`)}.ts`;
    const own = tables[id] ?? file;
    expect(
      named(id)
        .map(file => basename(file))
        .toSorted(),
    ).toEqual(['registry.ts', own, ...(alsoIn[id] ?? [])].toSorted());
  });

  it('has the name and the class of its contract', () => {
    expect(registry[id].operation).toBe(id);
    expect(registry[id].class).toBe(operations[id].class);
  });
});

describe('the words for a done write', () => {
  const confirmed = [
    { label: 'Amount', value: '12.34 USD' },
    { label: 'Beneficiary', value: 'Zoë Ltd' },
    { label: 'Debtor', value: 'Ada Ltd' },
    { label: 'Creditor', value: 'Cai Ltd' },
    { label: 'Customer sells', value: '1,000.00 GBP' },
    { label: 'Customer buys', value: '1,268.20 USD' },
    { label: 'Card', value: 'Ana Silva · 0148' },
    { label: 'Currency', value: 'GBP' },
  ];
  const intent = (what: readonly Shown[], body?: string) =>
    ({ what, ...(body !== undefined && { body }) }) as unknown as Intent;
  const happened = (id: WriteId, body?: string) => registry[id].happened(intent(confirmed, body));

  it('name the money and the person', () => {
    expect({
      'payout.create': happened('payout.create'),
      'payout.cancel': happened('payout.cancel'),
      'directDebit.cancel': happened('directDebit.cancel'),
      'mandate.cancel': happened('mandate.cancel'),
      'conversion.create': happened('conversion.create'),
      'card.close': happened('card.close'),
      'account.create': happened('account.create'),
    }).toEqual({
      'payout.create': 'Paid 12.34 USD to Zoë Ltd.',
      'payout.cancel': 'Cancelled the payout of 12.34 USD to Zoë Ltd.',
      'directDebit.cancel': 'Cancelled the direct debit of 12.34 USD from Ada Ltd.',
      'mandate.cancel': 'Cancelled the mandate of Cai Ltd.',
      'conversion.create': 'Converted 1,000.00 GBP to 1,268.20 USD.',
      'card.close': 'Closed the card Ana Silva · 0148.',
      'account.create': 'Opened an account in GBP.',
    });
  });

  it('has one full stop after a name that ends with one', () => {
    const ended = intent(
      confirmed.map(({ label, value }) => ({ label, value: value.replace('Ltd', 'A.Ş.') })),
    );
    for (const id of ['payout.create', 'payout.cancel', 'directDebit.cancel', 'mandate.cancel'] as const)
      expect(registry[id].happened(ended)).toMatch(/ A\.Ş\.$/);
  });

  it.each([
    ['{"card_status":"INACTIVE"}', 'Froze the card Ana Silva · 0148.'],
    ['{"card_status":"ACTIVE"}', 'Unfroze the card Ana Silva · 0148.'],
    ['{"transaction_limits":[]}', 'The service accepted the new limits.'],
    [
      '{"card_status":"ACTIVE","transaction_limits":[]}',
      'Unfroze the card Ana Silva · 0148. The service accepted the new limits.',
    ],
  ])('follow the request for a change of a card: %s', (body, said) => {
    expect(happened('card.update', body)).toBe(said);
  });

  it('name a beneficiary as the change left it', () => {
    expect(happened('beneficiary.update', '{"currency":"GBP"}')).toBe('Changed the beneficiary Zoë Ltd.');
    expect(happened('beneficiary.update', '{"full_name":"Ada Ltd"}')).toBe(
      'Changed the beneficiary Ada Ltd.',
    );
  });

  it.each(ids)('are a whole sentence if no line is known: %s', id => {
    for (const what of [
      [],
      [
        { label: 'Amount', value: '–' },
        { label: 'Beneficiary', value: '? 5' },
      ],
    ])
      expect(registry[id].happened(intent(what))).toMatch(/^[A-Z][^–?]+\.$/);
  });
});

it('an operation of a newer version has no definition', () => {
  for (const id of ['payout.split', 'toString', '']) expect(definitionOf(registry, id)).toBeUndefined();
});
