// The policy while Purser runs: stricter at once, looser at the next start.

import fs from 'node:fs';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import {
  checkAllowed,
  checkWrites,
  environmentAt,
  type Limits,
  stricter,
} from '../../src/api/contract/allowed-services.ts';
import { createPolicy } from '../../src/effects/policy.ts';
import type { Config } from '../../src/system/config-schema.ts';
import { readMachine } from '../../src/system/machine.ts';
import { limitsOf } from '../../src/system/machine-limits.ts';
import type { Policy } from '../../src/system/policy-schema.ts';
import { watchPolicy } from '../../src/system/policy-watch.ts';
import { machineFolder, put } from '../harness/machine.ts';
import { patience } from '../harness/patience.ts';
import { signedInStore } from '../store/signed-in.ts';

const PAY = 'https://pay.example.com';
const TRIAL = 'https://trial.example.com';
const ids = { clientId: 'c', programId: 'p' };
const own: Config = {
  profiles: {
    live: { baseUrl: PAY, environment: 'production', ...ids },
    trial: { baseUrl: TRIAL, environment: 'demo', ...ids },
  },
};

async function watched(policy?: object | string, config = own) {
  const place = machineFolder();
  if (policy) put(place, 'policy.json', policy);
  const read = await readMachine(place);
  if (!read.ok) throw new Error(read.why);
  return { place, now: watchPolicy(read.machine, config, 'live') };
}

it('each check bars a service that the policy no longer allows, also without a session to end', () => {
  let limits: Limits = { productionWrites: true };
  const policy = createPolicy({ store: signedInStore(), read: () => limits, end: () => {} });
  expect(policy.check()).toBeUndefined();
  limits = { services: [], productionWrites: true };
  for (let times = 0; times < 2; times++) expect(policy.check()).toMatch(/does not allow the address/);
});

it('an emergency policy counts at the next reading, and the same reading is the same object', async () => {
  const { place, now } = await watched();
  expect(now()).toBe(now());
  expect(checkWrites(now(), 'demo')).toBeUndefined();
  put(place, 'policy.json', { readOnly: true });
  expect(checkWrites(now(), 'demo')).toBe('the policy of this machine bars writing');
  expect(now()).toBe(now());
  fs.rmSync(`${place.folder}/policy.json`);
  expect(checkWrites(now(), 'demo')).toBe('the policy of this machine bars writing');
});

it('counts where nothing was known at the start: no folder, no profile', async () => {
  const place = machineFolder();
  fs.rmdirSync(place.folder);
  const read = await readMachine(place);
  if (!read.ok) throw new Error(read.why);
  const now = watchPolicy(read.machine, undefined, 'demo');
  expect(now()).toBeUndefined();
  fs.mkdirSync(place.folder, { mode: 0o755 });
  put(place, 'policy.json', { readOnly: true });
  expect(now()).toMatchObject({ readOnly: 'the policy of this machine bars writing' });
});

it.each([
  ['has a mistake', '{"readOnly": tru'],
  ['is empty', ''],
])('while the policy %s, nobody writes; then it counts', async (_, text) => {
  const { place, now } = await watched({ lockMinutes: 5 });
  put(place, 'policy.json', text);
  expect(now()).toMatchObject({ readOnly: "the policy of this machine can't be read", lockMinutes: 5 });
  put(place, 'policy.json', '{}', 0o666);
  expect(now()).toMatchObject({ readOnly: "the policy of this machine can't be read" });
  put(place, 'policy.json', { lockMinutes: 9 });
  expect(now()).toMatchObject({ lockMinutes: 5 });
  expect(now()).not.toHaveProperty('readOnly');
});

/** Good policies that only the schema can check. */
const BY_SCHEMA = [
  '{ "lockMinutes": 7 } // As agreed in May.',
  '/* Ours */ { "lockMinutes": 7, }',
  '{ "lockMinutes": 7, "successWords": { "payout.create": ["BOOKED_OUT"] } }',
];

it.each(BY_SCHEMA)('the policy %s bars no write, at the start or later', async text => {
  for (const before of [text, '{}']) {
    const { place, now } = await watched(before);
    put(place, 'policy.json', text);
    await vi.waitFor(() => expect(now()).not.toHaveProperty('readOnly'), patience);
    expect(now()).toMatchObject({ lockMinutes: 7 });
    expect(now()).toBe(now());
  }
});

