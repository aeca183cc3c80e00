// Sending each kind of refused write again from the journal: same request ID, checked against the present state.

import { describe, expect, it } from 'vitest';
import type { WriteId } from '../../src/api/contract/operations.ts';
import { documentOf, loadedRow } from '../../src/format/joined.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { bothQuestion } from '../../src/subjects/cards/card-update.ts';
import { limitsQuery } from '../../src/subjects/cards/limit-lines.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { agrees, everyWrite } from './every-write.ts';
import { effectsOf, goes } from './paying.ts';
import { breaks, closes, dialogOf, endsIn, isReady, mends, newestRow, typeToken } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ cols: 120, rows: 44, ...options });
};
/** Asks for a write that the service refuses, selects its journal row, and returns its request ID. */
async function isRefused(operation: WriteId): Promise<string> {
  const write = everyWrite.find(one => one.operation === operation);
  await write?.asks(console);
  await breaks(console, `${operation} status=403 count=1`);
  await agrees(console);
  await endsIn(console, 'REFUSED');
  const { requestId } = dialogOf(console);
  await closes(console);
  await mends(console);
  await goes(console, 'journal');
  console.press('g');
  await console.sees(/› .*REFUSED/);
  return requestId;
}
const sent = (operation: WriteId) => console.simulator.wire.filter(one => one.operation === operation);

const PERSONAL: ReadonlySet<WriteId> = new Set(['cardholder.create', 'cardholder.update', 'rfi.respond']);

it('a refused write is sent again once, with the same request ID and bytes, from a dialog that fits 80×24', async () => {
  await start({ environment: 'production' });
  console.app.grant.give('T-1');
  for (const { operation } of everyWrite) {
    const requestId = await isRefused(operation);
    console.press('p');
    if (operation === 'conversion.create') {
      await console.sees('Make a new quote instead');
      continue;
    }
    if (PERSONAL.has(operation)) {
      await console.sees('The journal does not keep personal data');
      expect(sent(operation), operation).toHaveLength(1);
      continue;
    }
    console.screen.resize(80, 24);
    await isReady(console);
    expect(dialogOf(console).token, operation).toBeDefined();
    expect(dialogOf(console).requestId, operation).toBe(requestId);
    expect(dialogOf(console).warnings.join(' '), operation).toContain('the same as at');
    await agrees(console);
    await endsIn(console, 'DONE');
    const [before, again] = sent(operation);
    expect(again?.body, operation).toBe(before?.body);
    expect(again?.target, operation).toBe(before?.target);
    expect(effectsOf(console, operation), operation).toHaveLength(1);
    expect(await newestRow(console), operation).toMatchObject({ state: 'DONE', intent: { requestId } });
    await closes(console);
    console.screen.resize(120, 44);
  }
}, 120_000);

describe('a record that changed since the refusal', () => {
  it("voids the earlier confirmation of a mandate's cancellation, and both statuses are shown [D14a–b]", async () => {
    await start();
    await isRefused('mandate.cancel');
    console.press('p');
    await console.sees('Send again: Cancel mandate');
    await breaks(console, 'mandate.get set=status:"SUSPENDED"');
    await agrees(console);
    await console.sees('Status: was ACTIVE, now ? SUSPENDED.');
    await console.sees('The service documents only ACTIVE');
    expect(sent('mandate.cancel')).toHaveLength(1);
  });

  it('is found at its present place in a list of any length, if it is a card [D14a–b]', async () => {
    await start();
    await isRefused('card.close');
    await breaks(console, 'card.list shift=3', 'card.list set=data[*].cardStatus:"INACTIVE"');
    console.press('p');
    await console.sees('Send again: Close card');
    await console.sees('Status: was ACTIVE, now INACTIVE.');
    expect(dialogOf(console).warnings.join(' ')).not.toContain('the same as at');
    expect(sent('card.close')).toHaveLength(1);
    await mends(console);
  });

  it('opens no dialog if it is a card that is no longer in the list', async () => {
    await start();
    await isRefused('card.close');
    await breaks(console, 'card.list set=data:[]');
    console.press('p');
    await console.sees("The customer's list has no card with this ID.");
    expect(console.state().overlay).toBeUndefined();
    expect(sent('card.close')).toHaveLength(1);
  });

  it.each([
    ['mandate.cancel', 'mandate.get', 'id:"another-0001"', 'The service returned a different mandate'],
    [
      'beneficiary.update',
      'beneficiary.get',
      'data.id:"another-0001"',
      'The service returned a different beneficiary',
    ],
    [
      'directDebit.cancel',
      'directDebit.get',
      'status:"SETTLED"',
      'Only a PENDING direct debit can be cancelled',
    ],
  ] as const)('stops %s, and so does another record in its place', async (operation, read, change, said) => {
    await start();
    await isRefused(operation);
    await breaks(console, `${read} set=${change}`);
    console.press('p');
    await console.sees(said);
    expect(console.state().overlay).toBeUndefined();
    expect(sent(operation)).toHaveLength(1);
  });

  it("opens no dialog if it can't be read, and the screen says so", async () => {
    await start();
    await isRefused('mandate.cancel');
    await breaks(console, 'mandate.get status=404');
    console.press('p');
    await console.sees('The request was not sent again. Reading the record:');
    expect(console.state().overlay).toBeUndefined();
    expect(sent('mandate.cancel')).toHaveLength(1);
  });
});

