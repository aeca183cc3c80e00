// Mandates: their accounts, the list, and the effect of a cancellation on later direct debits.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../src/api/contract/operations.ts';
import { customer } from './http.ts';
import { mandateIn } from './inputs.ts';
import { data, desk, effects, type Fields, later, must, openTeller } from './teller.ts';

beforeEach(openTeller);

const own = () => must(desk.sim.world.customers[0]);
const accountIn = (currency: string): string =>
  must(own().accounts.find(({ global }) => global?.currency === currency)).record.id;
const page = async (query: Input<'mandate.list'>['query'] = {}, global_account_id = accountIn('GBP')) => {
  const body = await data('mandate.list', { params: { global_account_id }, query });
  return body as unknown as { has_more: boolean; items: readonly Fields[] };
};

describe('mandates', () => {
  it('have the IDs that the account’s direct debits name', async () => {
    const all = (await page({ page_size: 100 })).items;
    const ids = new Set(all.map(mandate => mandate['id']));
    const debits = await data('directDebit.list', { query: { page_size: 100 } });
    const british = (debits as unknown as { items: readonly Fields[] }).items.filter(
      debit => debit['currency'] === 'GBP',
    );
    expect(british.length).toBeGreaterThan(5);
    for (const debit of british) expect(ids).toContain(debit['mandate_id']);
    for (const mandate of all)
      expect(mandate).toMatchObject({ currency: 'GBP', payment_scheme: 'Bacs', status: 'ACTIVE' });
    const [first] = all;
    const params = { global_account_id: accountIn('GBP'), mandate_id: String(first?.['id']) };
    expect(await data('mandate.get', { params })).toEqual(first);
  });

  it('are listed page by page, by status and day of creation', async () => {
    const [first, all] = [await page(), await page({ page_size: 100 })];
    expect([first.has_more, first.items.length, all.has_more, all.items.length]).toEqual([
      true,
      20,
      false,
      24,
    ]);
    expect((await page({ page_num: 2 })).items).toEqual(all.items.slice(20));
    expect((await page({ status: 'ACTIVE', page_size: 100 })).items).toEqual(all.items);
    expect((await page({ status: 'CANCELLED' })).items).toEqual([]);
    const to = String(all.items[5]?.['created_at']).slice(0, 10);
    expect((await page({ to_created_date: to, page_size: 100 })).items).toEqual(all.items.slice(5));
    expect((await page({ from_created_date: to, page_size: 100 })).items).toEqual(all.items.slice(0, 6));
    const params = { global_account_id: accountIn('GBP') };
    for (const query of [{ page_num: 0 }, { from_created_date: '2026-02-01', to_created_date: '2026-01-01' }])
      expect((await desk.ask('mandate.list', { params, query })).status).toBe(400);
  });

  it('exist only in the United Kingdom, and are not found for another account', async () => {
    expect(await page({}, accountIn('EUR'))).toEqual({ has_more: false, items: [] });
    const { params } = must(mandateIn(own()));
    const { global_account_id } = params;
    const asked = [
      await desk.ask('mandate.list', { params: { global_account_id } }, customer(desk.sim, 1)),
      await desk.ask('mandate.get', { params }, customer(desk.sim, 1)),
      await desk.ask('mandate.cancel', { params }, customer(desk.sim, 1)),
      await desk.ask('mandate.get', { params: { ...params, mandate_id: 'nobody' } }),
    ];
    for (const got of asked)
      expect([got.status, JSON.parse(got.text).code]).toEqual([404, 'resource_not_found']);
    expect(effects()).toHaveLength(0);
  });

  it('are cancelled once: earlier direct debits stay, and the next one is rejected', async () => {
    const { params } = must(mandateIn(own()));
    const debits = async () =>
      (
        (await data('directDebit.list', {
          query: { page_size: 500, from_created_date: '2020-01-01' },
        })) as unknown as {
          items: readonly Fields[];
        }
      ).items;
    const before = await debits();
    const got = await desk.ask('mandate.cancel', { params });
    expect([got.status, got.text]).toEqual([200, 'true']);
    const again = await desk.ask('mandate.cancel', { params });
    expect([again.status, JSON.parse(again.text).code]).toEqual([400, 'invalid_operation']);
    expect(effects()).toMatchObject([{ operation: 'mandate.cancel', thing: params.mandate_id }]);
    expect(await data('mandate.get', { params })).toMatchObject({ status: 'CANCELLED' });
    expect((await page({ status: 'CANCELLED' })).items).toHaveLength(1);
    expect(await debits()).toEqual(before);

    await later(60 * 60_000);
    const [rejected, ...rest] = await debits();
    expect(rejected).toMatchObject({ mandate_id: params.mandate_id, status: 'REJECTED' });
    expect(rest.map(debit => debit['transaction_id'])).toEqual(before.map(debit => debit['transaction_id']));
    const transaction = { transaction_id: String(rejected?.['transaction_id']) };
    expect(await data('directDebit.get', { params: transaction })).toEqual(rejected);
    expect((await desk.ask('directDebit.cancel', { params: transaction })).status).toBe(400);
  });
});
