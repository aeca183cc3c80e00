// The quick check of policy.json gives the same result as the schema for a file without mistakes, and no result otherwise.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { checkPolicy } from '../../src/system/config.ts';
import { plainPolicy } from '../../src/system/plain-policy.ts';

const service = { baseUrl: 'https://api.example.com', environment: 'production', clientId: 'c' };
const journal = { host: 'db', port: 5433, database: 'team', sslmode: 'verify-full', ca: '/etc/ca.pem' };
const keyHelper = { command: '/usr/local/bin/key', args: ['read', 'live'] };
const whole = {
  ...{ $schema: './policy.schema.json', readOnly: true, productionWrites: false, environments: ['demo'] },
  ...{
    services: [service],
    onlySystemProfiles: true,
    caFile: '/etc/ca.pem',
    lockMinutes: 5,
    lockAsks: 'key',
    contentDays: 400,
    journal,
    keyHelper,
  },
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

const values = fc.oneof(
  fc.constantFrom(
    ...Object.values(whole),
    ...Object.values(service),
    ...Object.values(journal),
    ...Object.values(keyHelper),
  ),
  fc.constantFrom(
    null,
    {},
    [],
    '',
    ' ',
    0,
    1,
    15,
    16,
    1.5,
    'disable',
    'localhost',
    'ca.pem',
    ['production'],
    ['x'],
    true,
    false,
    'system',
  ),
  fc.jsonValue(),
);
const PLACES = [[], ['services', '0'], ['journal'], ['keyHelper']] as const;
const FIELDS = [
  ...Object.keys({ ...whole, ...service, ...journal, ...keyHelper, user: 1 }),
  'toString',
  '__proto__x',
];

it('the quick check and the schema give the same result for every change of a field', () => {
  const change = fc.tuple(
    fc.constantFrom(...PLACES),
    fc.constantFrom(...FIELDS),
    fc.option(values, { nil: undefined }),
  );
  fc.assert(
    fc.property(change, ([place, field, value]) => {
      const policy: Record<string, unknown> = structuredClone(whole);
      let at = policy;
      for (const step of place) at = at[step] as Record<string, unknown>;
      if (value === undefined) delete at[field];
      else at[field] = value;
      const text = JSON.stringify(policy, null, 2);
      expect(plainPolicy(text)).toEqual(bySchema(text));
    }),
    { numRuns: 2000 },
  );
});