describe('card limits', () => {
  it('are compared with the present limits, and set as first requested', async () => {
    await start();
    const id = console.simulator.world.customers[0]?.cards.all[0]?.id ?? '';
    await goes(console, `card-limits/${id}`);
    await console.sees('now 20,000.00 GBP');
    console.type('1,500');
    console.press('tab', 'tab', 'tab', 'tab', 'tab');
    await console.sees('→ 1,500 GBP');
    console.press('enter');
    await breaks(console, 'card.update status=403 count=1');
    await agrees(console);
    await endsIn(console, 'REFUSED');
    await closes(console);
    await goes(console, 'journal');
    await console.sees(/› .*REFUSED/);
    console.press('p');
    await console.sees('Send again: Set card limits');
    await console.sees(/Per transaction +1,000\.00 GBP → 1,500 GBP/);
    await breaks(console, 'card.limits set=data.limits[0].amount:1100 count=1');
    await agrees(console);
    await console.sees('Per transaction: was 1,000.00 GBP → 1,500 GBP, now 1,100 GBP → 1,500 GBP.');
    await mends(console);
    await agrees(console);
    await console.sees('now 1,000.00 GBP → 1,500 GBP.');
    await agrees(console);
    await endsIn(console, 'DONE');
    expect(sent('card.update')).toHaveLength(2);
    expect(effectsOf(console, 'card.update')).toHaveLength(1);
  });
});

it('status and limits in one request are both read again, and sent again in one request', async () => {
  await start();
  const id = console.simulator.world.customers[0]?.cards.all[0]?.id ?? '';
  await goes(console, 'cards');
  await console.sees('45 cards, all');
  await goes(console, `card-limits/${id}`);
  await console.sees('now 20,000.00 GBP');
  const card = loadedRow(console.state(), 'card.list', id);
  const limits = documentOf(console.state(), limitsQuery(id)).value;
  if (!card || !limits) throw new Error('the card is not read');
  const order = { currency: 'GBP', limits: [{ interval: 'DAILY', value: '1500' as Decimal }] } as const;
  await breaks(console, 'card.update status=403 count=1');
  void console.app.dialog.ask(bothQuestion({ id, card, at: { filter: {}, offset: 0 } }, order, limits));
  await console.sees('Freeze card and set limits');
  await agrees(console);
  await endsIn(console, 'REFUSED');
  const { requestId } = dialogOf(console);
  await closes(console);
  await mends(console);
  await goes(console, 'journal');
  await console.sees(/› .*REFUSED/);
  console.press('p');
  await console.sees('Send again: Freeze card and set limits');
  await console.sees(/New status +INACTIVE/);
  await console.sees(/Daily +.* → 1,500 GBP/);
  await breaks(console, 'card.list set=data[*].cardStatus:"BLOCKED"', 'card.limits set=data.currency:"EUR"');
  await agrees(console);
  await console.sees('Status: was ACTIVE, now ? BLOCKED.');
  await console.sees(/Daily: was .* GBP → 1,500 GBP, now .* EUR → 1,500 GBP\./);
  const warnings = dialogOf(console).warnings.join('\n');
  expect(warnings).toContain('does not document whether it can become INACTIVE');
  expect(warnings).toContain('The limits are in EUR, not in GBP.');
  expect(sent('card.update')).toHaveLength(1);
  await mends(console);
  await agrees(console);
  await console.sees('Status: was ? BLOCKED, now ACTIVE.');
  await agrees(console);
  await endsIn(console, 'DONE');
  const [before, again] = sent('card.update');
  expect(again?.body).toBe(before?.body);
  expect(again?.headers['x-request-id']).toEqual([requestId]);
  expect(effectsOf(console, 'card.update')).toHaveLength(1);
});

it("a wrong token sends nothing if the write can't be undone [E11]", async () => {
  await start();
  await isRefused('card.close');
  console.press('p');
  await console.sees('Send again: Close card');
  await typeToken(console, 'none');
  await isReady(console);
  console.press('enter');
  await console.sees('the typed text is not the last four printed on');
  expect(sent('card.close')).toHaveLength(1);
});
