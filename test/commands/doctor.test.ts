// `purser doctor` finds problems in every dialect of the service, and sends no write.

import { X509Certificate } from 'node:crypto';
import fs, { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path, { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Dialect, dialectValues } from '../../src/api/contract/dialect.ts';
import { type OperationId, operations } from '../../src/api/contract/operations.ts';
import { findingsHere } from '../../src/commands/doctor-here.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/sim/simulator.ts';
import { authority, trusted } from '../api/client/certificates.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { machineWith, noFiles } from '../harness/machine.ts';
import { type Caller, caller } from './caller.ts';

async function service(options: SimulatorOptions = {}) {
  const sim = await startSimulator({ clock: '2026-11-20T09:00:00Z', ...options });
  onTestFinished(() => sim.close());
  return { sim, calls: caller(sim) };
}

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly found: string;
  readonly mend?: string;
}

async function findings(
  calls: Caller,
  ...[rest = [], more]: [(readonly string[])?, Parameters<Caller['run']>[2]?]
) {
  const { code, out } = await calls.run('doctor', ['--json', ...rest], more);
  const all = JSON.parse(out) as Finding[];
  return { code, all, of: (check: string) => all.find(one => one.check === check) };
}

/** Writes a profile with this dialect to the caller's folder. */
function writeProfile(calls: Caller, { url, credentials }: Simulator, dialect: object): void {
  const { clientId, programId } = credentials;
  const live = { baseUrl: url, environment: 'demo', clientId, programId, dialect };
  writeFileSync(join(calls.folder, 'config.json'), JSON.stringify({ profiles: { live } }), { mode: 0o600 });
}

/** The requests that are neither reads nor quotes nor logins. */
function others({ wire }: Simulator): readonly string[] {
  return wire.flatMap(({ operation, method, target }) => {
    const id = operation as OperationId | undefined;
    // The simulator doesn't recognise a request in another dialect. Then the path shows the operation.
    if (id === undefined)
      return /\/(?:quote|card\/transaction|transfer\/conversion(?:\/|\?))/.test(target) ||
        (method === 'GET' && /\/account(?:\/balance)?$/.test(target))
        ? []
        : [`${method} ${target}`];
    const harmless = id === 'login' || ['read', 'quote'].includes(operations[id].class);
    return harmless ? [] : [`${id}: ${method} ${target}`];
  });
}

const FOUND_BY: Readonly<Record<string, string>> = {
  quote: 'Dialect quote, nullAmount',
  nullAmount: 'Dialect quote, nullAmount',
  conversion: 'Dialect conversion',
  cardTransactions: 'Dialect cardTransactions',
  mandateDates: 'Dialect mandateDates',
  basePath: 'Dialect basePath',
};

const forms = Object.keys(FOUND_BY).flatMap(name =>
  dialectValues[name as Exclude<keyof Dialect, 'scope'>].map(value => [name, value] as const),
);

it.each(forms)(
  'with reads and quotes only, doctor finds that %s is %s, whatever the profile says',
  async (name, value) => {
    const { sim, calls } = await service({ dialect: { [name]: value } });
    const right = dialectValues[name as Exclude<keyof Dialect, 'scope'>][0] === value;
    const { code, of } = await findings(calls);
    expect(of(FOUND_BY[name] ?? '')).toMatchObject(
      right
        ? { state: 'ok', found: expect.stringContaining(`${value}`) }
        : { state: 'fail', mend: expect.stringContaining(`"${name}": "${value}"`) },
    );
    expect(code).toBe(right ? 0 : 1);
    expect(others(sim)).toEqual([]);
    writeProfile(calls, sim, { [name]: value });
    const told = await findings(calls, ['--profile', 'live']);
    expect(told.of(FOUND_BY[name] ?? '')).toMatchObject({ state: 'ok' });
    expect(told.code).toBe(0);
  },
);

