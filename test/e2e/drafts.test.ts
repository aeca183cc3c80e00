// The program killed while a new customer is typed: what was kept is there again, whole, in a file of its owner's alone.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dice } from '../../src/sim/random.ts';
import type { PtyProgram } from '../harness/pty.ts';
import { diesAtOnce } from './case.ts';
import { sees, startPurser, startService } from './purser.ts';

/** Programs killed while somebody types. */
const DEATHS = 6;

test(`after ${DEATHS} kills with -9 during typing the draft is complete each time, and typing continues where it was`, async () => {
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), 'purser-drafts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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
    // Left, so that it is kept at once; then typing goes on, and a death may come in the middle of keeping that.
    purser.screen.press('esc');
    await sees(purser.screen, 'Draft saved');
    purser.screen.press('g', 'enter');
    await sees(purser.screen, "The business's name and activity");
    purser.screen.press('tab');
    for (let more = 0; more < 20; more++) purser.screen.type('BUSINESS ');
    await new Promise(resolve => setTimeout(resolve, luck.whole(0, 700)));
    diesAtOnce(purser, 'kill -9');
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

async function opensBusiness({ screen }: PtyProgram): Promise<void> {
  await sees(screen, /accounts, all/);
  screen.press('9');
  await sees(screen, 'Nickname');
  screen.press('n');
  await sees(screen, '[ Review customer', /Business +\d missing/);
  screen.press('enter');
  await sees(screen, "The business's name and activity");
}
