// The journal of this machine's user, opened as the console opens it.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalIn } from '../../src/journal/open-journal.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { payout, requestId, start } from './parts.ts';

const opened = (state: string, heads?: string) =>
  journalIn({ state, ...(heads !== undefined && { heads }) }, manualClock(start))();

async function used(folder: string, heads?: string, number = 1): Promise<void> {
  const port = await opened(folder, heads);
  if ('locked' in port) throw new Error(port.locked);
  await port.journal.prepare(payout(number));
  await port.journal.close();
}

/** The names of the files that the sentence says to remove. */
async function barredBy(folder: string, heads?: string): Promise<readonly string[]> {
  const port = await opened(folder, heads);
  if (!('locked' in port)) throw new Error('the journal opens');
  return port.locked.match(/\/\S*audit-head[\w-]*/g) ?? [];
}

const copied = (folder: string): string => {
  const copy = temporaryFolder();
  fs.cpSync(folder, copy, { recursive: true });
  return copy;
};

function restored(folder: string, backup: string): void {
  fs.rmSync(folder, { recursive: true });
  fs.cpSync(backup, folder, { recursive: true });
}

it('a journal whose log was removed bars writing, until an administrator removes the known head', async () => {
  const folder = temporaryFolder();
  await used(folder);
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('journal.db')) fs.rmSync(path.join(folder, name));
  for (let time = 0; time < 2; time += 1)
    expect(await opened(folder)).toMatchObject({
      locked: expect.stringContaining(`remove ${path.join(folder, 'audit-head')}`),
    });
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

it.each<[string, (head: string) => void]>([
  ['empty', head => fs.writeFileSync(head, '')],
  ['huge', head => fs.writeFileSync(head, `\n`.repeat(5000))],
  ['garbage', head => fs.writeFileSync(head, '12:not a hash')],
  ['a folder', head => fs.mkdirSync(head)],
  ['a dangling link', head => fs.symlinkSync('/nowhere/at/all', head)],
  ['a link to itself', head => fs.symlinkSync(head, head)],
])('a known head that is %s bars writing, beside the journal and elsewhere', async (_, damage) => {
  for (const which of [0, 1]) {
    const [folder, heads] = [temporaryFolder(), temporaryFolder()];
    await used(folder, heads);
    const head =
      [path.join(folder, 'audit-head'), path.join(heads, fs.readdirSync(heads)[0] ?? '')][which] ?? '';
    fs.rmSync(head);
    damage(head);
    for (let time = 0; time < 2; time += 1) expect(await barredBy(folder, heads)).toEqual([head]);
    for (const name of fs.readdirSync(folder))
      if (name.startsWith('journal.db')) fs.rmSync(path.join(folder, name));
    expect(await barredBy(folder, heads)).toEqual([head]);
  }
});

describe('a second head outside the state folder', () => {
  it('bars a whole state folder that was restored, until a person removes the head that the sentence names', async () => {
    const [folder, heads] = [temporaryFolder(), temporaryFolder()];
    await used(folder, heads);
    const backup = copied(folder);
    await used(folder, heads, 2);
    restored(folder, backup);
    const [head = '', ...others] = await barredBy(folder, heads);
    expect([path.dirname(head), others]).toEqual([heads, []]);
    expect(await barredBy(folder, heads)).toEqual([head]);
    fs.rmSync(head);
    await used(folder, heads, 2);
  });

  it('has each write before it leaves, so a kill hides none', async () => {
    const [folder, heads] = [temporaryFolder(), temporaryFolder()];
    await used(folder, heads);
    const killed = await opened(folder, heads);
    if ('locked' in killed) throw new Error(killed.locked);
    const backup = copied(folder);
    await killed.journal.prepare(payout(2));
    restored(folder, backup);
    expect(await barredBy(folder, heads)).toHaveLength(1);
  });

  it('has each write that is sent again, before it leaves', async () => {
    const [folder, heads] = [temporaryFolder(), temporaryFolder()];
    const killed = await opened(folder, heads);
    if ('locked' in killed) throw new Error(killed.locked);
    await killed.journal.prepare(payout(1));
    await killed.journal.sent(requestId(1));
    await killed.journal.settle(requestId(1), 'NOT SENT');
    const backup = copied(folder);
    expect(await killed.journal.repeat(requestId(1))).toMatchObject({ ok: true });
    restored(folder, backup);
    expect(await barredBy(folder, heads)).toHaveLength(1);
  });

  it('misses a state folder that was removed, or only got an older journal back', async () => {
    const [folder, heads] = [temporaryFolder(), temporaryFolder()];
    await used(folder, heads);
    const backup = copied(folder);
    await used(folder, heads, 2);
    fs.rmSync(folder, { recursive: true });
    expect(await barredBy(folder, heads)).toHaveLength(1);
    expect(fs.existsSync(folder)).toBe(false);
    fs.rmSync(path.join(backup, 'audit-head'));
    fs.cpSync(backup, folder, { recursive: true });
    expect(await barredBy(folder, heads)).toHaveLength(1);
  });

  it('belongs to one state folder: another one starts, and a link to the folder does not', async () => {
    const [folder, heads, link] = [
      temporaryFolder(),
      temporaryFolder(),
      path.join(temporaryFolder(), 'link'),
    ];
    await used(folder, heads);
    await used(temporaryFolder(), heads);
    expect(fs.readdirSync(heads)).toHaveLength(2);
    fs.symlinkSync(folder, link);
    for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
    expect(await barredBy(link, heads)).toHaveLength(1);
  });

  it('bars nothing where it cannot be kept: the head beside the journal still counts', async () => {
    const folder = temporaryFolder();
    const file = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(file, '');
    const heads = path.join(file, 'purser');
    await used(folder, heads);
    await used(folder, heads, 2);
    fs.rmSync(path.join(folder, 'journal.db'));
    expect(await barredBy(folder, heads)).toEqual([path.join(folder, 'audit-head')]);
  });
});
