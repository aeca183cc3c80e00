// The program killed at random moments of a write; what the service did is compared with what the journal holds.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { dice } from '../../src/sim/random.ts';
import { diesAtOnce } from './case.ts';
import { confirms, payee, reviews } from './paying.ts';
import { type Service, sees, startPurser, startService } from './purser.ts';

/** Programs killed. */
const DEATHS = 50;

test(`after ${DEATHS} kills with -9 during a payout nothing is done twice, and nothing is unaccounted for [O1 O6 E2 E3]`, async () => {
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), 'purser-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The answer takes its time, so that a death can come before, during and after each step.
  await service.breaks('payout.create delay=60 jitter=60');
  for (let n = 0; n < DEATHS; n++) await diesPaying(service, folder, n);

  const rows = recovered(folder);
  const effects = service.simulator.world.ledger.effects.map(({ requestId = '' }) => requestId);
  const known = new Set(rows.map(({ intent }) => intent.requestId));
  expect(
    effects.filter(id => !known.has(id)),
    'effects unaccounted for',
  ).toEqual([]);
  expect(
    effects.filter((id, at) => effects.indexOf(id) !== at),
    'effects duplicated',
  ).toEqual([]);
  for (const { intent, state } of rows) {
    const done = effects.includes(intent.requestId);
    expect(['DONE', 'UNKNOWN'], intent.requestId).toContain(state);
    if (state === 'DONE') expect(done, intent.requestId).toBe(true);
  }
  // The moments were such that it mattered: some had their effect unheard, some had none.
  const unknown = rows.filter(({ state }) => state === 'UNKNOWN');
  expect(unknown.some(({ intent }) => effects.includes(intent.requestId))).toBe(true);
  expect(unknown.some(({ intent }) => !effects.includes(intent.requestId))).toBe(true);
}, 400_000);

/** One program, from its start to its death at some moment after the button was pressed. */
async function diesPaying(service: Service, folder: string, n: number): Promise<void> {
  const luck = dice(7, `death/${n}`);
  const env = { ...service.variables(), PURSER_STATE_DIR: folder };
  const purser = await startPurser({ cols: 120, rows: 40, env });
  // What an earlier death left comes first, before any account is read.
  await sees(purser.screen, /accounts, all|Journal of all customers/);
  // Each amount is its own, so that no open one stands in another's way.
  const amount = `${10 + n}.00`;
  await reviews(purser.screen, payee(service.simulator), amount);
  await confirms(purser.screen, amount);
  await new Promise(resolve => setTimeout(resolve, luck.whole(0, 150)));
  diesAtOnce(purser, 'kill -9');
  purser.kill('SIGKILL');
  await purser.close();
}

/** The journal as the next start finds it, recovered twice over. */
function recovered(folder: string): readonly Row[] {
  const file = join(folder, 'journal.db');
  const opened = openJournal({
    file,
    clock: systemClock(),
    processes: systemProcesses(),
    redact: text => text,
  });
  if ('locked' in opened) throw new Error(opened.locked);
  opened.recover();
  expect(opened.recover().recovered).toEqual([]);
  const all = opened.list({ limit: 1000 });
  opened.close();
  expect(checkAudit({ file })).toMatchObject({ ok: true });
  if (!all.ok) throw new Error(all.unreadable);
  return all.value;
}
