// FX from the quote with its countdown, through the dialog, to the settled conversion.

import { describe, expect, it, vi } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import {
  askFor,
  conversionsDone,
  converts,
  later,
  movableClock,
  openDialog,
  quotesAsked,
  reviewAndType,
} from './fx.ts';
import { endsIn } from './writing.ts';

let console: TestConsole;

const balance = (currency: string): string =>
  console.simulator.world.customers[0]?.balances
    .find(one => one.currency === currency)
    ?.available_balance.source.toString() ?? '';

const conversionsRead = (of: TestConsole): number =>
  of.simulator.wire.filter(({ operation }) => operation === 'conversion.get').length;

it('the list of conversions shows their time and amounts at every width, and no part of a reference', async () => {
  console = await startConsole();
  await converts(console, '10');
  await endsIn(console, 'DONE');
  console.press('enter', '4');
  for (const [cols, rows] of [
    [120, 36],
    [60, 15],
    [200, 50],
  ] as const) {
    console.screen.resize(cols, rows);
    await console.sees(/› \d\d \w{3} \d\d:\d\d +10\.00 +12\.\d\d +DONE/);
    await console.sees(/10\.00 GBP → 12\.\d\d USD +● DONE/);
    expect(console.screen.text()).not.toMatch(/CNV\d*…/);
  }
});

describe('a conversion', () => {
  it('is quoted twice, reviewed, confirmed and watched until it has settled', async () => {
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
    await endsIn(console, 'DONE');
    await console.sees(/Converted 1,000\.00 GBP to [\d,.]+ USD\./);
    await console.sees(/Conversion ID conversion_[0-9a-f]+, system reference number\s+CNV\d+/);
    expect(conversionsDone(console)).toBe(1);
    console.press('enter');
    await console.sees('Press n for a new quote of the same pair');
    await console.sees(/Converted 1,000\.00 GBP to [\d,.]+ USD\./);
    await console.sees(/Status +processing/);
    await later(console, 30_000);
    // Purser reads the conversion again without a key, and reports the new status once.
    await console.sees(/Conversion [\d,.]+ [A-Z]{3} → [\d,.]+ [A-Z]{3} is now SETTLED/);
    await console.sees(/Status +SETTLED/);
    await console.sees('Purser does not read it again');
    expect(balance('GBP')).toBe('183203.17');
    // R drops all data. The status is not reported a second time.
    const readings = conversionsRead(console);
    console.press('R');
    await vi.waitFor(() => expect(conversionsRead(console)).toBeGreaterThan(readings), patience);
    await console.sees(/Status +SETTLED/);
    expect(console.state().statusChanges.map(({ status }) => status)).toEqual(['SETTLED']);
    console.press('n');
    await console.sees('Get a quote');
    await console.sees(/Sell +GBP/);
    await console.sees(/› Amount /);
    expect(console.crashes).toEqual([]);
  });

  it('can fix the buy amount, and the request then contains that amount', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'EUR', '250.50'], 'buy');
    await console.sees(/Customer sells +Customer buys/);
    await console.sees(/^[│ ]+[\d,.]+ GBP +250\.50 EUR[│ ]*$/m);
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

  it('is listed with the conversions made in Purser, with its own status', async () => {
    console = await startConsole({ cols: 120 });
    await converts(console, '10');
    await endsIn(console, 'DONE');
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

  it('keeps the form and the quote while another screen is open', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'USD', '77']);
    await console.sees('77.00 GBP');
    const id = /quote_[0-9a-f]+/.exec(console.screen.text())?.[0] ?? 'none';
    console.press('2');
    await console.sees('7 accounts, all');
    console.press('4');
    await console.sees('No conversions made in Purser');
    await console.sees(/4 FX.1/);
    await console.sees(/4 Convert/);
    console.press('4');
    await console.sees(id);
    console.press('esc');
    await console.sees(/Amount +77/);
    await console.sees(/Sell +GBP/);
  });

  it('has its own form for each customer', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'USD', '77']);
    await console.sees('77.00 GBP');
    console.press('u');
    await console.sees('Großhandel');
    console.type(console.simulator.customers[1]?.userId ?? '');
    console.press('enter');
    await console.sees(/2 calls · (?:Bramble .* )?\d:\d\d/);
    console.press('4');
    await console.sees('No conversions made in Purser');
    console.press('n');
    await console.sees('Get a quote');
    // The currency pair is kept for all customers, because staff convert it all day. The amount is not.
    await console.sees(/Sell +GBP/);
    await console.sees(/Buy +USD/);
    await console.sees(/› Amount /);
    expect(console.screen.text()).not.toContain('77');
  });
});

