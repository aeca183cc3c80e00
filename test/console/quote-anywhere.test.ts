// A quote in one line: from any screen, from the palette, in every field. The header shows a valid quote elsewhere.

import { describe, expect, it, vi } from 'vitest';
import { currentView, currentWorkspace } from '../../src/store/workspace.ts';
import { quoteFromLine } from '../../src/subjects/fx/quoting.ts';
import { termsOfLine } from '../../src/subjects/fx/terms.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { movableClock, openDialog, quotesAsked } from './fx.ts';

let console: TestConsole;

async function begin(options: ConsoleOptions = {}): Promise<void> {
  console = await startOnAccounts({ cols: 120, rows: 40, ...options });
}

const place = () => currentView(console.state()).place;

const requests = () => console.simulator.wire.filter(({ operation }) => operation === 'quote.create');

function termsOf(line: string) {
  const read = termsOfLine(line);
  if (!read?.ok) throw new Error(`${line} is no quote`);
  return read;
}

async function quoted(line = 'gbpusd1000'): Promise<void> {
  console.type(`:${line}`);
  await console.sees('Get a quote: ');
  console.press('enter');
  await console.sees('Expires in');
}

describe('a line after :', () => {
  it('asks for one quote from any screen, with immediate settlement', async () => {
    await begin();
    for (const tab of ['3', '5', '0']) {
      console.press(tab);
      await quoted();
      expect(place()).toBe('convert');
    }
    await vi.waitFor(() => expect(requests()).toHaveLength(3), patience);
    await console.sees(/Settles +immediate/);
    await console.sees(/1,000\.00 GBP/);
  });

  it('can fix the amount that the customer buys', async () => {
    await begin();
    console.type(':gbp usd buy 300');
    await console.sees('Get a quote: buy 300.00 USD, sell GBP');
    console.press('enter');
    await console.sees('Expires in');
    await console.sees('300.00 USD');
  });

  it.each([
    ['gbpusd1.000,50', 'Use a point for decimals'],
    ['eur 50 usd', 'not clear which currency'],
  ])('is refused with a reason before and after Enter: %s', async (line, said) => {
    await begin();
    console.type(`:${line}`);
    await console.sees(said);
    console.press('enter');
    await vi.waitFor(() => expect(console.state().notice?.text).toContain(said), patience);
    expect(place()).toBe('accounts');
    expect(quotesAsked(console)).toBe(0);
  });

  it('with one currency is a search, as before', async () => {
    await begin();
    console.type(':1000 gbp');
    console.press('enter');
    await vi.waitFor(() => expect(place()).toBe('find'), patience);
    expect(quotesAsked(console)).toBe(0);
  });

  it('replaces a quote of another pair, and compares nothing', async () => {
    await begin();
    await quoted();
    await quoted('eurusd50');
    await console.sees('50.00 EUR');
    await console.sees(/This quote replaces GBP→USD [\d,.]+\d\. You/);
    expect(console.screen.text()).not.toContain('than with the last quote');
    await quoted('eurusd50');
    await console.sees('the last quote');
    await vi.waitFor(() => expect(requests()).toHaveLength(3), patience);
  });

  it('makes one request in a burst of keys and with Enter held down', async () => {
    await begin({ simulator: { faults: ['quote.create status=503'] }, clock: movableClock() });
    console.press(...':gbpusd1000', ...Array<string>(20).fill('enter'));
    await console.sees('Get a quote');
    await vi.waitFor(() => expect(requests()).toHaveLength(1), patience);
    console.press(...Array<string>(20).fill('enter'));
    await console.sees('the key came too soon');
    expect(requests()).toHaveLength(1);
  });

  it('waits for the quote that was asked before: a second line makes none', async () => {
    await begin();
    quoteFromLine(console.app, termsOf('gbpusd1000'));
    quoteFromLine(console.app, termsOf('eurusd50'));
    await console.sees('Expires in');
    await console.sees('1,000.00 GBP');
    expect(requests()).toHaveLength(1);
  });

  it('goes to the call that asked, if another is open when the quote comes', async () => {
    await begin();
    quoteFromLine(console.app, termsOf('gbpusd1000'));
    const [, second] = console.simulator.customers;
    if (second) console.app.customers.switchTo(second);
    await console.sees(/2 calls · .* \d:\d\d/);
    expect(currentWorkspace(console.state()).flows).toEqual({});
  });

  it('makes at most one more quote with r held down', async () => {
    await begin({ simulator: { faults: ['quote.create delay=300 after=1'] }, clock: movableClock() });
    await quoted();
    console.press(...Array<string>(20).fill('r'));
    await console.sees('Requesting a quote');
    console.press('r');
    await console.sees('with the last quote');
    console.press(...Array<string>(20).fill('r'));
    await console.sees('the key came too soon');
    expect(requests()).toHaveLength(2);
  });

  it('confirms nothing with Enter held down', async () => {
    await begin();
    console.press(...':gbpusd1000', 'enter');
    await console.sees('Expires in');
    console.press(...Array<string>(20).fill('enter'));
    await console.drawn();
    expect(requests()).toHaveLength(1);
    expect(openDialog(console)?.phase.kind ?? 'asking').toBe('asking');
    expect(console.simulator.wire.some(({ operation }) => operation === 'conversion.create')).toBe(false);
  });
});

