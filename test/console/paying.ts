// Makes and cancels payouts with keys, through the screens, as staff do.

import { expect, vi } from 'vitest';
import type { SimulatedPayout } from '../../src/sim/world/sim-payouts.ts';
import { currentView } from '../../src/store/workspace.ts';
import { createConsole } from '../../src/ui/shell/console.ts';
import type { TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { allRules } from '../harness/rules.ts';
import { breaks, closes, confirm, dialogOf, endsIn, payee } from './writing.ts';

const keys = createConsole(allRules);

/** Leaves a form with Esc, because in a form letters and digits are text. */
async function leavesForm(console: TestConsole): Promise<void> {
  if (!keys.inForm(console.state())) return;
  console.press('esc');
  await vi.waitFor(() => expect(keys.inForm(console.state())).toBe(false), patience);
}

/** Opens a screen with `:`. Pastes the place, because the console draws all places again after each typed letter. */
export async function goes(console: TestConsole, place: string): Promise<void> {
  await leavesForm(console);
  console.press(':');
  console.screen.paste(place);
  // The screen is no proof, because an empty prompt lists the places.
  await vi.waitFor(() => expect(console.state().prompt).toEqual({ kind: 'goto', value: place }), patience);
  console.press('enter');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe(place.split('/')[0]), patience);
}

/** Fills in a new payout to the payee and goes on to its dialog. */
export async function fillsIn(
  console: TestConsole,
  {
    amount = '12.50',
    reference = 'Invoice 7',
    status = 'VERIFIED',
    button = 'Make payout',
  }: {
    readonly amount?: string;
    readonly reference?: string;
    readonly status?: string;
    readonly button?: string;
  } = {},
): Promise<void> {
  await goes(console, `new-payout/${payee(console)}`);
  await console.sees(new RegExp(`Status +${status}`));
  console.type(amount);
  await console.sees(/available [\d,.]+ → −?[\d,.]+ GBP/);
  console.press('tab');
  console.type(reference);
  console.press('tab', 'tab', 'enter');
  await console.sees(`[ ${button}`);
}

/** Makes a payout that is DONE, and closes its dialog. */
export async function paysOut(
  console: TestConsole,
  order: { readonly amount?: string; readonly reference?: string } = {},
): Promise<SimulatedPayout> {
  const before = console.simulator.world.payouts.all.length;
  await fillsIn(console, order);
  await confirm(console, order.amount ?? '12.50');
  await endsIn(console, 'DONE');
  await closes(console);
  return made(console, before);
}

/** The simulator's own record of the nth payout. */
export function made({ simulator }: TestConsole, nth: number): SimulatedPayout {
  const payout = simulator.world.payouts.all[nth];
  if (!payout) throw new Error(`payout ${nth} was not made`);
  return payout;
}

export const effectsOf = ({ simulator }: TestConsole, operation: string) =>
  simulator.world.ledger.effects.filter(effect => effect.operation === operation);

/** Makes a payout that ends UNKNOWN because of `fault`, and selects its journal row. Returns its request ID. */
export async function paysUnknown(console: TestConsole, fault: string): Promise<string> {
  await breaks(console, `payout.create ${fault} count=1`);
  await fillsIn(console);
  await confirm(console, '12.50');
  await endsIn(console, 'UNKNOWN');
  const { requestId: id } = dialogOf(console);
  await closes(console);
  await console.sees('1 UNRESOLVED');
  console.press('esc', '0');
  await console.sees(/› .*UNKNOWN/);
  return id;
}
