// The real disk: files with owner and mode, private folders, and the replacement of whole files (FAULTS G5).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { systemDisk } from '../../src/system/disk.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'purser-disk-'));
afterAll(() => fs.rmSync(root, { recursive: true }));
let count = 0;
const fresh = () => path.join(root, `${++count}`);
const disk = systemDisk(() => 'unique');
const mode = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);

test('a file is read with its owner and mode, and a symbolic link with the owner and mode of its target', () => {
  const file = fresh();
  fs.writeFileSync(file, 'text');
  fs.chmodSync(file, 0o664);
  const link = fresh();
  fs.symlinkSync(file, link);
  const expected = {
    kind: 'file',
    bytes: Buffer.from('text'),
    ownerId: fs.statSync(file).uid,
    groupId: fs.statSync(file).gid,
    mode: 0o664,
  };
  expect(disk.read(file)).toEqual(expected);
  expect(disk.read(link)).toEqual(expected);
});

test('a missing file, a folder and a file that is too big have different results', () => {
  const big = fresh();
  fs.writeFileSync(big, '');
  fs.truncateSync(big, 1024 * 1024 + 1);
  const folder = fresh();
  fs.mkdirSync(folder);
  const loop = fresh();
  fs.symlinkSync(loop, loop);
  expect(disk.read(fresh())).toEqual({ kind: 'absent' });
  expect(disk.read(folder)).toEqual({ kind: 'unreadable', code: 'EISDIR' });
  expect(disk.read(big)).toEqual({ kind: 'unreadable', code: 'EFBIG' });
  expect(disk.read(loop)).toEqual({ kind: 'unreadable', code: 'ELOOP' });
  expect(disk.read(path.join(big, 'below'))).toEqual({ kind: 'unreadable', code: 'ENOTDIR' });
  expect(disk.read('/dev/null')).toEqual({ kind: 'unreadable', code: 'EINVAL' });
});

test('a private folder is made with its parents, and loses the permissions of other users', () => {
  const folder = path.join(fresh(), 'a', 'b');
  expect(disk.makePrivateFolder(folder)).toEqual({ ok: true });
  expect(mode(folder)).toBe('700');
  fs.chmodSync(folder, 0o755);
  expect(disk.makePrivateFolder(folder)).toEqual({ ok: true });
  expect(mode(folder)).toBe('700');
});

test('a folder that cannot be made is refused with the reason', () => {
  const file = fresh();
  fs.writeFileSync(file, '');
  expect(disk.makePrivateFolder(file)).toEqual({ ok: false, code: 'ENOTDIR' });
  expect(disk.makePrivateFolder(path.join(file, 'below'))).toEqual({ ok: false, code: 'ENOTDIR' });
  expect(disk.makePrivateFolder('/proc/purser')).toMatchObject({ ok: false });
});

test('a file is replaced whole with mode 0600, and no other file remains', () => {
  const folder = fresh();
  fs.mkdirSync(folder);
  const file = path.join(folder, 'recents.json');
  fs.writeFileSync(file, 'old');
  fs.chmodSync(file, 0o666);
  expect(disk.replace(file, 'new')).toEqual({ ok: true });
  expect(fs.readFileSync(file, 'utf8')).toBe('new');
  expect(mode(file)).toBe('600');
  expect(fs.readdirSync(folder)).toEqual(['recents.json']);
});

test('a replacement that fails leaves the old file and no other file', () => {
  const folder = fresh();
  fs.mkdirSync(path.join(folder, 'in-the-way', 'full'), { recursive: true });
  expect(disk.replace(path.join(folder, 'in-the-way'), 'new')).toMatchObject({ ok: false });
  expect(fs.readdirSync(folder)).toEqual(['in-the-way']);
  expect(disk.replace(path.join(folder, 'no', 'folder'), 'new')).toEqual({ ok: false, code: 'ENOENT' });
});

test('a file is set aside under a free name', () => {
  const file = fresh();
  for (const number of [1, 2]) {
    fs.writeFileSync(file, `bad ${number}`);
    expect(disk.setAside(file)).toEqual({ ok: true, to: `${file}.unreadable-${number}` });
  }
  expect(fs.readFileSync(`${file}.unreadable-1`, 'utf8')).toBe('bad 1');
  expect(fs.existsSync(file)).toBe(false);
  expect(disk.setAside(file)).toEqual({ ok: false, code: 'ENOENT' });
});

test('a console keeps its lock for hours, and a killed console leaves no lock', async () => {
  const file = fresh();
  const program = `import { systemDisk } from ${JSON.stringify(import.meta.resolve('../../src/system/disk.ts'))};
    systemDisk(() => 'u').withLock(${JSON.stringify(file)}, () => {
      process.stdout.write('alone');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  // The console has had the lock for hours.
  fs.utimesSync(`${file}.lock`, 0, 0);
  for (const _ of [1, 2]) expect(disk.withLock(file, () => 'joined')).toEqual({ ok: false, code: 'EBUSY' });
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(disk.withLock(file, () => 'alone')).toEqual({ ok: true, value: 'alone' });
});

test('the lock is free again after the work fails', () => {
  const file = fresh();
  const fails = () => {
    throw new Error('the work');
  };
  expect(() => disk.withLock(file, fails)).toThrow('the work');
  expect(disk.withLock(file, () => 1)).toEqual({ ok: true, value: 1 });
  expect(disk.withLock(path.join(fresh(), 'no', 'folder'), () => 1)).toEqual({ ok: false, code: 'ENOENT' });
});
