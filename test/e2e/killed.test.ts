// Kills at random moments of a write: the service's effects must fit the journal's entries.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { dice } from '../../src/sim/random.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { isWhole, repeated } from '../harness/whole.ts';
import { cannotRestore } from './case.ts';
import { confirms, payee, reviews } from './paying.ts';
import { type Service, sees, startPurser, startService } from './purser.ts';

/** How many programs are killed. */
const DEATHS = repeated(5, 50);

test(`after ${DEATHS} payouts, each killed with kill -9, no effect is duplicated and each effect is in the journal [O1 O6 E1a E2 E3a E4a E5]`, async () => {
  const service = await startService();
  const folder = temporaryFolder();
  // The answers are slow, so that a kill can happen before, during and after each step.
  await service.breaks('payout.create delay=60 jitter=60');
  for (let n = 0; n < DEATHS; n++) await diesPaying(service, folder, n);

  const rows = recovered(folder);
  const effects = service.simulator.world.ledger.effects.map(({ requestId = '' }) => requestId);
  const known = new Set(rows.map(({ intent }) => intent.requestId));
  expect(
    effects.filter(id => !known.has(id)),
    'effects without an entry',
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
  if (!isWhole) return;
  // The moments were varied enough: some UNKNOWN writes had an effect, others had none.
  const unknown = rows.filter(({ state }) => state === 'UNKNOWN');
  expect(unknown.some(({ intent }) => effects.includes(intent.requestId))).toBe(true);
  expect(unknown.some(({ intent }) => !effects.includes(intent.requestId))).toBe(true);
}, 400_000);

/** Starts a program, confirms a payout, and kills the program at a random moment after the button. */
async function diesPaying(service: Service, folder: string, n: number): Promise<void> {
  const luck = dice(7, `death/${n}`);
  const env = { ...service.variables(), PURSER_STATE_DIR: folder };
  const purser = await startPurser({ cols: 120, rows: 40, env });
  // Unresolved writes of a killed program are shown first, before any account.
  await sees(purser.screen, /accounts, all|Journal of all customers/);
  // Each payout has its own amount, so no payout is a duplicate of another.
  const amount = `${10 + n}.00`;
  await reviews(purser.screen, payee(service.simulator), amount);
  await confirms(purser.screen, amount);
  await new Promise(resolve => setTimeout(resolve, luck.whole(0, 150)));
  cannotRestore(purser, 'kill -9');
  purser.kill('SIGKILL');
  await purser.close();
}

/** The journal as the next start finds it. A second recovery changes nothing. */
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
