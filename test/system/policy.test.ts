// Nothing that a person on the machine sets loosens the policy: no variable, flag, profile or folder.

import { hash } from 'node:crypto';
import fs from 'node:fs';
import path, { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Flags } from '../../src/system/arguments.ts';
import { readMachine } from '../../src/system/machine.ts';
import type { MachinePlace } from '../../src/system/machine-place.ts';
import { readStart } from '../../src/system/start.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { machineFolder, put } from '../harness/machine.ts';
import { expectReviewed } from '../harness/reviewed.ts';

const PAY = 'https://pay.example.com';
const TRIAL = 'https://trial.example.com';
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
const ids = { clientId: 'c', programId: 'p' };
const live = { baseUrl: PAY, environment: 'production', ...ids };
const trial = { baseUrl: TRIAL, environment: 'demo', ...ids };

interface Given {
  readonly policy?: object;
  /** The profiles of the machine. */
  readonly shared?: object;
  /** The user's config.json. */
  readonly own?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: Partial<Flags>;
  readonly place?: MachinePlace;
}

async function start({ policy, shared, own, env = {}, flags = {}, place = machineFolder() }: Given) {
  if (policy) put(place, 'policy.json', policy);
  if (shared) put(place, 'config.json', shared);
  const home = temporaryFolder();
  const config = path.join(home, '.config', 'purser');
  fs.mkdirSync(config, { recursive: true });
  if (own) fs.writeFileSync(path.join(config, 'config.json'), JSON.stringify(own), { mode: 0o600 });
  const { getuid } = process;
  const around = {
    env: { HOME: home, ...env },
    execArgv: [],
    report: { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false },
    platform: 'other',
    ...(getuid && { getuid }),
  };
  const given = { readOnly: false, write: false, screenReader: false, ...flags };
  return readStart(around, given, () => 'unique', await readMachine(place));
}

async function setup(given: Given) {
  const read = await start(given);
  if (!read.ok) throw new Error(read.why);
  return read.start.setup;
}

async function refusal(given: Given): Promise<string> {
  const read = await start(given);
  if (read.ok) throw new Error('Purser starts');
  return read.why;
}

describe('code of the user', () => {
  it('is refused under a policy, and allowed without one', async () => {
    const env = { NODE_COMPILE_CACHE: '/home/ann/cache' };
    expect(await refusal({ policy: { lockMinutes: 5 }, env })).toContain('NODE_COMPILE_CACHE is set');
    expect((await setup({ env })).profileName).toBe('demo');
  });
});

it('the set-up knows the digest of the policy for the audit log, and each change changes it', async () => {
  const place = machineFolder();
  const digest = async (policy?: object) =>
    (await setup({ ...(policy && { policy }), place })).started?.policy;
  expect(await digest()).toBe('none');
  const first = await digest({ lockMinutes: 5 });
  expect(first).toBe(hash('sha256', fs.readFileSync(path.join(place.folder, 'policy.json'))));
  expect(await digest({ lockMinutes: 6 })).not.toBe(first);
});

/** A policy, the profiles of the machine (`shared`) and of the user (`own`), variables and flags, in one object. */
function given(input: string): Given {
  const { policy, shared, own, ...others } = JSON.parse(input);
  const known: Readonly<Record<string, object>> = { live, trial };
  const whole = (config: Record<string, unknown> | undefined) =>
    config && {
      ...config,
      profiles: Object.fromEntries(
        Object.entries(config['profiles'] ?? {}).map(([name, fields]) => {
          const { like, ...changes } = typeof fields === 'string' ? { like: fields } : fields;
          return [name, { ...known[like], ...changes }];
        }),
      ),
    };
  const isVariable = ([name]: readonly [string, unknown]): boolean => name.startsWith('PURSER_');
  return {
    policy,
    shared: whole(shared),
    own: whole(own),
    env: Object.fromEntries(Object.entries(others).filter(isVariable)) as Record<string, string>,
    flags: Object.fromEntries(Object.entries(others).filter(one => !isVariable(one))),
  } as Given;
}

it('each set-up under a policy is what the reviewed file says', () =>
  expectReviewed(join(import.meta.dirname, 'policy.txt'), async input => {
    const place = machineFolder();
    const read = await start({ ...given(input), place });
    const inFolder = (text: string): string => text.replaceAll(place.folder, 'FOLDER');
    if (!read.ok) return inFolder(read.why);
    const { setup, hidden } = read.start;
    const { profileName, environment, baseUrl, clientId, readOnly, readOnlyReason, startsReadOnly } = setup;
    const service = `${profileName}, ${environment}, ${baseUrl ?? 'simulator'} as ${clientId ?? 'nobody'}`;
    const access = `readOnly ${readOnly}${readOnlyReason ? ` (${readOnlyReason})` : ''}, starts ${startsReadOnly}`;
    const theme = setup.theme === 'default' ? [] : [`theme ${setup.theme}`];
    return inFolder([service, access, ...theme, ...(hidden ? [hidden] : [])].join('\n'));
  }));

