// Faults during a call: the outcome, the exit code, the journal, and no request without a confirmation.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { customer } from '../sim/http.ts';
import { inputFor } from '../sim/samples.ts';
import { breaks, calls, desk, openCalls, sentFor, setsOf } from './caller.ts';

beforeEach(() => openCalls());

const effects = () => desk.sim.world.ledger.effects;

async function payout(): Promise<readonly string[]> {
  const input = await inputFor(desk, 'payout.create', 0);
  return ['payout.create', ...setsOf(input ?? {}), '--confirm', '10.10'];
}

describe('after an answer that proves nothing,', () => {
  it.each(['reset=after [A10a–b]', 'status=500 executed [E16]', 'truncate [A13b]', 'html [A20b]'])(
    'the write is UNKNOWN, the exit code is 75 and no second request follows: %s',
    async numbered => {
      await breaks(`payout.create ${numbered.replace(/ \[.*/, '')}`);
      const { code, out, err } = await calls.call(...(await payout()));
      expect([code, out]).toEqual([75, '']);
      const [row] = calls.rows();
      expect(err).toContain(`UNKNOWN: New payout, request ID ${row?.intent.requestId}`);
      expect(err).toContain('the money may have moved, or not');
      expect(err).toContain('the outcome is UNKNOWN, request ID');
      expect(row?.state).toBe('UNKNOWN');
      expect(sentFor('payout.create')).toHaveLength(1);
    },
  );

  it('a duplicate is refused with the request ID of the first write, and sent only if a person names that ID [E21a–b]', async () => {
    await breaks('payout.create reset=after count=1');
    const order = await payout();
    await calls.call(...order);
    const [first] = calls.rows();
    const id = first?.intent.requestId ?? '';
    const again = await calls.call(...order);
    expect(again.code).toBe(1);
    expect(again.err).toContain(`unresolved: New payout, request ID ${id}`);
    expect(again.err).toContain(`--besides ${id}`);
    expect(sentFor('payout.create')).toHaveLength(1);
    const second = await calls.call(...order, '--besides', id);
    expect(second.code).toBe(0);
    const [newest] = calls.rows();
    expect(newest).toMatchObject({ state: 'DONE', duplicateOf: id });
    expect(newest?.intent.requestId).not.toBe(id);
  });
});

describe('an answer about somebody else', () => {
  it('bars the write that it would be about', async () => {
    await breaks('rfi.get set=account_id:"acct_other"');
    const answer = await inputFor(desk, 'rfi.respond', 0);
    const { code, err } = await calls.call('rfi.respond', ...setsOf(answer ?? {}));
    expect([code, sentFor('rfi.respond')]).toEqual([1, []]);
    expect(err).toContain('The service answered about another customer (acct_other), not ');
  });

  it('is printed, with a sentence and exit code 3, for one page and for all', async () => {
    await breaks('rfi.get set=account_id:"acct_other"');
    const rfi = await calls.call('rfi.get');
    expect([rfi.code, rfi.out.includes('acct_other')]).toEqual([3, true]);
    expect(rfi.err).toContain('purser: The service answered about another customer (acct_other), not ');
    await breaks('card.transactions set=data.items[1].card_id:"card_other"');
    const card = await inputFor(desk, 'card.transactions', 0);
    for (const flags of [[], ['--all']]) {
      const { code, out, err } = await calls.call('card.transactions', ...setsOf(card ?? {}), ...flags);
      expect([code, out.includes('card_other')]).toEqual([3, true]);
      expect(err).toContain('The service answered about another card (card_other), not ');
    }
  });
});

