// Makes a payout in the built program with keys.

import type { Simulator } from '../../src/sim/simulator.ts';
import type { Screen } from '../harness/terminal.ts';
import { sees } from './purser.ts';

/** The ID of a beneficiary of the first customer that can be paid in GBP. */
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
  screen.press('tab');
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
  await screen.until(now => now.isArmed());
  screen.press('enter');
}
