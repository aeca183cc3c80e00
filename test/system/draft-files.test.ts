// Drafts on the disk: one file for each owner, private, and never overwritten by another console's draft.

import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemDisk } from '../../src/system/disk.ts';
import { draftFiles } from '../../src/system/draft-files.ts';
import { readTextFile } from '../../src/system/export-file.ts';
import { temporaryFolder } from '../harness/folder.ts';

let unique = 0;
const disk = systemDisk(() => `${++unique}`);
const mine = { service: 'https://a.example', programId: 'p', customer: 'c' };

describe('a draft', () => {
  it('is one file for each customer, program and service, and the file name shows none of these', () => {
    const folder = temporaryFolder();
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

  it('is the same file at every address of a service, if the service has a name', () => {
    const folder = temporaryFolder();
    draftFiles(disk, folder, 'demo').write(mine, 'x', undefined);
    const later = draftFiles(disk, folder, 'demo').read({ ...mine, service: 'https://b.example' });
    expect(later).toEqual({ kind: 'text', text: 'x' });
  });

  it('of another console is neither overwritten nor removed', () => {
    const files = draftFiles(disk, temporaryFolder());
    files.write(mine, 'theirs', undefined);
    expect(files.write(mine, 'ours', undefined)).toEqual({ ok: false, code: 'EEXIST' });
    expect(files.remove(mine, 'ours')).toEqual({ ok: false, code: 'EEXIST' });
    expect(files.write(mine, 'ours', 'theirs')).toEqual({ ok: true });
    expect(files.remove(mine, 'ours')).toEqual({ ok: true });
    expect(files.read(mine)).toEqual({ kind: 'absent' });
    // A file that is already removed is no obstacle.
    expect(files.remove(mine, 'ours')).toEqual({ ok: true });
    expect(files.write(mine, 'again', 'ours')).toEqual({ ok: true });
  });

  it('counts as damaged if its bytes are not UTF-8, and as absent without a folder', () => {
    const folder = temporaryFolder();
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

  it.each(['replace', 'makePrivateFolder'] as const)(
    'gives the error code if the disk refuses it (%s)',
    step => {
      const refused = () => ({ ok: false, code: 'ENOSPC' }) as const;
      const files = draftFiles({ ...disk, [step]: refused }, temporaryFolder());
      expect(files.write(mine, 'x', undefined)).toEqual({ ok: false, code: 'ENOSPC' });
    },
  );
});

describe('a text file', () => {
  it('is read by its typed path, also with ~ for the home folder; other files give an error code', () => {
    const home = temporaryFolder();
    const workingFolder = temporaryFolder();
    const read = readTextFile(disk, { home, workingFolder });
    writeFileSync(join(home, 'a.json'), '\ufeff{}');
    writeFileSync(join(workingFolder, 'b.json'), Uint8Array.of(0x7b, 0xff));
    expect(read('~/a.json')).toEqual({ ok: true, text: '{}' });
    expect(read('b.json')).toEqual({ ok: false, code: 'EILSEQ' });
    expect(read('a.json')).toEqual({ ok: false, code: 'ENOENT' });
    expect(read('~')).toEqual({ ok: false, code: 'EISDIR' });
  });
});
