// The quick check of policy.json gives the same result as the schema for a file without mistakes, and no result otherwise.

import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { checkPolicy } from '../../src/system/config.ts';
import { plainPolicy } from '../../src/system/plain-config.ts';
import { expectSameForChanges } from './field-changes.ts';

const service = { baseUrl: 'https://api.example.com', environment: 'production', clientId: 'c' };
const journal = { host: 'db', port: 5433, database: 'team', sslmode: 'verify-full', ca: '/etc/ca.pem' };
const keyHelper = { command: '/usr/local/bin/key', args: ['read', 'live'] };
const whole = {
  ...{ $schema: './policy.schema.json', readOnly: true, productionWrites: false, environments: ['demo'] },
  ...{ services: [service], onlySystemProfiles: true, caFile: '/etc/ca.pem', journal, keyHelper },
  ...{ lockMinutes: 5, lockAsks: 'key', contentDays: 400 },
};

const bySchema = (text: string) => {
  const checked = checkPolicy(text, t`policy.json`);
  return checked.ok ? checked.config : undefined;
};

it.each([{}, whole, { ...whole, services: [], keyHelper: false, caFile: 'system' }])(
  'a good policy has the same result twice: %j',
  policy => {
    const text = JSON.stringify(policy, null, 2);
    expect(plainPolicy(text)).toEqual(policy);
    expect(bySchema(text)).toEqual(policy);
  },
);

it.each(['', 'null', '[]', '{} // ours', '{"readOnly":true,"readOnly":false}', '{"readOnly":true,}'])(
  'the quick check leaves this text to the schema: %s',
  text => expect(plainPolicy(text)).toBeUndefined(),
);

it('the policy with a repeated field is refused, whatever the second value', () => {
  expect(bySchema('{"readOnly":true,"readOnly":false}')).toBeUndefined();
});

it('the quick check and the schema give the same result for every change of a field', () =>
  expectSameForChanges({
    whole,
    places: [[], ['services', '0'], ['journal'], ['keyHelper']],
    fields: [
      ...Object.keys({ ...whole, ...service, ...journal, ...keyHelper, user: 1 }),
      ...['toString', '__proto__x'],
    ],
    values: [
      ...[whole, service, journal, keyHelper].flatMap(one => Object.values<unknown>(one)),
      ...[null, {}, [], '', ' ', 0, 1, 15, 16, 1.5, ['production'], ['x'], true, false],
      ...['disable', 'localhost', 'ca.pem', 'system'],
    ],
    quick: plainPolicy,
    bySchema,
    numRuns: 2000,
  }));