it('doctor explains a customer that it can’t read by the base path, if the address is not found', async () => {
  const { calls } = await service({ dialect: { basePath: '/zoqq/api/v1' } });
  const { of } = await findings(calls);
  expect(of('Reading')).toMatchObject({ state: 'fail', mend: expect.stringContaining('Dialect basePath') });
  expect(of('Dialect quote, nullAmount')).toMatchObject({ state: 'ok' });
});

it('doctor names the switches that only a write could find out', async () => {
  const { calls } = await service();
  const { of } = await findings(calls);
  for (const name of ['cardholder', 'conversionFields'])
    expect(of(`Dialect ${name}`)).toMatchObject({
      state: 'warn',
      found: expect.stringContaining('only a write'),
    });
});

it("doctor finds out with two logins at most whether the service takes the profile's scope", async () => {
  const wants = await service({ dialect: { scope: 'r:x_action:balances_view' } });
  const lacking = await findings(wants.calls);
  expect(lacking.of('Sign-in')).toMatchObject({ state: 'fail', mend: expect.stringContaining('"scope"') });
  writeProfile(wants.calls, wants.sim, { scope: 'r:x_action:balances_view' });
  expect((await findings(wants.calls, ['--profile', 'live'])).of('Dialect scope')).toMatchObject({
    state: 'ok',
  });
  const plain = await service();
  writeProfile(plain.calls, plain.sim, { scope: 'r:x_action:balances_view' });
  const sent = await findings(plain.calls, ['--profile', 'live']);
  expect(sent.of('Dialect scope')).toMatchObject({
    state: 'fail',
    mend: expect.stringContaining('"none"'),
  });
  expect(plain.sim.wire.filter(({ operation }) => operation === 'login')).toHaveLength(2);
});

it.each([0, 1] as const)('doctor finds that the first page_num is %i', async firstPage => {
  const { calls } = await service({ firstPage });
  expect((await findings(calls)).of('First page_num')).toMatchObject({ state: 'ok', found: `${firstPage}` });
});

it('a key of another environment is refused once, and Purser tries it nowhere else [E24a–b]', async () => {
  const { sim, calls } = await service();
  const { code, of, all } = await findings(calls, [], { env: { PURSER_API_KEY: 'another' } });
  expect(code).toBe(1);
  expect(of('Sign-in')).toMatchObject({ state: 'fail', mend: expect.stringContaining('one environment') });
  expect(all.some(({ check }) => check.startsWith('Dialect'))).toBe(false);
  // The login is the only request, because a service may refuse requests that its API doesn't have, such as HEAD /.
  expect(sim.wire.map(({ method, operation }) => `${method} ${operation}`)).toEqual(['POST login']);
});

it('doctor checks as much as it can without a key, and asks for the key without showing it', async () => {
  const { sim, calls } = await service();
  const { code, of } = await findings(calls, [], { env: { PURSER_API_KEY: '' } });
  expect(code).toBe(0);
  expect(of('Connection')).toMatchObject({ state: 'ok' });
  expect(of('Sign-in')).toMatchObject({ state: 'warn', mend: expect.stringContaining('PURSER_API_KEY') });
  const key = sim.credentials.apiKey;
  const asked = await calls.run('doctor', [], { env: { PURSER_API_KEY: '' }, typed: [key] });
  expect(asked.err).toContain('API key (hidden):');
  expect(asked.out).toMatch(/^ok {4}Sign-in: /m);
  expect(asked.out + asked.err).not.toContain(key);
});

