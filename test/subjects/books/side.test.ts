// An account's transactions against the history, and a card's limits against its transactions: in seeded worlds.

import { describe, expect, it } from 'vitest';
import { Odd } from '../../../src/api/contract/odd.ts';
import { type Decimal, fromUnits } from '../../../src/lib/decimal.ts';
import { atOnce } from '../../../src/lib/steps.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import type { CardLimits, CardTransaction, HistoryEntry, Transaction } from '../../../src/records/reads.ts';
import { type Dice, dice } from '../../../src/sim/random.ts';
import { type AccountCheck, checkAccount } from '../../../src/subjects/books/account-side.ts';
import { checkCard, type LimitResult } from '../../../src/subjects/books/card.ts';
import { limitText } from '../../../src/subjects/books/side-words.ts';
import { repeated } from '../../harness/whole.ts';
import { entry } from './worlds.ts';

const START = Date.parse('2026-11-20T09:00:00Z');
const HOUR = 3_600_000;

const at = (epochMs: number) => ({ text: fromServer(''), epochMs });

function transaction(id: string, units: bigint, time: number, more: Partial<Transaction> = {}): Transaction {
  return {
    ...{ id: fromServer(id), amount: fromUnits(units < 0n ? -units : units, 2), currency: fromServer('GBP') },
    ...{ type: units < 0n ? 'DEBIT' : 'CREDIT', status: 'SETTLED', create_time: at(time) },
    description: fromServer('Invoice 251358'),
    ...more,
  };
}

type AccountFault = 'missing' | 'amount';

/** Transactions and the entries of one service. `way`: what the two share. */
function accountWorld(seed: number, fault: AccountFault | undefined) {
  const luck = dice(seed, 'account');
  const way = fault ? 'id' : luck.pick(['id', 'reference', 'credits', 'mostly', 'nothing']);
  const fee = luck.pick([0n, 30n]);
  const list = Array.from({ length: luck.whole(40, 120) }, (_, nth) => {
    const units = BigInt(luck.whole(100, 10 ** luck.whole(3, 8))) * luck.pick([1n, -1n]);
    const time = START + nth * HOUR;
    const [id, reference] = [luck.uuid(), `PAY${luck.digits(12)}`];
    const isJoined =
      way === 'id' || (way === 'credits' && units > 0n) || (way === 'mostly' && luck.next() < 0.97);
    const late = isJoined ? luck.whole(0, 60_000) : luck.whole(0, 120) * HOUR;
    const named = { description: fromServer(way === 'reference' ? `Payout ${reference}` : 'Invoice 1') };
    const own: HistoryEntry = {
      ...entry({ id: isJoined ? id : luck.uuid(), at: time + late, balance: '1' }),
      ...{ amount: fromUnits(units < 0n ? units - fee : units, 2), fee: fromUnits(fee, 2), ...named },
    };
    return { transaction: transaction(id, units, time, named), entry: own };
  });
  // How far back a history goes is not documented, so before its oldest entry nothing is missing.
  const place = luck.whole(1, list.length - 1);
  const entries = list.flatMap(({ entry: own }, nth): readonly HistoryEntry[] => {
    if (nth !== place || !fault) return [own];
    return fault === 'missing' ? [] : [{ ...own, amount: `${String(own.amount)}9` as Decimal }];
  });
  const transactions = list.map(one => one.transaction);
  return { transactions, entries, wrong: fault ? transactions[place] : undefined };
}

const checked = (
  transactions: readonly Transaction[],
  entries: readonly HistoryEntry[],
  isWhole = true,
): AccountCheck =>
  atOnce(
    checkAccount(
      { id: 'a-1', transactions: new Map(transactions.map(one => [one, null])), isWhole },
      entries,
    ),
  );

it('finds a wrong transaction, and nothing in a sound world', { timeout: 60_000 }, () => {
  const wrong: unknown[] = [];
  for (let seed = 0; seed < repeated(200, 1000); seed++) {
    const fault = ([undefined, 'missing', undefined, 'amount'] as const)[seed % 4];
    const world = accountWorld(seed, fault);
    const { findings } = checked(world.transactions, world.entries);
    const named = findings.map(one => one.transaction);
    if (named.length !== (fault ? 1 : 0) || named[0] !== world.wrong) wrong.push({ seed, fault, named });
  }
  expect(wrong).toEqual([]);
});

describe('a transaction without an entry', () => {
  const { transactions, entries } = accountWorld(1, 'missing');

  it('does not follow if the history has nearly all others', () => {
    expect(checked(transactions, entries).findings).toMatchObject([{ problem: 'absent' }]);
  });

  it.each([
    { name: 'the reading is limited or incomplete', isWhole: false, list: entries },
    {
      name: 'an entry has no readable amount',
      isWhole: true,
      list: [...entries, entry({ id: 'x', fee: '0' })],
    },
  ])('is not checked if $name', ({ isWhole, list }) => {
    expect(checked(transactions, list, isWhole)).toMatchObject({ findings: [], unjoined: 1 });
  });
});

