// Nothing that a person on the machine sets loosens the policy: no variable, flag, profile or folder.

import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Flags } from '../../src/system/arguments.ts';
import { readMachine } from '../../src/system/machine.ts';
import type { MachinePlace } from '../../src/system/machine-place.ts';
import { readStart } from '../../src/system/start.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { machineFolder, put } from '../harness/machine.ts';

const PAY = 'https://pay.example.com';
const TRIAL = 'https://trial.example.com';
const EVIL = 'https://evil.example.com';
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
const ids = { clientId: 'c', programId: 'p' };
const live = { baseUrl: PAY, environment: 'production', ...ids };
const trial = { baseUrl: TRIAL, environment: 'demo', ...ids };
const KEY = { PURSER_API_KEY: 'k' };

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

describe('read-only', () => {
  const policy = { readOnly: true };
  const own = { profile: 'live', profiles: { live: { ...live, readOnly: false }, trial } };

  it.each<[string, Given]>([
    ['nothing more', {}],
    ['PURSER_READ_ONLY=false', { env: { PURSER_READ_ONLY: 'false' } }],
    [
      'PURSER_ENVIRONMENT=demo at another address',
      { env: { PURSER_BASE_URL: EVIL, PURSER_ENVIRONMENT: 'demo' } },
    ],
    ['an address on this machine', { env: { PURSER_BASE_URL: 'http://127.0.0.1:9' } }],
    ['a demo profile', { flags: { profile: 'trial' } }],
    ['the simulator', { flags: { profile: 'demo' } }],
  ])('stays with %s', async (_, given) => {
    expect(await setup({ policy, own, ...given })).toMatchObject({
      ...{ readOnly: true, startsReadOnly: true },
      readOnlyReason: 'the policy of this machine bars writing',
    });
  });

  it('stays with another configuration folder', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'config.json');
    fs.writeFileSync(file, JSON.stringify({ profile: 'trial', profiles: { trial } }), { mode: 0o600 });
    fs.writeFileSync(path.join(folder, 'policy.json'), '{"readOnly": false}');
    const env = {
      PURSER_CONFIG_DIR: folder,
      XDG_CONFIG_HOME: folder,
      PURSER_POLICY: path.join(folder, 'policy.json'),
    };
    expect(await setup({ policy, env })).toMatchObject({ profileName: 'trial', readOnly: true });
  });

  it('refuses --write', async () => {
    expect(await refusal({ policy, own, flags: { write: true } })).toBe(
      '--write is not possible: the policy of this machine bars writing.',
    );
  });

  it('is the policy’s, although a profile of the machine says nothing', async () => {
    expect(await setup({ policy, shared: { profile: 'live', profiles: { live } } })).toMatchObject({
      readOnly: true,
    });
  });

  it('stays the profile’s if the policy says false', async () => {
    const shared = { profile: 'live', profiles: { live: { ...live, readOnly: true } } };
    expect(await setup({ policy: { readOnly: false }, shared })).toMatchObject({
      readOnlyReason: 'the profile is read-only',
    });
  });
});

