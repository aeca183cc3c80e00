// The whole job on the phone: a quote against its countdown, the dialog, and the conversion until it has settled.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { askFor, clockPutOn, conversionsDone, later, openDialog, quotesAsked, reviewAndType } from './fx.ts';

let console: TestConsole;
afterEach(() => console.close());

const balance = (currency: string): string =>
  console.simulator.world.customers[0]?.balances
    .find(one => one.currency === currency)
    ?.available_balance.source.toString() ?? '';

const conversionsRead = (of: TestConsole): number =>
  of.simulator.wire.filter(({ operation }) => operation === 'conversion.get').length;

describe('a conversion', () => {
  it('is quoted, quoted again, reviewed, confirmed and watched until it has settled', async () => {
    console = await startConsole();
    await askFor(console, ['gbp', 'usd', '1,000']);
    await console.sees('1,000.00 GBP');
    await console.sees(/^ +1 GBP = [\d.]+ USD$/m);
    await console.sees('184,203.17 → 183,203.17');
    await later(console, 20_000);
    console.press('r');
    await console.sees(/The customer gets \d+\.\d\d USD (more|less) than with the last quote\./);
    await console.sees(/The rate changed by [+−]0\.\d+\./);
    expect(quotesAsked(console)).toBe(2);
    await reviewAndType(console, '1000.00');
    expect(conversionsDone(console)).toBe(0);
    console.press('enter');
    await console.sees('DONE');
    await console.sees(/Conversion ID conversion_[0-9a-f]+, system reference number\s+CNV\d+/);
    expect(conversionsDone(console)).toBe(1);
    console.press('enter');
    await console.sees('Press n for a new quote of the same pair');
    await console.sees(/Status +processing/);
    await later(console, 30_000);
    // Nobody presses anything: it is read again by itself, and its settling is said once.
    await console.sees(/Conversion [\d,.]+ [A-Z]{3} → [\d,.]+ [A-Z]{3} is now SETTLED/);
    await console.sees(/Status +SETTLED/);
    await console.sees('Purser does not read it again');
    expect(balance('GBP')).toBe('183203.17');
    // Everything is dropped and read anew: what was said is neither taken back nor said again.
    const readings = conversionsRead(console);
    console.press('R');
    await vi.waitFor(() => expect(conversionsRead(console)).toBeGreaterThan(readings), patience);
    await console.sees(/Status +SETTLED/);
    expect(console.state().told.map(({ status }) => status)).toEqual(['SETTLED']);
    console.press('n');
    await console.sees('Get a quote');
    await console.sees(/Sell +GBP/);
    await console.sees(/› Amount /);
    expect(console.crashes).toEqual([]);
  });

  it('can fix the buy amount, which the body then has', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'EUR', '250.50'], 'buy');
    await console.sees(/Customer sells +Customer buys\n +[\d,.]+ GBP +250\.50 EUR$/m);
    await reviewAndType(console, openDialog(console)?.token?.text ?? (await tokenOf(console)));
    console.press('enter');
    await console.sees('DONE');
    const sent = console.simulator.wire.find(
      ({ method, path }) => method === 'POST' && path.endsWith('/conversion'),
    );
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      destination_amount: 250.5,
      source_currency: 'GBP',
      destination_currency: 'EUR',
      validAmount: true,
    });
    expect(sent?.body).toContain('"destination_amount":250.50');
    expect(sent?.body).not.toContain('source_amount');
  });

  it('is among the conversions made in Purser, with its own status', async () => {
    console = await startConsole({ cols: 120 });
    await askFor(console, ['GBP', 'USD', '10']);
    await reviewAndType(console, '10.00');
    console.press('enter');
    await console.sees('DONE');
    console.press('enter');
    await console.sees('Press n for a new quote');
    console.press('esc');
    await console.sees('1 conversion');
    await console.sees(/› .*10\.00 +\d+\.\d\d +DONE +processing/);
    await later(console, 30_000);
    console.press('r');
    console.press('tab');
    await console.sees(/DONE +SETTLED/);
  });

  it('keeps the typing and the quote while you look elsewhere', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'USD', '77']);
    await console.sees('77.00 GBP');
    const id = /quote_[0-9a-f]+/.exec(console.screen.text())?.[0] ?? 'none';
    console.press('2');
    await console.sees('7 accounts, all');
    console.press('4');
    await console.sees(id);
    console.press('esc');
    await console.sees(/Amount +77/);
    await console.sees(/Sell +GBP/);
  });

  it('of another customer is separate', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'USD', '77']);
    await console.sees('77.00 GBP');
    console.press('u');
    await console.sees('Großhandel');
    console.type(console.simulator.customers[1]?.userId ?? '');
    console.press('enter');
    await console.losesSight('Bramble');
    console.press('4');
    await console.sees('No conversions made in Purser');
    console.press('n');
    await console.sees('Get a quote');
    // The pair is what is asked for all day; the amount is the other customer's.
    await console.sees(/Sell +GBP/);
    await console.sees(/Buy +USD/);
    await console.sees(/› Amount /);
    expect(console.screen.text()).not.toContain('77');
  });
});

