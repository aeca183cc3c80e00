// Direct debits: the list, the status over time, and the cancellation.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../src/api/contract/operations.ts';
import { data, desk, effects, held, later, openTeller } from './teller.ts';

beforeEach(openTeller);

describe('direct debits', () => {
  async function page(query: Input<'directDebit.list'>['query'] = {}) {
    const body = (await data('directDebit.list', { query })) as unknown as {
      has_more: boolean;
      items: Record<string, string>[];
    };
    return { more: body.has_more, ids: body.items.map(item => item['transaction_id']), items: body.items };
  }

  it('are listed page by page from page 1, for the last 30 days', async () => {
    const first = await page();
    expect([first.more, first.ids.length]).toEqual([true, 20]);
    expect((await page({ page_num: 1 })).ids).toEqual(first.ids);
    const all = await page({ page_size: 1_000 });
    expect((await page({ page_num: 2 })).ids).toEqual(all.ids.slice(20, 40));
    expect([all.more, all.ids.length < 240, new Set(all.ids).size]).toEqual([false, true, all.ids.length]);
    expect(all.items.every(item => String(item['created_at']) >= '2026-10-21')).toBe(true);
    const old = await page({ to_created_date: '2026-10-21', page_size: 1_000 });
    expect(old.items.every(item => String(item['created_at']) < '2026-10-22')).toBe(true);
    expect((await desk.ask('directDebit.list', { query: { page_num: 0 } })).status).toBe(400);
  });

  it('have every status and several currencies, and change status with the clock', async () => {
    const all = await page({ page_size: 1_000, from_created_date: '2020-01-01' });
    const seen = (name: string) => [...new Set(all.items.map(item => item[name]))].sort();
    expect(seen('status')).toEqual(['IN_REVIEW', 'NEW', 'PENDING', 'REJECTED', 'RETURNED', 'SETTLED']);
    expect(seen('currency').length).toBeGreaterThan(2);
    const open = all.items.find(item => item['status'] === 'PENDING');
    await later(46 * 3_600_000);
    expect(
      await data('directDebit.get', { params: { transaction_id: open?.['transaction_id'] ?? '' } }),
    ).toMatchObject({
      transaction_id: open?.['transaction_id'],
      status: expect.stringMatching(/^(SETTLED|RETURNED)$/),
    });
  });

  it('can be cancelled in GBP in the United Kingdom while PENDING, which leaves the balance unchanged', async () => {
    const all = await page({ page_size: 1_000 });
    const before = await held('GBP');
    for (const item of all.items.slice(0, 30)) {
      const got = await desk.ask('directDebit.cancel', {
        params: { transaction_id: item['transaction_id'] ?? '' },
      });
      const may = item['status'] === 'PENDING' && item['currency'] === 'GBP';
      expect(got.status, JSON.stringify(item)).toBe(may ? 200 : 400);
      if (may) expect(got.text).toBe('true');
      else expect(JSON.parse(got.text).code).toBe('invalid_operation');
    }
    expect(effects().length).toBeGreaterThan(1);
    expect(await held('GBP')).toEqual(before);
  });
});
