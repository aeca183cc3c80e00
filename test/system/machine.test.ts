// The files of an administrator: where they are, whom Purser trusts with them, and what stops the start.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readMachine, trustedText } from '../../src/system/machine.ts';
import { type MachinePlace, systemPlace } from '../../src/system/machine-place.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { machineFolder, put } from '../harness/machine.ts';

const live = { baseUrl: 'https://api.example.com', environment: 'production', clientId: 'c', programId: 'p' };

async function refusal(place: MachinePlace): Promise<string> {
  const read = await readMachine(place);
  if (read.ok) throw new Error('Purser starts');
  return read.why;
}

async function machine(place: MachinePlace) {
  const read = await readMachine(place);
  if (!read.ok) throw new Error(read.why);
  return read.machine;
}

/** The same folder, with another user as the administrator. */
const asOther = (place: MachinePlace): MachinePlace => ({
  ...place,
  administrator: (process.getuid?.() ?? 0) + 1,
});

test('the place depends on the system alone, and root owns it', () => {
  expect(systemPlace('linux')).toEqual({ folder: '/etc/purser', administrator: 0, top: '/' });
  expect(systemPlace('darwin')).toEqual({
    ...{ folder: '/Library/Application Support/Purser', administrator: 0, top: '/' },
  });
  expect(systemPlace('win32')).toMatchObject({ folder: 'C:\\Program Files\\Purser' });
});

describe('without files', () => {
  it('there is no policy, even if the folder is missing and others own the folders above', async () => {
    const place = machineFolder();
    expect(await machine(place)).not.toHaveProperty('policy');
    fs.rmdirSync(place.folder);
    expect(await machine(asOther(place))).not.toHaveProperty('policy');
  });

  it('a folder that others own or may change stops the start, because a file could have been removed', async () => {
    const place = machineFolder();
    expect(await refusal(asOther(place))).toContain('does not belong to an administrator');
    fs.chmodSync(place.folder, 0o775);
    expect(await refusal(place)).toBe(
      `Other users may change ${place.folder}. Run: chmod go-w ${place.folder}`,
    );
  });
});

describe.each(['policy.json', 'config.json'])('%s', name => {
  const content = name === 'policy.json' ? { readOnly: true } : { profiles: { live } };

  it('is read', async () => {
    const place = machineFolder();
    put(place, name, content);
    expect(await machine(place)).toMatchObject(
      name === 'policy.json' ? { policy: content } : { config: content },
    );
  });

  it.each([0o664, 0o646, 0o620, 0o602, 0o666])('is refused if others may write it: %o', async mode => {
    const place = machineFolder();
    const file = put(place, name, content, mode);
    expect(await refusal(place)).toBe(`Other users may change ${file}. Run: chmod go-w ${file}`);
  });

  it('is refused if another user owns it', async () => {
    const place = machineFolder();
    const file = put(place, name, content);
    if (process.getuid?.() === 0) {
      fs.chownSync(file, 1000, 1000);
      expect(await refusal(place)).toBe(
        `${file} does not belong to an administrator. Run: chown root ${file}`,
      );
    } else expect(await refusal(asOther(place))).toContain('does not belong to an administrator');
  });

  it('is refused if it is a symbolic link, also to a good file and to no file', async () => {
    const place = machineFolder();
    const real = put(place, 'real.json', content);
    const file = path.join(place.folder, name);
    fs.symlinkSync(real, file);
    expect(await refusal(place)).toContain(`${file} is a symbolic link.`);
    fs.rmSync(real);
    expect(await refusal(place)).toContain(`${file} is a symbolic link.`);
  });

  it('is refused if a folder above it is a symbolic link, or others may change the folder', async () => {
    const place = machineFolder();
    put(place, name, content);
    const other = path.join(place.top, 'link');
    fs.symlinkSync(place.folder, other);
    expect(await refusal({ ...place, folder: other })).toContain('is a symbolic link');
    fs.chmodSync(place.top, 0o757);
    expect(await refusal(place)).toBe(`Other users may change ${place.top}. Run: chmod go-w ${place.top}`);
  });

  it('is refused if it is a folder, a pipe, too large or no text', async () => {
    const place = machineFolder();
    const file = path.join(place.folder, name);
    fs.mkdirSync(file, { mode: 0o755 });
    expect(await refusal(place)).toBe(`${file} can't be read (EISDIR).`);
    fs.rmdirSync(file);
    put(place, name, ' '.repeat(1024 * 1024 + 1));
    expect(await refusal(place)).toBe(`${file} can't be read (EFBIG).`);
    fs.writeFileSync(file, Uint8Array.of(0x7b, 0xff, 0x7d));
    expect(await refusal(place)).toBe(`${file} is not UTF-8 text.`);
  });

  it('names line, column and field of a mistake', async () => {
    const place = machineFolder();
    const file = put(place, name, '{\n  "raedOnly": true\n}');
    expect(await refusal(place)).toContain(`${file}, line 2, column 3: raedOnly is not a field.`);
    put(place, name, '{\n  "readOnly": true,\n');
    expect(await refusal(place)).toContain(`${file}, line 3, column 1: `);
    put(place, name, '');
    expect(await refusal(place)).toContain(`${file}, line 1, column 1: `);
  });

  it('may have comments', async () => {
    const place = machineFolder();
    put(place, name, `// ours\n${JSON.stringify(content)}`);
    expect(await machine(place)).toMatchObject(
      name === 'policy.json' ? { policy: content } : { config: content },
    );
  });
});