describe('in purser call,', () => {
  it('a wrong token sends nothing [E11]', async () => {
    const order = (await payout()).with(-1, '10.11');
    const { code, err } = await calls.call(...order);
    expect([code, effects().length, calls.rows().length]).toEqual([2, 0, 0]);
    expect(err).toContain('--confirm does not match the amount');
  });

  it.each([
    { what: 'PURSER_READ_ONLY', env: { PURSER_READ_ONLY: 'true' }, flags: [] },
    { what: '--read-only', env: {}, flags: ['--read-only'] },
  ])(
    'every write is barred by $what, even GET activate and GET termsConditions [E22]',
    async ({ env, flags }) => {
      const before = desk.sim.wire.length;
      for (const order of [['user.activate'], ['user.terms'], await payout()]) {
        const { code, err } = await calls.run('call', [...order, ...flags], { env });
        expect(code).toBe(2);
        expect(err).toContain('NOT SENT: This console only reads');
      }
      expect(desk.sim.wire).toHaveLength(before);
    },
  );

  it('nothing is sent if the journal is damaged, and the file does not change [E8a–b]', async () => {
    const file = join(calls.folder, 'journal.db');
    writeFileSync(file, 'no journal');
    const { code, err } = await calls.call(...(await payout()));
    expect(code).toBe(2);
    expect(err).toContain("NOT SENT: Purser can't write to the service");
    expect(readFileSync(file, 'utf8')).toBe('no journal');
    expect(sentFor('payout.create')).toHaveLength(0);
  });

  it('the cancellation of a direct debit is barred unless it is PENDING, in GBP and in the United Kingdom', async () => {
    const input = await inputFor(desk, 'directDebit.cancel', 0);
    const order = ['directDebit.cancel', ...setsOf(input ?? {})];
    const faults = [
      [
        'directDebit.get set=status:"SETTLED"',
        'The status is SETTLED. Only a PENDING direct debit can be cancelled.',
      ],
      ['directDebit.get set=currency:"EUR"', 'The currency is EUR. Only GBP direct debits can be cancelled.'],
      ['globalAccount.get set=country_code:"FR"', 'is in FR. Only direct debits in the United Kingdom'],
      ['directDebit.get set=transaction_id:"another"', 'a different direct debit'],
    ] as const;
    for (const [fault, says] of faults) {
      await desk.control('/faults', [], 'DELETE');
      await breaks(fault);
      const { code, err } = await calls.call(...order);
      expect([code, err]).toEqual([1, expect.stringContaining('NOT SENT: ')]);
      expect(err).toContain(says);
    }
    expect(sentFor('directDebit.cancel')).toHaveLength(0);
  });

  it('the write stops if the service shows a change just before sending [D14a–b]', async () => {
    // The first read is for the question, and the second comes just before sending.
    await breaks('beneficiary.get set=data.account_number:"****9999" after=1');
    const { code, err } = await calls.call(...(await payout()));
    expect(code).toBe(1);
    expect(err).toMatch(/NOT SENT: Account: was .*, now \*\*\*\*9999\./);
    expect(effects()).toHaveLength(0);
  });

  it('a conversion of an expired quote is barred', async () => {
    await breaks('quote.get set=data.expiryTime:"2026-11-20T09:00:00+0000"');
    const input = await inputFor(desk, 'conversion.create', 0);
    const { code, err } = await calls.call('conversion.create', ...setsOf(input ?? {}), '--confirm', '1');
    expect([code, err]).toEqual([1, expect.stringContaining('NOT SENT: Too late to convert this quote')]);
    expect(effects()).toHaveLength(0);
  });

  it('a conversion of a quote with other terms is barred [D12a–b]', async () => {
    const input = (await inputFor(desk, 'conversion.create', 0)) as { body: Record<string, unknown> };
    const changed = { body: { ...input.body, source_amount: '1.00' } };
    const { code, err } = await calls.call('conversion.create', ...setsOf(changed), '--confirm', '1.00');
    expect(code).toBe(1);
    expect(err).toMatch(/NOT SENT: The sell amount is [\d,.]+ in the quote; you gave 1\.00\./);
    expect(effects()).toHaveLength(0);
  });
});

