// Payouts change only by the clock and by requests. Only some beneficiaries can be paid.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../src/api/contract/operations.ts';
import { customer, send } from './http.ts';
import { goodSample, payoutInput } from './samples.ts';
import { data, desk, effects, held, later, message, must, newest, openTeller } from './teller.ts';

beforeEach(openTeller);

describe('a payout', () => {
  const order = () => must(payoutInput(must(desk.sim.world.customers[0])));

  it("reserves the money, goes out later, and then can't be cancelled", async () => {
    const { id } = (await data('payout.create', order())) as { id: string };
    expect(await held('GBP')).toEqual(['184193.07', '1250.00', '310.10']);
    await later(10 * 60_000);
    expect(await held('GBP')).toEqual(['184193.07', '1250.00', '300.00']);
    expect(await newest(3)).toEqual([
      'PAYOUT -10.10 → 184193.07',
      'HOLD 10.10 → 184203.17',
      'HOLD -10.10 → 184193.07',
    ]);
    const got = await desk.ask('payout.cancel', { params: { version: 'v1' }, body: { id } });
    expect([got.status, message(got)]).toEqual([400, "Payout cannot be cancelled as it's already processed"]);
  });

  it('is cancelled once by either of its IDs, and the money returns', async () => {
    await desk.control('/payout', { pending_s: 5 });
    for (const name of ['id', 'systemReferenceNumber']) {
      const made = (await data('payout.create', order())) as Record<string, string>;
      const input = { params: { version: 'v1' }, body: { [name]: made[name] } } as Input<'payout.cancel'>;
      const got = await desk.ask('payout.cancel', input);
      expect(JSON.parse(got.text)).toMatchObject({
        code: 200,
        message: 'Payout cancelled successfully',
        data: {},
      });
      expect(await held('GBP')).toEqual(['184203.17', '1250.00', '300.00']);
      expect((await desk.ask('payout.cancel', input)).status).toBe(400);
    }
    await later(60_000);
    expect(await held('GBP')).toEqual(['184203.17', '1250.00', '300.00']);
  });

  it('is not found for another customer, another version, or two IDs of different payouts', async () => {
    const [one, two] = [await data('payout.create', order()), await data('payout.create', order())] as Record<
      string,
      string
    >[];
    const body = { id: one?.['id'], systemReferenceNumber: two?.['systemReferenceNumber'] } as never;
    const other = await desk.ask(
      'payout.cancel',
      { params: { version: 'v1' }, body: { id: one?.['id'] } as never },
      customer(desk.sim, 1),
    );
    const mixed = await desk.ask('payout.cancel', { params: { version: 'v1' }, body });
    const version = await desk.ask('payout.cancel', {
      params: { version: 'v2' },
      body: { id: one?.['id'] } as never,
    });
    expect([other.status, mixed.status, version.status, effects().length]).toEqual([400, 400, 400, 2]);
  });

  it('is made once per request ID, and refused if the ID was used for another payout', async () => {
    const sent = desk.good('payout.create', order());
    const [first, again] = [await send(desk.sim.url, sent), await send(desk.sim.url, sent)];
    expect(again.text).toBe(first.text);
    const other = await send(desk.sim.url, { ...sent, body: sent.body?.replace('10.10', '10.11') ?? '' });
    expect([other.status, effects().length]).toEqual([422, 1]);
    const request = String(sent.headers['x-request-id']);
    expect(desk.sim.world.ledger.of(request)).toHaveLength(1);
    const { text } = await desk.control('/ledger', undefined, 'GET');
    expect(JSON.parse(text)).toMatchObject([{ requestId: request, operation: 'payout.create' }]);
  });

  it('is refused without a beneficiary, to an unverified beneficiary, above the balance, and with too many decimals', async () => {
    const waiting = Array.from({ length: 20 }, (_, n) =>
      desk.sim.world.customers[0]?.beneficiaries.row(n),
    ).find(row => row?.status === 'PENDING_VERIFICATION');
    for (const change of [
      { beneficiary_id: 'nobody' },
      { beneficiary_id: waiting?.id },
      { amount: '99999999.00' },
      { amount: '1.001' },
      { currency: 'SEK' },
    ]) {
      const got = await desk.ask('payout.create', { body: { ...order().body, ...change } as never });
      expect(got.status, JSON.stringify(change)).toBe(400);
    }
    expect(effects()).toHaveLength(0);
  });
});

describe('beneficiaries', () => {
  it('are paged by offset and limit, with the total of the matching rows', async () => {
    const ask = async (query: Input<'beneficiary.list'>['query'] = {}) => {
      const { text } = await desk.ask('beneficiary.list', { query });
      return JSON.parse(text) as { data: Record<string, string>[]; pagination: object };
    };
    const first = await ask();
    expect([first.data.length, first.pagination]).toEqual([20, { total_count: 240, limit: 20, offset: 0 }]);
    const next = await ask({ offset: 15, limit: 7 });
    expect(next.data.map(({ id }) => id)).toEqual(
      [...first.data.slice(15), ...next.data.slice(5)].map(({ id }) => id),
    );
    const verified = await ask({ status: 'VERIFIED', currency: 'GBP', limit: 100 });
    expect(verified.pagination).toEqual({ total_count: verified.data.length, limit: 100, offset: 0 });
    expect(verified.data.length).toBeGreaterThan(5);
    expect((await ask({ offset: 240 })).data).toEqual([]);
    const { target } = desk.good('beneficiary.list', {});
    for (const query of ['limit=101', 'limit=0', 'offset=-1']) {
      expect(
        (await send(desk.sim.url, { ...desk.good('beneficiary.list', {}), target: `${target}?${query}` }))
          .status,
      ).toBe(400);
    }
  });
});

describe('an executed fault', () => {
  it.each([
    'hang',
    'reset=before',
    'status=500',
    'html',
    'redirect=http://a.invalid/',
    'garbage',
    'reset=after',
    'truncate',
  ])('has its effect once, whatever the answer is: %s', async rule => {
    const sent = await goodSample(desk, 'payout.create');
    await desk.control('/faults', `payout.create ${rule} executed`);
    const answer = send(desk.sim.url, sent).catch(() => undefined);
    while (effects().length === 0) await new Promise(setImmediate);
    if (rule !== 'hang') await answer;
    expect(effects()).toHaveLength(1);
  });

  it.each(['hang', 'reset=before', 'status=500', 'html', 'redirect=http://a.invalid/'])(
    'has no effect with %s alone',
    async rule => {
      const sent = await goodSample(desk, 'payout.create');
      await desk.control('/faults', `payout.create ${rule}`);
      const answer = send(desk.sim.url, sent).catch(() => undefined);
      while (desk.sim.wire.at(-1)?.operation !== 'payout.create') await new Promise(setImmediate);
      if (rule !== 'hang') await answer;
      expect(effects()).toHaveLength(0);
    },
  );
});