it('a policy names every mistake', async () => {
  const place = machineFolder();
  const file = put(place, 'policy.json', {
    ...{
      readOnly: 'yes',
      lockMinutes: 16,
      contentDays: 29,
      successWords: { 'payout.create': ['FAILED'] },
      environments: [],
      caFile: 'ca.pem',
    },
    services: [{ baseUrl: 'http://api.example.com', environment: 'test' }],
    journal: { host: 'db.example.com', database: 'team', user: 'ana' },
  });
  const why = await refusal(place);
  for (const words of [
    'readOnly must be true or false.',
    'lockMinutes must be a whole number of minutes from 1 to 15.',
    'contentDays must be a whole number of days from 30 to 99999.',
    'successWords must be lists of words by operation, none of which says failure or delay.',
    'environments must be a list with demo, production or both.',
    'caFile must be the whole path of a PEM file with the only certificate authorities to trust, or system.',
    'services.0.baseUrl must be an address that Purser may call',
    'services.0.environment must be demo or production.',
    'journal.user is not a field.',
  ])
    expect(why).toContain(words);
  expect(why.split('\n')).toHaveLength(9);
  for (const line of why.split('\n')) expect(line).toContain(`${file}, line `);
});

describe('a file that the policy names', () => {
  it('is read if only an administrator may change the file, its folders and its links', () => {
    const place = machineFolder();
    const file = put(place, 'ca.pem', 'PEM');
    const link = path.join(place.folder, 'link.pem');
    fs.symlinkSync(file, link);
    expect(trustedText(file, place)).toEqual({ text: 'PEM' });
    expect(trustedText(link, place)).toEqual({ text: 'PEM' });
  });

  it('is refused otherwise', () => {
    const place = machineFolder();
    const file = put(place, 'ca.pem', 'PEM', 0o666);
    expect(trustedText(file, place)).toEqual({
      why: expect.stringContaining(`Other users may change ${file}`),
    });
    expect(trustedText(put(place, 'good.pem', 'PEM'), asOther(place))).toEqual({
      why: expect.stringContaining('does not belong to an administrator'),
    });
    expect(trustedText(path.join(place.folder, 'none.pem'), place)).toEqual({
      why: expect.stringContaining("can't be read (ENOENT)"),
    });
  });

  it('is refused if a good link leads to a file that others may change', () => {
    const place = machineFolder();
    const link = path.join(place.folder, 'link.pem');
    fs.symlinkSync(put(place, 'ca.pem', 'PEM', 0o666), link);
    expect(trustedText(link, place)).toEqual({ why: expect.stringContaining('ca.pem. Run: chmod go-w') });
  });

  it('is refused if a link that anybody could change leads to a good file', () => {
    const place = machineFolder();
    const good = put(place, 'good.pem', 'PEM');
    const open = path.join(place.top, 'open');
    fs.mkdirSync(open);
    fs.chmodSync(open, 0o777);
    fs.symlinkSync(good, path.join(open, 'ca.pem'));
    expect(trustedText(path.join(open, 'ca.pem'), place)).toEqual({
      why: expect.stringContaining(`Other users may change ${open}`),
    });
  });

  it('is refused if it is outside the trusted folders', () => {
    const place = machineFolder();
    const elsewhere = path.join(temporaryFolder(), 'ca.pem');
    fs.writeFileSync(elsewhere, 'PEM');
    // The folder for temporary files is open to all users.
    expect(trustedText(elsewhere, place)).toHaveProperty('why');
  });
});
