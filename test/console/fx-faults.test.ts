// FX with faults: quotes that differ, are missing or incomplete, and all dialects of the requests.

import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/api/contract/dialect.ts';
import { t } from '../../src/lib/visible.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
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

const converting = (): readonly string[] =>
  console.simulator.wire.filter(({ operation }) => operation === 'conversion.create').map(({ body }) => body);

/** The same words on one line, or on several lines of a frame. */
const wrapped = ({ source }: RegExp): RegExp => new RegExp(source.replaceAll(' ', '[\\s│]+'));

/** Expects that Enter on the quote opens no dialog and sends nothing. */
async function cannotConvert(): Promise<void> {
  console.press('enter');
  await console.drawn();
  expect(openDialog(console)).toBeUndefined();
  expect(converting()).toEqual([]);
}

describe('if a quote differs from the request,', () => {
  it('a quote with another currency can’t be converted [D12a–b]', async () => {
    console = await startConsole({
      simulator: { faults: ['quote.create set=data.sourceCurrencyCode:"EUR"'] },
    });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('differs from the request');
    await console.sees('Sell: you requested GBP, but the service quoted EUR.');
    await cannotConvert();
  });

  it('a quote with the same amount in other digits can be converted', async () => {
    console = await startConsole({ simulator: { faults: ['quote.create set=data.sourceAmount:1000.0'] } });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('review and convert');
  });

  it.each([
    // In the first case only one read has the wrong value. The next read is right again.
    [
      'amount in one read only',
      'data.destinationAmount:1.00 count=1',
      /Customer buys: was [\d,.]+ USD, now 1\.00 USD/,
    ],
    ['amount', 'data.destinationAmount:1.00', /Customer buys: was [\d,.]+ USD, now 1\.00 USD/],
    ['ID', 'data.id:"quote_other"', /Quote: was quote_[0-9a-f]+, now quote_other/],
    ['rate', 'data.netExchangeRate:9.9', /Rate: was [\d.]+, now 9\.9\./],
    [
      'expiry',
      'data.expiryTime:"2026-11-20T09:04:00+0000"',
      /Expires at: was .+, now 20 Nov 2026 09:04:00 UTC/,
    ],
  ])(
    'a quote whose second read differs is discarded, however often you confirm: %s [D13a]',
    async (_, change, said) => {
      console = await startConsole({
        cols: 240,
        simulator: { faults: [`quote.get set=${change}`] },
      });
      await converts(console, '1000');
      await console.sees('The quote has changed.');
      await console.sees(wrapped(said));
      await console.sees('Nothing was sent');
      await console.sees('NOT SENT');
      expect(openDialog(console)).toMatchObject({ phase: { kind: 'ended', again: false } });
      console.press('tab', 'esc');
      await console.sees('Expires in');
      await console.sees('Go back and press r for a new quote');
      await cannotConvert();
      console.press('r');
      await console.screen.until(() => quotesAsked(console) === 2);
      await console.losesSight('The quote has changed.');
    },
  );

  it('a quote that the service no longer knows is not converted', async () => {
    console = await startConsole({
      simulator: { faults: ["quote.get status=400 message='Invalid quote ID'"] },
    });
    await converts(console, '1000');
    await console.sees('Invalid quote ID');
    await console.sees('Nothing was sent');
    expect(converting()).toEqual([]);
  });
});

it('while a conversion is being sent, its quote says so, and does not call the conversion earlier or unresolved', async () => {
  console = await startConsole({ simulator: { faults: ['conversion.create hang'] } });
  await converts(console, '1000');
  await console.screen.until(() => converting().length === 1);
  console.press('esc');
  await console.sees("This quote's conversion is being sent (request ID");
  expect(console.screen.text()).not.toMatch(/earlier conversion|unresolved/);
});

describe('if a quote is incomplete or unexpected,', () => {
  it('a quote without an expiry is shown unchanged and can’t be converted', async () => {
    console = await startConsole({ simulator: { faults: ['quote.create drop=data.expiryTime'] } });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('no usable expiry time');
    await cannotConvert();
  });

  it("a quote with an amount sent as an unclear text is marked and can't be converted [C13a–b]", async () => {
    console = await startConsole({
      simulator: { faults: ['quote.create set=data.destinationAmount:"1270,54"'] },
    });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees(/Customer sells +Customer buys\n +1,000\.00 GBP +\? 1270,54 USD$/m);
    await cannotConvert();
  });

  it('a conversion answered with amounts as text is DONE [C13b]', async () => {
    console = await startConsole({
      simulator: { faults: ['conversion.create set=data.source_amount:"1000.00"'] },
    });
    await converts(console, '1000');
    await console.sees('DONE');
    expect(conversionsDone(console)).toBe(1);
  });

  it('a quote without a rate or a capture time can be converted', async () => {
    console = await startConsole({
      simulator: {
        faults: ['quote.create drop=data.netExchangeRate', 'quote.create drop=data.rateCaptureTime'],
      },
    });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees(/^ +–$/m);
    await console.sees('review and convert');
  });
});