it('bars no write with such a policy at the first reading of a started Purser', async () => {
  for (const text of BY_SCHEMA) expect((await watched(text)).now()).not.toHaveProperty('readOnly');
});

it('a change at any moment of a reading is seen at the next reading', async () => {
  const lstat = fs.lstatSync;
  let [moment, nth] = [0, 0];
  do {
    const { place, now } = await watched({});
    [moment, nth] = [moment + 1, 0];
    const spy = vi.spyOn(fs, 'lstatSync').mockImplementation(((...given: Parameters<typeof lstat>) => {
      nth += 1;
      if (nth === moment) put(place, 'policy.json', { readOnly: true });
      return lstat(...given);
    }) as typeof lstat);
    now();
    spy.mockRestore();
    if (nth >= moment) expect(checkWrites(now(), 'demo'), `moment ${moment}`).toBeDefined();
  } while (nth >= moment);
  expect(moment).toBeGreaterThan(4);
});

it.each<[Policy, boolean]>([
  [{ caFile: '/etc/purser/ca.pem' }, true],
  [{ caFile: 'system' }, false],
  [{ keyHelper: false }, true],
  [{ journal: { host: 'db.example.com', database: 'team' } }, true],
  [{ onlySystemProfiles: true }, true],
  [{ onlySystemProfiles: false }, false],
  [{ productionWrites: false }, false],
  [{}, false],
])('%j needs a new start: %s', async (policy, ends) => {
  const { place, now } = await watched({ caFile: 'system' });
  put(place, 'policy.json', policy);
  const why = 'The policy of this machine changed. Quit, and start Purser again.';
  const target = { baseUrl: PAY, clientId: 'c', environment: 'production' } as const;
  expect(checkAllowed(now(), target)).toBe(ends ? why : undefined);
});

const address = fc.constantFrom(PAY, TRIAL, 'http://localhost:9', 'http://127.0.0.1:9');
const environment = fc.constantFrom('demo' as const, 'production' as const);
const policies = fc.record(
  {
    readOnly: fc.boolean(),
    productionWrites: fc.boolean(),
    environments: fc.uniqueArray(environment, { minLength: 1 }),
    services: fc.array(
      fc.record(
        { baseUrl: address, environment, clientId: fc.constantFrom('c', 'd') },
        { requiredKeys: ['baseUrl', 'environment'] },
      ),
    ),
    lockMinutes: fc.integer({ min: 1, max: 15 }),
    lockAsks: fc.constantFrom('key', 'pin'),
  },
  { requiredKeys: [] },
);

/** With the profiles of a user, or without. */
const readings = fc.record({ policy: policies, profiles: fc.boolean() });

it('is as strict as each policy since the start', () => {
  const place = { folder: '/etc/purser', administrator: 0, top: '/' };
  const limitsFor = ({ policy, profiles }: { policy: object; profiles: boolean }): Limits => {
    const machine = { place, policyFile: '', configFile: '', policy: policy as Policy };
    const limits = limitsOf(machine, undefined, profiles ? own : undefined);
    if (!limits) throw new Error('a policy has limits');
    return limits;
  };
  const targets = [PAY, TRIAL, 'http://127.0.0.1:9'].flatMap(baseUrl =>
    ['c', 'd', 'e'].flatMap(clientId =>
      (['demo', 'production'] as const).map(said => ({ baseUrl, clientId, said })),
    ),
  );
  fc.assert(
    fc.property(fc.array(readings, { minLength: 1, maxLength: 4 }), all => {
      const [first, ...others] = all.map(limitsFor);
      const merged = others.reduce(stricter, first as Limits);
      for (const each of [first as Limits, ...others])
        for (const { said, ...target } of targets) {
          const [mine, its] = [merged, each].map(limits => {
            const now = environmentAt(limits, target.baseUrl, said);
            const allowed = checkAllowed(limits, { ...target, environment: now }) === undefined;
            return { now, sends: allowed && checkWrites(limits, now) === undefined };
          });
          if (its?.now === 'production') expect(mine?.now).toBe('production');
          if (its?.sends === false) expect(mine?.sends).toBe(false);
          if (each.lockAsks) expect(merged.lockAsks).toBe('key');
          expect(merged.lockMinutes ?? 15).toBeLessThanOrEqual(each.lockMinutes ?? 15);
        }
    }),
    { seed: 21, numRuns: 1000 },
  );
});
