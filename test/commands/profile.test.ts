// `purser profile` asks for values, tries the profile, saves it only after a confirmation, and never saves a key.

import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../src/sim/simulator.ts';
import { brokenKeyring, fakeKeyring } from '../system/fake-keyring.ts';
import { type Called, type Caller, caller } from './caller.ts';

/** An environment without any values of a service. */
const BARE = {
  PURSER_BASE_URL: '',
  PURSER_CLIENT_ID: '',
  PURSER_API_KEY: '',
  PURSER_PROGRAM_ID: '',
  PURSER_USER_ID: '',
  PURSER_ON_BEHALF_OF: '',
};

let sim: Simulator;
let calls: Caller;
beforeEach(async () => {
  sim = await startSimulator({ clock: '2026-11-20T09:00:00Z' });
  calls = caller(sim);
});
afterEach(() => sim.close());

const file = () => join(calls.folder, 'config.json');
const text = () => readFileSync(file(), 'utf8');
const key = () => sim.credentials.apiKey;
const profile = (rest: readonly string[], more: Parameters<Caller['run']>[2] = {}): Promise<Called> =>
  calls.run('profile', rest, { ...more, env: { ...BARE, ...more.env } });
const flags = (...more: readonly string[]) => [
  ...['--base-url', sim.url, '--client-id', sim.credentials.clientId],
  ...['--program-id', sim.credentials.programId, ...more],
];
const noKey = ({ out, err }: Called) => expect(out + err).not.toContain(key());
const paths = () => sim.wire.map(({ method, target }) => `${method} ${target.split('?')[0]}`);

/** A person's answers to the questions of `add live`. The last is the key. */
function answers(apiKey: string, ...after: readonly string[]): readonly string[] {
  const { credentials, customers } = sim;
  const first = customers[0];
  return [
    ...[sim.url, '', credentials.clientId, credentials.programId],
    ...[first?.userId ?? '', first?.onBehalfOf ?? '', 'Europe/London', 'n'],
    ...['', apiKey, '', ...after],
  ];
}

it('add asks for missing values, tries the profile, and saves it after a confirmation, without the key', async () => {
  const added = await profile(['add', 'live'], { typed: answers(key(), 'n', 'y', 'y') });
  expect(added.err).toContain('Signed in: the client ID and the API key are valid.');
  expect(added.err).toMatch(/The customer has \d+ accounts\./);
  expect(added.code).toBe(0);
  noKey(added);
  expect(paths()).toEqual(['POST /api/v1/authentication/login', 'GET /svc/api/v1/account']);
  expect(JSON.parse(text())).toEqual({
    $schema: './config.schema.json',
    profile: 'live',
    profiles: {
      live: {
        baseUrl: sim.url,
        environment: 'demo',
        clientId: sim.credentials.clientId,
        programId: sim.credentials.programId,
        userId: sim.customers[0]?.userId,
        ...(sim.customers[0]?.onBehalfOf && { onBehalfOf: sim.customers[0].onBehalfOf }),
        timeZone: 'Europe/London',
      },
    },
  });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(text()).not.toContain(key());
  expect(existsSync(join(calls.folder, 'config.schema.json'))).toBe(true);
  const listed = await profile(['list']);
  expect(listed.out).toBe(`live  DEMO        ${sim.url}  (default)\n`);
  expect(JSON.parse((await profile(['show', 'live', '--json'])).out)).toMatchObject({
    name: 'live',
    default: true,
    clientId: sim.credentials.clientId,
  });
});

it('add saves nothing without a confirmation, and asks again for a wrong value', async () => {
  const wrong = ['nowhere', ...answers(key(), 'n', 'n', 'n')];
  const { code, err } = await profile(['add', 'live'], { typed: wrong });
  expect(code).toBe(1);
  expect(err).toContain('must begin with https://');
  expect(err).toContain('Nothing was saved.');
  expect(existsSync(file())).toBe(false);
  const left = await profile(['add', 'demo']);
  expect([left.code, left.err]).toEqual([2, expect.stringContaining('demo and unnamed are reserved')]);
});

