// The two jobs that move money, with the built program and both values of each dialect switch that they use.

import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Dialect } from '../../src/api/contract/dialect.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import type { PtyProgram } from '../harness/pty.ts';
import { confirms, payee, reviews } from './paying.ts';
import { losesSight, type Service, sees, startPurser, startService } from './purser.ts';

const FIRST: Partial<Dialect> = {};
const SECOND: Partial<Dialect> = {
  scope: 'r:acme_action:balances_view r:acme_action:global_accounts_view',
  quote: 'POST',
  nullAmount: 'null',
  conversion: 'path',
  conversionFields: 'short',
};

/** A config folder with a profile of this dialect for the simulator. */
async function configFor(
  { url, credentials, customers }: Simulator,
  dialect: Partial<Dialect>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [customer] = customers;
  const { clientId, programId } = credentials;
  const own = { userId: customer?.userId, onBehalfOf: customer?.onBehalfOf };
  const profile = {
    baseUrl: url,
    environment: 'demo',
    clientId,
    programId,
    ...own,
    timeZone: 'UTC',
    dialect,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ profile: 'desk', profiles: { desk: profile } }),
    {
      mode: 0o600,
    },
  );
  return folder;
}

/** Starts the program with one dialect and a service with the same or another dialect. */
async function startDesk(
  spoken: Partial<Dialect>,
  understood = spoken,
): Promise<{ service: Service; purser: PtyProgram }> {
  const service = await startService({ dialect: understood });
  const { simulator } = service;
  const env = {
    TZ: 'UTC',
    PURSER_CONFIG_DIR: await configFor(simulator, spoken),
    PURSER_API_KEY: simulator.credentials.apiKey,
  };
  const purser = await startPurser({ cols: 120, rows: 40, env });
  return { service, purser };
}

/** Closes the outcome of a write. */
async function closes({ screen }: PtyProgram): Promise<void> {
  screen.press('esc');
  await losesSight(screen, '[ Close ]');
}

async function asksForQuote(purser: PtyProgram): Promise<void> {
  const { screen } = purser;
  screen.press('4');
  await sees(screen, 'quote and convert');
  screen.press('n');
  await sees(screen, 'Get a quote');
  screen.type('GBP');
  await sees(screen, /Sell\s+GBP/);
  screen.press('tab');
  screen.type('USD');
  await sees(screen, /Buy\s+USD/);
  screen.press('tab', 'tab');
  screen.type('1000');
  await sees(screen, /Amount\s+1000/);
  screen.press('tab', 'enter');
}

test.each([
  ['the first value of each switch', FIRST],
  ['the second value of each switch', SECOND],
])('job 2, quote and convert, works with %s', async (_, dialect) => {
  const { service, purser } = await startDesk(dialect);
  const { screen } = purser;
  await sees(screen, '7 accounts, all');
  await asksForQuote(purser);
  await sees(
    screen,
    /Customer sells +Customer buys[^.]*\n[^\n]*1,000\.00 GBP +[\d,.]+ USD/,
    /Expires in\s+[45]:\d\d/,
  );
  // The rates change with the service's clock.
  await service.control('/clock', { advance_ms: 5000 });
  screen.press('r');
  await sees(screen, 'than with the last quote');
  screen.press('enter');
  await sees(screen, 'Convert GBP to USD');
  await confirms(screen, '1000.00');
  await sees(screen, /^DONE/m, 'Conversion ID ');
  await closes(purser);
  await sees(screen, /Status\s+processing/);
  await service.control('/clock', { advance_ms: 25_000 });
  screen.press('r');
  await sees(screen, /Status\s+SETTLED/);
  expect(service.requestsFor('quote.create')).toHaveLength(2);
  const [sent, ...more] = service.requestsFor('conversion.create');
  expect(more).toEqual([]);
  expect(service.simulator.world.ledger.of(sent?.headers['x-request-id']?.[0] ?? '')).toHaveLength(1);
});

test.each([
  ['the first', FIRST, SECOND],
  ['the second', SECOND, FIRST],
])(
  'job 2: if the profile has %s value of each switch and the service needs the other, the screen says why no quote came',
  async (_, spoken, understood) => {
    // Program and service use the same scope, so that the sign-in succeeds and only the quote differs.
    const { service, purser } = await startDesk(
      { ...spoken, scope: 'none' },
      { ...understood, scope: 'none' },
    );
    await sees(purser.screen, '7 accounts, all');
    await asksForQuote(purser);
    await sees(purser.screen, 'may take the other form of quote request');
    expect(service.simulator.world.ledger.effects).toEqual([]);
    expect(service.requestsFor('conversion.create')).toEqual([]);
  },
);

test('job 3, pay, find the payout and cancel it once', async () => {
  const { service, purser } = await startDesk(FIRST);
  const { screen } = purser;
  await sees(screen, '7 accounts, all');
  await reviews(screen, payee(service.simulator), '12.50');
  await confirms(screen, '12.50');
  await sees(screen, /^DONE/m);
  await closes(purser);
  screen.press('5');
  // The row names the beneficiary once the beneficiaries are read, and the payout's number until then.
  await sees(screen, /› .*DONE +−12\.50/);
  screen.press('x');
  await sees(screen, 'Cancel payout', "Purser can't read a payout");
  const [payout] = service.simulator.world.payouts.all;
  await confirms(screen, payout?.id.slice(-4) ?? '');
  await sees(screen, /^DONE/m);
  expect(payout?.status).toBe('CANCELLED');
  expect(service.requestsFor('payout.cancel')).toHaveLength(1);
  await closes(purser);
  await sees(screen, /› .*(?:CANCELLED +−12\.50|Cancel .*DONE)/, 'CANCELLED');
  // A duplicate is stopped until a person confirms it. Then the service refuses with its own words.
  screen.type(`:cancel-payout/${payout?.id}\r`);
  await sees(screen, 'Payout ID', payout?.id ?? '');
  screen.press('tab', 'tab', 'enter');
  await confirms(screen, payout?.id.slice(-4) ?? '');
  await sees(
    screen,
    'Not sent. “Cancel payout” with the same content was already done at',
    '[ Cancel payout again',
  );
  expect(service.requestsFor('payout.cancel')).toHaveLength(1);
  await confirms(screen, payout?.id.slice(-4) ?? '');
  await sees(screen, /^REFUSED/m, 'already processed');
});

test('job 3 cancels a pending direct debit, and no other', async () => {
  const { service, purser } = await startDesk(FIRST);
  const { screen } = purser;
  await sees(screen, '7 accounts, all');
  screen.type(':direct-debits\r');
  await sees(screen, 'direct debits', 'PENDING');
  screen.type('/PENDING GBP');
  screen.press('enter');
  await sees(screen, /› .*PENDING .*GBP/);
  await sees(screen, 'x cancel debit');
  screen.press('x');
  await sees(screen, 'to confirm:');
  const [, token = ''] = /Type .*?, (\w{4}), to confirm:/.exec(screen.text()) ?? [];
  await confirms(screen, token);
  await sees(screen, /^DONE/m);
  expect(service.simulator.world.ledger.effects.map(({ operation }) => operation)).toEqual([
    'directDebit.cancel',
  ]);
});
