// Performs every reading operation of the API from the screen that docs/operations.md names for it, and checks the request.

import { expect, it, vi } from 'vitest';
import { isWrite, type OperationId, operations } from '../../src/api/contract/operations.ts';
import { onScreenOf } from '../../src/subjects/registry.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { agrees, ways } from './every-write.ts';
import { askFor } from './fx.ts';
import { goes } from './paying.ts';
import { endsIn } from './writing.ts';

let console: TestConsole;

const asked = (id: OperationId): number =>
  console.simulator.wire.filter(({ operation }) => operation === id).length;
const reaches = (id: OperationId): Promise<void> =>
  vi.waitFor(() => expect(asked(id), id).toBeGreaterThan(0), patience);

const first = () => {
  const [customer] = console.simulator.world.customers;
  if (!customer) throw new Error('the world is empty');
  return customer;
};
const account = (): string =>
  first().accounts.find(({ global }) => global?.currency === 'GBP')?.record.id ?? '';
const card = (): string => first().cards.all.find(({ status }) => status === 'ACTIVE')?.id ?? '';

/** The subject that the screen needs, for operations that need one. */
const subjects: { readonly [Id in OperationId]?: () => string } = {
  'mandate.list': account,
  'mandate.get': account,
  'account.transactions': account,
  'card.transactions': card,
};

/** The steps from the first screen, for operations that need more than the documented key. */
const byHand: { readonly [Id in OperationId]?: () => Promise<void> } = {
  'beneficiary.validate': async () => {
    await goes(console, 'new-beneficiary');
    await console.sees('First the service only validates');
    const typed = ['123456789', 'usd', 'Jo Bloggs', '021000021', '', 'us'];
    for (const text of typed) {
      if (text !== '') console.type(text);
      console.press('tab');
    }
    console.press('tab', 'tab', 'enter');
  },
  'quote.create': () => askFor(console, ['gbp', 'usd', '1,000']),
  'conversion.get': async () => {
    await ways['conversion.create'].asks(console);
    await agrees(console);
    await endsIn(console, 'DONE');
    console.press('enter');
  },
  'card.details': async () => {
    await goes(console, `card-details/${card()}`);
    await console.sees('[ Show card details ]');
    console.type('T-1 lost card');
    console.press('tab', 'enter');
  },
  'quote.get': async () => {
    await askFor(console, ['gbp', 'usd', '1,000']);
    await console.sees(/quote_[0-9a-f]+/);
    const [id] = /quote_[0-9a-f]+/.exec(console.screen.text()) ?? [];
    await goes(console, `quote/${id}`);
  },
};

/** Goes to the documented screen and presses the documented key. */
async function atItsPlace(id: OperationId): Promise<void> {
  const { place, key } = onScreenOf(id);
  if (place === 'login') return;
  // The accounts screen is open at the start.
  const subject = subjects[id]?.();
  if (place !== 'accounts') await goes(console, subject === undefined ? place : `${place}/${subject}`);
  await console.drawn();
  if (key !== undefined) console.press(key);
}

const ids = Object.keys(operations) as readonly OperationId[];
// test/console/every-write has the writes.
it.each(ids.filter(id => !isWrite(id)))('the documented screen requests the operation %s', async id => {
  console = await startOnAccounts({ cols: 140, rows: 60 });
  const before = onScreenOf(id).place === 'accounts' || id === 'login' ? 0 : asked(id);
  expect(before, 'it was not requested before').toBe(0);
  await (byHand[id] ?? (() => atItsPlace(id)))();
  await reaches(id);
});
