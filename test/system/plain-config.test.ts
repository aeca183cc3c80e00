// The quick check, plainConfig, gives the same result as the schema for a file without mistakes, and no result otherwise.
import { describe, expect, it } from 'vitest';
import { dialectValues } from '../../src/api/contract/dialect.ts';
import { t } from '../../src/lib/visible.ts';
import { checkConfig } from '../../src/system/config.ts';
import { plainConfig } from '../../src/system/plain-config.ts';
import { expectSameForChanges } from './field-changes.ts';

const profile = {
  baseUrl: 'https://api.example.com',
  environment: 'production',
  clientId: 'client',
  programId: 'program',
  userId: 'u1',
  onBehalfOf: 'o1',
  timeZone: 'Europe/London',
  readOnly: true,
  unlock: 'keyring',
  caFile: '/etc/ca.pem',
  keyHelper: { command: '/usr/local/bin/key', args: ['read', 'live'] },
  dialect: {
    scope: 'r:x_action:a r:x_action:b',
    ...Object.fromEntries(Object.entries(dialectValues).map(([name, values]) => [name, values.at(-1)])),
  },
  bell: false,
  customers: [{ userId: 'u2', onBehalfOf: 'o2', name: 'Ann "Other" \\ Öhm' }, { userId: 'u3' }],
  journal: {
    ...{ host: 'db.example.com', port: 5433, database: 'team', user: 'ana', sslmode: 'verify-full' },
    ...{ ca: '/etc/ca.pem', cert: 'ana.pem', key: 'ana.key' },
  },
};
const { baseUrl, environment, clientId, programId } = profile;
const least = { baseUrl, environment, clientId, programId };
const whole = {
  $schema: './s.json',
  profile: 'live',
  theme: 'dark',
  profiles: { live: profile, 'test-2': least },
};

const bySchema = (text: string) => {
  const checked = checkConfig(text, t`config.json`);
  return checked.ok ? checked.config : undefined;
};

describe('a file without a mistake', () => {
  it.each([whole, { profiles: {} }, { profile: 'demo', profiles: { live: least } }])(
    'gets the same result from the quick check and from the schema: %j',
    config => {
      for (const text of [JSON.stringify(config), `${JSON.stringify(config, null, '\t')}\r\n`]) {
        expect(plainConfig(text)).toEqual(config);
        expect(plainConfig(text)).toEqual(bySchema(text));
      }
    },
  );
});

it.each([
  '',
  'null',
  '[]',
  '{',
  '{"profiles": {}} // ours',
  '{"profiles": {},}',
  '{"profiles": {}, "profiles": {}}',
  `{"profiles": {"live": ${JSON.stringify(least)}, "live": ${JSON.stringify(profile)}}}`,
  '{"profiles": {}, "__proto__": {}}',
  `{"profiles": {"__proto__": ${JSON.stringify(least)}}}`,
  `{"profiles": {"demo": ${JSON.stringify(least)}}}`,
  '{"profile": "live", "profiles": {}}',
  '{"profile": "toString", "profiles": {}}',
  '{"\\u0070rofiles": {}}',
  '['.repeat(100_000),
])('the quick check has no result, so that the schema checks this file: %s', text => {
  expect(plainConfig(text)).toBeUndefined();
});

it('the quick check and the schema give the same result for every change of a field', () =>
  expectSameForChanges({
    whole,
    places: [
      [],
      ['profiles'],
      ['profiles', 'live'],
      ...['dialect', 'journal', 'keyHelper'].map(name => ['profiles', 'live', name]),
      ['profiles', 'live', 'customers', '0'],
    ],
    fields: [
      ...Object.keys({ ...whole, ...profile, ...profile.dialect, ...profile.journal, ...profile.keyHelper }),
      ...['name', 'apiKey', 'constructor', 'toString', 'Live', '-x', 'unnamed'],
      ...['x'.repeat(40), 'x'.repeat(41)],
    ],
    values: [
      ...Object.values(profile),
      ...Object.values(profile.dialect),
      ...[null, {}, [], '', ' ', 'a b', 'a  b', 'é', 'Mars/Olympus', 'UTC', 'demo', 'key', 'none', 'helper'],
      ...['http://127.0.0.1:1', 'http://example.com', '127.0.0.1', 'localhost', '/run/postgresql'],
      ...['disable', 'verify-full', 'system', 'ca.pem', 1, 0, 65_535, 65_536, 5.5],
      ...[200, 201, 512, 513].map(count => 'x'.repeat(count)),
    ],
    quick: plainConfig,
    bySchema,
    numRuns: 3000,
  }));
