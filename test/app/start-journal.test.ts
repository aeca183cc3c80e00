// The journal of this machine's user, opened as the console opens it.

import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { journalIn } from '../../src/app/start-journal.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { payout, start } from '../journal/parts.ts';

async function opened(folder: string) {
  const port = await journalIn(folder, manualClock(start))();
  if ('locked' in port) throw new Error(port.locked);
  return port;
}

async function used(folder: string): Promise<void> {
  const { journal } = await opened(folder);
  await journal.prepare(payout(1));
  await journal.close();
}

it('a log that was removed is missed when the journal opens, until an administrator removes the known head', async () => {
  const folder = temporaryFolder();
  await used(folder);
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('journal.db')) fs.rmSync(path.join(folder, name));
  for (let time = 0; time < 2; time += 1) {
    const { journal, warning } = await opened(folder);
    expect(warning).toContain("The journal's log was removed or replaced");
    await journal.close();
  }
  fs.rmSync(path.join(folder, 'audit-head'));
  const { journal, warning } = await opened(folder);
  expect(warning).toBeUndefined();
  await journal.close();
});

it('a log that only grew gives no warning', async () => {
  const folder = temporaryFolder();
  await used(folder);
  const { journal, warning } = await opened(folder);
  expect(warning).toBeUndefined();
  await journal.close();
});
