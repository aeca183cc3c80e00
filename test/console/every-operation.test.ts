// Performs every operation of the API from the screen that docs/operations.md names for it, and checks the request.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { isWrite, type OperationId, operations } from '../../src/api/contract/operations.ts';
import { onScreenOf } from '../../src/subjects/registry.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { applicant } from '../sim/samples.ts';
import { agrees, everyWrite } from './every-write.ts';
import { askFor } from './fx.ts';
import { begins, opens } from './onboarding.ts';
import { goes } from './paying.ts';
import { closes, endsIn, readsOn } from './writing.ts';

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
    const convert = everyWrite.find(({ operation }) => operation === 'conversion.create');
    await convert?.asks(console);
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
  'rfi.respond': async () => {
    await goes(console, 'rfi');
    await console.sees('questions, all');
    console.press('j', 'n');
    await console.sees(/Title +Where the money comes from/);
    console.press('left');
    await console.sees(/Attachments/);
    console.press('ctrl-n');
    console.type('answer_text');
    console.press('tab', 'tab');
    await console.sees(/Other field 1 +answer_text/);
    console.type('savings');
    console.press('tab', 'enter');
    await agrees(console);
  },
  'user.terms': async () => {
    await goes(console, 'customer');
    await console.sees(/Nickname/);
    console.press('a');
    await agrees(console);
  },
  'user.activate': async () => {
    await goes(console, 'customer');
    await console.sees(/Status +CREATED/);
    console.press('v');
    await agrees(console);
  },
  'user.create': async () => {
    writeFileSync(join(console.home, 'new.json'), JSON.stringify(applicant('Acme Ltd')));
    await begins(console);
    console.press('o');
    await console.sees('Load JSON file');
    console.type('~/new.json');
    console.press('tab', 'enter');
    await console.sees('Loaded from');
    await opens(console, 'review');
    await readsOn(console);
    await agrees(console);
  },
};

const start = async (customer = 0): Promise<void> => {
  console = await startOnAccounts({ cols: 140, rows: 60, customer });
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
const written = new Set<OperationId>(everyWrite.map(({ operation }) => operation));

it.each(ids.filter(id => !written.has(id)))('the documented screen requests the operation %s', async id => {
  await start();
  if (id === 'user.activate') {
    const { customers } = console.simulator.world;
    const created = customers.findIndex(({ user }) => user.record().status === 'CREATED');
    await console.close();
    await start(created);
  }
  const before = onScreenOf(id).place === 'accounts' || id === 'login' ? 0 : asked(id);
  expect(before, 'it was not requested before').toBe(0);
  await (byHand[id] ?? (() => atItsPlace(id)))();
  await reaches(id);
  if (isWrite(id)) expect(asked(id)).toBe(1);
});

it('every other operation that changes something is sent once from its dialog', async () => {
  await start();
  for (const { operation, asks } of everyWrite) {
    const before = asked(operation);
    await asks(console);
    await agrees(console);
    await endsIn(console, 'DONE');
    expect(asked(operation), operation).toBe(before + 1);
    await closes(console);
  }
  expect(ids.filter(id => isWrite(id) && !written.has(id) && byHand[id] === undefined)).toEqual([]);
}, 120_000);