it('add says that a key of another environment is refused, and does not keep the key [E24a]', async () => {
  const { keyring, items } = fakeKeyring();
  const added = await profile(['add', 'live'], { typed: answers('other-key', 'n', 'n'), keyring });
  expect(added.err).toContain('did not accept the client ID and API key (HTTP 401)');
  expect(added.err).not.toContain('Keep the API key');
  expect(added.err).toContain('The profile does not work.');
  expect(added.code).toBe(1);
  expect(items()).toEqual({});
});

it('add takes its values from flags if nobody can answer, and saves only with --yes', async () => {
  const shown = await profile(['add', 'live', ...flags()]);
  expect([shown.code, shown.err]).toEqual([1, expect.stringContaining('Add --yes to save the profile.')]);
  expect(existsSync(file())).toBe(false);
  const lacking = await profile(['add', 'live', '--base-url', sim.url, '--yes']);
  expect([lacking.code, lacking.err]).toEqual([2, expect.stringContaining('--client-id, --program-id')]);
  const tried = await profile(['add', 'live', ...flags('--read-only', '--default', '--yes')], {
    env: { PURSER_API_KEY: key() },
  });
  expect(tried.code).toBe(0);
  expect(tried.err).toContain('The direct debits can be read.');
  expect(JSON.parse(text())).toMatchObject({ profile: 'live', profiles: { live: { readOnly: true } } });
  const refused = await profile(['add', 'other', ...flags('--yes')], { env: { PURSER_API_KEY: 'wrong' } });
  expect(refused.code).toBe(1);
  expect(text()).not.toContain('other');
});

it('add changes an existing profile only with --replace, field by field, and keeps the comments', async () => {
  const before = `// ours
{
  "profiles": {
    // the one that counts
    "live": {
      "baseUrl": "https://api.example.com",
      "environment": "production", // really
      "clientId": "old",
      "programId": "p",
      "dialect": { "quote": "POST" },
    },
  },
}
`;
  writeFileSync(file(), before, { mode: 0o600 });
  const refused = await profile(['add', 'live', '--client-id', 'new', '--yes']);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--replace changes it')]);
  expect(text()).toBe(before);
  const changed = await profile(['add', 'live', '--client-id', 'new', '--yes', '--replace']);
  expect(changed.code).toBe(0);
  expect(text()).toBe(before.replace('"old"', '"new"'));
  const asked = await profile(['add', 'live'], { typed: Array(7).fill('') });
  expect(asked.err).toContain('Profile live exists. Your answers change this profile.');
});

it('remove deletes a profile after a confirmation, and clears the default if the default was this profile', async () => {
  await profile(['add', 'live', ...flags('--default', '--yes')]);
  await profile(['add', 'spare', ...flags('--yes')]);
  expect((await profile(['remove', 'live'])).err).toContain('--yes removes the profile');
  expect((await profile(['remove', 'live'], { typed: ['n'] })).code).toBe(1);
  const removed = await profile(['remove', 'live'], { typed: ['y'] });
  expect([removed.code, removed.err]).toEqual([0, expect.stringContaining('Now the demo opens by default')]);
  expect(Object.keys(JSON.parse(text()).profiles)).toEqual(['spare']);
  expect((await profile(['remove', 'spare', '--yes'])).code).toBe(0);
  expect((await profile(['list'])).err).toContain('no profiles except demo');
});

it('remove deletes the last profile, even before a trailing comma', async () => {
  const own = `{"baseUrl": "${sim.url}", "environment": "demo", "clientId": "c", "programId": "p"}`;
  writeFileSync(file(), `{ /* a */ "profiles": { "live": ${own}, }, }`, { mode: 0o600 });
  expect((await profile(['remove', 'live', '--yes'])).code).toBe(0);
  expect(text()).toContain('/* a */');
  expect((await profile(['list'])).code).toBe(0);
});

