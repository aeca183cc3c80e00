// API keys without a desktop in the commands: from a file, from a key helper, and a new key in the keyring.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readMachine } from '../../src/system/machine.ts';
import { authority } from '../api/client/certificates.ts';
import { machineFolder, machineWith, put } from '../harness/machine.ts';
import { brokenKeyring, fakeKeyring } from '../system/fake-keyring.ts';
import { type Caller, calls, desk, openCalls } from './caller.ts';

let before = 0;
const sent = () => desk.sim.wire.slice(before);
const keysSent = () => sent().flatMap(({ headers }) => headers['x-api-key'] ?? []);
beforeEach(async () => {
  await openCalls();
  before = desk.sim.wire.length;
});

const key = () => desk.sim.credentials.apiKey;
const BARE = {
  ...{ PURSER_BASE_URL: '', PURSER_CLIENT_ID: '', PURSER_API_KEY: '', PURSER_PROGRAM_ID: '' },
};

function written(name: string, text: string, mode = 0o600): string {
  const file = join(calls.folder, name);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const profile = (fields: object = {}) => {
  const { clientId, programId } = desk.sim.credentials;
  return { baseUrl: desk.sim.url, environment: 'demo', clientId, programId, ...fields };
};

function own(fields: object): void {
  written('config.json', JSON.stringify({ profile: 'live', profiles: { live: profile(fields) } }));
}

const doctor = (rest: readonly string[] = [], more: Parameters<Caller['run']>[2] = {}) =>
  calls.run('doctor', rest, { ...more, env: { ...BARE, ...more.env } });

const list = (rest: readonly string[] = [], more: Parameters<Caller['run']>[2] = {}) =>
  calls.run('call', ['account.list', ...rest], { ...more, env: { ...BARE, ...more.env } });

describe('a key file', () => {
  it('gives the key to a command, by the flag or the variable', async () => {
    own({});
    const file = written('key', `${key()}\n`);
    for (const given of [list(['--key-file', file]), list([], { env: { PURSER_API_KEY_FILE: file } })]) {
      const { code, out, err } = await given;
      expect([code, err]).toEqual([0, expect.any(String)]);
      expect(out + err).not.toContain(key());
    }
    expect(keysSent()).toContain(key());
  });

  it('that others may read gives no key, and nothing is sent', async () => {
    own({});
    const { code, err } = await list(['--key-file', written('key', key(), 0o644)]);
    expect([code, err]).toEqual([2, expect.stringContaining('Other users may read the key file')]);
    expect(sent()).toEqual([]);
  });

  it('gives the key to profile add', async () => {
    const { clientId, programId } = desk.sim.credentials;
    const flags = ['--base-url', desk.sim.url, '--client-id', clientId, '--program-id', programId, '--yes'];
    const file = written('key', key());
    const added = await calls.run('profile', ['add', 'live', ...flags, '--key-file', file], { env: BARE });
    expect([added.code, added.err]).toEqual([0, expect.stringContaining('Signed in')]);
    expect(readFileSync(join(calls.folder, 'config.json'), 'utf8')).not.toContain(key());
  });
});

it('profile add saves the authorities, with the whole path', async () => {
  const { clientId, programId } = desk.sim.credentials;
  const flags = ['--base-url', desk.sim.url, '--client-id', clientId, '--program-id', programId, '--yes'];
  written('ca.pem', authority);
  const ca = join(calls.folder, 'x', '..', 'ca.pem');
  for (const [given, kept] of [
    [ca, join(calls.folder, 'ca.pem')],
    ['system', 'system'],
  ] as const) {
    await calls.run('profile', ['add', 'live', ...flags, '--replace', '--ca-file', given], { env: BARE });
    expect(JSON.parse(readFileSync(join(calls.folder, 'config.json'), 'utf8')).profiles.live.caFile).toBe(
      kept,
    );
  }
});

describe('a key helper', () => {
  const helper = (script: string) => written('helper', `#!/bin/sh\n${script}\n`, 0o700);

  it('gives the key to a command', async () => {
    own({ unlock: 'helper', keyHelper: { command: helper('echo "$1"'), args: [key()] } });
    const { code, out, err } = await list();
    expect(code).toBe(0);
    expect(out + err).not.toContain(key());
    expect(keysSent()).toContain(key());
  });

  it('gives no key to another service than the profile’s [G3]', async () => {
    const ran = join(calls.folder, 'ran');
    own({
      baseUrl: 'https://pay.example.com',
      unlock: 'helper',
      keyHelper: { command: helper(`touch ${ran}`) },
    });
    const address = await list([], { env: { PURSER_BASE_URL: desk.sim.url } });
    own({ unlock: 'helper', keyHelper: { command: helper(`touch ${ran}`) } });
    const account = await list([], { env: { PURSER_CLIENT_ID: 'other' } });
    for (const { code, err } of [address, account])
      expect([code, err]).toEqual([2, expect.stringContaining('is for another address or client ID')]);
    expect([existsSync(ran), sent()]).toEqual([false, []]);
  });

  it('that fails is named, and nothing is sent', async () => {
    own({ unlock: 'helper', keyHelper: { command: helper('exit 4') } });
    const { code, err } = await list();
    expect([code, err]).toEqual([2, expect.stringContaining('helper failed (4).')]);
    expect(sent()).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['fails', 'exit 4', 'failed (4)'],
    ['prints rubbish', 'echo two words', 'did not print the API key as one line'],
    ['prints nothing', 'true', 'did not print the API key as one line'],
  ])('that %s makes doctor fail, with the cause', async (_, script, cause) => {
    own({ unlock: 'helper', keyHelper: { command: helper(script) } });
    for (const [more, said] of [
      [[], /^fail {2}API key: The key helper /m],
      [['--json'], /"check": ?"API key"/],
    ] as const) {
      const { code, out } = await doctor(more);
      expect(code).toBe(1);
      expect(out).toMatch(said);
      expect(out).toContain(cause);
      expect(out).toContain('Correct the key helper of the profile, or set PURSER_API_KEY.');
    }
    expect(sent()).toEqual([]);
    const { code, out } = await doctor([], { env: { PURSER_API_KEY: key() } });
    expect([code, out]).toEqual([0, expect.not.stringContaining('fail')]);
  });

  it('that is missing, and a dead keyring, make doctor fail too', async () => {
    own({ unlock: 'helper', keyHelper: { command: join(calls.folder, 'nowhere') } });
    const gone = await doctor([]);
    expect([gone.code, gone.out]).toEqual([1, expect.stringContaining("can't be started")]);
    own({ unlock: 'keyring' });
    const dead = await doctor([], { keyring: brokenKeyring() });
    expect([dead.code, dead.out]).toEqual([1, expect.stringContaining('Unlock or repair the keyring')]);
  });

  it('of the policy is corrected by an administrator, and doctor advises nothing that the policy refuses', async () => {
    own({ unlock: 'helper' });
    const place = machineFolder();
    put(place, 'policy.json', { keyHelper: { command: put(place, 'key', '#!/bin/sh\nexit 1\n', 0o755) } });
    const { code, out } = await doctor([], { machine: await readMachine(place) });
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('The policy of this machine names the key helper. Tell an administrator.'),
    ]);
    const shared = { profile: 'live', profiles: { live: profile() } };
    const only = await doctor([], {
      machine: await machineWith({ onlySystemProfiles: true }, shared),
    });
    expect(only.out).toContain('Set PURSER_API_KEY.');
    expect(only.out).not.toContain('purser profile add');
  });

  it('runs only if the profile asks for it', async () => {
    const ran = join(calls.folder, 'ran');
    own({ keyHelper: { command: helper(`touch ${ran}`) } });
    expect((await list()).code).toBe(2);
    expect(existsSync(ran)).toBe(false);
    own({ unlock: 'helper' });
    expect((await list()).err).toContain('The profile live has unlock: helper, but names no key helper.');
  });

  it('never runs from a config.json that others may change', async () => {
    const ran = join(calls.folder, 'ran');
    own({ unlock: 'helper', keyHelper: { command: helper(`touch ${ran}`) } });
    chmodSync(join(calls.folder, 'config.json'), 0o664);
    expect((await list()).code).toBe(2);
    expect(existsSync(ran)).toBe(false);
  });

  it('is the policy’s if the policy names one, and none if the policy says so', async () => {
    const ran = join(calls.folder, 'ran');
    own({ unlock: 'helper', keyHelper: { command: helper(`touch ${ran}`) } });
    const machine = await machineWith({ keyHelper: false });
    expect(await list([], { machine })).toMatchObject({
      ...{ code: 2, err: 'purser: The policy of this machine does not allow a key helper.\n' },
    });
    const place = machineFolder();
    const command = put(place, 'key', `#!/bin/sh\necho ${key()}\n`, 0o755);
    put(place, 'policy.json', { keyHelper: { command } });
    expect((await list([], { machine: await readMachine(place) })).code).toBe(0);
    expect(existsSync(ran)).toBe(false);
    const shown = await calls.run('profile', ['show', 'live'], { machine: await readMachine(place) });
    expect(shown.out).toContain(`from the key helper ${command}\n`);
  });
});