describe('no writes in production', () => {
  const policy = { productionWrites: false };
  const barred = {
    environment: 'production',
    readOnlyReason: 'the policy of this machine bars writes in production',
  };

  it.each<[string, Given]>([
    ['a production profile', { own: { profile: 'live', profiles: { live } } }],
    [
      'a profile that calls production a demo',
      { own: { profile: 'p', profiles: { p: { ...trial, baseUrl: PAY } } } },
    ],
    ['PURSER_ENVIRONMENT=demo', { env: { PURSER_BASE_URL: PAY, PURSER_ENVIRONMENT: 'demo' } }],
    ['a tunnel on this machine', { env: { PURSER_BASE_URL: 'http://127.0.0.1:8080' } }],
    [
      'a tunnel, and a demo by name',
      { env: { PURSER_BASE_URL: 'http://localhost:8080', PURSER_ENVIRONMENT: 'demo' } },
    ],
    ['PURSER_READ_ONLY=0', { env: { PURSER_BASE_URL: PAY, PURSER_READ_ONLY: '0' } }],
  ])('holds for %s', async (_, given) => {
    expect(await setup({ policy, ...given })).toMatchObject(barred);
    expect(await refusal({ policy, ...given, flags: { write: true } })).toContain('--write is not possible');
  });

  it('holds for the profile demo at a tunnel', async () => {
    const env = { PURSER_PROFILE: 'demo', PURSER_BASE_URL: 'http://127.0.0.1:8080' };
    expect(await refusal({ policy, env })).toContain('leads to production');
  });

  it('leaves the simulator, and a demo that an administrator names', async () => {
    expect(await setup({ policy })).toMatchObject({ start: 'demo', readOnly: false });
    const shared = { profile: 'trial', profiles: { trial } };
    expect(await setup({ policy, shared })).toMatchObject({ environment: 'demo', startsReadOnly: false });
    const services = [{ baseUrl: `${TRIAL}/`, environment: 'demo' }];
    const own = { profile: 'trial', profiles: { trial } };
    expect(await setup({ policy: { ...policy, services }, own })).toMatchObject({ startsReadOnly: false });
    expect(
      await setup({
        policy: { ...policy, services },
        own: { profile: 't', profiles: { t: { ...trial, environment: 'production' } } },
      }),
    ).toMatchObject(barred);
  });

  it('counts an address as production if an administrator calls the address both', async () => {
    const shared = { profile: 'trial', profiles: { trial, other: { ...live, baseUrl: TRIAL } } };
    expect(await setup({ policy, shared })).toMatchObject(barred);
  });
});

describe('allowed services', () => {
  const policy = {
    services: [
      { baseUrl: PAY, environment: 'production', clientId: 'c' },
      { baseUrl: TRIAL, environment: 'demo' },
    ],
  };
  const own = { profile: 'live', profiles: { live } };

  it.each<[string, Given, string]>([
    ['PURSER_BASE_URL', { own, env: { PURSER_BASE_URL: EVIL } }, `does not allow the address ${EVIL}.`],
    ['a longer address', { own, env: { PURSER_BASE_URL: `${PAY}/evil` } }, 'does not allow the address'],
    ['another port', { own, env: { PURSER_BASE_URL: `${PAY}:444` } }, 'does not allow the address'],
    [
      'a host that only begins the same',
      { own, env: { PURSER_BASE_URL: `${PAY}.evil.com` } },
      'does not allow',
    ],
    ['this machine', { own, env: { PURSER_BASE_URL: 'http://localhost:1' } }, 'does not allow the address'],
    [
      'a profile',
      { own: { profile: 'e', profiles: { e: { ...live, baseUrl: EVIL } } } },
      'does not allow the address',
    ],
    ['PURSER_CLIENT_ID', { own, env: { PURSER_CLIENT_ID: 'x' } }, 'does not allow another client ID'],
    [
      'a profile of the machine',
      { shared: { profile: 'e', profiles: { e: { ...live, baseUrl: EVIL } } } },
      'does not allow',
    ],
  ])('refuses %s', async (_, given, words) => {
    expect(await refusal({ policy, ...given })).toContain(words);
  });

  it('allows the others, in any spelling, and the stricter environment counts', async () => {
    expect(await setup({ policy, own })).toMatchObject({ environment: 'production', baseUrl: PAY });
    const env = { PURSER_BASE_URL: 'https://PAY.example.com:443/', PURSER_ENVIRONMENT: 'demo' };
    expect(await setup({ policy, env })).toMatchObject({ environment: 'production', baseUrl: PAY });
    expect(
      await setup({ policy, env: { PURSER_BASE_URL: TRIAL, PURSER_ENVIRONMENT: 'demo' } }),
    ).toMatchObject({
      ...{ environment: 'demo', startsReadOnly: false },
    });
    expect(await setup({ policy, env: { PURSER_BASE_URL: TRIAL } })).toMatchObject({
      environment: 'production',
    });
    expect(await setup({ policy })).toMatchObject({ start: 'demo' });
  });
});

