// The audit log of a console: its lines, and the acts that fail when the log cannot be written.

import { expect, it, vi } from 'vitest';
import type { AuditLine } from '../../src/journal/audit.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { t } from '../../src/lib/visible.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { movableClock } from './fx.ts';
import { goes } from './paying.ts';
import { auditOf, endsIn, pays, writesOf } from './writing.ts';

let console: TestConsole;

async function start(options: ConsoleOptions = {}): Promise<void> {
  console = await startOnAccounts({ cols: 110, rows: 40, ...options });
}

function lines(): readonly AuditLine[] {
  expect(checkAudit({ file: console.journalFile })).toMatchObject({ ok: true });
  return auditOf(console);
}

const told = () =>
  lines().map(({ kind, detail }) => [kind, detail['to'] ?? detail['why'] ?? detail['reason']]);

async function revealsCard(reason: string): Promise<{ readonly id: string; readonly number: string }> {
  const card = console.simulator.world.customers[0]?.cards.all.find(({ status }) => status === 'ACTIVE');
  if (!card) throw new Error('there is no active card');
  await goes(console, `card-details/${card.id}`);
  await console.sees('[ Show card details ]');
  console.type(reason);
  console.press('tab', 'enter');
  return card;
}

it("sign-in, write access, a write and its end are one complete chain of lines with the operator's name [O6]", async () => {
  await start({ environment: 'production' });
  console.app.grant.give('TICKET-7');
  await console.sees('WRITE');
  await pays(console);
  await endsIn(console, 'DONE');
  console.app.grant.giveUp();
  expect(told()).toEqual([
    ['signed-in', undefined],
    ['grant-given', 'TICKET-7'],
    ['write', 'PREPARED'],
    ['write', 'SENT'],
    ['write', 'DONE'],
    ['grant-ended', 'ended by the operator'],
  ]);
  expect(JSON.stringify(lines())).not.toContain(console.simulator.credentials.apiKey);
  expect(console.app.journal.auditHead()).toMatch(/^7:[0-9a-f]{32}$/);
});

it('the log records that write access has expired, and Purser prints no head after a sign-in alone', async () => {
  const clock = movableClock();
  await start({ environment: 'production', clock });
  expect(console.app.journal.auditHead()).toBeUndefined();
  console.app.grant.give('TICKET-7');
  await console.sees('WRITE');
  console.press('j');
  clock.advance(14 * 60_000);
  console.press('j');
  await console.sees(/WRITE \d+ s|WRITE 0:/);
  clock.advance(90_000);
  await console.sees('READ-ONLY');
  await vi.waitFor(() => expect(told().at(-1)).toEqual(['grant-ended', 'expired']), patience);
});

it('the log gets a line before card details are read, and a line after they are masked', async () => {
  await start();
  const card = await revealsCard('T-1 lost card');
  await console.sees(card.number.replace(/.{4}(?=.)/g, '$& '));
  expect(told().at(-1)).toEqual(['card-reveal', 'T-1 lost card']);
  expect(lines().at(-1)?.detail['card']).toBe(card.id.slice(-4));
  console.press('esc');
  await vi.waitFor(
    () => expect(lines().at(-1)).toMatchObject({ kind: 'card-masked', detail: { shown: 'yes' } }),
    patience,
  );
  expect(JSON.stringify(lines())).not.toContain(card.number);
});

it('Purser reads card details only if the audit log can be written', async () => {
  await start();
  const port = await console.app.journal.open();
  if (!port) throw new Error('no journal');
  const full = t`The journal can't be written: the disk is full.`;
  vi.spyOn(port.journal, 'note').mockResolvedValue({ ok: false, unwritable: full });
  await revealsCard('T-1');
  await console.sees('the audit log must record the read first');
  expect(console.simulator.wire.filter(({ operation }) => operation === 'card.details')).toEqual([]);
  expect(writesOf(console)).toEqual([]);
});

it('the key of another environment is refused at sign-in, and Purser tries no other environment [E24a–b]', async () => {
  console = await startConsole({ apiKey: 'key-of-production' });
  await console.sees('did not accept the client ID and API key');
  expect(console.exchanges()).toEqual(['POST /api/v1/authentication/login']);
  expect(console.state()).toMatchObject({
    session: { phase: 'signed-out' },
    reach: { baseUrl: console.simulator.url, environment: 'demo' },
  });
  expect(auditOf(console)).toEqual([]);
});
