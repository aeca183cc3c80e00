// The findings of `purser doctor` on a team's journal, by the facts that the server returns.
import { expect, test } from 'vitest';
import { findingsOf, teamFindings } from '../../src/commands/doctor-team.ts';
import type { ServerFacts } from '../../src/journal/postgres/admin.ts';
import { SCHEMA_VERSION } from '../../src/journal/postgres/schema.ts';
import { Secret } from '../../src/lib/redact.ts';
import type { Setup } from '../../src/system/setup.ts';

const well: ServerFacts = {
  version: '15.18',
  number: 150_018,
  fsync: true,
  fullPageWrites: true,
  standbys: '',
  superuser: false,
  owner: false,
  schema: SCHEMA_VERSION,
  readsFrom: undefined,
  member: true,
  unlimited: [],
  closed: undefined,
  clock: 1_000_000,
};
const bad = (facts: Partial<ServerFacts>) =>
  findingsOf({ ...well, ...facts }, 1_000_000)
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state }) => `${state} ${check}`);

test.each<[Partial<ServerFacts>, string]>([
  [{ number: 140_011 }, 'fail Team journal'],
  [{ schema: 'absent' }, 'fail Team schema'],
  [{ schema: 'denied' }, 'fail Team schema'],
  [{ schema: 0 }, 'fail Team schema'],
  [{ schema: 99 }, 'fail Team schema'],
  [{ schema: 99, readsFrom: 98 }, 'fail Team schema'],
  [{ schema: 99, readsFrom: SCHEMA_VERSION }, 'warn Team schema'],
  [{ fsync: false }, 'fail Team durability'],
  [{ fullPageWrites: false }, 'fail Team durability'],
  [{ superuser: true }, 'fail Team rights'],
  [{ owner: true }, 'fail Team rights'],
  [{ unlimited: ['large objects'] }, 'warn Team limits'],
  [{ closed: 'started' }, 'fail Team log'],
  [{ member: false }, 'fail Team rights'],
  [{ clock: 1_007_000 }, 'warn Team clock'],
])('the server’s facts %j give the finding “%s”', (facts, found) => {
  expect(bad({})).toEqual([]);
  expect(bad(facts)).toEqual([found]);
});

test('doctor says what to do about a server that it can’t reach', async () => {
  const journal = { host: '127.0.0.1', port: 1, database: 'team', user: 'ana' };
  const password = new Secret('x');
  const setup = { baseUrl: 'https://a.test', clientId: 'client-1', environment: 'demo' } as const;
  // The cast is safe: the findings need only these parts of the set-up.
  const found = await teamFindings({ ...setup, journal: { ...journal, password } } as unknown as Setup);
  expect(found).toMatchObject([
    {
      state: 'fail',
      found: expect.stringContaining("can't be reached"),
      mend: expect.stringContaining('journal.host'),
    },
  ]);
});

test('doctor says what a database of another program needs', () => {
  const mendsOf = (unlimited: readonly string[]) =>
    findingsOf({ ...well, unlimited: [...unlimited] }, 1_000_000).flatMap(each =>
      each.state === 'warn' ? [each.mend] : [],
    );
  expect(mendsOf(['other databases (shop)'])).toEqual([
    expect.stringContaining('REVOKE CONNECT ON DATABASE'),
  ]);
  expect(mendsOf(['large objects'])).toEqual([expect.not.stringContaining('REVOKE')]);
});
