// Ending Purser during a write: Purser waits at most two seconds for the answer, and records the outcome.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AuditLine, lineOf } from '../../src/journal/audit.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { checkAudit, readAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { PtyProgram } from '../harness/pty.ts';
import { cannotRestore } from './case.ts';
import { confirms, payee, reviews } from './paying.ts';
import {
  expectRestored,
  isAlive,
  pidOf,
  type Service,
  sees,
  shellEnv,
  startService,
  startShell,
  thenSettings,
} from './purser.ts';

/** Sends a payout that is not answered yet. */
async function startPaying(fault: string): Promise<{ service: Service; purser: PtyProgram }> {
  const service = await startService();
  await service.breaks(`payout.create ${fault}`);
  const options = { cols: 200, rows: 40, env: service.variables(), args: ['--verbose'] };
  const purser = await startShell(thenSettings, options);
  await sees(purser.screen, 'accounts, all');
  await reviews(purser.screen, payee(service.simulator), '12.50');
  await confirms(purser.screen, '12.50');
  await sees(purser.screen, 'Waiting for the response');
  return { service, purser };
}

const fileOf = ({ home }: PtyProgram): string => join(home, 'state', 'purser', 'journal.db');

/** FAULTS O6: the audit log is complete. Returns its lines. */
function auditOf(purser: PtyProgram): readonly AuditLine[] {
  const file = fileOf(purser);
  expect(checkAudit({ file })).toMatchObject({ ok: true });
  const found = readAudit({ file });
  return found.ok ? found.lines.flatMap(line => lineOf(line) ?? []) : [];
}

/** The journal's newest entry after the program has ended. */
function stateOf(purser: PtyProgram) {
  const file = fileOf(purser);
  const processes = systemProcesses();
  const journal = openJournal({ file, clock: systemClock(), processes, redact: text => text });
  if ('locked' in journal) throw new Error(journal.locked);
  const all = journal.list();
  journal.close();
  const row = all.ok ? all.value[0] : undefined;
  return { state: row?.state, requestId: row?.intent.requestId ?? 'nothing' };
}

const quits = async ({ screen }: PtyProgram): Promise<void> => {
  screen.press('ctrl-c', 'ctrl-c');
  await sees(screen, 'Quit Purser?');
  screen.press('y');
};

test.each([
  ['SIGTERM', (purser: PtyProgram) => void process.kill(pidOf(purser), 'SIGTERM')],
  ['Ctrl+C and y', quits],
])(
  '%s before the answer records UNKNOWN, exits with 75, and prints the request ID on standard error [E13b–d G12c]',
  async (_, ends) => {
    const { service, purser } = await startPaying('hang executed');
    await ends(purser);
    await purser.exit;
    expectRestored(purser, 75);
    const { state, requestId } = stateOf(purser);
    expect(state).toBe('UNKNOWN');
    expect(purser.screen.text().replaceAll('\n', '')).toContain(
      `the outcome is UNKNOWN, request ID ${requestId}`,
    );
    // O6, G12: the last printed line is the head of the audit log.
    expect(auditOf(purser).at(-1)?.detail).toMatchObject({ unknown: requestId });
    expect(purser.screen.text().replaceAll('\n', '')).toMatch(
      new RegExp(`purser: the audit log's head is ${auditOf(purser).length}:[0-9a-f]{32}\\.`),
    );
    expect(service.requestsFor('payout.create')).toHaveLength(1);
  },
);

test('SIGTERM just before the answer records DONE, and prints no UNKNOWN [E13a]', async () => {
  const { purser } = await startPaying('delay=1200');
  process.kill(pidOf(purser), 'SIGTERM');
  await purser.exit;
  expectRestored(purser, 143);
  expect(stateOf(purser).state).toBe('DONE');
  expect(purser.screen.text()).not.toContain('UNKNOWN');
});

test('a terminal that closes before the answer leaves UNKNOWN and a line in the audit log [E14a–b]', async () => {
  const { service, purser } = await startPaying('hang executed');
  const pid = pidOf(purser);
  cannotRestore(purser, 'its terminal is gone');
  purser.hangUp();
  await expect.poll(() => isAlive(pid), { timeout: 15_000, interval: 20 }).toBe(false);
  const { state, requestId } = stateOf(purser);
  expect(state).toBe('UNKNOWN');
  expect(service.requestsFor('payout.create')).toHaveLength(1);
  const ended = auditOf(purser).find(({ kind }) => kind === 'program-ended');
  expect(ended?.detail['unknown']).toBe(requestId);
  expect(ended?.detail['why']).toMatch(/^(signal|terminal-closed)$/);
});

test('Ctrl+Z before the answer warns first, and the outcome is shown after the return [E15a–b]', async () => {
  const service = await startService();
  await service.breaks('payout.create delay=4000');
  const purser = await startShell('exec sh -i', { cols: 200, rows: 40, env: shellEnv(service) });
  const { screen } = purser;
  await sees(screen, 'shell$ ');
  screen.type('"$NODE" "$PROGRAM" accounts\r');
  await sees(screen, 'accounts, all');
  await reviews(screen, payee(service.simulator), '12.50');
  await confirms(screen, '12.50');
  await sees(screen, 'Waiting for the response');
  screen.press('ctrl-z');
  await sees(screen, 'Press Ctrl+Z again to stop');
  screen.press('ctrl-z');
  await sees(screen, /Stopped.*\nshell\$\s*$/);
  await expect.poll(() => service.simulator.world.ledger.effects.length, { timeout: 15_000 }).toBe(1);
  screen.type('fg\r');
  const OUTCOME = /^(DONE|UNKNOWN)/m;
  // The word may first appear elsewhere on the screen.
  await screen.until(now => now.shows('[ Close ]') && OUTCOME.test(now.boxWith('[ Close ]')));
  const shown = OUTCOME.exec(screen.boxWith('[ Close ]'))?.[1];
  screen.press('esc');
  screen.type(':q\r');
  await sees(screen, /shell\$ fg\n[\s\S]*\nshell\$\s*$/);
  expect(stateOf(purser).state).toBe(shown);
  expect(service.requestsFor('payout.create')).toHaveLength(1);
  screen.type('exit\r');
  await purser.exit;
}, 60_000);