it('add keeps the key in the keyring on request, Purser uses that key, and remove deletes it', async () => {
  const { keyring, items } = fakeKeyring();
  const added = await profile(['add', 'live'], { typed: answers(key(), 'y', 'n', 'y'), keyring });
  expect(added.code).toBe(0);
  noKey(added);
  expect(JSON.parse(text()).profiles.live.unlock).toBe('keyring');
  expect(text()).not.toContain(key());
  expect(Object.keys(items())).toEqual([`demo ${sim.url} ${sim.credentials.clientId}`]);
  const called = await calls.run('call', ['account.balances', '--profile', 'live'], { env: BARE, keyring });
  expect([called.code, called.err]).toEqual([0, '']);
  // Another profile of the same service still needs the key.
  await profile(['add', 'twin', ...flags('--keyring', '--yes')], { env: { PURSER_API_KEY: key() }, keyring });
  const first = await profile(['remove', 'live', '--yes'], { keyring });
  expect(first.err).toContain('another profile uses it');
  expect(Object.keys(items())).toHaveLength(1);
  const second = await profile(['remove', 'twin', '--yes'], { keyring });
  expect(second.err).toContain("no longer in the system's keyring");
  expect(items()).toEqual({});
});

it('remove exits with 1 if the keyring may still have the key, although the profile is gone', async () => {
  const { keyring } = fakeKeyring();
  await profile(['add', 'live', ...flags('--keyring', '--yes')], { env: { PURSER_API_KEY: key() }, keyring });
  const removed = await profile(['remove', 'live', '--yes'], { keyring: brokenKeyring() });
  expect(removed.err).toContain('Removed live.');
  expect(removed.err).toContain('may still be in the keyring');
  expect(removed.code).toBe(1);
  expect(JSON.parse(text()).profiles).toEqual({});
});

it('without a usable keyring add says why, saves the profile without the key, and Purser asks for it [G1a–b]', async () => {
  const keyring = brokenKeyring();
  const added = await profile(['add', 'live'], { typed: answers(key(), 'y', 'n', 'y'), keyring });
  expect(added.err).toContain('The program that reads the system');
  expect(added.err).toContain('Purser will ask for the API key at the start.');
  expect(added.code).toBe(0);
  expect(JSON.parse(text()).profiles.live).not.toHaveProperty('unlock');
  writeFileSync(file(), text().replace('"environment"', '"unlock": "keyring", "environment"'), {
    mode: 0o600,
  });
  const call = ['account.balances', '--profile', 'live'];
  const asked = await calls.run('call', call, { env: BARE, keyring, typed: [key()] });
  expect(asked.err).toMatch(/ended without an answer\.\n.*API key \(hidden\):/s);
  expect(asked.code).toBe(0);
  const alone = await calls.run('call', call, { env: BARE, keyring });
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('Signing in needs the API key')]);
});

it('a file that other users may write to is refused, and a symbolic link stays a link [G5a–b]', async () => {
  await profile(['add', 'live', ...flags('--yes')]);
  chmodSync(file(), 0o666);
  for (const word of [['list'], ['remove', 'live', '--yes'], ['add', 'b', ...flags('--yes')]])
    expect(await profile(word)).toMatchObject({ code: 2, err: expect.stringContaining('chmod go-w') });
  chmodSync(file(), 0o600);
  const real = join(calls.folder, 'kept-elsewhere.json');
  writeFileSync(real, text(), { mode: 0o600 });
  const linked = caller(sim);
  symlinkSync(real, join(linked.folder, 'config.json'));
  expect((await linked.run('profile', ['remove', 'live', '--yes'], { env: BARE })).code).toBe(0);
  expect(lstatSync(join(linked.folder, 'config.json')).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(real, 'utf8')).profiles).toEqual({});
});

it('a process that would reveal a key accepts no key [A7]', async () => {
  const { code, err } = await profile(['add', 'live', ...flags('--yes')], { env: { NODE_DEBUG: 'http' } });
  expect([code, err]).toEqual([2, expect.stringContaining('NODE_DEBUG is set')]);
});

it('list --names prints only the names', async () => {
  await profile(['add', 'live', ...flags('--yes')], { env: { PURSER_API_KEY: key() } });
  expect(await profile(['list', '--names'])).toEqual({ code: 0, out: 'live\n', err: '' });
});

it('path prints where the file is', async () => {
  expect(await profile(['path'])).toMatchObject({ code: 0, out: `${file()}\n` });
  expect((await profile(['--help'])).out).toContain('purser profile add [NAME]');
});
