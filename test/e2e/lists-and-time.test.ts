// Family D of FAULTS.md with the built program: inconsistent lists, wrong clocks, days and time zones.

import { expect, test } from 'vitest';
import { addDays } from '../../src/lib/time.ts';
import { sees, startPurser, startService, startSignedIn } from './purser.ts';

test('endless lists stop when a page repeats or is empty, and the screen says so [D1b D2a–c]', async () => {
  const { service, purser } = await startSignedIn({ simulator: { rows: 400 } });
  const { screen } = purser;
  await service.breaks('directDebit.list repeat-page');
  screen.type(':direct-debits\r');
  await sees(screen, 'direct debits loaded · G loads more');
  screen.press('G');
  await sees(screen, 'the service repeated a page');
  expect(service.requestsFor('directDebit.list')).toHaveLength(3);
  await service.mends();
  await service.breaks('directDebit.list set=has_more:true', 'directDebit.list set=items:[]');
  screen.press('r');
  await sees(screen, 'the service promised more, sent none');
});

test('a list with more rows than its total, in pages of 5,000 instead of 100, is read completely [D4a–b]', async () => {
  const { service, purser } = await startSignedIn({ simulator: { rows: 5000 } });
  const { screen } = purser;
  await service.breaks('beneficiary.list set=pagination.total_count:10', 'beneficiary.list ignore-size=5000');
  screen.press('7');
  await sees(screen, /[\d,]+ of 10\? beneficiaries/);
  const before = screen.text();
  screen.press('pgdn', 'j');
  await screen.until(now => now.text() !== before);
  await sees(screen, /^ DEMO /);
});

test("a quote that is about to expire can't be converted [D11a]", async () => {
  const { service, purser } = await startSignedIn({ simulator: { clock: new Date().toISOString() } });
  const { screen } = purser;
  await service.control('/quote', { life_s: 4 });
  await asksForQuote(screen);
  // The safety margin is three of the four seconds, so the quote already counts as expired.
  await sees(screen, /Expired \d\d:\d\d:\d\d/);
  screen.press('enter');
  await sees(screen, 'Too late to convert this quote. Press r for a new quote');
  expect(service.requestsFor('conversion.create')).toEqual([]);
});

test.each([
  // In New Zealand it is already New Year, but not at the service. The second day has only 23 hours.
  ['Pacific/Auckland', '2026-12-31T12:30:00Z', '2026-12-31', '2026-12-31', '31 Dec'],
  ['America/St_Johns', '2026-03-08T12:30:00Z', '2026-03-07', '2026-03-08', '07–08 Mar'],
])(
  'in %s the days of a filter are shown as typed, and sent with one day more [D15a]',
  async (zone, clock, from, to, shown) => {
    const service = await startService({ clock });
    const env = { ...service.variables(), TZ: zone };
    const { screen } = await startPurser({ cols: 120, rows: 40, env });
    await sees(screen, /\d accounts?, all/);
    screen.press('enter');
    await sees(screen, 'transactions loaded · G loads more');
    screen.press('f');
    await sees(screen, 'Search service');
    screen.type(`${from}\t${to}\t\t\t`);
    screen.press('enter');
    await sees(screen, `[service: ${shown}]`, /\d+ transactions, all|No transactions/);
    const filtered = service.requestsFor('account.transactions').slice(1);
    expect(filtered.length).toBeGreaterThan(0);
    for (const { query } of filtered) expect(query).toContain(`from_date=${from}&to_date=${addDays(to, 1)}`);
    // A day that does not exist is refused before anything is sent.
    const sent = service.requestsFor('account.transactions').length;
    screen.press('f');
    await sees(screen, 'Search service');
    screen.press('ctrl-u');
    screen.type('2026-02-30\t\t\t\t');
    screen.press('enter');
    await sees(screen, 'No such day. Type');
    expect(service.requestsFor('account.transactions')).toHaveLength(sent);
  },
);

async function asksForQuote(screen: Parameters<typeof sees>[0]): Promise<void> {
  screen.press('4');
  await sees(screen, 'quote and convert');
  screen.press('n');
  await sees(screen, 'Get a quote');
  screen.type('GBP\tUSD\t\t1000');
  await sees(screen, /Amount\s+1000/);
  screen.press('tab', 'enter');
}
