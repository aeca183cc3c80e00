/** Cards, against the simulator: unmasked numbers, card details, and three ways to request transactions. */

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { wholeBody } from '../../../src/api/client/transport.ts';
import { dialectValues } from '../../../src/api/contract/dialect.ts';
import { writeJson } from '../../../src/lib/json.ts';
import { must } from '../../sim/teller.ts';
import { resultOf } from './test-client.ts';
import { openTill } from './till.ts';

describe('a number that the service forgot to mask [C28]', () => {
  it('is masked in the list, in the transactions and in the inspector', async () => {
    await using till = await openTill();
    const { client, customer, sim } = till;
    const bare = must(
      sim.world.customers[0]?.cards.all.find(({ number, maskedNumber }) => number === maskedNumber),
    );
    const cards = resultOf(await client.perform('card.list', { query: { limit: 100 } }, { customer }));
    const spent = resultOf(
      await client.perform('card.transactions', { query: { id: bare.id } }, { customer }),
    );
    const shown = JSON.stringify([cards, spent]);
    expect(shown).toContain(`••••••••••••${bare.number.slice(-4)}`);
    expect(shown).not.toContain(bare.number);
    expect(client.exchanges.filter(({ responseBody }) => responseBody?.().includes(bare.id))).toHaveLength(2);
    expect(JSON.stringify(client.reports)).not.toContain(bare.number);
  });
});

/** The byte arrays that become text from now on. */
function decodedBytes(): readonly Uint8Array[] {
  const decoded: Uint8Array[] = [];
  const { decode } = TextDecoder.prototype;
  const spy = vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(function (
    this: TextDecoder,
    bytes,
  ) {
    if (bytes instanceof Uint8Array) decoded.push(bytes);
    return decode.call(this, bytes);
  });
  onTestFinished(() => spy.mockRestore());
  return decoded;
}

describe('card details', () => {
  it('are overwritten also if the answer is not understood', async () => {
    await using till = await openTill({ faults: ['card.details cut=20'] });
    const { client, customer, sim } = till;
    const card = must(sim.world.customers[0]?.cards.all.find(({ status }) => status === 'ACTIVE'));
    const decoded = decodedBytes();
    const outcome = await client.perform('card.details', { query: { id: card.id } }, { customer });
    expect(outcome.ok).toBe(false);
    expect(decoded.some(({ length }) => length > 0)).toBe(true);
    for (const bytes of decoded) expect(bytes.every(byte => byte === 0)).toBe(true);
  });

  it('arrive unchanged, no report of the client contains them, and their bytes are overwritten', async () => {
    await using till = await openTill();
    const { client, customer, sim } = till;
    const card = must(sim.world.customers[0]?.cards.all.find(({ status }) => status === 'ACTIVE'));
    const decoded = decodedBytes();
    const details = resultOf(await client.perform('card.details', { query: { id: card.id } }, { customer }));
    const raw = writeJson(details.raw ?? null);
    for (const secret of [card.number, card.cvv, card.expiry]) expect(raw).toContain(`"${secret}"`);
    const told = JSON.stringify(client.reports);
    expect(told).toContain('card.details');
    expect(decoded.some(({ length }) => length > 0)).toBe(true);
    for (const bytes of decoded) expect(bytes.every(byte => byte === 0)).toBe(true);
    for (const secret of [card.number, `"${card.cvv}"`, card.expiry]) expect(told).not.toContain(secret);
  });
});

it('the pieces of an answer are joined in order and overwritten', async () => {
  const pieces = ['{"number":"4000', '001299999997', '"}'].map(text => Buffer.from(text));
  async function* arriving() {
    for (const piece of pieces) yield await Promise.resolve(piece);
  }
  expect(Buffer.from(await wholeBody(arriving())).toString()).toBe('{"number":"4000001299999997"}');
  for (const piece of pieces) expect(piece.every(byte => byte === 0)).toBe(true);
  expect(await wholeBody((async function* () {})())).toHaveLength(0);
});

describe('a card’s transactions', () => {
  it.each(dialectValues.cardTransactions)('are requested with %s', async cardTransactions => {
    await using till = await openTill({ dialect: { cardTransactions } });
    const { client, customer, sim } = till;
    const card = must(sim.world.customers[0]?.cards.all[0]);
    const query = { id: card.id, limit: 3, offset: 2, status: 'APPROVED' };
    const { items } = resultOf(await client.perform('card.transactions', { query }, { customer }));
    expect(Array.isArray(items) && items.length).toBe(3);
    const wire = must(sim.wire.at(-1));
    expect(wire.method).toBe(cardTransactions === 'POST' ? 'POST' : 'GET');
    const told = `{"id":"${card.id}","limit":3,"offset":2,"status":"APPROVED"}`;
    expect([wire.query, wire.body]).toEqual(
      cardTransactions === 'GET' ? [`id=${card.id}&limit=3&offset=2&status=APPROVED`, ''] : ['', told],
    );
    expect(wire.headers['content-length']).toEqual(
      cardTransactions === 'GET' ? undefined : [String(told.length)],
    );
  });
});

describe('a new card', () => {
  it('has the request ID in its body too, and keeps that ID when it is sent again', async () => {
    await using till = await openTill();
    const prepared = await till.ready('card.issue');
    expect(prepared.body).toContain(`"request_id":"${prepared.requestId}"`);
    const [first, again] = [await till.send(prepared), await till.send(prepared)];
    expect([first.word, again.word, till.effects()]).toEqual(['DONE', 'DONE', 1]);
    expect(first.outcome.ok && again.outcome.ok && again.outcome.raw).toEqual(
      first.outcome.ok && first.outcome.raw,
    );
  });
});
