// Paying somebody by hand in the built program, key by key.

import type { Simulator } from '../../src/sim/simulator.ts';
import type { Screen } from '../harness/terminal.ts';
import { sees } from './purser.ts';

/** The first customer's beneficiary that may be paid in GBP. */
export function payee({ world }: Pick<Simulator, 'world'>): string {
  const beneficiaries = world.customers[0]?.beneficiaries;
  for (let n = 0; beneficiaries && n < beneficiaries.count; n++) {
    const { id, status, currency } = beneficiaries.row(n);
    if (status === 'VERIFIED' && currency === 'GBP') return id;
  }
  throw new Error('there is nobody to pay');
}

/** Fills in the form of a new payout and opens its dialog. */
export async function reviews(screen: Screen, beneficiary: string, amount: string): Promise<void> {
  await sees(screen, ' WRITE ');
  screen.type(`:new-payout/${beneficiary}\r`);
  await sees(screen, 'Review payout', 'VERIFIED');
  screen.type(amount);
  await sees(screen, new RegExp(`Amount\\s+${amount.replace('.', '\\.')}`));
  screen.press('tab', 'tab');
  screen.type('Invoice 7');
  screen.press('tab', 'tab', 'enter');
  await sees(screen, '[ Make payout', 'to confirm:');
}

/** Types the token and presses the button. */
export async function confirms(screen: Screen, token: string): Promise<void> {
  await sees(screen, 'to confirm:');
  screen.type(token);
  await sees(screen, new RegExp(`to confirm:\\s+${token.replace('.', '\\.')}`));
  screen.press('tab');
  // A person's pause: an Enter of the same burst as the typing is taken for a paste's.
  await new Promise(resolve => setTimeout(resolve, PAUSE));
  screen.press('enter');
}

const PAUSE = 300;