it('a transaction before the oldest entry is not missing', () => {
  const ids = Array.from({ length: 13 }, (_, nth) => `t-${nth}`);
  const list = ids.map((id, nth) => transaction(id, -500n - BigInt(nth), START + nth * HOUR));
  const entries = ids.map((id, nth) =>
    entry({ id, at: START + nth * HOUR, amount: fromUnits(-500n - BigInt(nth), 2), fee: '0', balance: '1' }),
  );
  expect(checked(list, entries.slice(1))).toMatchObject({ findings: [], present: 12, unjoined: 1 });
  expect(checked(list, entries.toSpliced(1, 1)).findings).toMatchObject([{ problem: 'absent' }]);
});

it('a transaction that only shares a reference with an entry of another amount is not checked', () => {
  const named = { description: fromServer('Payout PAY123456789012') };
  const other = { ...entry({ id: 'e', at: START, amount: '-9.00', fee: '0', balance: '1' }), ...named };
  const check = checked([transaction('t-1', -500n, START, named)], [other]);
  expect(check).toMatchObject({ findings: [], unjoined: 1 });
});

describe('a transaction', () => {
  const sound = entry({ id: 't-1', at: START, amount: '-5.00', fee: '0', balance: '1' });

  it.each([
    {
      name: 'that is PENDING is not in the history yet',
      more: { status: 'PENDING' as const },
      counts: { pending: 1 },
    },
    { name: 'without a readable type is not checked', more: { type: undefined }, counts: { unreadable: 1 } },
    {
      name: 'without a readable amount is not checked',
      more: { amount: new Odd(null) },
      counts: { unreadable: 1 },
    },
    { name: 'with the ID and the amount of an entry is present', more: {}, counts: { present: 1 } },
    {
      name: 'with only the amount of an entry has a candidate',
      more: { id: fromServer('other') },
      counts: { unjoined: 1, candidates: 1 },
    },
    {
      name: 'with the amount of an entry a day away has a candidate',
      more: { id: fromServer('other'), create_time: at(START - 24 * HOUR) },
      counts: { unjoined: 1, candidates: 1 },
    },
    {
      name: 'with the amount of an entry of another week has none',
      more: { id: fromServer('other'), create_time: at(START - 100 * HOUR) },
      counts: { unjoined: 1, candidates: 0 },
    },
  ])('$name', ({ more, counts }) => {
    const check = checked([transaction('t-1', -500n, START, more)], [sound]);
    expect(check).toMatchObject({
      present: 0,
      pending: 0,
      unjoined: 0,
      unreadable: 0,
      findings: [],
      ...counts,
    });
  });
});

const spent = (amount: string, hoursAgo: number, more: Partial<CardTransaction> = {}): CardTransaction => ({
  ...{
    transaction_id: fromServer('x'),
    card_id: fromServer('c'),
    lifecycle_id: undefined,
    status: 'APPROVED',
  },
  ...{
    transaction_type: fromServer('PURCHASE'),
    transaction_amount: undefined,
    transaction_currency: undefined,
  },
  ...{
    billing_amount: amount as Decimal,
    billing_currency: fromServer('GBP'),
    transaction_date: at(START - hoursAgo * HOUR),
  },
  ...{
    posted_date: undefined,
    auth_code: undefined,
    retrieval_ref: undefined,
    network_transaction_id: undefined,
  },
  ...{ acquiring_institution_identifier: undefined, card_nickname: undefined, masked_card_number: undefined },
  ...{ client_data: undefined, digital_wallet_token_id: undefined, failure_reason: undefined },
  ...{ matched_authorizations: undefined, merchant: undefined, risk_details: undefined },
  ...more,
});

const REFUND = { transaction_type: fromServer('REFUND') };

type Interval = 'PER_TRANSACTION' | 'DAILY' | 'MONTHLY' | 'ALL_TIME';

const limitsOf = (interval: Interval, amount: string, remaining: string): CardLimits => ({
  currency: fromServer('GBP'),
  limits: [{ interval, amount: amount as Decimal, remaining: remaining as Decimal }],
  cash_withdrawal_limits: [],
});

const checkedCard = (before: CardLimits, transactions: readonly CardTransaction[], after = before) =>
  checkCard({
    id: 'c',
    now: START,
    before,
    after,
    transactions: new Map(transactions.map(one => [one, null])),
  }).limits[0];

