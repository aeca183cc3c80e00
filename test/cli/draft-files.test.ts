// Drafts on the disk: whose they are, who may read them, and that no other one is written over.

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemDisk } from '../../src/cli/disk.ts';
import { draftFiles } from '../../src/cli/draft-files.ts';
import { readTextFile } from '../../src/cli/import-file.ts';

let unique = 0;
const disk = systemDisk(() => `${++unique}`);
const mine = { service: 'https://a.example', programId: 'p', customer: 'c' };

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-draft-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('a draft', () => {
  it('is one file for each customer, program and service, whose name tells of none of them', () => {
    const folder = temporary();
    const files = draftFiles(disk, folder);
    const others = [
      { ...mine, service: 'https://b.example' },
      { ...mine, programId: 'q' },
      { ...mine, customer: 'd' },
    ];
    for (const [n, of] of [mine, ...others].entries())
      expect(files.write(of, `${n}`, undefined).ok).toBe(true);
    expect(files.read(mine)).toEqual({ kind: 'text', text: '0' });
    const names = readdirSync(join(folder, 'drafts'));
    expect(names).toHaveLength(4);
    for (const name of names) {
      expect(name).toMatch(/^new-customer-[0-9a-f]{32}\.json$/);
      expect(statSync(join(folder, 'drafts', name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(folder, 'drafts')).mode & 0o777).toBe(0o700);
  });

  it('is the same at every address of the service, if the service has a name', () => {
    const folder = temporary();
    draftFiles(disk, folder, 'demo').write(mine, 'x', undefined);
    const later = draftFiles(disk, folder, 'demo').read({ ...mine, service: 'https://b.example' });
    expect(later).toEqual({ kind: 'text', text: 'x' });
  });

  it('of another person is neither overwritten nor removed', () => {
    const files = draftFiles(disk, temporary());
    files.write(mine, 'theirs', undefined);
    expect(files.write(mine, 'ours', undefined)).toEqual({ ok: false, code: 'EEXIST' });
    expect(files.remove(mine, 'ours')).toEqual({ ok: false, code: 'EEXIST' });
    expect(files.write(mine, 'ours', 'theirs')).toEqual({ ok: true });
    expect(files.remove(mine, 'ours')).toEqual({ ok: true });
    expect(files.read(mine)).toEqual({ kind: 'absent' });
    // One that is gone already is no hindrance.
    expect(files.remove(mine, 'ours')).toEqual({ ok: true });
    expect(files.write(mine, 'again', 'ours')).toEqual({ ok: true });
  });

  it("that isn't text counts as damaged, and without a folder there is no draft", () => {
    const folder = temporary();
    const files = draftFiles(disk, folder);
    files.write(mine, 'x', undefined);
    const [name = ''] = readdirSync(join(folder, 'drafts'));
    writeFileSync(join(folder, 'drafts', name), Uint8Array.of(0xff, 0xfe));
    expect(files.read(mine)).toEqual({ kind: 'damaged' });
    expect(files.setAside(mine)).toMatchObject({ ok: true });
    const nowhere = draftFiles(disk, undefined);
    expect(nowhere.read(mine)).toEqual({ kind: 'absent' });
    expect(nowhere.write(mine, 'x', undefined)).toEqual({ ok: false, code: 'ENOENT' });
    expect(nowhere.remove(mine, undefined)).toEqual({ ok: true });
  });

  it.each(['replace', 'makePrivateFolder'] as const)('that the disk refuses to keep (%s) says so', step => {
    const refused = () => ({ ok: false, code: 'ENOSPC' }) as const;
    const files = draftFiles({ ...disk, [step]: refused }, temporary());
    expect(files.write(mine, 'x', undefined)).toEqual({ ok: false, code: 'ENOSPC' });
  });
});

describe('a text file', () => {
  it('is read by its typed path, where ~ is the home folder; other files give an error code', () => {
    const home = temporary();
    const workingFolder = temporary();
    const read = readTextFile(disk, { home, workingFolder });
    writeFileSync(join(home, 'a.json'), '\ufeff{}');
    writeFileSync(join(workingFolder, 'b.json'), Uint8Array.of(0x7b, 0xff));
    expect(read('~/a.json')).toEqual({ ok: true, text: '{}' });
    expect(read('b.json')).toEqual({ ok: false, code: 'EILSEQ' });
    expect(read('a.json')).toEqual({ ok: false, code: 'ENOENT' });
    expect(read('~')).toEqual({ ok: false, code: 'EISDIR' });
  });
});
