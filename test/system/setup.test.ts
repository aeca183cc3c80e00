// The set-up of a session from variables, profile and flags, and its start (docs/configuration.md; FAULTS A5, E24, G15).
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameServer } from '../../src/api/contract/base-url.ts';
import { defaultDialect } from '../../src/api/contract/dialect.ts';
import { t } from '../../src/lib/visible.ts';
import type { Flags } from '../../src/system/arguments.ts';
import type { Config } from '../../src/system/config-schema.ts';
import { secretVariables } from '../../src/system/forget-keys.ts';
import { readSetup, type Setup } from '../../src/system/setup.ts';

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

type Given = { config?: Config; flags?: Partial<Flags>; stateProblem?: ReturnType<typeof t> };

function read(variables: Record<string, string>, { config: file, flags, stateProblem }: Given = {}) {
  return readSetup({
    variables,
    config: file,
    flags: { ...noFlags, ...flags },
    systemTimeZone: 'Europe/Oslo',
    ...(stateProblem !== undefined && { stateProblem }),
  });
}
function setup(...given: Parameters<typeof read>): Setup {
  const result = read(...given);
  if (!result.ok) throw new Error(result.sentence);
  return result.setup;
}
function refusal(...given: Parameters<typeof read>): string {
  const result = read(...given);
  if (result.ok) throw new Error('the set-up was accepted');
  return result.sentence;
}

const full = {
  PURSER_BASE_URL: 'http://127.0.0.1:4010/',
  PURSER_CLIENT_ID: 'c',
  PURSER_API_KEY: 'CANARY51',
  PURSER_PROGRAM_ID: 'p',
};

test('without any set-up the demo opens', () => {
  expect(setup({})).toEqual({
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
  });
});

test.each([
  { PURSER_BASE_URL: '', PURSER_API_KEY: ' ' },
  { PURSER_PROFILE: 'demo' },
  { PURSER_ENVIRONMENT: 'demo' },
  { PURSER_PROFILE: 'demo', PURSER_CLIENT_ID: 'c', PURSER_API_KEY: 'k' },
])('the demo also opens with %j', variables => {
  expect(setup(variables)).toMatchObject({ start: 'demo', environment: 'demo' });
});

test('the profile comes from the flag, then PURSER_PROFILE, then config.json; without a profile the demo opens', () => {
  expect(setup({}, { config }).start).toBe('demo');
  expect(setup({}, { config: { ...config, profile: 'live' } }).profileName).toBe('live');
  expect(setup({}, { config: { ...config, profile: 'live' }, flags: { profile: 'demo' } }).start).toBe(
    'demo',
  );
  expect(setup({ PURSER_PROFILE: 'live' }, { config }).profileName).toBe('live');
  expect(setup({ PURSER_PROFILE: 'live' }, { config, flags: { profile: 'test' } }).profileName).toBe('test');
});

test('Purser signs in automatically with a base URL, a client ID and an API key', () => {
  const made = setup(full);
  expect(made).toMatchObject({
    profileName: 'unnamed',
    start: 'sign-in',
    missing: [],
    baseUrl: 'http://127.0.0.1:4010',
    clientId: 'c',
    programId: 'p',
    environment: 'demo',
  });
  expect(made.apiKey?.reveal()).toBe('CANARY51');
  expect(made.sharedApiKey).toBeUndefined();
  expect(`${inspect(made, { depth: 9 })}${JSON.stringify(made)}`).not.toContain('CANARY51');
});

test('a missing program ID is reported, but does not stop the sign-in', () => {
  expect(setup({ ...full, PURSER_PROGRAM_ID: '' })).toMatchObject({
    start: 'sign-in',
    missing: ['programId'],
  });
});

test.each([
  ['PURSER_BASE_URL', 'baseUrl'],
  ['PURSER_CLIENT_ID', 'clientId'],
  ['PURSER_API_KEY', 'apiKey'],
])('if %s is missing, Login opens with the other fields filled in', (variable, field) => {
  const made = setup({ ...full, [variable]: '' });
  expect(made).toMatchObject({ start: 'login', missing: [field], programId: 'p' });
});

test('the demo does not open if any value of a service is given, even only a secret', () => {
  for (const [name, value] of Object.entries(full)) expect(setup({ [name]: value }).start).toBe('login');
  expect(setup({ PURSER_SHARED_API_KEY: 's' }).sharedApiKey?.reveal()).toBe('s');
  expect(setup({ PURSER_ENVIRONMENT: 'production' })).toMatchObject({
    start: 'login',
    environment: 'production',
  });
});