it('doctor names the failed step on the way to the service', async () => {
  const { calls } = await service();
  const env = (url: string, more = {}) => ({ env: { PURSER_BASE_URL: url, ...more } });
  const name = await findings(calls, [], env('https://nowhere.invalid'));
  expect([name.code, name.of('Name')?.state]).toEqual([1, 'fail']);
  const refused = await findings(calls, [], env('http://127.0.0.1:1'));
  expect(refused.of('Connection')).toMatchObject({
    state: 'fail',
    found: expect.stringContaining('refuses'),
  });
  const plain = createServer(socket => socket.on('error', () => {}).end('not TLS\n'));
  await new Promise<void>(resolve => plain.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void plain.close());
  const address = plain.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const secure = await findings(calls, [], env(`https://127.0.0.1:${port}`));
  expect([secure.of('Connection')?.state, secure.of('TLS')?.state]).toEqual(['ok', 'fail']);
  expect(secure.of('TLS')?.mend).toContain('give --ca-file FILE');
  // Where the policy decides, the flag is refused.
  const machine = await machineWith({ caFile: 'system' });
  const ruled = await findings(calls, [], { ...env(`https://127.0.0.1:${port}`), machine });
  expect(ruled.of('TLS')?.mend).toBe(
    'The policy of this machine decides the certificate authorities. Tell an administrator.',
  );
  const proxied = env('https://api.invalid', { HTTPS_PROXY: 'http://user:canary@127.0.0.1:1' });
  const proxy = await findings(calls, [], proxied);
  expect(proxy.of('Proxy')?.found).toBe('HTTPS_PROXY goes through 127.0.0.1, port 1');
  expect(proxy.of('Connection to the proxy')?.state).toBe('fail');
  expect(JSON.stringify(proxy.all)).not.toContain('canary');
  const spared = await findings(
    calls,
    [],
    env('https://api.invalid', { HTTPS_PROXY: 'x', NO_PROXY: '.invalid' }),
  );
  expect(spared.of('Proxy')).toBeUndefined();
});

it.each([
  [0, 'warn', 'the certificate is valid; days left: 0'],
  [13, 'warn', 'the certificate is valid; days left: 13'],
  [14, 'ok', 'the certificate is valid'],
] as const)('doctor finds a certificate with %i whole days left: %s', async (days, state, found) => {
  const { calls } = await service();
  const server = tls.createServer(trusted, socket => socket.on('error', () => {}));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const file = join(calls.folder, 'authority.pem');
  writeFileSync(file, authority);
  const ends = Date.parse(new X509Certificate(trusted.cert).validTo);
  vi.useFakeTimers({ toFake: ['Date'], now: ends - (days + 0.5) * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const env = { PURSER_BASE_URL: `https://127.0.0.1:${port}`, PURSER_API_KEY: '' };
  const { of } = await findings(calls, ['--ca-file', file], { env });
  expect(of('TLS')).toMatchObject({ state, found: `TLSv1.3, ${found}` });
});

it('doctor warns of a wrong clock by the response to the sign-in, and does not compare clocks without a key', async () => {
  const { sim, calls } = await service({ clock: '2020-01-01T00:00:00Z' });
  expect((await findings(calls, [], { env: { PURSER_API_KEY: '' } })).of('Clock')).toMatchObject({
    state: 'warn',
    found: 'not compared: the service gives its time when Purser signs in',
  });
  expect(sim.wire).toEqual([]);
  expect((await findings(calls)).of('Clock')).toMatchObject({
    state: 'warn',
    found: expect.stringMatching(/\d+ seconds ahead of/),
  });
  const right = await service({ clock: new Date().toISOString() });
  expect((await findings(right.calls)).of('Clock')).toMatchObject({ state: 'ok' });
});

it('doctor reports on config.json, the state folder, the journal and its unresolved entries', async () => {
  const { sim, calls } = await service({ faults: ['payout.cancel reset=after after=1'] });
  expect((await findings(calls)).of('Journal')?.found).toContain('none yet');
  await calls.call('payout.cancel', '--set', 'id=pay_1234', '--confirm', '1234');
  // The finding names this machine, because a team's journal also has writes from other machines.
  const none = { state: 'ok', found: 'no unresolved writes from this machine' };
  expect((await findings(calls)).of('Unresolved')).toMatchObject(none);
  await calls.call('payout.cancel', '--set', 'id=pay_1234', '--confirm', '1234');
  const after = await findings(calls);
  expect(after.of('Journal')).toMatchObject({ state: 'ok', found: expect.stringMatching(/WAL|delete/) });
  expect(after.of('Unresolved')).toMatchObject({ state: 'warn', found: '1 unresolved write' });
  expect(after.of('Audit log')).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/whole, \d+ entries/),
  });
  chmodSync(calls.folder, 0o755);
  expect((await findings(calls)).of('State folder')).toMatchObject({
    state: 'warn',
    mend: expect.stringContaining('chmod 700'),
  });
  writeFileSync(join(calls.folder, 'journal.db'), 'not a journal');
  expect((await findings(calls)).of('Journal')).toMatchObject({ state: 'fail' });
  writeFileSync(join(calls.folder, 'config.json'), '{"profiles": ', { mode: 0o600 });
  const broken = await findings(calls);
  expect([broken.code, broken.of('Configuration')?.state]).toEqual([1, 'fail']);
  expect(broken.of('Sign-in')).toBeUndefined();
  const file = join(calls.folder, 'file');
  writeFileSync(file, '');
  writeFileSync(join(calls.folder, 'config.json'), '{"profiles": {}}', { mode: 0o600 });
  expect((await findings(calls, [], { env: { PURSER_STATE_DIR: file } })).of('State folder')).toMatchObject({
    state: 'fail',
  });
  expect(others(sim).every(one => one.startsWith('payout.cancel'))).toBe(true);
});