it('read-only stays with another configuration folder', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'config.json');
  fs.writeFileSync(file, JSON.stringify({ profile: 'trial', profiles: { trial } }), { mode: 0o600 });
  fs.writeFileSync(path.join(folder, 'policy.json'), '{"readOnly": false}');
  const env = {
    PURSER_CONFIG_DIR: folder,
    XDG_CONFIG_HOME: folder,
    PURSER_POLICY: path.join(folder, 'policy.json'),
  };
  expect(await setup({ policy: { readOnly: true }, env })).toMatchObject({
    profileName: 'trial',
    readOnly: true,
  });
});

describe('certificate authorities', () => {
  const own = { profile: 'live', profiles: { live } };

  function withFile(mode = 0o644) {
    const place = machineFolder();
    const caFile = put(place, 'ca.pem', CERTIFICATE, mode);
    put(place, 'policy.json', { caFile });
    return { place, caFile };
  }

  it('come from the file of the policy', async () => {
    const { place, caFile } = withFile();
    const read = await start({ place, own });
    expect(read).toMatchObject({ start: { caPem: CERTIFICATE } });
    expect(await start({ place, own, flags: { caFile } })).toMatchObject({ start: { caPem: CERTIFICATE } });
  });

  it('come from no other file', async () => {
    const { place } = withFile();
    const mine = put(place, 'mine.pem', `${CERTIFICATE}\n`);
    expect(await refusal({ place, own, flags: { caFile: mine } })).toContain('Leave out --ca-file.');
    expect(await refusal({ place, own, env: { PURSER_CA_FILE: mine } })).toContain('Unset PURSER_CA_FILE.');
    const profiles = { live: { ...live, caFile: mine } };
    expect(await start({ place, own: { profile: 'live', profiles } })).toMatchObject({
      start: { caPem: CERTIFICATE },
    });
  });

  it('come from no file that others may change, and from no empty file', async () => {
    const { place, caFile } = withFile(0o666);
    expect(await refusal({ place, own })).toContain(`Other users may change ${caFile}`);
    fs.chmodSync(caFile, 0o644);
    fs.writeFileSync(caFile, '');
    expect(await refusal({ place, own })).toBe(`${caFile} has no certificate in PEM.`);
    fs.rmSync(caFile);
    expect(await refusal({ place, own })).toBe(`${caFile} can't be read (ENOENT).`);
  });

  it('of a profile of the machine come from a file that only an administrator may change', async () => {
    const place = machineFolder();
    const caFile = put(place, 'ca.pem', CERTIFICATE, 0o666);
    const shared = { profile: 'live', profiles: { live: { ...live, caFile } } };
    expect(await refusal({ place, shared })).toContain(`Other users may change ${caFile}`);
    fs.chmodSync(caFile, 0o644);
    expect(await start({ place, shared })).toMatchObject({ start: { caPem: CERTIFICATE } });
  });
});

describe('the team journal', () => {
  const journal = { host: 'db.example.com', database: 'team', ca: '/etc/team.pem' };

  it('is the policy’s, with the person’s own role and certificate', async () => {
    const others = {
      host: 'evil',
      port: 1,
      database: 'mine',
      user: 'ana',
      ca: 'evil.pem',
      cert: 'a.pem',
      key: 'a.key',
    };
    const own = { profile: 'live', profiles: { live: { ...live, journal: others } } };
    expect((await setup({ policy: { journal }, own })).journal).toEqual({
      ...journal,
      ...{ user: 'ana', cert: 'a.pem', key: 'a.key' },
    });
  });

  it('does not depend on the profile, and leaves out the simulator', async () => {
    const own = { profile: 'live', profiles: { live } };
    expect((await setup({ policy: { journal }, own })).journal).toMatchObject({
      ...journal,
      user: expect.stringMatching(/./),
    });
    const env = { PURSER_BASE_URL: PAY, PURSER_CLIENT_ID: 'c' };
    expect((await setup({ policy: { journal }, env })).journal).toMatchObject(journal);
    expect((await setup({ policy: { journal } })).journal).toBeUndefined();
  });
});

describe('a policy that Purser cannot trust', () => {
  it.each([
    ['is wrong', '{"readOnly": "yes"}', 0o644],
    ['is empty', '', 0o644],
    ['may be changed by others', '{}', 0o666],
  ])('stops the start if it %s', async (_, text, mode) => {
    const place = machineFolder();
    const file = put(place, 'policy.json', text, mode);
    expect(await refusal({ place, own: { profile: 'live', profiles: { live } } })).toContain(file);
  });
});