test('the list of secrets has every key that the process must forget', () => {
  expect(secretVariables).toEqual(['PURSER_API_KEY', 'PURSER_SHARED_API_KEY']);
});

test('a profile gives everything except the key', () => {
  expect(setup({ PURSER_PROFILE: 'test' }, { config })).toMatchObject({
    profileName: 'test',
    environment: 'demo',
    baseUrl: 'https://demo.example.com',
    timeZone: 'Asia/Tokyo',
    readOnly: true,
    readOnlyReason: 'the profile is read-only',
    dialect: { ...defaultDialect, scope: 'r:a' },
    bell: false,
    customers: [{ userId: 'u7', onBehalfOf: 'o7', name: 'Seven' }, { userId: 'u8' }],
    start: 'login',
    missing: ['apiKey'],
  });
  const keyed = setup({ PURSER_PROFILE: 'live', PURSER_API_KEY: 'k' }, { config });
  expect(keyed).toMatchObject({ start: 'sign-in', baseUrl: 'https://api.example.com', userId: 'user-live' });
});

test('the theme comes from the flag, then from config.json; an unknown theme is refused', () => {
  const light = { ...config, theme: 'light' } as const;
  expect(setup({}, { config: light }).theme).toBe('light');
  expect(setup({}, { config: light, flags: { theme: 'mono' } }).theme).toBe('mono');
  expect(refusal({}, { flags: { theme: 'drak' } })).toBe(
    'There is no theme drak. The themes are default, dark, light, high-contrast, colour-blind, mono. Did you mean dark?',
  );
});

test('the dialect comes from the profile, with the default for each absent switch', () => {
  const dialectOf = (dialect: NonNullable<NonNullable<Config['profiles']>[string]['dialect']>) =>
    setup({ PURSER_PROFILE: 'live' }, { config: { profiles: { live: { ...live, dialect } } } }).dialect;
  expect(dialectOf({})).toEqual({
    scope: 'none',
    quote: 'GET',
    nullAmount: 'omitted',
    conversion: 'query',
    conversionFields: 'full',
    cardholder: 'cardholder',
    cardTransactions: 'GET',
    mandateDates: 'from_created_date',
    basePath: '/svc/api/v1',
  });
  expect(dialectOf({ quote: 'POST', conversion: 'path' })).toEqual({
    ...defaultDialect,
    quote: 'POST',
    conversion: 'path',
  });
  const others = {
    scope: 'r:a r:b',
    quote: 'POST',
    nullAmount: 'null',
    conversion: 'path',
    conversionFields: 'short',
    cardholder: 'cardHolders',
    cardTransactions: 'GET-body',
    mandateDates: 'from_created_at',
    basePath: '/zoqq/api/v1',
  } as const;
  expect(dialectOf(others)).toEqual(others);
  expect(setup({ PURSER_PROFILE: 'live' }, { config }).dialect).toEqual(defaultDialect);
});

test('each variable overrides its own field of the profile', () => {
  const made = setup({ ...full, PURSER_PROFILE: 'live', PURSER_PROGRAM_ID: '' }, { config });
  expect(made).toMatchObject({ baseUrl: 'http://127.0.0.1:4010', clientId: 'c', programId: 'program-live' });
});

test.each([
  ['https://api.example.com', undefined, 'production'],
  ['http://127.0.0.1:1', undefined, 'demo'],
  ['http://[::1]:1', undefined, 'demo'],
  ['https://localhost', undefined, 'demo'],
  ['https://localhost.evil.com', undefined, 'production'],
  ['https://api.example.com', 'demo', 'demo'],
  ['http://127.0.0.1:1', 'production', 'production'],
])('%s with PURSER_ENVIRONMENT=%s counts as %s', (url, word, environment) => {
  const variables = {
    ...full,
    PURSER_BASE_URL: url,
    ...(word !== undefined && { PURSER_ENVIRONMENT: word }),
  };
  // A variable alone can't turn off the guards of a remote address.
  const startsReadOnly = environment === 'production' || url === 'https://api.example.com';
  expect(setup(variables)).toMatchObject({ environment, startsReadOnly });
});