it('doctor reports a set-up that contradicts itself, and its help says that it sends no write', async () => {
  const { calls } = await service();
  const set = await findings(calls, [], { env: { PURSER_READ_ONLY: 'perhaps' } });
  expect([set.code, set.of('Set-up')?.found]).toEqual([1, expect.stringContaining('true or false')]);
  expect((await calls.run('doctor', ['--help'])).out).toContain('sends no write');
});

it('doctor finds nothing wrong with the demo', async () => {
  const { calls } = await service();
  const env = Object.fromEntries(
    ['BASE_URL', 'CLIENT_ID', 'API_KEY', 'PROGRAM_ID', 'USER_ID', 'ON_BEHALF_OF'].map(name => [
      `PURSER_${name}`,
      '',
    ]),
  );
  expect((await findings(calls, [], { env })).code).toBe(0);
});

describe('the state folder', () => {
  const stateIn = (folder: string, network = false) =>
    findingsHere(
      {
        process: Object.assign(Object.create(process), { env: { PURSER_STATE_DIR: folder, HOME: folder } }),
        machine: noFiles,
      },
      () => network,
    ).filter(({ check }) => check === 'State folder');

  it('is created at the first start, and the trial leaves nothing', () => {
    const home = temporaryFolder();
    expect(stateIn(path.join(home, 'a', 'state'))).toMatchObject([{ state: 'ok' }]);
    expect(fs.readdirSync(home)).toEqual([]);
  });

  it('fails if it can not be made: below a file, below a folder without rights, or where the system refuses', () => {
    const home = temporaryFolder();
    fs.writeFileSync(path.join(home, 'file'), '');
    const barred = path.join(home, 'barred');
    fs.mkdirSync(barred, { mode: 0o500 });
    const places = [path.join(home, 'file', 'state'), path.join(home, 'file', 'a', 'state')];
    if (process.platform === 'linux') places.push('/proc/purser/state');
    if (process.getuid?.() !== 0) places.push(path.join(barred, 'state'));
    for (const place of places)
      expect(stateIn(place)).toMatchObject([
        {
          state: 'fail',
          found: expect.stringContaining("can't be created"),
          mend: expect.stringContaining('PURSER_STATE_DIR'),
        },
      ]);
  });

  it('gets a warning on a network file system, as the administrators’ page says', () => {
    const home = temporaryFolder();
    fs.chmodSync(home, 0o700);
    expect(stateIn(home, true)).toMatchObject([
      { state: 'ok' },
      { state: 'warn', mend: 'Set PURSER_STATE_DIR to a folder on a local disk.' },
    ]);
    expect(stateIn(home)).toMatchObject([{ state: 'ok' }]);
  });
});
