/** Writes under faults of the simulator: the outcome, and the effects in the simulator's ledger (FAULTS.md A, B, E). */

import { describe, expect, it } from 'vitest';
import type { OutcomeWord } from '../../../src/api/client/outcome.ts';
import { parseJson } from '../../../src/lib/json.ts';
import { failureOf, until } from './test-client.ts';
import { answersTrue, openTill, quoteOf, type Till, writeIds } from './till.ts';

describe.each(writeIds)('the write %s', id => {
  it('is DONE with one effect, the prepared bytes and no drift', async () => {
    await using till = await openTill();
    const prepared = await till.ready(id);
    // `recorded` reads the input from these bytes. It refuses any other bytes.
    const { writes } = till.client;
    const read = writes.recorded(id, prepared);
    expect(read && writes.prepare(id, read, prepared)).toEqual({ ok: true, prepared });
    expect(writes.recorded(id, { ...prepared, target: `${prepared.target}x` })).toBeUndefined();
    expect(writes.recorded(id, { ...prepared, body: `${prepared.body ?? ''} ` })).toBeUndefined();
    const { word, outcome, departures } = await till.send(prepared);
    expect([word, departures, till.effects()]).toEqual(['DONE', 1, 1]);
    expect(outcome.ok && outcome.drift).toEqual([]);
    const wire = till.sim.wire.at(-1);
    expect(wire).toMatchObject({
      method: prepared.method,
      target: prepared.target,
      body: prepared.body ?? '',
    });
    if (answersTrue(id)) return;
    expect(wire?.headers['x-request-id']).toEqual([prepared.requestId]);
    expect(till.sim.world.ledger.of(prepared.requestId)).toHaveLength(1);
  });

  /** The fault, its rule, the outcome, and the number of effects. */
  it.each<[string, string, OutcomeWord, number]>([
    ['reset after the effect [A10a–b]', 'reset=after', 'UNKNOWN', 1],
    ['reset before the effect [A10a–b]', 'reset=before', 'UNKNOWN', 0],
    ['reset after the status line [A12]', 'reset=headers', 'UNKNOWN', 1],
    ['a body cut off [A13b]', 'truncate=3', 'UNKNOWN', 1],
    ['a documented 409 [B7a]', "status=409 message='Card is already active'", 'REFUSED', 0],
    ['another 409 [B7c]', 'status=409', 'UNKNOWN', 0],
    [
      'a 400 about a copy of the request',
      "status=400 executed message='Duplicate x-request-id'",
      'UNKNOWN',
      1,
    ],
    ['410 [B7a]', 'status=410', 'REFUSED', 0],
    ['409 in a form that is not the service’s [B7e]', 'status=409 form=text executed', 'UNKNOWN', 1],
    ['404', 'status=404', 'REFUSED', 0],
    ['422 with the field [B8a]', 'status=422 field=amount', 'REFUSED', 0],
    ['422 [B8e]', 'status=422', 'UNKNOWN', 0],
    ['429 [B9c]', 'status=429 retry-after=5', 'REFUSED', 0],
    ['429 in HTML [B9c]', 'status=429 form=html', 'REFUSED', 0],
    ['500 after the effect [B12 E16a E16d]', 'status=500 executed', 'UNKNOWN', 1],
    ['502 in HTML [B12]', 'status=502 form=html', 'UNKNOWN', 0],
    ['504 [B12]', 'status=504 form=empty executed', 'UNKNOWN', 1],
    ['503 with Retry-After [B13]', 'status=503 retry-after=5', 'UNKNOWN', 0],
    ['200 around a refusal [B14b]', 'contradiction=refused', 'UNKNOWN', 1],
    ['400 around a success [B15b]', 'contradiction=granted', 'UNKNOWN', 1],
    ['204 [B16b]', 'empty=204', 'UNKNOWN', 1],
    ['an empty 200 [B16b]', 'empty', 'UNKNOWN', 1],
    ['a web page', 'html executed', 'UNKNOWN', 1],
    ['a redirect', 'redirect=http://127.0.0.1:1/ executed', 'UNKNOWN', 1],
    ['another protocol', 'garbage', 'UNKNOWN', 1],
    ['no JSON', 'not-json', 'UNKNOWN', 1],
    ['half of the JSON', 'cut=1', 'UNKNOWN', 1],
    ['bytes that are no UTF-8', 'bad-utf8', 'UNKNOWN', 1],
    ['a compressed answer', 'gzip', 'UNKNOWN', 1],
    ['400 without a word', 'status=400 form=empty', 'UNKNOWN', 0],
    ['400 in plain text', 'status=400 form=text', 'UNKNOWN', 0],
    ['a plain refusal', 'status=400 message=no', 'REFUSED', 0],
    ['403 [B5a]', 'status=403', 'REFUSED', 0],
  ])('after %s (%s) is %s', async (name, rule, word, effects) => {
    // These faults can't change an answer that is only the word true.
    if (answersTrue(id) && (rule === 'bad-utf8' || name.endsWith('[B14b]'))) return;
    // Only Family B has these refusals.
    if (answersTrue(id) && /^status=4(?:09|10)/.test(rule)) return;
    // The message is documented for cards.
    if (name.startsWith('a documented 409') && !id.startsWith('card.')) return;
    await using till = await openTill();
    const prepared = await till.ready(id);
    await till.breaks(`* ${rule}`);
    const got = await till.send(prepared);
    expect([got.word, got.departures], JSON.stringify(got.failure)).toEqual([word, 1]);
    expect(till.effects()).toBe(effects);
    expect(till.sim.wire.filter(({ target }) => target === prepared.target)).toHaveLength(1);
  });

  it('is REFUSED after a 401 and not repeated, and Purser signs in again for the next call [B2a–b]', async () => {
    await using till = await openTill();
    const prepared = await till.ready(id);
    await fetch(`${till.sim.url}/__sim/token`, { method: 'POST', body: '{"revoke": true}' });
    const got = await till.send(prepared);
    expect(got).toMatchObject({ word: 'REFUSED', failure: { kind: 'refused', status: 401 }, departures: 1 });
    expect(till.effects()).toBe(0);
    await until(() => till.sim.wire.filter(({ operation }) => operation === 'login').length === 2);
    await until(() => till.client.exchanges.at(-1)?.state === 'done');
    const again = await till.send(prepared);
    expect([again.word, till.effects()]).toEqual(['DONE', 1]);
    const ids = till.sim.wire.filter(({ target }) => target === prepared.target);
    expect(ids).toHaveLength(2);
    expect(ids[0]?.body).toBe(ids[1]?.body);
    expect(ids[0]?.headers['x-request-id']).toEqual(ids[1]?.headers['x-request-id']);
  });

  it.each(['hang', 'hang executed', 'drip=20000'])(
    'is UNKNOWN after exactly 30 s: %s [A14b A15]',
    async rule => {
      await using till = await openTill();
      const prepared = await till.ready(id);
      await till.breaks(`* ${rule}`);
      const sending = till.send(prepared);
      const calls = () => till.client.exchanges.filter(({ operation }) => operation === id);
      const served = () => till.sim.wire.at(-1)?.operation === id;
      await until(served);
      const { monotonic } = till.client.clock;
      const until30 = monotonic() + 30_000;
      while (monotonic() < until30 - 1) {
        till.client.clock.advance(Math.min(1_000, until30 - 1 - monotonic()));
        await new Promise(setImmediate);
        expect(calls().at(-1)?.state).toBe('in-flight');
      }
      till.client.clock.advance(1);
      expect(await sending).toMatchObject({ word: 'UNKNOWN', failure: { kind: 'timeout', afterMs: 30_000 } });
      expect(till.effects()).toBe(rule === 'hang' ? 0 : 1);
    },
  );

  it.each([
    ['HTTP 400 in a form that is not the service’s', 400, '{"oops":1}'],
    ['HTTP 401 with a body that says success', 401, '{"code":200,"status":"success"}'],
    ['HTTP 429 with a body that says success', 429, '{"code":200,"status":"success"}'],
  ])('is UNKNOWN after %s', async (_, status, body) => {
    // In Family A only the word true means success.
    if (answersTrue(id) && status !== 400) return;
    await using till = await openTill();
    const prepared = await till.ready(id);
    await till.breaks(`* status=${status}`);
    await till.breaks(`* not-json='${body}'`);
    expect([(await till.send(prepared)).word, till.effects()]).toEqual(['UNKNOWN', 0]);
  });

  it('is DONE if the envelope says so, even if the payload has another shape', async () => {
    // These answers have no payload, or no field except the service's own words.
    if (answersTrue(id) || id === 'user.activate') return;
    await using till = await openTill();
    const prepared = await till.ready(id);
    await till.breaks('* set=data:[7]');
    await till.breaks('* content-type=none');
    const { word, outcome } = await till.send(prepared);
    expect(word).toBe('DONE');
    expect(outcome.ok && outcome.raw).toHaveLength(1);
    expect(outcome.ok && outcome.drift.length).toBeGreaterThan(0);
  });

  it("is NOT SENT if the journal can't record it first", async () => {
    await using till = await openTill();
    const prepared = await till.ready(id);
    const outcome = await till.client.writes.send(prepared, () => Promise.reject(new Error('disk full')));
    expect(failureOf(outcome)).toEqual({ kind: 'unsent', cause: 'not-recorded' });
    expect([till.effects(), till.sim.wire.at(-1)?.operation]).toEqual([0, 'account.balances']);
  });

  it.each(['fields', 'nulls', 'types', 'values'])(
    'keeps its outcome if numbers are texts, or fields are missing or unknown: mutate=%s [C13b]',
    async kind => {
      await using till = await openTill();
      const prepared = await till.ready(id);
      await till.breaks(`${id} mutate=${kind} percent=100`);
      // These answers have no payload, or no field except the service's own words.
      if (answersTrue(id) || id === 'user.activate') return;
      const got = await till.send(prepared);
      // The state of a payout or a conversion is then a word that Purser does not know.
      const unknown =
        /^(?:types|values)$/.test(kind) && (id === 'payout.create' || id === 'conversion.create');
      expect([got.word, till.effects()], JSON.stringify(got.failure)).toEqual([
        unknown ? 'UNKNOWN' : 'DONE',
        1,
      ]);
    },
  );
});