it('the palette asks for a quote too, and says what is wrong with a line', async () => {
  await begin();
  console.press('ctrl-p');
  await console.sees('filter:');
  console.type('gbpusd1000');
  await console.sees(/› Get a quote: sell 1,000\.00 GBP, buy USD +FX/);
  console.press('enter');
  await console.sees('Expires in');
  console.press('2', 'ctrl-p');
  console.type('eur 50 usd');
  await console.sees(/› Quote +It is not clear which currency/);
  console.press('enter');
  await vi.waitFor(() => expect(console.state().notice?.text).toContain('not clear'), patience);
  expect(requests()).toHaveLength(1);
});

it('a line at the start of Purser asks once, after the sign-in', async () => {
  console = await startConsole({ opening: 'gbpusd1000' });
  await console.sees('Expires in');
  expect(requests()).toHaveLength(1);
});

describe('the form', () => {
  it.each(['up', 'tab'])('takes a line while no text field has the focus (%s)', async key => {
    await begin();
    await quoted();
    console.press('esc');
    await console.sees('Get a quote');
    console.press(key);
    console.type('eurusd50');
    await console.sees(/Sell +EUR/);
    await console.sees(/Amount +50/);
    console.press('enter');
    await console.sees('50.00 EUR');
  });

  it.each([
    ['slowly', [...'2:eurusd500']],
    ['in a burst', ['2:eurusd500']],
  ])('never joins a digit to the amount of a line that follows it, typed %s', async (_, bursts) => {
    await begin();
    await quoted();
    console.press('esc');
    await console.sees(/Amount +1000 +typing replaces/);
    for (const keys of bursts) {
      console.press(...keys);
      await console.drawn();
    }
    await console.sees(/Sell +EUR/);
    await console.sees(/Amount +500/);
    console.press('enter');
    await console.sees('500.00 EUR');
    expect(requests().at(-1)?.query).toContain('source_amount=500.00');
  });

  it('says at 80 columns that the amount is more than available', async () => {
    await begin({ cols: 80, rows: 24 });
    console.press('4', 'n');
    await console.sees('[ Get a quote ]');
    console.type('gbpusd1501000');
    await console.sees(/more than available GBP: 184,203\.17 → −1,316,796\.83 *│/);
  });

  it('takes a pasted line over an older pair', async () => {
    await begin();
    await quoted();
    console.press('esc');
    await console.sees('Get a quote');
    console.screen.paste('50 eur usd');
    await console.sees(/Sell +EUR/);
    await console.sees(/Amount +50/);
  });
});

