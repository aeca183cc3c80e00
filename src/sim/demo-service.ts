// The service of the demo: a payout that a customer wants to cancel, quotes that expire soon, and an answer that is lost.

import { type Simulator, startSimulator } from './simulator.ts';

/** A payout with this reference is made, but its answer is lost. */
const LOST = 'LOST';

const QUOTE_LIFE = 90_000;
/** The payout to cancel can be cancelled for a whole shift. */
const PENDING = 8 * 3_600_000;
const USUAL_PENDING = 10 * 60_000;

interface DemoService extends Simulator {
  /** The system reference of the payout that the first customer wants to cancel. */
  readonly toCancel: string;
}

export async function startDemoService(): Promise<DemoService> {
  const rule = `payout.create status=504 message='No answer in time' executed containing='"reference":"${LOST}"'`;
  const simulator = await startSimulator({ faults: [rule] });
  const { world } = simulator;
  const [customer] = world.customers;
  const payee = customer?.beneficiaries.row(0);
  if (!customer || !payee) throw new Error('the demo has a customer with beneficiaries');
  world.quotes.setLife(QUOTE_LIFE);
  world.payouts.setPending(PENDING);
  const order = { userId: customer.userId, beneficiaryId: payee.id, currency: 'EUR', minor: 24_900n };
  const payout = world.payouts.make({ ...order, reference: 'Invoice 2291' }, customer.wallet, Date.now());
  world.payouts.setPending(USUAL_PENDING);
  return { ...simulator, toCancel: payout?.systemReference ?? '' };
}