it.each(['false', '"true"', '1', 'null', '{}', '[]', '[true]', 'true true', ''])(
  'a cancelled direct debit answered with %s is UNKNOWN [B20]',
  async body => {
    await using till = await openTill();
    const prepared = await till.ready('directDebit.cancel');
    await till.breaks(`* ${body === '' ? 'empty' : `not-json='${body}'`}`);
    expect([(await till.send(prepared)).word, till.effects()]).toEqual(['UNKNOWN', 1]);
  },
);

it('invalid_operation on a direct debit is REFUSED, with its code [B19a–b]', async () => {
  await using till = await openTill();
  await till.ready('directDebit.cancel');
  const plan = till.sim.world.customers[0]?.directDebits.plan(Date.parse('2026-11-20T10:00:00Z'));
  const foreign = Array.from({ length: 12 }, (_, n) => plan?.row(n)).find(row => row?.currency !== 'GBP');
  const made = till.client.writes.prepare(
    'directDebit.cancel',
    { params: { transaction_id: foreign?.transaction_id ?? '' } },
    { customer: till.customer },
  );
  if (!made.ok) throw new Error('not prepared');
  const outcome = await till.client.writes.send(made.prepared, async () => true);
  expect(failureOf(outcome)).toMatchObject({ kind: 'refused', status: 400, code: 'invalid_operation' });
  expect(till.effects()).toBe(0);
});

