// The policy of the machine in every command: nothing is sent that it bars, and each command says so.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { journalIn, type OpenJournal } from '../../src/journal/open-journal.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { CommandName } from '../../src/system/arguments.ts';
import { type MachineRead, readMachine } from '../../src/system/machine.ts';
import { checkSimulator } from '../../src/system/machine-limits.ts';
import { machineFolder, machineWith, put } from '../harness/machine.ts';
import { inputFor } from '../sim/samples.ts';
import { calls, desk, openCalls, sentFor, setsOf } from './caller.ts';

/** The requests of the commands, without those of the test. */
let before = 0;
const sent = () => desk.sim.wire.slice(before);
beforeEach(async () => {
  await openCalls();
  before = desk.sim.wire.length;
});

const PAY = 'https://pay.example.com';
const elsewhere = { services: [{ baseUrl: PAY, environment: 'production' }] };

async function payout(
  machine: MachineRead,
  env: Readonly<Record<string, string>> = {},
  ...more: readonly string[]
) {
  const input = await inputFor(desk, 'payout.create', 0);
  const given = ['payout.create', ...setsOf(input as object), '--confirm', '10.10', ...more];
  return calls.run('call', given, { machine, env });
}

const profileOf = (fields: object = {}) => {
  const { clientId, programId } = desk.sim.credentials;
  return { baseUrl: desk.sim.url, environment: 'demo', clientId, programId, ...fields };
};

const own = (config: object) =>
  writeFileSync(join(calls.folder, 'config.json'), JSON.stringify(config), { mode: 0o600 });

describe('purser call', () => {
  it('sends a write without a policy', async () => {
    expect((await payout(await machineWith({}))).code).toBe(0);
    expect(sentFor('payout.create')).toHaveLength(1);
  });

  it('sends no write where the policy bars writing', async () => {
    for (const env of [{}, { PURSER_READ_ONLY: 'false' }, { PURSER_ENVIRONMENT: 'demo' }]) {
      const { code, err } = await payout(await machineWith({ readOnly: true }), env, '--reason', 'x');
      expect([code, err]).toEqual([2, expect.stringContaining('the policy of this machine bars writing')]);
    }
    expect(sentFor('payout.create')).toEqual([]);
  });

  it.each(['prepare', 'sent'] as const)(
    'sends no write if the policy appears after its start, before %s of the journal',
    async step => {
      const place = machineFolder();
      const openJournal: OpenJournal = async () => {
        const port = await journalIn({ state: calls.folder }, systemClock())();
        if ('locked' in port) return port;
        const { journal } = port;
        const late = <Given extends readonly unknown[], Done>(work: (...given: Given) => Done) => {
          return (...given: Given): Done => {
            put(place, 'policy.json', { readOnly: true });
            return work(...given);
          };
        };
        const steps = { prepare: late(journal.prepare), sent: late(journal.sent) };
        return { ...port, journal: { ...journal, [step]: steps[step] } };
      };
      const input = await inputFor(desk, 'payout.create', 0);
      const given = ['payout.create', ...setsOf(input as object), '--confirm', '10.10'];
      const { code, err } = await calls.run('call', given, {
        machine: await readMachine(place),
        openJournal,
      });
      expect([code, err]).toEqual([1, expect.stringContaining('NOT SENT')]);
      expect(err).toContain('This console only reads: the policy of this machine bars writing.');
      expect(sentFor('payout.create')).toEqual([]);
      expect(calls.rows()).toMatchObject([{ state: 'NOT SENT' }]);
    },
  );

  it('sends no write to an address that only a person calls a demo', async () => {
    const machine = await machineWith({ productionWrites: false });
    for (const env of [{}, { PURSER_ENVIRONMENT: 'demo' }]) {
      const { code, err } = await payout(machine, env, '--reason', 'x');
      expect([code, err]).toEqual([2, expect.stringContaining('bars writes in production')]);
    }
    own({ profile: 'mine', profiles: { mine: profileOf() } });
    expect((await payout(machine, { PURSER_BASE_URL: '' }, '--reason', 'x')).code).toBe(2);
    expect(sentFor('payout.create')).toEqual([]);
  });

  it('sends the write to an address that an administrator calls a demo', async () => {
    const machine = await machineWith({ productionWrites: false }, { profiles: { trial: profileOf() } });
    expect((await payout(machine, { PURSER_ENVIRONMENT: 'demo' })).code).toBe(0);
    expect(sentFor('payout.create')).toHaveLength(1);
  });
});

