// Kills: the saved draft of a new customer is complete, in a file that only its owner can read. Calls, notes and watches
// come back.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { dice } from '../../src/sim/random.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import type { PtyProgram } from '../harness/pty.ts';
import { repeated } from '../harness/whole.ts';
import { cannotRestore } from './case.ts';
import { sees, startPurser, startService } from './purser.ts';

/** How many programs are killed during typing. */
const DEATHS = repeated(2, 6);

test(`the saved draft is complete after each of ${DEATHS} kill -9 during typing, and you can continue it`, async () => {
  const service = await startService();
  const folder = temporaryFolder();
  const env = { ...service.variables(), PURSER_STATE_DIR: folder };
  const drafts = join(folder, 'drafts');
  const luck = dice(11, 'drafts');
  let kept = '';
  for (let n = 0; n < DEATHS; n++) {
    const purser = await startPurser({ cols: 120, rows: 40, env });
    await opensBusiness(purser);
    if (kept !== '') await sees(purser.screen, new RegExp(`Business name +${kept}`));
    purser.screen.type('x'.repeat(3));
    const goal = `${kept}xxx`;
    await sees(purser.screen, new RegExp(`Business name +${goal}`));
    // Leaving the section saves the draft at once. A kill may then hit the saving of further text.
    purser.screen.press('esc');
    await sees(purser.screen, 'Draft saved');
    purser.screen.press('g', 'enter');
    await sees(purser.screen, "The business's name and activity");
    purser.screen.press('tab');
    for (let more = 0; more < 20; more++) purser.screen.type('BUSINESS ');
    await new Promise(resolve => setTimeout(resolve, luck.whole(0, 700)));
    cannotRestore(purser, 'kill -9');
    purser.kill('SIGKILL');
    await purser.close();
    const files = readdirSync(drafts).filter(name => name.endsWith('.json'));
    expect(files).toHaveLength(1);
    const file = join(drafts, String(files[0]));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { body } = JSON.parse(readFileSync(file, 'utf8'));
    expect(body.account_details.business_details.business_name).toBe(goal);
    kept = goal;
  }
  expect(service.requestsFor('user.create')).toEqual([]);
}, 120_000);

test('the calls come back after kill -9, each on its screen with its filter', async () => {
  const service = await startService();
  const env = { ...service.variables(), PURSER_STATE_DIR: temporaryFolder() };
  const [first, second] = service.simulator.customers;
  const killed = await startPurser({ cols: 120, rows: 40, env });
  await sees(killed.screen, /accounts, all/);
  killed.screen.press('u');
  await sees(killed.screen, 'Connected account');
  killed.screen.paste(second?.userId ?? '');
  killed.screen.press('enter');
  await sees(killed.screen, String(second?.userId), '2 calls');
  killed.screen.type('5/refund');
  killed.screen.press('enter');
  await sees(killed.screen, '[loaded: refund]');
  // The place is kept when the keys rest.
  const file = join(env.PURSER_STATE_DIR, 'recents.json');
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('"filter":"refund"'), patience);
  cannotRestore(killed, 'kill -9');
  killed.kill('SIGKILL');
  await killed.close();

  const purser = await startPurser({ cols: 120, rows: 40, env });
  await sees(purser.screen, /accounts, all/, '2 calls', String(first?.userId));
  purser.screen.press('c');
  await sees(purser.screen, String(second?.userId), 'Payouts', '[loaded: refund]');
}, 60_000);

test('a note is kept after kill -9', async () => {
  const service = await startService();
  const env = { ...service.variables(), PURSER_STATE_DIR: temporaryFolder() };
  const killed = await startPurser({ cols: 120, rows: 40, env });
  await sees(killed.screen, /accounts, all/);
  killed.screen.press('M');
  await sees(killed.screen, 'New note');
  killed.screen.type('asks for the form');
  killed.screen.press('enter');
  await sees(killed.screen, 'Note added.');
  cannotRestore(killed, 'kill -9');
  killed.kill('SIGKILL');
  await killed.close();

  const purser = await startPurser({ cols: 120, rows: 40, env });
  await sees(purser.screen, /accounts, all/, '1 note');
  purser.screen.press('M');
  await sees(purser.screen, 'asks for the form');
  expect(JSON.stringify(service.simulator.wire)).not.toContain('asks for the form');
}, 60_000);

test('a watch goes on after kill -9, and the next console announces what changed meanwhile', async () => {
  const service = await startService();
  const env = { ...service.variables(), PURSER_STATE_DIR: temporaryFolder() };
  const killed = await startPurser({ cols: 120, rows: 40, env });
  await sees(killed.screen, /accounts, all/);
  killed.screen.type(':direct-debits');
  killed.screen.press('enter');
  await sees(killed.screen, 'direct debits loaded');
  killed.screen.type('/status=pending');
  killed.screen.press('enter');
  await sees(killed.screen, '[loaded: status=pending]');
  killed.screen.press('W');
  await sees(killed.screen, '1 watched', 'Watching: Direct debit');
  cannotRestore(killed, 'kill -9');
  killed.kill('SIGKILL');
  await killed.close();

  const waiting = await startPurser({ cols: 120, rows: 40, env });
  await sees(waiting.screen, /accounts, all/, '1 watched');
  cannotRestore(waiting, 'kill -9');
  waiting.kill('SIGKILL');
  await waiting.close();

  await service.breaks('directDebit.get set=status:"RETURNED"');
  const purser = await startPurser({ cols: 120, rows: 40, env });
  await sees(purser.screen, /Direct debit .+ is now RETURNED\. The watch ended\./);
}, 90_000);

async function opensBusiness({ screen }: PtyProgram): Promise<void> {
  await sees(screen, /accounts, all/);
  screen.press('9');
  await sees(screen, 'Nickname');
  screen.press('n');
  await sees(screen, '[ Review customer', /Business +\d missing/);
  screen.press('enter');
  await sees(screen, "The business's name and activity");
}