describe('allowed environments', () => {
  it('bars production, also production that is called a demo', async () => {
    const policy = { environments: ['demo'] };
    const words = 'does not allow production.';
    expect(await refusal({ policy, own: { profile: 'live', profiles: { live } } })).toContain(words);
    expect(await refusal({ policy, env: { PURSER_BASE_URL: PAY, PURSER_ENVIRONMENT: 'demo' } })).toContain(
      words,
    );
    expect(
      await refusal({ policy, own: { profile: 'p', profiles: { p: { ...trial, baseUrl: PAY } } } }),
    ).toContain(words);
    expect(await setup({ policy, shared: { profile: 'trial', profiles: { trial } } })).toMatchObject({
      environment: 'demo',
    });
  });

  it('bars the simulator', async () => {
    expect(await refusal({ policy: { environments: ['production'] } })).toBe(
      'The policy of this machine does not allow a demo. Choose a profile with --profile.',
    );
  });
});

describe('only the profiles of the machine', () => {
  const policy = { onlySystemProfiles: true };
  const shared = { profile: 'live', profiles: { live: { ...live, readOnly: true }, trial } };

  it.each<[string, Given, string]>([
    [
      'a profile of the user',
      { own: { profile: 'mine', profiles: { mine: live } } },
      'allows only the profiles of',
    ],
    [
      'PURSER_PROFILE',
      { own: { profiles: { mine: live } }, env: { PURSER_PROFILE: 'mine' } },
      'allows only the profiles',
    ],
    [
      '--profile',
      { own: { profiles: { mine: live } }, flags: { profile: 'mine' } },
      'They are: live, trial.',
    ],
    ['PURSER_BASE_URL', { env: { PURSER_BASE_URL: EVIL } }, 'does not allow the address'],
    ['PURSER_BASE_URL of another profile', { env: { PURSER_BASE_URL: TRIAL } }, 'does not allow the address'],
    ['PURSER_CLIENT_ID', { env: { PURSER_CLIENT_ID: 'x' } }, 'does not allow another client ID'],
    [
      'the demo at an address',
      { flags: { profile: 'demo' }, env: { PURSER_BASE_URL: TRIAL } },
      'leads to production',
    ],
    ['--ca-file', { flags: { caFile: '/tmp/mine.pem' } }, 'Leave out --ca-file.'],
    ['PURSER_CA_FILE', { env: { PURSER_CA_FILE: '/tmp/mine.pem' } }, 'Unset PURSER_CA_FILE.'],
  ])('refuses %s', async (_, given, words) => {
    expect(await refusal({ policy, shared, ...given })).toContain(words);
  });

  it('refuses variables without a profile', async () => {
    const env = { PURSER_BASE_URL: PAY, PURSER_CLIENT_ID: 'c', ...KEY };
    expect(await refusal({ policy, env })).toContain('does not allow the address');
    expect(await refusal({ policy, env: { PURSER_CLIENT_ID: 'c' } })).toContain('That file has none.');
  });

  it('opens the profiles of the machine', async () => {
    expect(await setup({ policy, shared, own: { theme: 'mono' } })).toMatchObject({
      ...{ profileName: 'live', readOnly: true, theme: 'mono' },
    });
    expect(await setup({ policy, shared, flags: { profile: 'trial' } })).toMatchObject({
      environment: 'demo',
    });
  });
});

describe('profiles of the machine', () => {
  const shared = { profile: 'live', profiles: { live: { ...live, readOnly: true } } };

  it('are there for every user, who may add others and choose one of them', async () => {
    expect(await setup({ shared })).toMatchObject({ profileName: 'live', readOnly: true });
    const own = { profile: 'mine', profiles: { mine: { ...live, clientId: 'mine' } } };
    expect(await setup({ shared, own })).toMatchObject({ profileName: 'mine', clientId: 'mine' });
    expect(await setup({ shared, own: { profile: 'live' } })).toMatchObject({ profileName: 'live' });
  });

  it('win over a profile of the user with the same name, and Purser says so', async () => {
    const own = { profiles: { live: { ...live, baseUrl: EVIL } } };
    const read = await start({ shared, own });
    expect(read).toMatchObject({
      start: {
        setup: { baseUrl: PAY, readOnly: true },
        hidden: expect.stringContaining('Your own profile live is not used, because '),
      },
    });
    expect(await start({ shared })).toMatchObject({ start: { hidden: undefined } });
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