describe('if a quote does not arrive,', () => {
  it.each([
    ['401', 'status=401'],
    ['503', 'status=503'],
    ['a broken connection', 'reset=after'],
    ['429', 'status=429 retry-after=1'],
    ['an HTML page', 'html'],
  ])(
    'after %s only r or Enter requests the quote again, and the screen says why there is none',
    async (_, fault) => {
      const clock = movableClock();
      console = await startConsole({ clock, simulator: { faults: [`quote.create ${fault} count=1`] } });
      await askFor(console, ['GBP', 'USD', '1000']);
      await console.sees(/Quote: /);
      await console.sees(/Amount +1000/);
      await console.drawn();
      expect(quotesAsked(console)).toBe(1);
      // Later than Enter would repeat if it was held down.
      clock.advance(1000);
      console.press('enter');
      await console.sees('Expires in');
      expect(quotesAsked(console)).toBe(2);
    },
  );

  it('a failed request for a new quote leaves the earlier quote unchanged', async () => {
    console = await startConsole({ simulator: { faults: ['quote.create status=503 after=1'] } });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('Expires in');
    console.press('r');
    await console.sees('the service failed (HTTP 503)');
    await console.sees('review and convert');
    expect(quotesAsked(console)).toBe(2);
  });

  it('Esc stops the request, and a late answer changes nothing', async () => {
    console = await startConsole({ simulator: { faults: ['quote.create hang'] } });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('Requesting a quote');
    console.press('r');
    await console.sees('Purser is requesting a quote');
    console.press('esc');
    await console.sees('No quote. The request was stopped.');
    await console.sees(/Amount +1000/);
    expect(quotesAsked(console)).toBe(1);
  });
});

describe('after the confirmation of a quote,', () => {
  it('an UNKNOWN conversion says so, opens the journal on Enter, and is counted on the tab', async () => {
    console = await startConsole({ simulator: { faults: ['conversion.create reset=after'] } });
    await converts(console, '1000');
    await endsIn(console, 'UNKNOWN');
    console.press('enter');
    await console.sees(wrapped(/request ID [0-9a-f-]+ ended UNKNOWN/));
    await console.sees('1 UNRESOLVED');
    console.press('enter');
    await console.sees('This quote may be converted already');
    expect(console.state().overlay).toBeUndefined();
    await later(console, 20_000);
    console.press('r');
    await console.sees('with the last quote');
    await console.sees('An earlier conversion (');
    expect(converting()).toHaveLength(1);
    expect(conversionsDone(console)).toBe(1);
    console.press('esc', 'esc');
    await console.sees(/› \d\d \w{3} \d\d:\d\d +1,000\.00 +1,27\d\.\d\d +UNKNOWN/);
  });

  it('if the answer differs from the confirmation, the screen shows both values', async () => {
    console = await startConsole({
      simulator: { faults: ['conversion.create set=data.destination_amount:1.00 count=1'] },
    });
    await converts(console, '1000');
    await console.sees(/Bought: you confirmed [\d,.]+ USD, but the service returned 1\.00 USD\./);
    await console.sees('DONE');
    await console.sees('The service confirmed: Convert GBP to USD.');
    expect(console.screen.text()).not.toContain('Converted');
  });

  it('the same conversion shortly after another gets a warning', async () => {
    console = await startConsole();
    await converts(console, '10');
    await endsIn(console, 'DONE');
    console.press('enter');
    await console.sees('Press n for a new quote');
    console.press('n');
    await console.sees('Get a quote');
    console.type('10');
    console.press('enter', 'enter');
    await console.sees('the same amount was converted');
  });

  it('a conversion above the balance gets a warning, and the service decides', async () => {
    console = await startConsole();
    await askFor(console, ['USD', 'GBP', '10']);
    await console.sees('−1,250.75 → −1,260.75');
    await console.sees('More than the available USD');
    await reviewAndType(console, '10.00');
    console.press('enter');
    await console.sees('REFUSED');
    await console.sees('The available balance is too low.');
  });

  it('read-only prevents a conversion, but not a quote [E22]', async () => {
    console = await startConsole({ readOnly: t`the test says so` });
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('Expires in');
    console.press('enter');
    await console.sees('This console only reads: the test says so.');
    await cannotConvert();
    console.press('ctrl-p');
    console.type('review and convert');
    await console.losesSight('new quote');
    console.press('enter');
    await console.drawn();
    expect(openDialog(console)).toBeUndefined();
    console.press('esc');
    console.type(':');
    console.type('convert');
    console.press('enter');
    await console.sees('Expires in');
    await cannotConvert();
  });

  it("a payout quote can't be converted: it is only an indication", async () => {
    console = await startConsole();
    await askFor(console, ['GBP', 'USD', '1000']);
    await console.sees('Expires in');
    console.press('esc');
    await console.sees('Get a quote');
    console.press('tab', 'tab', 'right', 'shift-tab', 'enter');
    await console.sees('A payout quote is only an indication');
    await cannotConvert();
  });
});

describe("among the API's dialects,", () => {
  const forms: readonly Partial<Dialect>[] = [
    { quote: 'GET', nullAmount: 'omitted' },
    { quote: 'GET', nullAmount: 'null' },
    { quote: 'POST', nullAmount: 'omitted' },
    { quote: 'POST', nullAmount: 'null' },
    { conversion: 'query' },
    { conversion: 'path' },
    { conversionFields: 'full' },
    { conversionFields: 'short' },
  ];

  it.each(forms)('dialect %j works from quote to conversion', async dialect => {
    console = await startConsole({ dialect, simulator: { dialect } });
    await converts(console, '10');
    await endsIn(console, 'DONE');
    console.press('enter');
    await console.sees(/Read \d+ s ago/);
    expect(conversionsDone(console)).toBe(1);
  });
});