describe('in the input and the output of purser call,', () => {
  it('an amount keeps its digits in both directions [C12a]', async () => {
    await breaks('account.balances set=data[0].available_balance:9007199254740993.010');
    const { out } = await calls.call('account.balances');
    expect(out).toContain('"available_balance": 9007199254740993.010');
    const [order] = [await inputFor(desk, 'payout.create', 0)] as [{ body: Record<string, unknown> }];
    const { amount: _, ...body } = order.body;
    const file = join(calls.folder, 'payout.json');
    writeFileSync(file, `{ "amount": 1.10, ${JSON.stringify(body).slice(1)}`);
    const { code } = await calls.call('payout.create', '--body', file, '--confirm', '1.1');
    expect(code).toBe(0);
    expect(sentFor('payout.create')[0]?.body).toContain('"amount":1.10');
  });

  it('a body with a repeated member is refused', async () => {
    const file = join(calls.folder, 'twice.json');
    writeFileSync(file, '{"id":"1","id":"2"}');
    const { code, err } = await calls.call('payout.cancel', '--body', file);
    expect([code, err]).toEqual([2, expect.stringContaining('has id twice')]);
  });

  it('no output has hostile text in its raw form', async () => {
    const i = 7;
    for (const id of ['user.get', 'beneficiary.list', 'account.transactions'] as const) {
      const input = await inputFor(desk, id, i);
      const { out, err } = await calls.run('call', [id, ...setsOf(input ?? {})], { customer: i });
      expect(out.length).toBeGreaterThan(10);
      expect(`${out}${err}`).not.toMatch(/[^\P{C}\n]/u);
    }
    await breaks('account.list status=400 message=\u001b[2J\u202egone');
    const { err } = await calls.call('account.list');
    expect(err).toContain('[2J');
    expect(err).not.toMatch(/[^\P{C}\n]/u);
  });

  it('a card number in a text is masked, but not a number that only looks like one [C26a]', async () => {
    await breaks(
      'account.transactions set=data[0].description:"4111-1111-1111-1111"',
      'account.transactions set=data[0].amount:4111111111111111',
    );
    const input = await inputFor(desk, 'account.transactions', 0);
    const { out } = await calls.call('account.transactions', ...setsOf(input ?? {}));
    expect(out).toContain('••••-••••-••••-1111');
    expect(out).toContain('"amount": 4111111111111111');
  });

  it('no output and no journal has a key or a token [O3]', async () => {
    const { apiKey } = desk.sim.credentials;
    await breaks(`account.list status=500 message=${apiKey}`);
    const outputs = [
      await calls.call('account.list'),
      await calls.call('account.balances'),
      await calls.call(...(await payout())),
      await calls.run('journal', ['list', '--json']),
    ];
    const tokens = desk.sim.wire.flatMap(({ headers }) => headers['authorization'] ?? []);
    expect(tokens.length).toBeGreaterThan(0);
    for (const { out, err } of outputs)
      for (const secret of [apiKey, ...tokens.map(token => token.replace('Bearer ', ''))])
        expect(`${out}${err}`).not.toContain(secret);
  });

  it('a list is printed page by page, one record per line', async () => {
    const { code, out, err } = await calls.call('beneficiary.list', '--all');
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines).toHaveLength(240);
    expect(new Set(lines.map(line => JSON.parse(line).id)).size).toBe(240);
    expect(err).toBe('');
    await breaks('beneficiary.list repeat-page');
    const round = await calls.call('beneficiary.list', '--all');
    expect([round.code, round.err]).toEqual([3, expect.stringContaining('there may be more')]);
  });

  it('a refused sign-in is a failure, and Purser does not try again [B4a–b]', async () => {
    const before = sentFor('login').length;
    await breaks('login status=401');
    const { code, err } = await calls.call('account.list');
    expect(code).toBe(1);
    expect(err).toContain('HTTP 401');
    expect(sentFor('login')).toHaveLength(before + 1);
    expect(err).not.toContain(desk.sim.credentials.apiKey);
  });
});

