// The first job in a real terminal: staff find a customer, an account and one transaction.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupDigits } from '../../src/lib/decimal.ts';
import { addDays } from '../../src/lib/time.ts';
import type { WireRecord } from '../../src/sim/wire.ts';
import { temporaryFolder } from '../harness/folder.ts';
import type { Screen } from '../harness/terminal.ts';
import { confirms } from './paying.ts';
import { losesSight, type Service, sees, startPurser, startService, startSignedIn } from './purser.ts';

/** The configuration of a desk: a profile with customers and their names. */
function profileFolder({ simulator: { url, credentials, customers } }: Service): string {
  const folder = temporaryFolder();
  const { clientId, programId } = credentials;
  const known = customers.map(({ userId, onBehalfOf, name }) => ({ userId, onBehalfOf, name }));
  const profile = {
    baseUrl: url,
    environment: 'demo',
    clientId,
    programId,
    timeZone: 'UTC',
    customers: known,
  };
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ profile: 'staff', profiles: { staff: profile } }),
  );
  return folder;
}

/** The request headers of the API. The values of a repeated header are joined with “and”. */
function serviceHeaders({ headers }: WireRecord): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => /^(?:x-.*|authorization|scope)$/.test(name));
  return Object.fromEntries(own.map(([name, values]) => [name, values.join(' and ')]));
}

/** The expected headers of the operation's family, as in the tables of common headers in INTERFACE.md. */
function expectedHeaders(
  operation: string,
  { clientId, apiKey, programId }: Service['simulator']['credentials'],
  { userId, onBehalfOf }: Choice,
  accountId: string,
): Record<string, unknown> {
  const authorization = expect.stringMatching(/^Bearer token_[0-9a-f]{48}$/);
  if (operation === 'login') return { 'x-client-id': clientId, 'x-api-key': apiKey };
  if (operation === 'globalAccount.get' || operation === 'directDebit.list')
    return { authorization, 'x-on-behalf-of': onBehalfOf };
  return {
    authorization,
    'x-api-key': apiKey,
    'x-program-id': programId,
    'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/),
    'x-user-id': userId,
    ...(operation === 'account.transactions' && { 'x-account-id': accountId }),
  };
}

interface Choice {
  readonly userId: string;
  readonly onBehalfOf?: string;
}

async function byPartOfName(screen: Screen): Promise<void> {
  screen.type('höß');
  await sees(screen, /Customer +höß/);
  screen.press('down', 'enter');
}

async function byPastedIds(screen: Screen, { userId, onBehalfOf = '' }: Choice): Promise<void> {
  screen.paste(userId);
  await sees(screen, new RegExp(`Customer +${userId}`));
  screen.press('tab');
  screen.paste(onBehalfOf);
  await sees(screen, new RegExp(`Connected account +${onBehalfOf}`));
  screen.press('enter');
}

/** A narrow list leaves out the word “transactions”, which is in its title. */
const LOADED = /100 (?:transactions )?loaded · G loads more/;
const PLAIN = { service: 'a documented service', faults: [] };
/** Unknown fields and nulls wherever the API allows them. */
const MOVED_ON = {
  service: 'a service that adds unknown fields and nulls',
  faults: ['* mutate=fields percent=100', '* mutate=nulls percent=100 allowed'],
};