it("the cancellation of a processed payout is REFUSED, with the service's words [B18a]", async () => {
  await using till = await openTill();
  const prepared = await till.ready('payout.cancel');
  till.client.clock.advance(11 * 60_000);
  const { word, failure } = await till.send(prepared);
  expect(word).toBe('REFUSED');
  expect(failure).toMatchObject({ message: "Payout cannot be cancelled as it's already processed" });
});

describe('a request that the user sends again', () => {
  it('is DONE with the same result and one effect, if the first answer was lost [E17a–b]', async () => {
    await using till = await openTill();
    const prepared = await till.ready('payout.create');
    await till.breaks('payout.create reset=after count=1');
    expect((await till.send(prepared)).word).toBe('UNKNOWN');
    // Stores and loads the request, as a restart does.
    const again = await till.send(JSON.parse(JSON.stringify(prepared)));
    expect([again.word, till.effects()]).toEqual(['DONE', 1]);
    expect(again.outcome.ok && again.outcome.raw).toMatchObject({ id: till.sim.world.payouts.all[0]?.id });
  });

  it('gets its first answer again from a service that keeps every answer for 24 hours, refusals too [E25b]', async () => {
    await using till = await openTill({ dialect: { replay: 'answers' } });
    const prepared = await till.ready('conversion.create');
    const { body = '' } = prepared;
    const wrong = { ...prepared, requestId: 'refused-1', body: body.replace('100.00', '99.00') };
    expect((await till.send(wrong)).word).toBe('REFUSED');
    expect([(await till.send(wrong)).word, till.effects()]).toEqual(['REFUSED', 0]);
    // The same ID with other bytes is refused too, and nothing is executed.
    const other = await till.send({ ...wrong, body });
    expect([other.word, other.failure]).toMatchObject(['UNKNOWN', { kind: 'unproven', status: 422 }]);
    expect([(await till.send(prepared)).word, till.effects()]).toEqual(['DONE', 1]);
    expect([(await till.send(prepared)).word, till.effects()]).toEqual(['DONE', 1]);
    till.client.clock.advance(24 * 3_600_000);
    await till.send(wrong);
    expect(till.effects()).toBe(1);
  });

  it('has two effects at a service without idempotency, so Purser never sends again automatically', async () => {
    await using till = await openTill();
    const prepared = await till.ready('conversion.create');
    await till.breaks('conversion.create reset=after count=1');
    expect([(await till.send(prepared)).word, till.effects()]).toEqual(['UNKNOWN', 1]);
    await till.send(prepared);
    expect(till.effects()).toBe(2);
  });
});