describe('a limit', () => {
  it.each<{
    name: string;
    of: [Interval, string, string];
    transactions: readonly CardTransaction[];
    result: LimitResult;
  }>([
    { name: 'of which nothing is used', of: ['DAILY', '100', '100.00'], transactions: [], result: 'unused' },
    {
      name: 'used by a transaction of today',
      of: ['DAILY', '100', '60'],
      transactions: [spent('40', 2)],
      result: 'spent',
    },
    {
      name: 'used by a transaction of a day that has 25 hours',
      of: ['DAILY', '100', '60'],
      transactions: [spent('40', 24.9)],
      result: 'spent',
    },
    {
      name: 'with a transaction whose status can’t be read',
      of: ['DAILY', '100', '60'],
      transactions: [spent('40', 2, { status: undefined })],
      result: 'undocumented',
    },
    {
      name: 'used by more than the transactions of a day',
      of: ['DAILY', '100', '60'],
      transactions: [spent('10', 2), spent('30', 40)],
      result: 'undocumented',
    },
    {
      name: 'used by transactions of the month',
      of: ['MONTHLY', '100', '60'],
      transactions: [spent('10', 2), spent('30', 700)],
      result: 'spent',
    },
    {
      name: 'with a declined transaction, which counts for nothing',
      of: ['DAILY', '100', '60'],
      transactions: [spent('40', 2, { status: 'DECLINED' })],
      result: 'undocumented',
    },
    {
      name: 'with a transaction in another currency',
      of: ['DAILY', '100', '60'],
      transactions: [spent('40', 2, { billing_currency: fromServer('USD') })],
      result: 'undocumented',
    },
    {
      name: 'of one transaction, partly used',
      of: ['PER_TRANSACTION', '100', '60'],
      transactions: [],
      result: 'undocumented',
    },
    {
      name: 'of which more remains',
      of: ['DAILY', '100', '140'],
      transactions: [spent('40', 2)],
      result: 'above',
    },
    {
      name: 'of which more remains, after refunds',
      of: ['DAILY', '100', '140'],
      transactions: [spent('40', 2, REFUND)],
      result: 'refunded',
    },
    {
      name: 'of which more remains than refunds explain',
      of: ['DAILY', '100', '140.01'],
      transactions: [spent('40', 2, REFUND)],
      result: 'above',
    },
  ])('$name: $result', ({ of, transactions, result }) => {
    expect(checkedCard(limitsOf(...of), transactions)?.result).toBe(result);
  });

  it('that is used during the reading is not checked', () => {
    const [before, after] = [limitsOf('DAILY', '100', '60'), limitsOf('DAILY', '100', '50')];
    expect(checkedCard(before, [spent('40', 2)], after)).toMatchObject({
      result: 'changed',
      verdict: 'NOT CHECKED',
    });
  });

  it('that the service lists twice, or that can’t be read, is not checked', () => {
    const one = limitsOf('DAILY', '100', '60');
    const twice = { ...one, limits: Array.isArray(one.limits) ? [...one.limits, ...one.limits] : [] };
    expect(checkedCard(twice, [])?.result).toBe('several');
    expect(checkedCard({ ...one, limits: undefined }, [])?.result).toBe('unreadable');
    expect(checkedCard({ ...one, limits: [new Odd(null)] }, [])?.result).toBe('unreadable');
  });

  it('of cash is only compared with what remains', () => {
    const { limits, ...rest } = limitsOf('DAILY', '100', '60');
    const cash = checkedCard({ ...rest, limits: [], cash_withdrawal_limits: limits }, [spent('40', 2)]);
    expect(cash).toMatchObject({ isCash: true, result: 'undocumented' });
    expect(cash && limitText(cash)).toMatch(/^Cash: Daily: 60 GBP of 100 GBP remain\. Used: 40 GBP\./);
  });
});

/** The service counts the approved purchases of a period that it does not tell, minus refunds or not. */
function spending(luck: Dice, fault: boolean) {
  const transactions = Array.from({ length: luck.whole(0, 60) }, () => {
    const kind = luck.next() < 0.2 ? REFUND : {};
    return spent(fromUnits(BigInt(luck.whole(1, 100_000)), 2), luck.whole(0, 24 * 31), {
      ...kind,
      ...(luck.next() < 0.2 && { status: 'DECLINED' as const }),
    });
  });
  const since = START - luck.whole(0, 24) * HOUR;
  const countsRefunds = luck.next() < 0.5;
  const used = transactions.reduce(
    (sum, { status, transaction_type: type, billing_amount: amount, transaction_date: date }) => {
      const isRefund = type === REFUND.transaction_type;
      const time = (date as { epochMs: number }).epochMs;
      if (status !== 'APPROVED' || time < since || (isRefund && !countsRefunds)) return sum;
      const units = BigInt(String(amount).replace('.', ''));
      return isRefund ? sum - units : sum + units;
    },
    0n,
  );
  const limit = 10_000_000n;
  const refunds = 31n * 60n * 100_000n;
  const remaining = fault ? limit + refunds : limit - used;
  return { limits: limitsOf('DAILY', fromUnits(limit, 2), fromUnits(remaining, 2)), transactions };
}

it('of seeded spending follows or is expected, and with more than its amount it does not follow', () => {
  for (let seed = 0; seed < repeated(200, 1000); seed++) {
    const isWrong = seed % 2 === 1;
    const { limits, transactions } = spending(dice(seed, 'card'), isWrong);
    const verdict = checkedCard(limits, transactions)?.verdict;
    expect({ seed, verdict }).toEqual({
      seed,
      verdict: isWrong ? 'DOES NOT FOLLOW' : expect.stringMatching(/^(FOLLOWS|EXPECTED)$/),
    });
  }
});