describe('a quote', () => {
  it("can't be confirmed after its expiry, however early the dialog was opened [D11b]", async () => {
    const clock = movableClock();
    console = await startConsole({ clock });
    await askFor(console, ['GBP', 'USD', '1000']);
    await reviewAndType(console, '1000.00');
    clock.advance(5 * 60_000 - 3000);
    console.press('enter');
    await console.sees('Not sent. Too late to convert this quote');
    expect(console.exchanges().filter(one => one.startsWith('POST /svc'))).toEqual([]);
    console.press('esc');
    await console.sees(/Expired \d\d:\d\d:\d\d/);
    console.press('enter');
    await console.sees('Too late to convert this quote. Press r for a new quote');
    console.press('r');
    await console.screen.until(() => quotesAsked(console) === 2);
    await console.sees(/Expires in +4:5\d|Expires in +5:00/);
  });

  it.each([2, -2])(
    "counts down by the service's clock if this machine's clock is wrong by %d h, and says so [D8a–c]",
    async hours => {
      // The simulator has the machine's real time; only the console's clock is wrong.
      const clock = movableClock(hours * 3_600_000);
      console = await startConsole({ clock, cols: 200, simulator: { clock: new Date().toISOString() } });
      await askFor(console, ['GBP', 'USD', '1000']);
      await console.sees(/Expires in +(?:5:00|4:5\d)/);
      await console.sees(hours > 0 ? /clock is \d+ (?:min|h) fast/ : /clock is \d+ (?:min|h) slow/);
      console.press('enter');
      await console.sees('Quote expires in');
    },
  );

  it('continues to count down if the wall clock is set back [D9a]', async () => {
    const clock = movableClock();
    console = await startConsole({ clock });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees(/Expires in +(?:5:00|4:5\d)/);
    clock.shiftWall(-3_600_000);
    clock.advance(240_000);
    await console.sees(/Expires in +0:5\d/);
    clock.advance(60_000);
    await console.sees(/Expired \d\d:\d\d:\d\d/);
  });

  it('is expired after the machine slept, even while its dialog waits', async () => {
    const clock = movableClock();
    console = await startConsole({ clock });
    await askFor(console, ['GBP', 'USD', '1000']);
    await reviewAndType(console, '1000.00');
    // During sleep only the wall clock advances.
    clock.shiftWall(10 * 60_000);
    console.press('enter');
    await console.sees('this machine slept or its clock changed');
    await console.sees('Nothing was sent');
    console.press('esc');
    await console.sees(/Expired \d\d:\d\d:\d\d/);
    console.press('enter');
    await console.drawn();
    expect(openDialog(console)).toBeUndefined();
    expect(console.exchanges().filter(one => one.startsWith('POST /svc'))).toEqual([]);
    console.press('r');
    await console.sees(/Expires in +(?:5:00|4:5\d)/);
  });

  it('is expired on arrival if its life is shorter than the safety margin', async () => {
    console = await startConsole();
    console.simulator.world.quotes.setLife(2000);
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees(/Expired \d\d:\d\d:\d\d/);
    console.press('enter');
    await console.drawn();
    expect(openDialog(console)).toBeUndefined();
  });

  it('needs a new dialog and a new token after it is requested again [D13a–b]', async () => {
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

  it('gives time to read its amounts, if it comes into the dialog of an expired one', async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'USD', '1000']);
    await reviewAndType(console, '1000.00');
    console.passes(300_000);
    await later(console, 300_000);
    await console.sees('Too late to convert this quote');
    console.stopsTime();
    console.press('r');
    await console.sees('than with the last quote');
    await console.drawn();
    console.passes(1000);
    console.press('enter', 'enter');
    await console.sees('the key came too soon');
    console.passes(500);
    await console.screen.until(() => openDialog(console)?.ready === true);
    expect(openDialog(console)).toMatchObject({ typed: '1000.00', focus: 'token' });
    expect(conversionsDone(console)).toBe(0);
  });

  it('is found by its ID, and an invalid ID is reported', async () => {
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

/** The token of the dialog: the sell amount of the quote. */
async function tokenOf({ sees, screen }: TestConsole): Promise<string> {
  await sees('Customer sells');
  return (/^[│ ]+([\d,.]+) [A-Z]{3} +[\d,.]+ [A-Z]{3}/m.exec(screen.contents())?.[1] ?? '').replaceAll(
    ',',
    '',
  );
}