describe('the screen of a quote', () => {
  it.each([
    [60, 15],
    [80, 24],
  ])('keeps the amounts and the countdown in view while you scroll, at %i×%i', async (cols, rows) => {
    await begin();
    await quoted();
    console.screen.resize(cols, rows);
    // The console learns the new size later than the terminal.
    await vi.waitFor(() => expect(console.shown().size).toEqual({ columns: cols, rows }), patience);
    console.press('r');
    await console.sees('with the last quote');
    for (const key of ['pgdn', 'pgdn', 'down', 'pgup']) {
      console.press(key);
      await console.drawn();
      expect(console.screen.text()).toMatch(/Expires in \d:\d\d +█/);
      expect(console.screen.text()).toMatch(/1,000\.00 GBP +[\d,.]+ USD/);
    }
  });

  it('can be read to its end if an amount has hundreds of digits', async () => {
    const faults = [`quote.create set=data.destinationAmount:${'9'.repeat(380)}`];
    await begin({ cols: 60, rows: 15, simulator: { faults } });
    console.type(':gbpusd1000');
    await console.sees('Get a quote');
    console.press('enter');
    await console.sees('Customer buys');
    for (let page = 0; page < 8; page++) console.press('pgdn');
    await console.sees(/Quote +quote_/);
  });

  it('keeps the countdown of a long dialog in the frame', async () => {
    await begin({ cols: 60, rows: 15 });
    await quoted();
    console.press('enter');
    await console.sees('You can’t confirm yet'.replace('’', "'"));
    await console.sees(/─ Convert GBP to USD {2}Quote expires in \d:\d\d ─/);
    console.type('1');
    await console.sees('Read to the end first');
    await console.sees(/─ Convert GBP to USD {2}Quote expires in \d:\d\d ─/);
  });

  it('shows the amounts in large digits where there are rows and colours', async () => {
    await begin({ theme: 'dark', depth: '256' });
    await quoted();
    expect(console.screen.text()).toContain('█▀█ █▀█ █▀█');
    console.screen.resize(120, 19);
    await console.losesSight('█▀█ █▀█ █▀█');
    await console.sees('1,000.00 GBP');
  });
});

describe('a valid quote', () => {
  it('is in the header of other screens, and Q goes back to it', async () => {
    await begin();
    await quoted();
    const money = /([\d,.]+) USD/.exec(console.screen.text())?.[1] ?? '';
    console.press('2');
    await console.sees(new RegExp(`GBP→USD ${money.replaceAll('.', '\\.')} \\d:\\d\\d`));
    console.press('ctrl-f');
    await console.sees(/Quote expires in \d:\d\d\. DEMO\./);
    console.press('Q');
    await console.sees('Customer buys');
    expect(place()).toBe('convert');
    expect(console.screen.text()).not.toContain('GBP→USD');
    console.press('Q');
    await console.sees('The quote is already open.');
    expect(requests()).toHaveLength(1);
  });

  it('leaves the header when it expires, and Q says why there is none before the first quote', async () => {
    const clock = movableClock();
    await begin({ clock });
    console.press('Q');
    await console.sees('This customer has no quote.');
    await quoted();
    console.press('2');
    await console.sees('GBP→USD');
    clock.advance(300_000);
    await console.losesSight('GBP→USD');
  });

  it('stays valid behind the form: the form and the header count down, and Ctrl+Y and Q go back to it', async () => {
    await begin();
    await quoted();
    console.press('esc');
    await console.sees(/The quote GBP→USD [\d,.]+ is still valid: \d:\d\d\. Ctrl\+Y goes back to it\./);
    console.press('ctrl-y');
    await console.sees('Expires in');
    console.press('esc');
    await console.sees('is still valid');
    console.press('esc', '1');
    await console.sees(/GBP→USD [\d,.]+ \d:\d\d/);
    console.press('Q');
    await console.sees('Expires in');
    expect(requests()).toHaveLength(1);
  });

  it('is never shown under another customer', async () => {
    await begin();
    await quoted();
    const second = console.simulator.customers[1];
    if (!second) throw new Error('the world has two customers');
    console.press('2');
    await console.sees('GBP→USD');
    console.app.customers.switchTo(second);
    await vi.waitFor(() => expect(console.state().customer?.userId).toBe(second.userId), patience);
    await console.losesSight('GBP→USD');
    console.press('Q');
    await console.sees('This customer has no quote.');
  });
});