test.each([
  ['only PURSER_ENVIRONMENT', { ...full, PURSER_BASE_URL: 'https://api.example.com' }, true],
  [
    'the demo profile with an address',
    { ...full, PURSER_PROFILE: 'demo', PURSER_BASE_URL: 'https://a.example.com' },
    true,
  ],
  [
    'a profile of another address',
    { ...full, PURSER_PROFILE: 'staging', PURSER_BASE_URL: 'https://a.example.com' },
    true,
  ],
  [
    'the profile of this address',
    { ...full, PURSER_PROFILE: 'staging', PURSER_BASE_URL: 'https://staging.example.com' },
    false,
  ],
  ['a profile and its address', { ...full, PURSER_BASE_URL: '', PURSER_PROFILE: 'staging' }, false],
  ['an address on this machine', full, false],
  ['no address yet', { PURSER_CLIENT_ID: 'c' }, false],
])('%s says demo: unproven is %s', (_, variables, unproven) => {
  const staging = { ...live, environment: 'demo', baseUrl: 'https://staging.example.com' } as const;
  const made = setup({ ...variables, PURSER_ENVIRONMENT: 'demo' }, { config: { profiles: { staging } } });
  expect(made).toMatchObject({ environment: 'demo', startsReadOnly: unproven });
  expect(made.unprovenDemo).toBe(unproven ? true : undefined);
});

