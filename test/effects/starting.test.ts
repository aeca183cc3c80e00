// The names of the first customer and the recent customers, before Purser reads anything from the service.

import { expect, it } from 'vitest';
import { customersOf, keptCalls, reachOf } from '../../src/effects/starting.ts';
import { readSetup, type Setup } from '../../src/system/setup.ts';
import { machineWith } from '../harness/machine.ts';
import { NOW } from '../store/signed-in.ts';

function setup(variables: Readonly<Record<string, string>>, customers: Setup['customers'] = []): Setup {
  const read = readSetup({
    variables: { PURSER_BASE_URL: 'https://pay.example.com', ...variables },
    config: undefined,
    flags: { readOnly: false, write: false, screenReader: false },
    systemTimeZone: 'UTC',
  });
  if (!read.ok) throw new Error(read.sentence);
  return { ...read.setup, customers };
}

const ann = { userId: 'acct_1', onBehalfOf: 'open_1', name: 'Ann Ltd' };

it('the console gets the limits of the policy', async () => {
  const machine = await machineWith({ productionWrites: false, lockMinutes: 5 });
  if (!machine.ok) throw new Error(machine.why);
  const read = readSetup({
    ...{ variables: { PURSER_BASE_URL: 'https://pay.example.com' }, config: undefined },
    flags: { readOnly: false, write: false, screenReader: false },
    ...{ systemTimeZone: 'UTC', machine: machine.machine },
  });
  if (!read.ok) throw new Error(read.sentence);
  expect(reachOf(read.setup)).toMatchObject({
    limits: { productionWrites: false, lockMinutes: 5, demos: [] },
  });
});

it('the customer of the set-up gets the name from the recent customers', () => {
  expect(customersOf([ann], setup({ PURSER_USER_ID: 'acct_1' })).customer).toEqual(ann);
  const both = [{ userId: 'acct_1', name: 'Ann alone' }, ann];
  expect(customersOf(both, setup({ PURSER_USER_ID: 'acct_1' })).customer).toEqual(both[0]);
  const other = { PURSER_USER_ID: 'acct_1', PURSER_ON_BEHALF_OF: 'open_2' };
  expect(customersOf(both, setup(other)).customer).toEqual({
    userId: 'acct_1',
    onBehalfOf: 'open_2',
    name: undefined,
  });
});

it('a recent customer without a name gets the name from the profile', () => {
  const { known } = customersOf([{ userId: 'acct_1', onBehalfOf: 'open_1', pinned: true }], setup({}, [ann]));
  expect(known).toEqual([{ ...ann, pinned: true }]);
});

it('the calls of the last 12 hours come back, the one used last at the end', () => {
  const hour = 3_600_000;
  const recent = [1, 11, 12, 30].map(ago => ({
    ...{ userId: `acct_${ago}`, seenAt: NOW - ago * hour },
    call: { place: 'cards' },
  }));
  const kept = keptCalls([...recent, { userId: 'acct_none', seenAt: NOW }], NOW);
  expect(kept.map(({ customer }) => customer.userId)).toEqual(['acct_11', 'acct_1']);
});
