// Kills during the typing of a new customer: the saved draft is complete, in a file that only its owner can read.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dice } from '../../src/sim/random.ts';
import { temporaryFolder } from '../harness/folder.ts';
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

async function opensBusiness({ screen }: PtyProgram): Promise<void> {
  await sees(screen, /accounts, all/);
  screen.press('9');
  await sees(screen, 'Nickname');
  screen.press('n');
  await sees(screen, '[ Review customer', /Business +\d missing/);
  screen.press('enter');
  await sees(screen, "The business's name and activity");
}
