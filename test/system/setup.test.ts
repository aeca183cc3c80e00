// The set-up of a session from variables, profile and flags, and its start (docs/configuration.md; FAULTS A5, E24, G15).
import { join } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameServer } from '../../src/api/contract/base-url.ts';
import { defaultDialect } from '../../src/api/contract/dialect.ts';
import { Secret } from '../../src/lib/redact.ts';
import type { Flags } from '../../src/system/arguments.ts';
import type { Config } from '../../src/system/config-schema.ts';
import { secretVariables } from '../../src/system/forget-keys.ts';
import { readSetup, type Setup } from '../../src/system/setup.ts';
import { expectReviewed } from '../harness/reviewed.ts';

const noFlags: Flags = { readOnly: false, write: false, screenReader: false };
const live = {
  baseUrl: 'https://api.example.com/',
  environment: 'production',
  clientId: 'client-live',
  programId: 'program-live',
  userId: 'user-live',
  onBehalfOf: 'open-live',
} as const;
const config: Config = {
  profiles: {
    live,
    test: {
      baseUrl: 'https://demo.example.com',
      environment: 'demo',
      clientId: 'client-test',
      programId: 'program-test',
      timeZone: 'Asia/Tokyo',
      readOnly: true,
      bell: false,
      dialect: { scope: 'r:a' },
      customers: [{ userId: 'u7', onBehalfOf: 'o7', name: 'Seven' }, { userId: 'u8' }],
    },
  },
};

const DEMO: Setup = {
  profileName: 'demo',
  environment: 'demo',
  start: 'demo',
  missing: [],
  customers: [],
  keyring: false,
  timeZone: 'Europe/Oslo',
  readOnly: false,
  startsReadOnly: false,
  asksToWrite: false,
  dialect: defaultDialect,
  bell: true,
  theme: 'default',
  keys: {},
  terminal: {},
};

/** Members that differ from `others`, with the values of secrets. A profile has limits of its own: policy.test.ts. */
const differing = (members: object, others: object): object =>
  Object.fromEntries(
    Object.keys({ ...others, ...members })
      .map(name => [name, Reflect.get(members, name), Reflect.get(others, name)] as const)
      .filter(([name, value, other]) => name !== 'limits' && !isDeepStrictEqual(value, other))
      .map(([name, value]) => [name, value instanceof Secret ? value.reveal() : (value ?? 'absent')]),
  );

/** Variables, flags, `config` ("base" is the one above) and `stateProblem`, in one object. */
function read(input: string) {
  const { config: file, stateProblem, ...others } = JSON.parse(input);
  const isVariable = ([name]: readonly [string, unknown]): boolean => name.startsWith('PURSER_');
  const given = Object.entries(others);
  return readSetup({
    variables: Object.fromEntries(given.filter(isVariable)) as Record<string, string>,
    config: file === 'base' ? config : file,
    flags: { ...noFlags, ...Object.fromEntries(given.filter(one => !isVariable(one))) },
    systemTimeZone: 'Europe/Oslo',
    ...(stateProblem && { stateProblem }),
  });
}

test('each set-up is what the reviewed file says, and no secret is shown [G15a–b]', () =>
  expectReviewed(join(import.meta.dirname, 'setup.txt'), input => {
    const result = read(input);
    const shown = result.ok ? `${inspect(result, { depth: 9 })}${JSON.stringify(result)}` : result.sentence;
    expect(shown).not.toContain('CANARY51');
    if (!result.ok) return result.sentence;
    const { dialect, ...others } = result.setup;
    const switches = differing(dialect, DEMO.dialect);
    const said = {
      ...differing(others, DEMO),
      ...(Object.keys(switches).length > 0 && { dialect: switches }),
    };
    return Object.keys(said).length === 0 ? 'the demo' : JSON.stringify(said);
  }));

test('the list of secrets has every key that the process must forget', () => {
  expect(secretVariables).toEqual(['PURSER_API_KEY', 'PURSER_SHARED_API_KEY']);
});

const SERVERS = [
  [
    'http://127.0.0.1:8443',
    'http://localhost:8443/',
    'http://[::1]:8443',
    'https://127.0.0.2:8443',
    'http://localhost.:8443',
  ],
  ['https://api.example.com', 'https://API.example.com.', 'https://api.example.com:443/'],
  ['http://127.0.0.1:9', 'http://localhost:9'],
];
const address = fc.constantFrom(...SERVERS.flat());
const known = fc.record({
  baseUrl: address,
  environment: fc.constantFrom('demo' as const, 'production' as const),
  readOnly: fc.boolean(),
});
const names = ['a', 'b', 'c'];

test('whatever the variables say, no set-up is looser than the strictest profile of its service', () => {
  const profiles = fc.dictionary(fc.constantFrom(...names), known);
  const variables = fc.record(
    {
      PURSER_PROFILE: fc.constantFrom('demo', ...names),
      PURSER_BASE_URL: address,
      PURSER_ENVIRONMENT: fc.constantFrom('demo', 'production'),
      PURSER_READ_ONLY: fc.constantFrom('true', 'false'),
      PURSER_CLIENT_ID: fc.constant('other'),
    },
    { requiredKeys: [] },
  );
  const opens = fc.option(fc.constantFrom(...names), { nil: undefined });
  fc.assert(
    fc.property(profiles, profiles, variables, opens, (own, shared, given, opened) => {
      const withIds = (all: typeof own) =>
        Object.fromEntries(Object.entries(all).map(([name, one]) => [name, { ...live, ...one }]));
      const place = { folder: '/etc/purser', administrator: 0, top: '/' };
      const machine = { place, policyFile: '', configFile: '', config: { profiles: withIds(shared) } };
      const made = readSetup({
        variables: given,
        config: { profiles: withIds(own), ...(opened !== undefined && { profile: opened }) },
        machine,
        flags: noFlags,
        systemTimeZone: 'Europe/Oslo',
      });
      if (!made.ok || made.setup.start === 'demo') return;
      const { baseUrl = '', environment, readOnly, startsReadOnly } = made.setup;
      const server = SERVERS.find(all => all.some(one => isSameServer(one, baseUrl)));
      const here = [...Object.values(own), ...Object.values(shared)].filter(one =>
        server?.includes(one.baseUrl),
      );
      if (here.some(one => one.environment === 'production'))
        expect({ environment, startsReadOnly }).toEqual({ environment: 'production', startsReadOnly: true });
      const varied = given.PURSER_BASE_URL !== undefined || given.PURSER_PROFILE !== undefined;
      if (varied && here.some(one => one.readOnly)) expect(readOnly).toBe(true);
    }),
    { seed: 6, numRuns: 2000 },
  );
});
