// Steps of the FX tests: keys of the FX flow, and the clocks of simulator and machine.

import { systemClock } from '../../src/lib/clock.ts';
import type { TestConsole } from '../harness/console.ts';
import { mayConfirm } from './writing.ts';

/** Opens the FX flow from its tab, fills in the form with the fixed side, and requests a quote. */
export async function askFor(
  console: TestConsole,
  [sell, buy, amount]: readonly [sell: string, buy: string, amount: string],
  side: 'sell' | 'buy' = 'sell',
): Promise<void> {
  await console.sees(/accounts?, all/);
  console.press('4');
  await console.sees('No conversions made in Purser');
  console.press('n');
  await console.sees('Get a quote');
  console.type(sell);
  console.press('enter');
  console.type(buy);
  console.press('enter', ...(side === 'buy' ? ['right'] : []), 'enter');
  console.type(amount);
  await console.sees(/available [A-Z]{3}: /);
  console.press('enter');
}

/** Goes from the quote to the dialog and types the token. The focus is then on the button. */
export async function reviewAndType(console: TestConsole, token: string): Promise<void> {
  await console.sees('Expires in');
  console.press('enter');
  await console.sees('Request ID');
  await mayConfirm(console, token);
}

/** Converts this whole amount of GBP to USD: gets a quote and confirms it. */
export async function converts(console: TestConsole, amount: string): Promise<void> {
  await askFor(console, ['GBP', 'USD', amount]);
  await reviewAndType(console, `${amount}.00`);
  console.press('enter');
}

export function openDialog(console: TestConsole) {
  const { overlay } = console.state();
  return overlay?.kind === 'dialog' ? overlay.dialog : undefined;
}

/** Advances the simulator's clock. */
export async function later(console: TestConsole, ms: number): Promise<void> {
  await fetch(`${console.simulator.url}/__sim/clock`, {
    method: 'POST',
    body: JSON.stringify({ advance_ms: ms }),
  });
}

/** The number of requested quotes. */
export const quotesAsked = (console: TestConsole): number =>
  console.simulator.wire.filter(({ path }) => path.endsWith('/transfer/quote')).length;

export const conversionsDone = (console: TestConsole): number =>
  console.simulator.world.ledger.effects.filter(({ operation }) => operation === 'conversion.create').length;

/** The machine's clock, `wrong` ms ahead. Tests advance its monotonic time and set its wall clock without a wait. */
export function movableClock(wrong = 0) {
  const real = systemClock();
  let ahead = 0;
  let turned = wrong;
  return {
    ...real,
    wall: () => real.wall() + turned,
    monotonic: () => real.monotonic() + ahead,
    advance(ms: number) {
      ahead += ms;
    },
    shiftWall(ms: number) {
      turned += ms;
    },
  };
}
