/** Links to records by their ID at the service. */
import { expect, test } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { linkOf } from '../../src/store/place-link.ts';
import { firstState } from '../../src/store/store.ts';

const state = firstState({
  reach: {
    profile: t`test`,
    environment: 'demo',
    baseUrl: 'http://127.0.0.1',
    clientId: 'client-1',
    programId: 'program-1',
    readOnly: undefined,
    zone: 'UTC',
  },
  size: { columns: 80, rows: 24 },
  now: 0,
  tick: 0,
  customer: { userId: 'acct_1', name: undefined },
});

test('a link to the second record with an ID contains that ID, without the number in the key', () => {
  expect(linkOf(state, 'card-7~2')).toEqual(linkOf(state, 'card-7'));
  expect(linkOf(state, 'card-7')).toMatchObject({ row: 'card-7' });
});

test('a record without an ID has no link', () => {
  expect(linkOf(state, '#3')).toBeUndefined();
});