describe('after a signal during a write, purser call', () => {
  it('waits for the answer, records UNKNOWN, and exits with 75 and the request ID [E13b–d]', async () => {
    await breaks('payout.create hang');
    const { code, err } = await calls.run('call', await payout(), {
      async meanwhile(process) {
        await vi.waitFor(() => expect(sentFor('payout.create')).toHaveLength(1), 20_000);
        process.emit('SIGINT', 'SIGINT');
      },
    });
    const [row] = calls.rows();
    expect(code).toBe(75);
    expect(row?.state).toBe('UNKNOWN');
    expect(err).toContain(`the outcome is UNKNOWN, request ID ${row?.intent.requestId}`);
  });

  it('shows and records an answer that arrives before the end [E13a]', async () => {
    await breaks('payout.create delay=700');
    const { code, err } = await calls.run('call', await payout(), {
      async meanwhile(process) {
        await vi.waitFor(() => expect(sentFor('payout.create')).toHaveLength(1), 20_000);
        process.emit('SIGTERM', 'SIGTERM');
      },
    });
    expect([code, calls.rows()[0]?.state]).toEqual([143, 'DONE']);
    expect(err).toContain('DONE: New payout');
  });
});

describe('a call with wrong or missing input', () => {
  it.each([
    [['account.lst'], 'Did you mean account.list?'],
    [['payout'], 'Did you mean one of payout.create, payout.cancel?'],
    [[], 'needs the ID of an operation'],
    [['account.list', '--set', 'curency=GBP'], 'Did you mean currency?'],
    [['account.list', '--set', 'currency=gbp'], 'three to six capital letters'],
    [['account.list', '--set', 'currency=GBP', '--set', 'query.currency=USD'], 'given twice'],
    [['account.list', '--body', '/nowhere.json'], "can't be read"],
    [['account.list', '--all'], '--all works only with a list that has pages'],
    [['card.list', '--all', '--set', 'offset=5'], 'Remove the parameter offset'],
    [['account.list', '--confirm', '1'], '--confirm works only with a write'],
    [['account.list', '--colour'], 'has no flag --colour'],
    [['account.transactions', '--set', 'page=x'], 'page must be a whole number'],
    [['card.issue', '--set', 'request_id=1'], 'Purser fills in request_id'],
    [['card.issue', '--set', 'is_personalized=yes'], 'must be true or false'],
    [['card.update', '--set', 'transaction_limits[1].value=5'], 'from [0]'],
    [['account.list', '--set', 'api_key=canary-7'], 'Purser never takes secrets'],
    [
      ['quote.create', '--set', 'source_amount=1.005', '--set', 'source_currencycode=GBP'],
      'GBP has 2 decimal places',
    ],
  ])('%j gets the reason and exits with 2 before the first request', async (rest, says) => {
    const before = desk.sim.wire.length;
    const { code, err, out } = await calls.call(...rest);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err).not.toContain('canary');
    expect(desk.sim.wire).toHaveLength(before);
  });

  it('does not ask for a key if nobody can answer', async () => {
    const env = { PURSER_API_KEY: undefined };
    const { code, err } = await calls.run('call', ['account.list'], { env });
    expect([code, err]).toEqual([2, expect.stringContaining('Signing in needs the API key.')]);
  });

  it('names the missing customer, and never guesses a customer', async () => {
    const env = { PURSER_USER_ID: undefined, PURSER_ON_BEHALF_OF: undefined };
    const nobody = await calls.run('call', ['account.list'], { env });
    expect([nobody.code, nobody.err]).toEqual([2, expect.stringContaining('--user ID')]);
    const { userId } = customer(desk.sim, 1);
    const named = await calls.run('call', ['account.list', '--user', userId], { env });
    expect(named.code).toBe(0);
    expect(desk.sim.wire.at(-1)?.headers['x-user-id']).toEqual([userId]);
  });
});
