// The system's keyring: a key belongs to one service, each call has five seconds, and nothing replaces the keyring.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Secret } from '../../src/lib/redact.ts';
import { type KeyOwner, systemKeyring } from '../../src/system/keyring.ts';
import { carryOut } from '../../src/system/keyring-order.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { brokenKeyring, fakeKeyring, hangingKeyring, missingModule } from './fake-keyring.ts';

const owner: KeyOwner = {
  environment: 'production',
  baseUrl: 'https://api.example.com',
  clientId: 'client-1',
};
// On other systems, the test would use the developer's own keyring.
const linux = process.platform === 'linux';
const KEY = 'canary-key-7d2e';

/** Sets the address of D-Bus to a socket in a new folder. After the test the old address is restored. */
function ownBus(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-bus-'));
  const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
  });
  return name => {
    const path = join(folder, name);
    process.env['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${path}`;
    return path;
  };
}

it('the keyring keeps a key, returns it for its owner, replaces it and removes it', async () => {
  const { keyring, items } = fakeKeyring();
  expect(await keyring.read(owner)).toEqual({ why: expect.stringContaining('has no API key') });
  expect(await keyring.keep(owner, { apiKey: new Secret('older') })).toBeUndefined();
  const both = { apiKey: new Secret(KEY), sharedApiKey: new Secret('shared') };
  expect(await keyring.keep(owner, both)).toBeUndefined();
  const read = await keyring.read(owner);
  if ('why' in read) throw new Error(read.why);
  expect([read.apiKey.reveal(), read.sharedApiKey?.reveal()]).toEqual([KEY, 'shared']);
  expect(Object.keys(items())).toEqual(['production https://api.example.com client-1']);
  expect(await keyring.remove(owner)).toBeUndefined();
  expect(await keyring.remove(owner)).toBeUndefined();
  expect(items()).toEqual({});
});

it.each([
  { environment: 'demo' as const },
  { baseUrl: 'https://api.other.example' },
  { clientId: 'client-2' },
])('a key that belongs to %j is never used, even if the keyring returns it [G3]', async other => {
  const { keyring, items, put } = fakeKeyring();
  await keyring.keep({ ...owner, ...other }, { apiKey: new Secret(KEY) });
  expect(await keyring.read(owner)).toEqual({ why: expect.stringContaining('has no API key') });
  const [theirs = ''] = Object.values(items());
  put('production https://api.example.com client-1', theirs);
  expect(await keyring.read(owner)).toEqual({ why: expect.stringContaining('belongs to another') });
});

it.each(['plain-key', '{}', 'null', '[]', '{"apiKey":""}'])(
  'an item that Purser did not make is not used: %s [G3]',
  async text => {
    const { keyring, put } = fakeKeyring();
    put('production https://api.example.com client-1', text);
    expect(await keyring.read(owner)).toEqual({ why: expect.stringContaining('Purser does not use it') });
  },
);

it('Purser gives up a keyring that never answers [G2a]', async () => {
  const keyring = hangingKeyring(300);
  expect(await keyring.read(owner)).toEqual({
    why: expect.stringMatching(/did not answer within 0.3 seconds. It may be locked/),
  });
  expect(await keyring.keep(owner, { apiKey: new Secret(KEY) })).toEqual({ why: expect.any(String) });
});

it.runIf(linux)('Purser gives up a D-Bus that accepts the connection and never answers [G2a]', async () => {
  const path = ownBus()('bus');
  const taken: Socket[] = [];
  const bus = createServer(socket => void taken.push(socket));
  await new Promise<void>(resolve => bus.listen(path, resolve));
  onTestFinished(() => {
    for (const socket of taken) socket.destroy();
    bus.close();
  });
  // The real keyring, with its limit of five seconds.
  expect(await systemKeyring().read(owner)).toEqual({
    why: expect.stringContaining('did not answer within 5 seconds'),
  });
  expect(taken).toHaveLength(1);
});

it.runIf(linux)(
  'without a D-Bus the real keyring names the reason, and keeps nothing anywhere [G1b–c]',
  async () => {
    ownBus()('nobody');
    const keyring = systemKeyring();
    const refusal = { why: expect.stringMatching(/^The system's keyring can't be used: .*\.$/) };
    expect(await keyring.read(owner)).toEqual(refusal);
    expect(await keyring.keep(owner, { apiKey: new Secret(KEY) })).toEqual(refusal);
    expect(await keyring.read(owner)).toEqual(refusal);
    expect(await keyring.remove(owner)).toEqual(refusal);
  },
);

it('Purser asks for the Secret Service by name, and without this service tries no other store [G1b–c]', async () => {
  // The fake module refuses any other store. The real module would use keyutils if no store was named.
  const { keyring, items } = fakeKeyring({ body: "throw new Error('no such interface\\u202e');" });
  expect(await keyring.keep(owner, { apiKey: new Secret(KEY) })).toEqual({
    why: "The system's keyring can't be used: no such interface\\u{202E}.",
  });
  expect(items()).toEqual({});
});

it('on a system without a known keyring, Purser does not let the module choose a store [G1b–c]', async () => {
  const { keyring, items } = fakeKeyring({ platform: 'freebsd' });
  expect(await keyring.keep(owner, { apiKey: new Secret(KEY) })).toEqual({
    why: expect.stringContaining('there is no keyring on freebsd'),
  });
  expect(items()).toEqual({});
});

it("the single executable says that it can't use the keyring, and starts no process", async () => {
  const keyring = systemKeyring({ withinMs: 1 });
  const why = { why: expect.stringContaining("This executable can't use the system's keyring.") };
  expect(await keyring.read(owner)).toEqual(why);
  expect(await keyring.keep(owner, { apiKey: new Secret(KEY) })).toEqual(why);
  expect(await keyring.remove(owner)).toEqual(why);
});

it('the error names a missing package, or a process that ended without an answer', async () => {
  expect(await missingModule().read(owner)).toEqual({ why: expect.stringContaining('is not installed') });
  expect(await brokenKeyring().read(owner)).toEqual({ why: expect.stringContaining('without an answer') });
  expect(await carryOut({ act: 'read', account: 'a' }, () => Promise.reject('odd'), 'linux')).toEqual({
    failed: 'no-module',
    detail: 'the system gives no reason',
  });
});

it.runIf(linux)('no variable makes the keyring load other code', async () => {
  ownBus()('none');
  const folder = temporaryFolder();
  const [code, loaded] = [join(folder, 'code.cjs'), join(folder, 'loaded')];
  writeFileSync(code, `require('node:fs').writeFileSync(${JSON.stringify(loaded)}, '');`);
  vi.stubEnv('NAPI_RS_NATIVE_LIBRARY_PATH', code);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await systemKeyring().read(owner)).toHaveProperty('why');
  expect(existsSync(loaded)).toBe(false);
});