describe('a quote', () => {
  async function asked(till: Till, rule: string) {
    await till.ready('payout.create');
    await till.breaks(`quote.create ${rule}`);
    const outcome = await till.client.perform('quote.create', quoteOf('5'), { customer: till.customer });
    return { outcome, calls: till.sim.wire.filter(({ operation }) => operation === 'quote.create').length };
  }

  it.each([
    'reset=before',
    'reset=after',
    'status=503',
    'status=429 retry-after=1',
    'status=401',
    'truncate',
  ])('is requested once, whatever happens (%s)', async rule => {
    await using till = await openTill();
    const { outcome, calls } = await asked(till, rule);
    expect([outcome.ok, calls]).toEqual([false, 1]);
  });
});

it.each([
  ['directDebit.cancel', { params: { transaction_id: 'x' } }],
  ['user.activate', {}],
  ['user.terms', {}],
] as const)('a write is never performed as if it were a read: %s', async (id, input) => {
  await using till = await openTill();
  const outcome = await till.client.perform(id, input, { customer: till.customer });
  expect(failureOf(outcome)).toMatchObject({ kind: 'invalid-input', field: 'the operation' });
  expect(till.sim.wire).toEqual([]);
});

it('the body of a write keeps every digit of an amount', async () => {
  await using till = await openTill();
  const { body = '' } = await till.ready('conversion.create');
  expect(body).toContain('"source_amount":100.00,');
  expect(parseJson(body).ok).toBe(true);
});
