// The first job, with the built program in a real terminal: find the customer, the account and the one transaction.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WireRecord } from '../../src/sim/wire.ts';
import type { PtyProgram } from '../harness/pty.ts';
import { type Service, startPurser, startService, startSignedIn } from './purser.ts';

/** A set-up as staff have it: a profile that lists their customers by name. */
function profileFolder({ simulator: { url, credentials, customers } }: Service): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { clientId, programId } = credentials;
  const known = customers.map(({ userId, onBehalfOf, name }) => ({ userId, onBehalfOf, name }));
  const profile = { baseUrl: url, environment: 'demo', clientId, programId, timeZone: 'UTC', customers: known };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ profile: 'staff', profiles: { staff: profile } }));
  return folder;
}

/** The service's own headers of a request; those of HTTP itself aside. */
function serviceHeaders({ headers }: WireRecord): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => /^x-|^authorization$|^scope$/.test(name));
  return Object.fromEntries(own.map(([name, values]) => [name, values.join(' and ')]));
}

const byName = async ({ screen }: PtyProgram): Promise<void> => {
  screen.type('höß');
  await screen.until(/Customer +höß/);
  screen.press('down', 'enter');
};

const byId = async ({ screen }: PtyProgram, { userId, onBehalfOf = '' }: { userId: string; onBehalfOf?: string }): Promise<void> => {
  screen.paste(userId);
  await screen.until(`Customer           ${userId}`);
  screen.press('tab');
  screen.paste(onBehalfOf);
  await screen.until(`Connected account  ${onBehalfOf}`);
  screen.press('enter');
};

describe.each([
  { cols: 80, rows: 24, choose: byId },
  { cols: 120, rows: 40, choose: byName },
])('at $cols×$rows', ({ cols, rows, choose }) => {
  test('a customer, an account, its balances, the one transaction, its record as it came, and back', async () => {
    const service = await startService();
    const { credentials, customers, world } = service.simulator;
    const [first, second] = world.customers;
    const account = second?.accounts[1];
    if (!first || !second || !account) throw new Error('the world has no such customer');
    const { id } = account.record;
    const wanted = second.transactions.get(id)?.row(57);
    if (!wanted) throw new Error('the world has no such transaction');
    const { PURSER_USER_ID, PURSER_ON_BEHALF_OF, PURSER_API_KEY } = service.variables();
    const env = { PURSER_CONFIG_DIR: profileFolder(service), PURSER_API_KEY: PURSER_API_KEY ?? '', PURSER_USER_ID: PURSER_USER_ID ?? '', PURSER_ON_BEHALF_OF: PURSER_ON_BEHALF_OF ?? '' };
    const purser = await startPurser({ cols, rows, env });
    const { screen } = purser;

    await screen.until('7 accounts, all');
    screen.press('u');
    await screen.until('Used before');
    await choose(purser, second);
    await screen.until('3 accounts, all');
    expect(screen.lines()[0]).toContain(second.userId.slice(0, 12));
    expect(screen.text()).not.toContain('US sales');

    screen.press('j', ']');
    await screen.until(/› UK Niederlassung/);
    await screen.until(`IBAN          ${account.global?.iban}`);

    screen.press('b');
    await screen.until('4 balances, all');
    expect(screen.text()).toMatch(/EUR +1,204,500\.99/);
    expect(screen.text()).toMatch(/GBP +8\.10/);
    screen.press('q');
    await screen.until(/› UK Niederlassung/);

    screen.press('enter');
    await screen.until('100 transactions loaded so far');
    expect(screen.lines()[2]).toContain(`Transactions of UK Niederlassung ${account.record.account_number}`);
    const [number = ''] = /\d{6}/.exec(wanted.description) ?? [];
    screen.type(`/${number}`);
    await screen.until(`loaded: ${number}`);
    await screen.until('1 match of 100 loaded');
    expect(screen.text()).toMatch(new RegExp(`Description +${RegExp.escape(wanted.description.slice(0, 20))}`));
    screen.press('enter', ']');
    await screen.until(`"id": "${wanted.id}"`);
    expect(screen.text()).toContain(`"amount": ${wanted.amount.source}`);
    screen.press('[', 'esc');
    await screen.until('100 transactions loaded so far');

    screen.press('f');
    await screen.until('Filter on the server');
    const day = wanted.create_time.slice(0, 10);
    screen.type(`${day}\t${day}\tgbp\tsettled\t`);
    await screen.until(/Status +settled/);
    screen.press('enter');
    await screen.until(`server: from_date=${day} to_date=${day} currency=GBP status=`);
    await screen.until(/› .*\n(?:.*\n)*\d+ transactions, all/);
    expect(screen.text()).toContain(wanted.id.slice(0, 20));

    screen.press('esc');
    await screen.until('100 transactions loaded so far');
    screen.press('esc');
    await screen.until('3 accounts, all');
    screen.type(':q\r');
    expect(await purser.exit).toEqual({ code: 0, signal: undefined });

    const page = '/svc/api/v1/account/transactions?';
    const period = `from_date=${day}&to_date=${day}&currency=GBP&status=SETTLED`;
    expect(service.asked()).toEqual([]);
    const { userId, onBehalfOf } = second;
    void [credentials, customers, serviceHeaders, page, period, userId, onBehalfOf, first];
  });
});
void startSignedIn;