describe('a quote', () => {
  it('confirms nothing after its end, however early its dialog was opened [D11]', async () => {
    const clock = clockPutOn();
    console = await startConsole({ clock });
    await askFor(console, ['GBP', 'USD', '1000']);
    await reviewAndType(console, '1000.00');
    clock.putOn(5 * 60_000 - 3000);
    console.press('enter');
    await console.sees('Not sent. The quote has expired');
    expect(console.exchanges().filter(one => one.startsWith('POST /svc'))).toEqual([]);
    console.press('esc');
    await console.sees(/Expires in +expired/);
    console.press('enter');
    await console.sees('is about to expire. Press r for a new quote');
    console.press('r');
    await console.screen.until(() => quotesAsked(console) === 2);
    await console.sees(/Expires in +4:5\d|Expires in +5:00/);
  });

  it.each([2, -2])(
    "counts down by the service's clock if this machine's clock is %d h wrong, and says so [D8]",
    async hours => {
      // The simulator has the time of the machine here: what is off is the console's clock.
      const clock = clockPutOn(hours * 3_600_000);
      console = await startConsole({ clock, cols: 200, simulator: { clock: new Date().toISOString() } });
      await askFor(console, ['GBP', 'USD', '1000']);
      await console.sees(/Expires in +(?:5:00|4:5\d)/);
      await console.sees(
        hours > 0 ? /this clock is [12]:\d\d:\d\d fast/ : /this clock is [12]:\d\d:\d\d slow/,
      );
      console.press('enter');
      await console.sees('Quote expires in');
    },
  );

  it('continues to count down if the wall clock is set back [D9]', async () => {
    const clock = clockPutOn();
    console = await startConsole({ clock });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees(/Expires in +(?:5:00|4:5\d)/);
    clock.turn(-3_600_000);
    clock.putOn(240_000);
    await console.sees(/Expires in +0:5\d/);
    clock.putOn(60_000);
    await console.sees(/Expires in +expired/);
  });

  it('counts as expired after the machine slept, also while its dialog waits', async () => {
    const clock = clockPutOn();
    console = await startConsole({ clock });
    await askFor(console, ['GBP', 'USD', '1000']);
    await reviewAndType(console, '1000.00');
    // Asleep, the wall clock goes on alone.
    clock.turn(10 * 60_000);
    console.press('enter');
    await console.sees('this machine slept or its clock changed');
    await console.sees('Nothing was sent');
    console.press('esc');
    await console.sees(/Expires in +expired/);
    console.press('enter');
    await console.drawn();
    expect(openDialog(console)).toBeUndefined();
    expect(console.exchanges().filter(one => one.startsWith('POST /svc'))).toEqual([]);
    console.press('r');
    await console.sees(/Expires in +(?:5:00|4:5\d)/);
  });

  it('that lives no longer than the margin has expired on arrival', async () => {
    console = await startConsole();
    console.simulator.world.quotes.setLife(2000);
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees(/Expires in +expired/);
    console.press('enter');
    await console.drawn();
    expect(openDialog(console)).toBeUndefined();
  });

  it('requested again gets a new dialog without a token [D13]', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'USD', '1000']);
    await reviewAndType(console, '1000.00');
    const first = openDialog(console);
    console.press('esc');
    await console.sees('new quote');
    await later(console, 20_000);
    console.press('r');
    await console.sees('than with the last quote');
    console.press('enter');
    await console.screen.until(() => openDialog(console)?.ready === true);
    const second = openDialog(console);
    expect(second?.typed).toBe('');
    expect(second?.requestId).not.toBe(first?.requestId);
    expect(second?.lines).not.toEqual(first?.lines);
    console.press('enter', 'enter');
    await console.sees('type the sell amount first');
    expect(conversionsDone(console)).toBe(0);
  });

  it('is found by its ID, and a wrong ID is called wrong', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('Expires in');
    const id = /quote_[0-9a-f]+/.exec(console.screen.text())?.[0] ?? 'none';
    console.type(':');
    console.type(`quote/${id}`);
    console.press('enter');
    await console.sees('Rate captured');
    await console.sees(/Expires in +[45]:\d\d/);
    console.type(':');
    console.type('quote/quote_nothing');
    console.press('enter');
    await console.sees('Invalid quote ID');
    await console.sees('Quote not found for this customer');
  });
});

/** What the dialog will ask for: the sell amount of the quote. */
async function tokenOf({ sees, screen }: TestConsole): Promise<string> {
  await sees('Customer sells');
  return (/Customer buys\n +([\d,.]+) /.exec(screen.contents())?.[1] ?? '').replaceAll(',', '');
}
