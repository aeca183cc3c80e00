// The journal of this machine's user, opened as the console opens it.

import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { journalIn } from '../../src/journal/open-journal.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { payout, start } from './parts.ts';

const opened = (folder: string) => journalIn(folder, manualClock(start))();

async function used(folder: string): Promise<void> {
  const port = await opened(folder);
  if ('locked' in port) throw new Error(port.locked);
  await port.journal.prepare(payout(1));
  await port.journal.close();
}

it('a journal whose log was removed bars writing, until an administrator removes the known head', async () => {
  const folder = temporaryFolder();
  await used(folder);
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('journal.db')) fs.rmSync(path.join(folder, name));
  for (let time = 0; time < 2; time += 1)
    expect(await opened(folder)).toMatchObject({ locked: expect.stringContaining('remove audit-head') });
  fs.rmSync(path.join(folder, 'audit-head'));
  await used(folder);
});

it('a log that only grew bars nothing', async () => {
  const folder = temporaryFolder();
  for (let time = 0; time < 3; time += 1) {
    const port = await opened(folder);
    expect(port).toHaveProperty('journal');
    if ('journal' in port) await port.journal.close();
  }
});
