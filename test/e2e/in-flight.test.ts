// Ended while a write is on its way: it is waited for, at most two seconds, and never forgotten.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal } from '../../src/journal/open.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { PtyProgram } from '../harness/pty.ts';
import { confirms, payee, reviews } from './paying.ts';
import {
  expectRestored,
  pidOf,
  type Service,
  sees,
  startService,
  startShell,
  thenSettings,
} from './purser.ts';

/** A payout that was sent and isn't answered yet. */
async function startPaying(fault: string): Promise<{ service: Service; purser: PtyProgram }> {
  const service = await startService();
  await service.breaks(`payout.create ${fault}`);
  const purser = await startShell(thenSettings, { cols: 200, rows: 40, env: service.variables() });
  await sees(purser.screen, 'accounts, all');
  await reviews(purser.screen, payee(service.simulator), '12.50');
  await confirms(purser.screen, '12.50');
  await sees(purser.screen, 'waiting for the answer');
  return { service, purser };
}

/** What the journal holds of it, once the program has ended. */
function stateOf({ home }: PtyProgram) {
  const file = join(home, 'state', 'purser', 'journal.db');
  const processes = systemProcesses();
  const journal = openJournal({ file, clock: systemClock(), processes, redact: text => text });
  if ('locked' in journal) throw new Error(journal.locked);
  const all = journal.list();
  journal.close();
  const row = all.ok ? all.value[0] : undefined;
  return { state: row?.state, requestId: row?.intent.requestId ?? 'nothing' };
}

const quits = (purser: PtyProgram): void => {
  purser.screen.press('ctrl-c', 'ctrl-c');
};

test.each([
  ['E13: SIGTERM', (purser: PtyProgram) => void process.kill(pidOf(purser), 'SIGTERM')],
  ['E13: Ctrl+C twice', quits],
])('%s before the answer: UNKNOWN on record, exit code 75, the request ID on stderr', async (_, ends) => {
  const { service, purser } = await startPaying('hang executed');
  ends(purser);
  await purser.exit;
  expectRestored(purser, 75);
  const { state, requestId } = stateOf(purser);
  expect(state).toBe('UNKNOWN');
  expect(purser.screen.text().replaceAll('\n', '')).toContain(
    `the outcome is UNKNOWN, request ID ${requestId}`,
  );
  expect(service.requestsFor('payout.create')).toHaveLength(1);
});

test('E13: SIGTERM, and the answer comes in time: DONE on record, and nothing unknown is claimed', async () => {
  const { purser } = await startPaying('delay=1200');
  process.kill(pidOf(purser), 'SIGTERM');
  await purser.exit;
  expectRestored(purser, 143);
  expect(stateOf(purser).state).toBe('DONE');
  expect(purser.screen.text()).not.toContain('UNKNOWN');
});

test('the program is told that its terminal is gone before the answer: UNKNOWN on record', async () => {
  const { purser } = await startPaying('hang executed');
  process.kill(pidOf(purser), 'SIGHUP');
  await purser.exit;
  expectRestored(purser, 75);
  expect(stateOf(purser).state).toBe('UNKNOWN');
});
