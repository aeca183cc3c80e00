// Changes of cards, the issue of a card, card transactions and card details.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../src/api/contract/operations.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { maskCardNumbers } from '../../src/lib/redact.ts';
import type { SimulatedCard } from '../../src/sim/world/sim-cards.ts';
import { customer, send } from './http.ts';
import { cardholderInput, cardIn, issueInput } from './inputs.ts';
import { data, desk, digits, effects, type Fields, message, must, openTeller } from './teller.ts';

beforeEach(openTeller);

const own = () => must(desk.sim.world.customers[0]);
const card = (status: SimulatedCard['status']): SimulatedCard => must(cardIn(own(), status));
const listed = async (query: Input<'card.list'>['query'] = {}) =>
  (await data('card.list', { query })) as readonly Fields[];
const stateOf = async ({ id }: SimulatedCard) =>
  (await listed({ limit: 100 })).find(row => row['cardHashId'] === id)?.['cardStatus'];

describe('the list of cards', () => {
  it('is paged by offset and limit, has no total, and ends with an empty list', async () => {
    const first = await listed();
    const all = await listed({ limit: 100 });
    expect([first.length, all.length]).toEqual([20, 45]);
    expect(await listed({ offset: 15, limit: 7 })).toEqual(all.slice(15, 22));
    expect(await listed({ offset: 45 })).toEqual([]);
    expect(new Set(all.map(row => row['cardHashId'])).size).toBe(45);
    expect(all.map(row => String(row['createdAt']))).toEqual(
      all
        .map(row => String(row['createdAt']))
        .toSorted()
        .reverse(),
    );
    for (const row of all) expect(row['createdAt']).toMatch(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
  });

  it('has cards of both types in every state, and filters by type and state', async () => {
    const all = await listed({ limit: 100 });
    const count = (name: string, value: string) => all.filter(row => row[name] === value).length;
    expect(count('cardStatus', 'CLOSED')).toBe(1);
    for (const status of ['ACTIVE', 'INACTIVE'] as const)
      expect((await listed({ status, limit: 100 })).length).toBe(count('cardStatus', status));
    for (const card_type of ['PHY', 'VIRTUAL'] as const) {
      const some = await listed({ card_type, status: 'ACTIVE', limit: 100 });
      expect(some.length).toBeGreaterThan(0);
      for (const row of some) expect([row['cardType'], row['cardStatus']]).toEqual([card_type, 'ACTIVE']);
    }
  });

  it('shows the first six and the last four digits of a number, but all digits of one card', async () => {
    const numbers = (await listed({ limit: 100 })).map(row => String(row['maskedCardNumber']));
    expect(numbers.filter(number => /^\d{6}\*{6}\d{4}$/.test(number))).toHaveLength(44);
    const [whole] = numbers.filter(number => /^\d{16}$/.test(number));
    expect(maskCardNumbers(must(whole))).toBe(`••••••••••••${whole?.slice(-4)}`);
  });

  it('differs for each customer, and is empty for a customer without cards', async () => {
    const theirs = (await data('card.list', {}, 1)) as readonly Fields[];
    expect((await listed()).some(row => row['cardHashId'] === theirs[0]?.['cardHashId'])).toBe(false);
    expect(await data('card.list', {}, 5)).toEqual([]);
    for (const id of ['card.limits', 'card.transactions', 'card.details'] as const) {
      const got = await desk.ask(id, { query: { id: card('ACTIVE').id } }, customer(desk.sim, 1));
      expect([got.status, message(got)]).toEqual([400, expect.stringContaining('Card not found.')]);
    }
  });
});

describe('a card', () => {
  it('is activated once', async () => {
    const one = card('INACTIVE');
    const sent = desk.good('card.activate', { body: { id: one.id } });
    const got = await send(desk.sim.url, sent);
    expect(JSON.parse(got.text)).toEqual({
      code: 200,
      status: 'success',
      message: 'card activated successfully',
    });
    expect(await stateOf(one)).toBe('ACTIVE');
    expect((await send(desk.sim.url, sent)).status).toBe(400);
    expect(effects()).toMatchObject([{ operation: 'card.activate', thing: one.id }]);
  });

  it('is frozen and unfrozen, and its limits change while the spent amounts stay', async () => {
    const one = card('ACTIVE');
    const change = (body: object) => desk.ask('card.update', { body: { id: one.id, ...body } });
    const daily = async () => {
      const all = (await data('card.limits', { query: { id: one.id } })) as Fields;
      const found = (all['limits'] as readonly Fields[]).find(limit => limit['interval'] === 'DAILY');
      return [Number(digits(found?.['amount'])), Number(digits(found?.['remaining']))] as const;
    };
    const [amount, remaining] = await daily();
    const spent = amount - remaining;
    expect(spent).toBeGreaterThan(0);
    const got = await change({ card_status: 'INACTIVE' });
    expect(JSON.parse(got.text).message).toBe('card updated successfully');
    expect(await stateOf(one)).toBe('INACTIVE');
    await change({
      card_status: 'ACTIVE',
      transaction_limits: [{ type: 'DAILY', value: '9000' as Decimal }],
    });
    expect(await daily()).toEqual([9000, expect.closeTo(9000 - spent, 2)]);
    await change({ transaction_limits: [{ type: 'DAILY', value: '1' as Decimal }] });
    expect(await daily()).toEqual([1, 0]);
    expect(await stateOf(one)).toBe('ACTIVE');
    expect((await change({ currency: 'SEK' })).status).toBe(400);
  });

  it('is closed for good, and only by card.close', async () => {
    const one = card('ACTIVE');
    const sent = desk.good('card.close', { body: { id: one.id, card_status: 'CLOSED' } });
    const mixed = sent.body?.replace('}', ',"currency":"GBP"}') ?? '';
    expect((await send(desk.sim.url, { ...sent, body: mixed })).status).toBe(400);
    expect(await stateOf(one)).toBe('ACTIVE');
    expect((await send(desk.sim.url, sent)).status).toBe(200);
    expect(await stateOf(one)).toBe('CLOSED');
    expect(desk.sim.wire.filter(({ operation }) => operation === 'card.close')).toHaveLength(2);
    expect(effects()).toMatchObject([{ operation: 'card.close', thing: one.id }]);
    for (const refused of [
      await send(desk.sim.url, sent),
      await desk.ask('card.activate', { body: { id: one.id } }),
      await desk.ask('card.update', { body: { id: one.id, card_status: 'ACTIVE' } }),
      await desk.ask('card.details', { query: { id: one.id } }),
    ])
      expect([refused.status, message(refused)]).toEqual([
        400,
        expect.stringContaining('The card is closed.'),
      ]);
    expect(effects()).toHaveLength(1);
  });

  it('shows its whole number only in its details', async () => {
    const one = card('ACTIVE');
    const details = (await data('card.details', { query: { id: one.id } })) as Fields;
    expect(details['cardNumber']).toBe(one.number);
    expect(maskCardNumbers(one.number)).toBe(`••••••••••••${one.number.slice(-4)}`);
    expect([details['cvv'], details['expiry']]).toEqual([
      expect.stringMatching(/^\d{3}$/),
      expect.stringMatching(/^\d\d\/\d\d$/),
    ]);
    for (const got of [
      await desk.ask('card.list', { query: { limit: 100 } }),
      await desk.ask('card.limits', { query: { id: one.id } }),
      await desk.ask('card.transactions', { query: { id: one.id, limit: 100 } }),
    ])
      expect(got.text).not.toContain(one.number);
  });

  it('has limits only in its own currency', async () => {
    const one = card('ACTIVE');
    const ask = (currency: string) => desk.ask('card.limits', { query: { id: one.id, currency } });
    expect((await ask(one.currency)).status).toBe(200);
    expect((await ask('SEK')).status).toBe(400);
    const spentUp = await data('card.limits', { query: { id: must(own().cards.all[2]).id } });
    const [, limit] = (spentUp as { limits: readonly Fields[] }).limits;
    expect(Number(digits(limit?.['remaining']))).toBe(0);
  });
});

describe('the transactions of a card', () => {
  const asked = async (query: Partial<Required<Input<'card.transactions'>>['query']> = {}) =>
    (await data('card.transactions', { query: { id: card('ACTIVE').id, ...query } })) as unknown as {
      has_more: boolean;
      items: readonly Fields[];
    };

  it('are paged by offset and limit, and say whether more follow', async () => {
    const [first, all] = [await asked(), await asked({ limit: 500 })];
    expect([first.has_more, first.items.length, all.has_more, all.items.length]).toEqual([
      true,
      20,
      false,
      240,
    ]);
    expect((await asked({ offset: 230, limit: 10 })).has_more).toBe(false);
    expect((await asked({ offset: 229, limit: 10 })).has_more).toBe(true);
    expect((await asked({ offset: 40, limit: 3 })).items).toEqual(all.items.slice(40, 43));
  });

  it('are approved, declined with a reason, or refunded, and filter by status and day', async () => {
    const all = (await asked({ limit: 500 })).items;
    const declined = (await asked({ limit: 500, status: 'DECLINED' })).items;
    expect(declined).toEqual(all.filter(row => row['status'] === 'DECLINED'));
    expect(new Set(declined.map(row => row['failure_reason']))).toEqual(
      new Set(['INSUFFICIENT_FUNDS', 'SUSPECTED_FRAUD']),
    );
    const blocked = declined.filter(
      row => (row['risk_details'] as Fields)['risk_actions_performed']?.toString() === 'TRANSACTION_BLOCKED',
    );
    expect(blocked.length).toBeGreaterThan(0);
    expect(all.some(row => row['transaction_type'] === 'REFUND')).toBe(true);
    const foreign = all.filter(row => row['transaction_currency'] !== row['billing_currency']);
    expect(foreign.length).toBeGreaterThan(10);
    const [start_date, end_date] = ['2026-11-01', '2026-11-03'];
    const days = (await asked({ start_date, end_date, limit: 500 })).items;
    expect(days.length).toBeGreaterThan(0);
    for (const row of days) expect(String(row['transaction_date'])).toMatch(/^2026-11-0[123]T/);
    const backwards = { id: card('ACTIVE').id, start_date: end_date, end_date: start_date };
    expect((await desk.ask('card.transactions', { query: backwards })).status).toBe(400);
    expect((await asked({ status: 'REVERSED' })).items).toEqual([]);
  });
});

describe('a new card', () => {
  it('is made once per request_id, and refused if the ID was used for another card', async () => {
    const sent = desk.good('card.issue', must(issueInput(own())));
    const [first, again] = [await send(desk.sim.url, sent), await send(desk.sim.url, sent)];
    expect(again.text).toBe(first.text);
    const { id } = JSON.parse(first.text).data as { id: string };
    const other = await send(desk.sim.url, {
      ...sent,
      body: sent.body?.replace('"amount":250', '"amount":251') ?? '',
    });
    expect([other.status, effects().length]).toEqual([422, 1]);
    const [newest, ...rest] = await listed({ limit: 100 });
    expect([newest, rest.length]).toEqual([
      expect.objectContaining({ cardHashId: id, cardStatus: 'ACTIVE', cardType: 'VIRTUAL' }),
      45,
    ]);
    const limits = (await data('card.limits', { query: { id } })) as Fields;
    expect(limits['limits']).toMatchObject([{ interval: 'PER_TRANSACTION' }]);
    expect(((await data('card.transactions', { query: { id } })) as Fields)['items']).toEqual([]);
  });

  it('has the holder’s current name or the business’s, and waits for activation if it is physical', async () => {
    const made = (await data('cardholder.create', cardholderInput())) as Fields;
    const id = String(made['id']);
    await data('cardholder.update', {
      body: { id, individual: { name: { first_name: 'Zoë', last_name: 'Lindqvist' } } },
    });
    const { body } = must(issueInput(own()));
    const issue = { ...body, card_holder_id: id };
    await data('card.issue', { body: issue });
    await data('card.issue', {
      body: {
        ...issue,
        card_type: 'GPR_PHY',
        issuance_mode: 'NORMAL_DELIVERY_LOCAL',
        is_personalized: false,
      },
    });
    const [plastic, virtual] = await listed({ limit: 2 });
    expect(virtual).toMatchObject({ nameOnCard: 'Zoë Lindqvist', cardholderId: id });
    expect(plastic).toMatchObject({ nameOnCard: own().name, cardType: 'PHY', cardStatus: 'INACTIVE' });
    expect(effects().map(({ operation }) => operation)).toEqual([
      'cardholder.create',
      'cardholder.update',
      'card.issue',
      'card.issue',
    ]);
  });

  it('is refused without a holder, personalized for a delegate, with contradicting fields, or in a currency without a balance', async () => {
    const { body } = must(issueInput(own()));
    const delegate = must(own().cardholders.all.find(({ type }) => type === 'DELEGATE'));
    const { transaction_limits: limits, ...controls } = body.authorization_controls;
    for (const change of [
      { card_holder_id: 'nobody' },
      { card_holder_id: delegate.id },
      { issuance_mode: 'PHYSICAL' },
      { authorization_controls: { ...controls, transaction_limits: { ...limits, currency: 'SEK' } } },
    ]) {
      const got = await desk.ask('card.issue', { body: { ...body, ...change } as never });
      expect(got.status, JSON.stringify(change)).toBe(400);
    }
    expect((await desk.ask('cardholder.update', { body: { id: 'nobody', mobile_number: '1' } })).status).toBe(
      400,
    );
    expect(effects()).toHaveLength(0);
    const plain = { ...body, card_holder_id: delegate.id, is_personalized: false };
    expect((await desk.ask('card.issue', { body: plain })).status).toBe(200);
  });
});
