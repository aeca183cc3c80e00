// The world is repeatable by seed, complete for every customer, and has all required edge cases.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dice } from '../../src/sim/random.ts';
import { amount, minorUnits, scaleFor } from '../../src/sim/world/amount.ts';
import { createWorld, type World } from '../../src/sim/world/world.ts';
import { openDesk } from './http.ts';

const anchor = Date.parse('2026-11-20T09:00:00Z');
const world = (seed = 1, rows = 240): World => createWorld({ seed, rows, anchor });
const everything = (one: World): string =>
  JSON.stringify(
    one.customers.map(customer => [
      { ...customer, history: undefined, transactions: undefined },
      Array.from({ length: Math.min(30, customer.history.count) }, (_, i) => customer.history.row(i)),
      [...customer.transactions].map(([id, list]) => [id, list.count > 0 && list.row(list.count - 1)]),
      customer.cards.all.slice(0, 6).map(({ transactions }) => transactions.row(0)),
      customer.accounts.map(({ record }) => customer.mandates.plan(record.id).recent?.()),
    ]),
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  );

describe('a world', () => {
  it('is the same for the same seed, and different for another seed', () => {
    expect(everything(world())).toBe(everything(world()));
    expect(everything(world(2))).not.toBe(everything(world()));
    expect(world(2).credentials).not.toEqual(world().credentials);
  });

  it('gives the same bytes in two runs', async () => {
    const texts = async (): Promise<string[]> => {
      const desk = await openDesk({ seed: 42 });
      const got = [
        await desk.ask('account.list', {}),
        await desk.ask('account.balanceHistory', { query: { page: 3 } }),
      ];
      return [desk.token, ...got.map(({ text }) => text)];
    };
    expect(await texts()).toEqual(await texts());
  });

  it('has customers, accounts and rows with distinct IDs', () => {
    const { customers } = world();
    expect(customers.length).toBeGreaterThanOrEqual(6);
    const ids = customers.flatMap(({ userId, onBehalfOf, accounts }) => [
      userId,
      ...(onBehalfOf === undefined ? [] : [onBehalfOf]),
      ...accounts.map(({ record }) => record.id),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { userId } of customers) expect(userId).toMatch(/^acct_[0-9a-f]{20}$/);
    expect(customers.filter(({ onBehalfOf }) => onBehalfOf === undefined)).toHaveLength(1);
    const rows = customers[0]?.history;
    expect(new Set(Array.from({ length: 240 }, (_, i) => rows?.row(i).id)).size).toBe(240);
  });

  it('has the difficult amounts, states and accounts that a console must handle', () => {
    const text = everything(world());
    for (const digits of ['9007199254740993.01', '1.005', '0.10', '-1250.75', '0.00'])
      expect(text).toMatch(new RegExp(`[:,["]${digits.replace('.', '\\.')}[\\]},"]`));
    const accounts = world().customers.flatMap(customer => customer.accounts);
    expect(accounts.some(({ record }) => record.status === 'INACTIVE' && record.account_number === '-')).toBe(
      true,
    );
    expect(accounts.some(({ global }) => global === undefined)).toBe(true);
    expect(accounts.some(({ global }) => global?.capability.support_direct_debit === false)).toBe(true);
    const british = accounts.find(({ global }) => global?.currency === 'GBP')?.global;
    expect(british?.routing_codes[0]).toMatchObject({
      type: 'sort_code',
      value: expect.stringMatching(/^\d\d(0085|1907)$/),
    });
    for (const code of ['GBP', 'EUR', 'USD', 'JPY', 'KWD', 'AUD']) {
      expect(accounts.some(({ currencies }) => currencies[0] === code)).toBe(true);
    }
  });

  it('has IBANs with valid check digits', () => {
    const ibans = world()
      .customers.flatMap(({ accounts }) => accounts)
      .flatMap(({ global }) => (global === undefined || global.iban === '' ? [] : [global.iban]));
    expect(ibans.length).toBeGreaterThan(5);
    for (const iban of ibans) {
      const moved = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, letter =>
        String(letter.charCodeAt(0) - 55),
      );
      expect(BigInt(moved) % 97n).toBe(1n);
    }
  });

  it('has text in every script, and one customer whose names try to break terminals', () => {
    const text =
      JSON.stringify(world().customers.map(({ name, accounts }) => [name, accounts])) + everything(world());
    const scripts = [
      'Latin',
      'Greek',
      'Cyrillic',
      'Han',
      'Hiragana',
      'Katakana',
      'Hangul',
      'Arabic',
      'Hebrew',
      'Devanagari',
      'Thai',
    ];
    const seen = scripts.filter(script => new RegExp(`\\p{Script=${script}}`, 'u').test(text));
    expect(seen).toEqual(scripts);
    const hostile = world().customers.filter(({ name }) => /\p{Cc}/u.test(name));
    expect(hostile).toHaveLength(1);
    const labels = JSON.stringify(hostile[0]?.accounts.map(({ record }) => record.label));
    for (const part of ['\\u001b]52;', '\u202e', '\u200b', '\\ud800', '\u009b', '\u0301\u0327'])
      expect(labels).toContain(part);
  });
});

describe('dice', () => {
  it('draw the same values for a name, unrelated values for other names, and values within bounds', () => {
    expect(dice(1, 'a').uuid()).toBe(dice(1, 'a').uuid());
    expect(dice(1, 'a').uuid()).not.toBe(dice(1, 'b').uuid());
    expect(dice(1, 'a').uuid()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    fc.assert(
      fc.property(fc.nat(), fc.string(), fc.nat(50), (seed, name, size) => {
        const luck = dice(seed, name);
        const drawn = Array.from({ length: 20 }, () => luck.whole(3, 3 + size));
        return drawn.every(n => Number.isInteger(n) && n >= 3 && n <= 3 + size);
      }),
      { seed: 11 },
    );
  });
});

describe('an amount', () => {
  it('keeps every digit on the way to minor units and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(4), (minor, scale) => {
        const digits = amount(minor, scale).source;
        expect(minorUnits(digits, scale)).toBe(minor);
        expect((digits.split('.')[1] ?? '').length).toBe(scale);
      }),
      { seed: 12 },
    );
  });

  it('has the decimal places of its currency, or of an opening amount with more', () => {
    expect([
      scaleFor('JPY', []),
      scaleFor('KWD', []),
      scaleFor('GBP', ['1.005']),
      scaleFor('XQZ', []),
    ]).toEqual([0, 3, 3, 2]);
  });
});
