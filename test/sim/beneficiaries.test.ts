// Beneficiaries that are validated, created and changed, and accounts that are opened.
import { beforeEach, describe, expect, it } from 'vitest';
import { send } from './http.ts';
import { accountInput, american, beneficiaryInput } from './inputs.ts';
import { data, desk, effects, type Fields, later, message, must, openTeller } from './teller.ts';

beforeEach(openTeller);

const read = async (beneficiary_id: string) =>
  (await data('beneficiary.get', { query: { beneficiary_id } })) as Fields;

describe('a beneficiary', () => {
  it('is validated field by field without being created', async () => {
    const got = await desk.ask('beneficiary.validate', { body: american });
    expect(JSON.parse(got.text)).toEqual({
      code: 200,
      status: 'success',
      message: 'Validation successful',
      data: [],
    });
    for (const [change, about] of [
      [{ routing_number: undefined }, 'routing_number'],
      [{ full_name: undefined }, 'full_name'],
      [{ routing_number: '12100024' }, 'routing_number'],
      [{ account_number: '12/34' }, 'account_number'],
    ] as const) {
      const refused = await desk.ask('beneficiary.validate', { body: { ...american, ...change } });
      expect([refused.status, message(refused)]).toEqual([400, expect.stringContaining(about)]);
    }
    const { routing_number: _, ...british } = {
      ...american,
      bank_country_code: 'GB',
      account_currency: 'GBP',
    };
    expect(
      (await desk.ask('beneficiary.validate', { body: { ...british, sort_code: '001907' } })).status,
    ).toBe(200);
    expect(effects()).toHaveLength(0);
  });

  it('is created, listed first and verified later, and can be paid only then', async () => {
    const made = (await data('beneficiary.create', beneficiaryInput())) as Fields;
    expect({ ...made }).toEqual({
      id: expect.any(String),
      beneficiary_account_currency: 'USD',
      beneficiary_account_number: '000123456789',
    });
    const id = String(made['id']);
    const listed = JSON.parse((await desk.ask('beneficiary.list', { query: { limit: 2 } })).text);
    expect(listed.pagination.total_count).toBe(241);
    expect(listed.data[0]).toMatchObject({
      id,
      account_holder_name: 'Nomvula Dlamini',
      account_number: '****6789',
      currency: 'USD',
      country: 'US',
      status: 'PENDING_VERIFICATION',
      last_used_at: null,
    });
    const payout = { beneficiary_id: id, amount: '1.00', currency: 'GBP', reference: 'r' } as never;
    expect((await desk.ask('payout.create', { body: payout })).status).toBe(400);
    await later(120_000);
    expect(await read(id)).toMatchObject({
      status: 'VERIFIED',
      metadata: { routing_number: '*****0248', account_type: 'CHECKING' },
    });
    expect((await desk.ask('payout.create', { body: payout })).status).toBe(200);
  });

  it('changes only the given fields', async () => {
    const made = String(((await data('beneficiary.create', beneficiaryInput())) as Fields)['id']);
    for (const id of [made, must(desk.sim.world.customers[0]).beneficiaries.row(3).id]) {
      const before = await read(id);
      const query = { beneficiary_id: id };
      await data('beneficiary.update', { query, body: { full_name: 'Zoë Lindqvist' } });
      expect(await read(id)).toEqual({ ...before, account_holder_name: 'Zoë Lindqvist' });
      await data('beneficiary.update', { query, body: { account_number: '99998888' } });
      expect(await read(id)).toMatchObject({
        account_holder_name: 'Zoë Lindqvist',
        account_number: '****8888',
      });
      const wrong = await desk.ask('beneficiary.update', { query, body: { routing_number: '1' } });
      expect(wrong.status).toBe(400);
    }
    const nobody = { query: { beneficiary_id: 'nobody' }, body: { full_name: 'x' } };
    expect((await desk.ask('beneficiary.update', nobody)).status).toBe(400);
    expect(effects().map(({ operation }) => operation)).toEqual([
      'beneficiary.create',
      ...Array.from({ length: 4 }, () => 'beneficiary.update'),
    ]);
  });

  it('is refused if the request names two different accounts', async () => {
    const { body } = beneficiaryInput();
    const change = { account_number: '111122223333' };
    expect((await desk.ask('beneficiary.create', { body: { ...body, ...change } })).status).toBe(400);
    expect(effects()).toHaveLength(0);
  });
});

describe('a new account', () => {
  it('is INACTIVE and without a number, and is in the list at once', async () => {
    const before = (await data('account.list', {})) as readonly Fields[];
    const [made] = (await data('account.create', accountInput())) as readonly Fields[];
    expect(made).toMatchObject({
      status: 'INACTIVE',
      account_number: '-',
      label: 'Second desk · 第二',
      country_code: 'US',
      swift_code: 'FPCBUS44',
    });
    const after = (await data('account.list', {})) as readonly Fields[];
    const { swift_code: _, ...listed } = must(made);
    expect(after).toEqual([...before, listed]);
    const id = String(made?.['id']);
    expect(await data('account.transactions', { headers: { 'x-account-id': id } })).toEqual([]);
    expect(await data('globalAccount.get', { params: { global_account_id: id } })).toMatchObject({ id });
    expect(effects()).toMatchObject([{ operation: 'account.create', thing: id }]);
  });

  it('has no Global Account if it is virtual, and is refused in a currency of another country', async () => {
    const { body } = accountInput();
    const made = await data('account.create', { body: { ...body, type: 'virtual_account' } });
    const [account] = made as readonly Fields[];
    const params = { global_account_id: String(account?.['id']) };
    expect((await desk.ask('globalAccount.get', { params })).status).toBe(404);
    const sent = desk.good('account.create', { body: { ...body, country: 'GB' } });
    expect((await send(desk.sim.url, sent)).status).toBe(400);
    expect(effects()).toHaveLength(1);
  });
});