it.each<[CommandName, readonly string[]]>([
  ['call', ['account.list']],
  ['check', []],
  ['timeline', []],
  ['journal', ['list', '--team']],
  ['journal', ['import']],
  ['team', ['operator', 'list']],
])('purser %s %j calls no address that the policy does not allow', async (name, rest) => {
  const { code, err } = await calls.run(name, rest, { machine: await machineWith(elsewhere) });
  expect([code, err]).toEqual([
    2,
    `purser: The policy of this machine does not allow the address ${desk.sim.url}.\n`,
  ]);
  expect(sent()).toEqual([]);
});

it.each<[CommandName, readonly string[]]>([
  ['call', ['account.list']],
  ['call', ['--list']],
  ['check', []],
  ['timeline', []],
  ['journal', ['list']],
  ['audit', ['verify', '--allow-none']],
  ['profile', ['list']],
  ['profile', ['path']],
  ['team', ['operator', 'list']],
])('purser %s %j does not start with a wrong policy', async (name, rest) => {
  const place = machineFolder();
  const file = put(place, 'policy.json', '{"readOnly": 1}');
  const machine = await readMachine(place);
  const { code, err, out } = await calls.run(name, rest, { machine });
  expect([code, err]).toEqual([2, `purser: ${file}, line 1, column 14: readOnly must be true or false.\n`]);
  expect(out).toBe('');
  expect(sent()).toEqual([]);
});

it('doctor shows a wrong policy and checks nothing else of the set-up', async () => {
  const place = machineFolder();
  put(place, 'policy.json', '{"readOnly": 1}');
  const { code, out } = await calls.run('doctor', [], { machine: await readMachine(place) });
  expect(code).toBe(1);
  expect(out).toMatch(/fail {2}Policy: .*readOnly must be true or false\./);
  expect(out).not.toContain('Sign-in');
  expect(sent()).toEqual([]);
});

it('doctor lists each decision with the file', async () => {
  const place = machineFolder();
  const caFile = put(place, 'ca.pem', '-----BEGIN CERTIFICATE-----\n');
  const policy = {
    ...{ readOnly: true, productionWrites: false, environments: ['demo'], onlySystemProfiles: true },
    services: [{ baseUrl: desk.sim.url, environment: 'demo', clientId: desk.sim.credentials.clientId }],
    successWords: { 'payout.create': ['BOOKED'], 'payout.made': ['X'] },
    ...{ caFile, lockMinutes: 5, lockAsks: 'key', contentDays: 400 },
    journal: { host: 'db.example.com', database: 'team' },
  };
  const file = put(place, 'policy.json', policy);
  const config = put(place, 'config.json', { profile: 'trial', profiles: { trial: profileOf() } });
  own({ profiles: { trial: profileOf({ readOnly: true }) } });
  const { out } = await calls.run('doctor', [], { machine: await readMachine(place) });
  for (const words of [
    `ok    Policy: ${file}\n`,
    'ok    Policy: bars writing\n',
    'ok    Policy: wants the content of journal entries deleted after 400 days\n',
    'ok    Policy: adds words of a success: payout.create BOOKED, payout.made X\n',
    'warn  Policy: a word of a success is for payout.made, which is no operation',
    'ok    Policy: bars writes in production\n',
    'ok    Policy: allows only demo\n',
    `ok    Policy: allows only these addresses: ${desk.sim.url} (demo, client ID ${desk.sim.credentials.clientId})\n`,
    `ok    Policy: allows only the profiles of ${config}\n`,
    `ok    Policy: trusts only the certificate authorities in ${caFile}\n`,
    'ok    Policy: locks after 5 minutes without a key press\n',
    'ok    Policy: unlocks only with the API key, not with a PIN\n',
    'ok    Policy: keeps the team journal on db.example.com, database team\n',
    `ok    System profiles: ${config}: trial\n`,
    'warn  System profiles: Your own profile trial is not used',
    'read-only: the policy of this machine bars writing\n',
    `ok    Certificates: Purser trusts only ${caFile}\n`,
  ])
    expect(out).toContain(words);
});

