// The PIN of the lock: what the state folder keeps of it, and when it is right.

import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Secret } from '../../src/lib/redact.ts';
import { systemDisk } from '../../src/system/disk.ts';
import { lockPin } from '../../src/system/lock-pin.ts';
import { temporaryFolder } from '../harness/folder.ts';

const inFolder = (folder: string) => {
  const pin = lockPin(
    systemDisk(() => 'unique'),
    folder,
  );
  if (!pin) throw new Error('no PIN');
  return pin;
};

it('only the chosen PIN is right, for every console of this user, and the file has it in no form', async () => {
  const folder = path.join(temporaryFolder(), 'state');
  const pin = inFolder(folder);
  expect(pin.isChosen()).toBe(false);
  expect(await pin.isRight(new Secret(''))).toBe(false);
  expect(await pin.choose(new Secret('caf\u00e9-77'))).toBeUndefined();
  const other = inFolder(folder);
  expect(other.isChosen()).toBe(true);
  for (const typed of ['caf\u00e9-77', 'cafe\u0301-77'])
    expect(await other.isRight(new Secret(typed))).toBe(true);
  for (const typed of ['', 'cafe-77', 'caf\u00e9-7'])
    expect(await other.isRight(new Secret(typed))).toBe(false);
  const file = path.join(folder, 'lock-pin.json');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readFileSync(file, 'utf8')).not.toMatch(/caf|77"/);
  const before = fs.readFileSync(file, 'utf8');
  await pin.choose(new Secret('caf\u00e9-77'));
  expect(fs.readFileSync(file, 'utf8')).not.toBe(before);
});

it.each(['', '{', '{"version":1}', '{"version":1,"salt":"AA==","hash":"AA=="}'])(
  'a damaged file is no PIN: %j',
  async text => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'lock-pin.json'), text);
    expect(inFolder(folder).isChosen()).toBe(false);
    expect(await inFolder(folder).isRight(new Secret(''))).toBe(false);
  },
);

it('says why the PIN is not kept', async () => {
  const file = path.join(temporaryFolder(), 'file');
  fs.writeFileSync(file, '');
  expect(await inFolder(path.join(file, 'state')).choose(new Secret(PIN))).toContain("The PIN can't be kept");
});

const PIN = '123456';