describe.each([
  { cols: 80, rows: 24, choose: byPastedIds, ...PLAIN },
  { cols: 120, rows: 40, choose: byPartOfName, ...PLAIN },
  { cols: 120, rows: 40, choose: byPartOfName, ...MOVED_ON },
])('at $cols×$rows, $service', ({ cols, rows, choose, faults }) => {
  test('job 1 goes from a customer to an account, its balances, one transaction and its raw JSON, and back', async () => {
    const service = await startService({ faults });
    const { credentials, world } = service.simulator;
    const [first, second] = world.customers;
    const account = second?.accounts[1];
    const wanted = second?.transactions.get(account?.record.id ?? '')?.row(57);
    if (!first || !second || !account || !wanted) throw new Error('the world has no such transaction');
    const { PURSER_API_KEY = '', PURSER_USER_ID = '', PURSER_ON_BEHALF_OF = '' } = service.variables();
    const env = {
      PURSER_CONFIG_DIR: profileFolder(service),
      ...{ PURSER_API_KEY, PURSER_USER_ID, PURSER_ON_BEHALF_OF },
    };
    const { screen, exit } = await startPurser({ cols, rows, env });

    await sees(screen, '7 accounts, all');
    screen.press('u');
    await sees(screen, 'Recent');
    await choose(screen, second);
    await sees(screen, new RegExp(`^ DEMO .*${second.userId}`), 'needs attention');
    screen.press('2');
    await sees(screen, '3 accounts, all');
    await losesSight(screen, 'US sales');

    screen.press('j', ']');
    await sees(screen, '› UK Niederlassung');
    await sees(screen, new RegExp(`IBAN\\s+${account.global?.iban?.replace(/.{4}(?=.)/g, '$& ')}`));

    screen.press('b');
    await sees(screen, '4 balances, all', /EUR +1,204,500\.99/, /GBP +8\.10/);
    screen.press('q');
    await sees(screen, '› UK Niederlassung');

    screen.press('enter');
    const named = `Transactions of UK Niederlassung ${account.record.account_number}`;
    await sees(screen, LOADED, named);
    const [number = ''] = /\d{6}/.exec(wanted.description) ?? [];
    screen.type(`/${number}`);
    await sees(screen, `[loaded: ${number}]`, '1 of 100 loaded match');
    await sees(screen, new RegExp(`^[A-Z][\\w -]+ ${number}`, 'm'));
    screen.press('enter', 'enter', ']');
    await sees(screen, `"${wanted.id}"`, `"amount": ${wanted.amount.source},`);
    screen.press('[', 'esc', 'esc');
    await sees(screen, LOADED);

    screen.press('f');
    await sees(screen, 'Search service');
    const day = wanted.create_time.slice(0, 10);
    screen.type(`${day}\t${day}\tgbp\tsettled\t`);
    await sees(screen, /Status +settled/);
    screen.press('enter');
    await sees(screen, `[service: ${day.slice(8)} Nov GBP SETTLED]`);
    await sees(screen, /\d+ transactions, all/);
    const sign = wanted.type === 'DEBIT' ? '−' : '\\+';
    const minute = `${day.slice(8)} Nov ${wanted.create_time.slice(11, 16)}`;
    await sees(
      screen,
      'Amount GBP',
      new RegExp(`${minute} .* ${sign}${groupDigits(wanted.amount.source)}$`, 'm'),
    );

    screen.press('esc');
    await sees(screen, LOADED);
    screen.press('esc');
    await sees(screen, '3 accounts, all');
    screen.type(':q\r');
    expect(await exit).toEqual({ code: 0, signal: undefined });

    const joins = [first.accounts[0], second.accounts[0], account].map(
      one => `GET /api/v1/global_accounts/${one?.record.id}`,
    );
    const filters = `from_date=${day}&to_date=${addDays(day, 1)}&currency=GBP&status=SETTLED`;
    const asked = service.asked();
    // The overview of the second customer still reads in the background, so its requests are left out.
    const ofOverview = /\/direct_debits\?|\/card\?|\/rfi$|\/history\?.*from_date=2026-11-20$/;
    const job = asked.filter(line => !joins.includes(line) && !ofOverview.test(line));
    expect(job.toSorted()).toEqual(
      [
        'POST /api/v1/authentication/login',
        'GET /svc/api/v1/account',
        'GET /svc/api/v1/account',
        'GET /svc/api/v1/account/balance',
        'GET /svc/api/v1/account/transactions?page=1&size=100',
        `GET /svc/api/v1/account/transactions?page=1&size=100&${filters}`,
        // A page with fewer rows does not prove the end, so Purser reads another page.
        `GET /svc/api/v1/account/transactions?page=2&size=100&${filters}`,
      ].toSorted(),
    );
    // Purser reads a Global Account where the cursor stopped, and never twice.
    const looked = asked.filter(line => joins.includes(line));
    expect(looked).toContain(joins[2]);
    expect(new Set(looked).size).toBe(looked.length);

    const names = [second.userId, second.onBehalfOf];
    const switchedAt = service.simulator.wire.findIndex(record =>
      Object.values(serviceHeaders(record)).some(value => names.includes(value)),
    );
    for (const [i, record] of service.simulator.wire.entries()) {
      const customer = i < switchedAt ? first : second;
      expect(serviceHeaders(record)).toEqual(
        expectedHeaders(record.operation ?? '', credentials, customer, account.record.id),
      );
      expect(record.status).toBe(200);
    }
    const ids = service.simulator.wire.flatMap(({ headers }) => headers['x-request-id'] ?? []);
    expect(ids.length).toBeGreaterThanOrEqual(6);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('Purser handles 60 keys that arrive at once', async () => {
  const { service, purser } = await startSignedIn({ cols: 160 });
  const { screen } = purser;
  const [customer] = service.simulator.world.customers;
  const row = customer?.transactions.get(customer.accounts[0]?.record.id ?? '')?.row(60);
  screen.press('enter');
  await sees(screen, '100 transactions loaded · G loads more');
  screen.type('j'.repeat(60));
  const [told = ''] = /.*\d{6}/.exec(row?.description ?? '') ?? [];
  await sees(screen, new RegExp(`^› .*${told}`, 'm'), new RegExp(`^${told}`, 'm'));
});

test('without arguments Purser opens the demo with its own simulator', async () => {
  const { screen, exit } = await startPurser();
  await sees(screen, '7 accounts, all', /^ DEMO +Bramble & Finch Trading Ltd/);
  screen.type('q');
  await sees(screen, 'Quit Purser?');
  screen.press('enter');
  await sees(screen, '7 accounts, all');
  screen.type('qy');
  expect(await exit).toEqual({ code: 0, signal: undefined });
});

test('the welcome of the demo names a payout that can be cancelled', async () => {
  const { screen } = await startPurser({ args: ['overview'], cols: 100, rows: 30 });
  await sees(screen, /^ DEMO +Bramble & Finch Trading Ltd/, 'needs attention');
  screen.press('~');
  await sees(screen, /Stop my payout PAY\d+/);
  const [reference = ''] = /PAY\d+/.exec(screen.text()) ?? [];
  screen.press('esc');
  screen.type(`:cancel-payout/${reference}\r`);
  await sees(screen, 'System reference number', reference);
  await sees(screen, `Held for payout ${reference}`);
  screen.press('enter');
  await sees(screen, 'to confirm:');
  await confirms(screen, reference.slice(-4));
  await sees(screen, /^[\s│]*DONE/m);
});
