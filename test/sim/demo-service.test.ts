// What the demo has prepared: a payout to cancel, quotes that expire soon, and a payout whose answer is lost.

import { expect, it } from 'vitest';
import { startDemoService } from '../../src/sim/demo-service.ts';
import { customer, openDesk } from './http.ts';
import { payoutInput } from './samples.ts';
import { must } from './teller.ts';

it('the payout of the welcome can be cancelled by its reference, and its money was held', async () => {
  const demo = await startDemoService();
  const desk = await openDesk({}, demo);
  const [payout] = demo.world.payouts.all;
  expect(payout).toMatchObject({ systemReference: demo.toCancel, status: 'PENDING' });
  const body = { systemReferenceNumber: demo.toCancel };
  const got = await desk.ask('payout.cancel', { params: { version: 'v1' }, body });
  expect([got.status, payout?.status]).toEqual([200, 'CANCELLED']);
});

it('the answer to a payout with the reference LOST is lost, and its hold is in the balance history', async () => {
  const demo = await startDemoService();
  const desk = await openDesk({}, demo);
  const order = must(payoutInput(must(demo.world.customers[0])));
  const lost = await desk.ask('payout.create', { body: { ...must(order.body), reference: 'LOST' } });
  const made = demo.world.payouts.all.at(-1);
  expect([lost.status, made?.reference]).toEqual([504, 'LOST']);
  const history = await desk.ask('account.balanceHistory', { query: { size: 5 } }, customer(demo, 0));
  expect(history.text).toContain(`Held for payout ${made?.systemReference}`);
  const usual = await desk.ask('payout.create', order);
  expect(usual.status).toBe(200);
});