it('doctor names the authorities that count', async () => {
  const env = { NODE_EXTRA_CA_CERTS: '/etc/more.pem' };
  const more = await calls.run('doctor', [], { env });
  expect(more.out).toContain('Purser also trusts NODE_EXTRA_CA_CERTS (/etc/more.pem)\n');
  const system = await calls.run('doctor', ['--ca-file', 'system'], { env });
  expect(system.out).toContain('Purser trusts only the authorities of the operating system\n');
  expect(system.out).not.toContain('more.pem');
  const moved = await calls.run('doctor', ['--ca-file', 'system'], {
    env: { SSL_CERT_FILE: '/tmp/mine.pem' },
  });
  expect(moved.out).toContain('operating system, as SSL_CERT_FILE (/tmp/mine.pem) names them\n');
});

it('doctor says that there is no policy', async () => {
  const { out } = await calls.run('doctor', []);
  expect(out).toContain('ok    Policy: none: /nowhere/purser/policy.json does not exist\n');
});

describe('purser profile add', () => {
  const add = async (machine: MachineRead, name: string, ...more: readonly string[]) => {
    const { baseUrl, clientId, programId } = profileOf();
    const flags = [
      '--base-url',
      baseUrl,
      '--client-id',
      clientId,
      '--program-id',
      programId,
      '--yes',
      ...more,
    ];
    return calls.run('profile', ['add', name, ...flags], { machine });
  };

  it.each<[string, object, readonly string[], string]>([
    ['another address', elsewhere, [], 'does not allow the address'],
    [
      'an address that only the person calls a demo',
      { productionWrites: false },
      ['--environment', 'demo'],
      'is production.',
    ],
    [
      'another environment',
      { environments: ['demo'] },
      ['--environment', 'production'],
      'does not allow production.',
    ],
    ['any profile of the user', { onlySystemProfiles: true }, [], 'allows only the profiles of'],
    [
      'other authorities',
      { caFile: '/etc/ssl/ca.pem' },
      ['--ca-file', '/tmp/mine.pem'],
      'Leave out --ca-file.',
    ],
  ])('refuses %s, and sends no key', async (_, policy, more, words) => {
    const { code, err } = await add(await machineWith(policy), 'mine', ...more);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
    expect(sent()).toEqual([]);
  });

  it('does not take the name of a profile of the machine', async () => {
    const machine = await machineWith(undefined, { profiles: { live: profileOf() } });
    const { code, err } = await add(machine, 'live', '--replace');
    expect([code, err]).toEqual([2, expect.stringContaining('live is a profile of this machine.')]);
    expect((await add(machine, 'mine')).code).toBe(0);
  });
});

describe('profiles of the machine', () => {
  const shared = () => machineWith({ readOnly: true }, { profile: 'live', profiles: { live: profileOf() } });

  it('are listed and shown, with what the policy says about them', async () => {
    const machine = await shared();
    own({ profiles: { mine: profileOf() } });
    const listed = await calls.run('profile', ['list'], { machine });
    expect(listed.out).toMatch(/^mine .*\d\nlive .*\(default, of this machine\)\n$/);
    const json = JSON.parse((await calls.run('profile', ['list', '--json'], { machine })).out);
    expect(json).toMatchObject([
      { name: 'mine', shared: false },
      { name: 'live', shared: true, default: true },
    ]);
    const shown = await calls.run('profile', ['show', 'live'], { machine });
    expect(shown.out).toMatch(/Writing +never: the policy of this machine bars writing\n/);
    expect(shown.out).toMatch(/File +\/.*config\.json\n/);
  });

  it('can’t be removed by a user, and the user’s own of the same name can', async () => {
    const machine = await shared();
    const removed = await calls.run('profile', ['remove', 'live', '--yes'], { machine });
    expect([removed.code, removed.err]).toEqual([
      2,
      expect.stringContaining('Only an administrator can change'),
    ]);
    own({ profiles: { live: profileOf() } });
    const listed = await calls.run('profile', ['list'], { machine });
    expect(listed.err).toContain('Your own profile live is not used');
    expect((await calls.run('profile', ['remove', 'live', '--yes'], { machine })).code).toBe(0);
  });

  it('are said to replace the user’s own where a command uses one', async () => {
    own({ profiles: { live: profileOf() } });
    const { err } = await calls.run('call', ['account.list', '--profile', 'live'], {
      machine: await shared(),
    });
    expect(err).toContain('Your own profile live is not used');
  });
});

it('the simulator does not start where the policy allows no demo', async () => {
  expect(checkSimulator(await machineWith({ environments: ['production'] }))).toContain(
    'does not allow a demo',
  );
  expect(checkSimulator(await machineWith({ readOnly: true }))).toBeUndefined();
  expect(checkSimulator(await machineWith({ environments: 'demo' }))).toContain('environments must be');
});