describe('purser profile rotate-key', () => {
  const account = () => `demo ${desk.sim.url} ${desk.sim.credentials.clientId}`;

  function withOld() {
    const fake = fakeKeyring();
    own({ unlock: 'keyring' });
    const { clientId } = desk.sim.credentials;
    fake.put(
      account(),
      JSON.stringify({ environment: 'demo', baseUrl: desk.sim.url, clientId, apiKey: 'old' }),
    );
    const kept = () => JSON.parse(fake.items()[account()] ?? '{}').apiKey;
    const rotate = (rest: readonly string[], more: Parameters<Caller['run']>[2] = {}) =>
      calls.run('profile', ['rotate-key', 'live', ...rest], {
        keyring: fake.keyring,
        ...more,
        env: { ...BARE, ...more.env },
      });
    return { kept, rotate };
  }

  it('signs in with the new key, and replaces the old one', async () => {
    const { kept, rotate } = withOld();
    const { code, out, err } = await rotate([], { typed: [key(), ''] });
    expect([code, err]).toEqual([0, expect.stringContaining('New API key (hidden):')]);
    expect(out).toContain('The service accepts the new key, and the keyring has it.');
    expect(out + err).not.toContain(key());
    expect(kept()).toBe(key());
    expect(keysSent()).toEqual([key()]);
  });

  it('takes the key from a file, and answers in JSON', async () => {
    const { kept, rotate } = withOld();
    const { code, out } = await rotate(['--key-file', written('new', key()), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ...{ profile: 'live', environment: 'demo', baseUrl: desk.sim.url },
      ...{ clientId: desk.sim.credentials.clientId, rotated: true },
    });
    expect(kept()).toBe(key());
  });

  it('keeps the old key if the service refuses the new one', async () => {
    const { kept, rotate } = withOld();
    const { code, out, err } = await rotate(['--json'], { env: { PURSER_API_KEY: 'wrong' } });
    expect([code, err]).toEqual([1, expect.stringContaining('The keyring still has the old key.')]);
    expect(JSON.parse(out)).toMatchObject({ rotated: false, why: expect.stringContaining('did not accept') });
    expect(kept()).toBe('old');
  });

  it('needs a new key', async () => {
    const { kept, rotate } = withOld();
    expect(await rotate([])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no new API key.'),
    });
    expect(await rotate([], { typed: [''] })).toMatchObject({ code: 1 });
    const same = await rotate([], { env: { PURSER_API_KEY: 'old' } });
    expect(same).toMatchObject({
      code: 1,
      err: expect.stringContaining('the key that the keyring has already'),
    });
    expect([kept(), sent()]).toEqual(['old', []]);
  });

  it('needs a profile whose key is in the keyring, at a service that the policy allows', async () => {
    const { kept, rotate } = withOld();
    const policy = { services: [{ baseUrl: 'https://pay.example.com', environment: 'production' }] };
    const machine = await machineWith(policy);
    const barred = await rotate([], { env: { PURSER_API_KEY: key() }, machine });
    expect(barred).toMatchObject({ code: 2, err: expect.stringContaining('does not allow the address') });
    own({});
    const none = await rotate([], { env: { PURSER_API_KEY: key() } });
    expect(none).toMatchObject({
      code: 2,
      err: expect.stringContaining('The keyring keeps no key of the profile'),
    });
    expect([kept(), sent()]).toEqual(['old', []]);
  });

  it('says so if the keyring fails', async () => {
    const { rotate } = withOld();
    const { code, err } = await rotate([], { env: { PURSER_API_KEY: key() }, keyring: brokenKeyring() });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('Purser could not replace the key in the keyring.'),
    ]);
  });
});

it.each(['call', 'check', 'doctor'] as const)('purser %s refuses a SOCKS proxy', async name => {
  const env = {
    PURSER_BASE_URL: 'https://pay.example.com',
    HTTPS_PROXY: 'socks5://127.0.0.1:9',
    https_proxy: '',
    NO_PROXY: '',
    no_proxy: '',
  };
  const { code, out, err } = await calls.run(name, name === 'call' ? ['account.list'] : [], { env });
  expect(code).toBe(name === 'doctor' ? 1 : 2);
  expect(out + err).toContain('HTTPS_PROXY names a SOCKS proxy');
});
