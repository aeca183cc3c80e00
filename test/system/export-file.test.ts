// Export files on a real disk: private, complete, and never in place of another file.

import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exportFiles } from '../../src/system/export-file.ts';
import { temporaryFolder } from '../harness/folder.ts';

let home: string;
let files: ReturnType<typeof exportFiles>;

beforeEach(() => {
  home = temporaryFolder();
  let n = 0;
  files = exportFiles({ home, workingFolder: join(home, 'here'), unique: () => `u${++n}` });
  fs.mkdirSync(join(home, 'here'));
});

async function begun(path: string) {
  const created = await files.create(path);
  if (!created.ok) throw new Error(created.code);
  return created.file;
}
const names = (folder = home): string[] => fs.readdirSync(folder).filter(name => name !== 'here');

describe('a file', () => {
  it("gets its name only when it is complete, and other users can't read it", async () => {
    const file = await begun('~/out.csv');
    expect(await file.write('a\r\n')).toEqual({ ok: true });
    expect(names()).toEqual(['out.csv.u1.tmp']);
    expect(fs.statSync(join(home, 'out.csv.u1.tmp')).mode & 0o777).toBe(0o600);
    await file.write('ü\r\n');
    expect(await file.finish()).toEqual({ ok: true });
    expect(names()).toEqual(['out.csv']);
    expect(fs.readFileSync(join(home, 'out.csv'), 'utf8')).toBe('a\r\nü\r\n');
    expect(fs.statSync(join(home, 'out.csv')).mode & 0o777).toBe(0o600);
  });

  it('is created in the working folder unless its path begins with ~', async () => {
    await (await begun('out.csv')).finish();
    expect(names(join(home, 'here'))).toEqual(['out.csv']);
  });

  it('is removed when the export is dropped', async () => {
    const file = await begun('~/out.csv');
    await file.write('a');
    file.drop();
    expect(names()).toEqual([]);
  });
});

it('a dropped export leaves no file, even if the file already has its final name', async () => {
  const file = await begun('~/out.csv');
  await file.write('a');
  const { open } = fs.promises;
  const seen: string[][] = [];
  // `finish` syncs the folder as its last step.
  const spy = vi.spyOn(fs.promises, 'open').mockImplementation((...given) => {
    seen.push(names());
    file.drop();
    return open(...given);
  });
  await file.finish();
  spy.mockRestore();
  expect(seen).toEqual([['out.csv']]);
  expect(names()).toEqual([]);
});

describe('a name that is taken', () => {
  it('is refused, and a free name is suggested', async () => {
    fs.writeFileSync(join(home, 'out.csv'), 'mine');
    fs.symlinkSync('nowhere', join(home, 'out-2.csv'));
    expect(await files.create('~/out.csv')).toEqual({ ok: false, code: 'EEXIST', free: '~/out-3.csv' });
    expect(await files.create('~/out-2.csv')).toMatchObject({ ok: false, code: 'EEXIST' });
    expect(names().toSorted()).toEqual(['out-2.csv', 'out.csv']);
  });

  it('is not overwritten if another program took it meanwhile', async () => {
    const file = await begun('~/out.csv');
    await file.write('ours');
    fs.writeFileSync(join(home, 'out.csv'), 'theirs');
    expect(await file.finish()).toEqual({ ok: false, code: 'EEXIST' });
    file.drop();
    expect(names()).toEqual(['out.csv']);
    expect(fs.readFileSync(join(home, 'out.csv'), 'utf8')).toBe('theirs');
  });
});

it("an error code says why the file can't be made", async () => {
  expect(await files.create('~/no/such/out.csv')).toEqual({ ok: false, code: 'ENOENT' });
  expect(await files.create('~')).toEqual({ ok: false, code: 'EISDIR' });
  expect(exportFiles({ home: undefined, workingFolder: home, unique: () => 'u' }).folder).toBe('.');
});
