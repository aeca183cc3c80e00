// What the tests of FX do at the keys, and to the simulator's clock.

import { systemClock } from '../../src/lib/clock.ts';
import type { TestConsole } from '../harness/console.ts';

/** Opens the flow from the tab, fills the form in and asks: `side` sell or buy exactly. */
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

/** From the quote to the dialog, and the token into it; the focus is on the button then. */
export async function reviewAndType(console: TestConsole, token: string): Promise<void> {
  await console.sees('Expires in');
  console.press('enter');
  await console.sees('Request ID');
  await typeToken(console, token);
}

/** In the open dialog, once it may be confirmed; the focus is on the button then. */
async function typeToken(console: TestConsole, token: string): Promise<void> {
  await console.screen.until(() => openDialog(console)?.focus === 'token');
  console.type(token);
  await console.screen.until(() => openDialog(console)?.typed === token);
  console.press('enter');
  await console.screen.until(() => openDialog(console)?.focus === 'go');
  // An Enter that comes with the typing confirms nothing.
  await console.screen.until(() => {
    const typedAt = openDialog(console)?.typedAt ?? 0;
    return console.app.clock.monotonic() - typedAt > SAME_BURST;
  });
}

export function openDialog(console: TestConsole) {
  const { overlay } = console.state();
  return overlay?.kind === 'dialog' ? overlay.dialog : undefined;
}

/** Ms, of store/dialog.ts. */
const SAME_BURST = 200;

/** Moves the simulator's clock on. */
export async function later(console: TestConsole, ms: number): Promise<void> {
  await fetch(`${console.simulator.url}/__sim/clock`, {
    method: 'POST',
    body: JSON.stringify({ advance_ms: ms }),
  });
}

/** The quotes asked for so far. */
export const quotesAsked = (console: TestConsole): number =>
  console.simulator.wire.filter(({ path }) => path.endsWith('/transfer/quote')).length;

export const conversionsDone = (console: TestConsole): number =>
  console.simulator.world.ledger.effects.filter(({ operation }) => operation === 'conversion.create').length;

/** The machine's clock, `wrong` ms ahead, whose monotonic time can be put on, and its wall clock turned, without a wait. */
export function clockPutOn(wrong = 0) {
  const real = systemClock();
  let ahead = 0;
  let turned = wrong;
  return {
    ...real,
    wall: () => real.wall() + turned,
    monotonic: () => real.monotonic() + ahead,
    putOn(ms: number) {
      ahead += ms;
    },
    turn(ms: number) {
      turned += ms;
    },
  };
}
