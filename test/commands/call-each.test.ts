// Every operation of the contract through `purser call`: its exit code, its JSON, and its request.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/api/contract/operation.ts';
import { isWrite, type OperationId, operations } from '../../src/api/contract/operations.ts';
import { buildRequest } from '../../src/api/contract/request.ts';
import { type Json, parseJson } from '../../src/lib/json.ts';
import { customer, type Desk, startDesk } from '../sim/http.ts';
import { inputFor } from '../sim/samples.ts';
import { type Called, caller, setsOf } from './caller.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.sim.close());

const ids = Object.keys(operations) as readonly OperationId[];
const sensitive = ids.filter(id => operations[id].class === 'sensitive');
const reads = ids.filter(id => !isWrite(id) && !sensitive.includes(id));

/** The first customer for whom the operation is possible, and its input. */
async function orderOf(id: OperationId): Promise<{ readonly i: number; readonly input: object }> {
  for (const i of desk.sim.customers.keys()) {
    const input = await inputFor(desk, id, i);
    if (input) return { i, input: id === 'card.update' ? statusAlone(input) : input };
  }
  throw new Error(`nobody can be asked for ${id}`);
}

/** Leaves out the limits, so that the call changes only the card's status. */
const statusAlone = (input: { readonly body?: Readonly<Record<string, unknown>> }) => ({
  body: { id: input.body?.['id'], card_status: input.body?.['card_status'] },
});

/** The last request for the operation, without the request ID in the body. */
function lastOf(id: OperationId) {
  const found = desk.sim.wire.findLast(({ operation }) => operation === id);
  return found && { method: found.method, target: found.target, body: bodyOf(found.body) };
}

function bodyOf(text: string | undefined): unknown {
  if (!text) return undefined;
  const { request_id: _, ...members } = JSON.parse(text);
  return members;
}

const json = (called: Called): Json => {
  const parsed = parseJson(called.out);
  if (!parsed.ok) throw new Error(`no JSON: ${called.out}${called.err}`);
  return parsed.value;
};

it.each(ids.filter(id => !sensitive.includes(id)))('%s names each argument that is missing', async id => {
  const { input } = await orderOf(id);
  const address = { baseUrl: desk.sim.url, dialect: {}, requestId: 'r-1' };
  for (const [part, members] of Object.entries(input))
    for (const name of Object.keys(Object(members))) {
      const { [name]: _, ...rest } = Object(members);
      const built = buildRequest(operations[id], { ...input, [part]: rest }, address);
      const said = built.ok ? `${name} is optional` : `${built.field} ${built.reason}`;
      expect(said).toMatch(/ is (?:optional|required)| changes nothing$/);
    }
});

describe('a read or a quote', () => {
  it.each(reads)('%s answers with its JSON', async id => {
    const { i, input } = await orderOf(id);
    const called = await caller(desk.sim).run('call', [id, ...setsOf(input)], { customer: i });
    expect({
      code: called.code,
      err: called.err.replace(/purser: different from the service's API documentation.*\n/, ''),
    }).toEqual({
      code: 0,
      err: '',
    });
    json(called);
    const { method, target, body } = desk.good(id, input, customer(desk.sim, i));
    expect(lastOf(id)).toEqual({ method, target, body: bodyOf(body) });
  });
});

describe('an operation that changes something', () => {
  it.each(ids.filter(isWrite))('%s is recorded, sent once and done', async id => {
    const { i, input } = await orderOf(id);
    const calls = caller(desk.sim);
    const given = [id, ...setsOf(input)];
    const before = desk.sim.world.ledger.effects.length;
    const dry = await calls.run('call', given, { customer: i, env: { PURSER_ENVIRONMENT: 'production' } });
    expect(dry.code).toBe(2);
    expect(dry.err).toContain('--reason');
    const reason = ['--reason', 'asked for on the phone'];
    const env = { PURSER_ENVIRONMENT: 'production' };
    const asked = await calls.run('call', [...given, ...reason], { customer: i, env });
    expect([asked.code, asked.out]).toEqual([2, '']);
    const token = /--confirm (\S+)\n$/.exec(asked.err)?.[1] ?? '';
    expect(desk.sim.world.ledger.effects).toHaveLength(before);
    expect(calls.rows()).toEqual([]);
    const called = await calls.run('call', [...given, ...reason, '--confirm', token], { customer: i, env });
    expect(called.err).toMatch(/^purser: DONE: .*, request ID 10000000-/m);
    expect(called.code).toBe(0);
    json(called);
    const { method, target, body } = desk.good(id, input, customer(desk.sim, i));
    expect(lastOf(id)).toEqual({ method, target, body: bodyOf(body) });
    expect(desk.sim.world.ledger.effects).toHaveLength(before + 1);
    const [row] = calls.rows();
    expect(row).toMatchObject({ state: 'DONE', intent: { operation: id } });
    expect(row?.intent.what).toContainEqual({ label: 'Reason for writing', value: 'asked for on the phone' });
  });
});

describe('the same command run twice', () => {
  // These operations are barred before the check for duplicates, because the quote is converted, and the card already
  // has the status.
  const barred: ReadonlySet<OperationId> = new Set(['conversion.create', 'card.update']);

  it.each(ids.filter(isWrite))(
    '%s has one effect until a person names the first request [E21a]',
    async id => {
      const { i, input } = await orderOf(id);
      const calls = caller(desk.sim);
      const given = [id, ...setsOf(input)];
      const asked = await calls.run('call', given, { customer: i });
      const confirm = ['--confirm', /--confirm (\S+)\n$/.exec(asked.err)?.[1] ?? ''];
      const sent = () => desk.sim.wire.filter(({ operation }) => operation === id).length;
      const before = sent();
      await calls.run('call', [...given, ...confirm], { customer: i });
      expect(sent()).toBe(before + 1);
      const again = await calls.run('call', [...given, ...confirm], { customer: i });
      expect([again.code, again.out, sent()]).toEqual([1, '', before + 1]);
      expect(again.err).toContain('NOT SENT');
      if (!barred.has(id) && calls.rows()[0]?.state === 'DONE' && !/can be cancelled|already/.test(again.err))
        expect(again.err).toContain(`--besides ${calls.rows()[0]?.intent.requestId}`);
    },
  );
});

describe('a secret operation', () => {
  it.each(sensitive)("%s can't be called", async id => {
    const before = desk.sim.wire.length;
    const called = await caller(desk.sim).call(id, '--set', 'id=card_1234');
    expect([called.code, called.out]).toEqual([2, '']);
    expect(called.err).toMatch(/never/);
    expect(desk.sim.wire).toHaveLength(before);
  });
});

it('every operation is listed and described, with every field that it takes', async () => {
  const calls = caller(desk.sim);
  const list = await calls.call('--list');
  for (const id of ids) {
    expect(list.out).toMatch(new RegExp(`^${id} +${operations[id].class} `, 'm'));
    const { out, code } = await calls.call(id, '--describe');
    expect(code).toBe(0);
    const { body, query, path }: Operation = operations[id];
    for (const name of [
      ...Object.keys(query?.shape ?? {}),
      ...(typeof body === 'object' ? Object.keys(body.shape) : []),
    ])
      if (name !== 'request_id') expect(out).toContain(`.${name}`);
    expect(out).toContain(path);
    expect(out).toMatch(/^section +\w/m);
  }
});