test('the environment of a profile does not apply to another address', () => {
  const elsewhere = { PURSER_PROFILE: 'test', PURSER_BASE_URL: 'https://api.example.com' };
  expect(setup(elsewhere, { config }).environment).toBe('production');
  expect(setup({ PURSER_PROFILE: 'test', PURSER_ENVIRONMENT: 'production' }, { config }).environment).toBe(
    'production',
  );
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

test('readOnly stays with its profile: --profile chooses another, PURSER_PROFILE does not get around it', () => {
  const tunnel = { ...live, baseUrl: 'http://127.0.0.1:8443' };
  const profiles = { views: { ...tunnel, readOnly: true }, pays: tunnel };
  const views = { config: { profile: 'views', profiles } };
  expect(setup({}, { ...views, flags: { profile: 'pays' } })).toMatchObject({ readOnly: false });
  expect(setup({}, { config: { profile: 'pays', profiles } })).toMatchObject({ readOnly: false });
  for (const variables of [
    { PURSER_PROFILE: 'pays' },
    { PURSER_PROFILE: 'pays', PURSER_BASE_URL: 'http://localhost:8443' },
  ])
    expect(setup(variables, views)).toMatchObject({
      readOnly: true,
      readOnlyReason: 'the profile views of this service is read-only',
    });
  const demo = { PURSER_PROFILE: 'demo', PURSER_BASE_URL: 'http://localhost:8443' };
  expect(refusal(demo, views)).toContain('leads to production');
  const trial = { config: { profiles: { views: { ...profiles.views, environment: 'demo' as const } } } };
  expect(setup(demo, trial)).toMatchObject({ environment: 'demo', readOnly: true });
});

test('PURSER_ENVIRONMENT never turns a production profile into a demo', () => {
  const demo = { PURSER_PROFILE: 'live', PURSER_ENVIRONMENT: 'demo' };
  const why =
    'PURSER_ENVIRONMENT says demo, but the profile live is production. Unset PURSER_ENVIRONMENT, or choose another profile.';
  expect(refusal(demo, { config })).toBe(why);
  // PURSER_BASE_URL may repeat the profile's own address.
  for (const url of [live.baseUrl, 'HTTPS://API.example.com:443'])
    expect(refusal({ ...demo, PURSER_BASE_URL: url }, { config })).toBe(why);
  // Another profile, or none, may lead there too.
  for (const profile of ['test', 'demo', ''])
    expect(refusal({ ...demo, PURSER_PROFILE: profile, PURSER_BASE_URL: live.baseUrl }, { config })).toBe(
      why,
    );
  expect(setup({ ...demo, PURSER_BASE_URL: 'http://127.0.0.1:9' }, { config }).environment).toBe('demo');
});

test('an unknown address is treated as production', () => {
  expect(setup({ PURSER_CLIENT_ID: 'c' }).environment).toBe('production');
});

test('the profile demo never opens production', () => {
  const flags = { profile: 'demo' };
  expect(refusal({ PURSER_BASE_URL: 'https://api.example.com' }, { flags })).toContain('leads to production');
  expect(refusal({ PURSER_ENVIRONMENT: 'production' }, { flags })).toContain('says production');
  expect(setup(full, { flags })).toMatchObject({
    profileName: 'demo',
    start: 'sign-in',
    environment: 'demo',
  });
});

test('another user ID is not combined with the profile’s connected account', () => {
  const pair = (variables: Record<string, string>, profile = 'live') => {
    const { userId, onBehalfOf } = setup({ PURSER_PROFILE: profile, ...variables }, { config });
    return [userId, onBehalfOf];
  };
  expect(pair({})).toEqual(['user-live', 'open-live']);
  expect(pair({ PURSER_USER_ID: 'user-live' })).toEqual(['user-live', 'open-live']);
  expect(pair({ PURSER_USER_ID: 'other' })).toEqual(['other', undefined]);
  expect(pair({ PURSER_USER_ID: 'other', PURSER_ON_BEHALF_OF: 'o' })).toEqual(['other', 'o']);
  expect(pair({ PURSER_ON_BEHALF_OF: 'o' })).toEqual(['user-live', 'o']);
  expect(pair({ PURSER_USER_ID: 'u7' }, 'test')).toEqual(['u7', 'o7']);
  expect(pair({ PURSER_USER_ID: 'u8' }, 'test')).toEqual(['u8', undefined]);
  expect(pair({}, 'test')).toEqual([undefined, undefined]);
});

test.each(['1', 'true', 'YES', 'on'])('PURSER_READ_ONLY=%s makes the session read-only', value => {
  expect(setup({ PURSER_READ_ONLY: value })).toMatchObject({
    readOnly: true,
    startsReadOnly: true,
    readOnlyReason: 'PURSER_READ_ONLY is set',
  });
});

test.each(['0', 'false', 'No', 'off'])(
  'PURSER_READ_ONLY=%s undoes neither a read-only profile nor the flag',
  value => {
    const variables = { PURSER_PROFILE: 'test', PURSER_READ_ONLY: value };
    expect(setup(variables, { config })).toMatchObject({
      readOnly: true,
      readOnlyReason: 'the profile is read-only',
    });
    expect(refusal(variables, { config, flags: { write: true } })).toContain('the profile is read-only');
    expect(setup({ PURSER_READ_ONLY: value }).readOnly).toBe(false);
    expect(setup(variables, { config, flags: { readOnly: true } })).toMatchObject({
      readOnly: true,
      readOnlyReason: '--read-only was given',
    });
  },
);

test('without a usable state folder the session is read-only, with the reason [G15a–b]', () => {
  const stateProblem = t`the state folder can't be written`;
  expect(setup({}, { stateProblem })).toMatchObject({ readOnly: true, readOnlyReason: stateProblem });
  expect(setup({ PURSER_READ_ONLY: 'no' }, { stateProblem }).readOnly).toBe(true);
  expect(refusal({}, { stateProblem, flags: { write: true } })).toBe(
    `--write is not possible: ${stateProblem}.`,
  );
});

test('--write asks for write access, and is refused in a read-only set-up', () => {
  expect(setup({}, { flags: { write: true } }).asksToWrite).toBe(true);
  expect(setup({}).asksToWrite).toBe(false);
  expect(refusal({ PURSER_READ_ONLY: '1' }, { flags: { write: true } })).toContain('PURSER_READ_ONLY is set');
  expect(refusal({ PURSER_PROFILE: 'test' }, { config, flags: { write: true } })).toContain(
    'profile is read-only',
  );
});

test('--ca-file is part of the set-up', () => {
  expect(setup(full, { flags: { caFile: 'ca.pem' } }).caFile).toEqual({ file: 'ca.pem', trusted: false });
});

test.each([
  [{ PURSER_ENVIRONMENT: 'prod' }, 'PURSER_ENVIRONMENT must be demo or production.'],
  [{ PURSER_READ_ONLY: 'CANARY51' }, 'PURSER_READ_ONLY must be true or false.'],
  [{ PURSER_BASE_URL: 'http://api.example.com' }, 'must be https'],
  [{ PURSER_BASE_URL: 'https://u:CANARY51@api.example.com' }, 'user name or password'],
  [{ PURSER_API_KEY: 'CANARY51 x' }, 'PURSER_API_KEY has a space'],
  [{ PURSER_API_KEY: 'CANARY51\r\nx-evil: 1' }, 'PURSER_API_KEY has a space'],
  [{ PURSER_USER_ID: 'ü' }, 'PURSER_USER_ID has a space'],
  [{ PURSER_PROFILE: 'live' }, 'config.json has none'],
])('the variables %j are refused', (variables, words) => {
  expect(refusal(variables)).toContain(words);
  expect(refusal(variables)).not.toContain('CANARY51');
});

test('a newline at the end of a key is removed', () => {
  expect(setup({ ...full, PURSER_API_KEY: 'CANARY51\n' }).apiKey?.reveal()).toBe('CANARY51');
});

test('an unknown profile is refused with the names of the known profiles', () => {
  expect(refusal({ PURSER_PROFILE: 'lvie' }, { config })).toBe(
    'There is no profile lvie. config.json has live, test. Did you mean live?',
  );
  expect(refusal({ PURSER_PROFILE: 'toString' }, { config })).toContain('There is no profile toString.');
});
