import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Action, fingerprint } from '../../src/journal/fingerprint.ts';

const action: Action = {
  operation: 'payout.create',
  baseUrl: 'https://api.example.com/v1',
  clientId: 'client-1',
  programId: 'program-1',
  customer: { userId: 'user-1', onBehalfOf: 'account-9' },
  target: '/payouts?b=2&a=1',
  body: '{"amount": 1.10, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}',
};

test('the same action in another form has the same fingerprint [E9]', () => {
  const others: readonly Partial<Action>[] = [
    { target: '/payouts?a=1&b=2' },
    { baseUrl: 'https://api.example.com/v1/' },
    { baseUrl: 'https://api.example.com/v1//' },
    { body: '{"note":null,"list":[1.0,2],"to":{"n":-0,"id":"x"},"amount":11e-1}' },
    { body: '{"amount": 1.100, "to": {"id": "x", "n": 0.00}, "list": [1e0, 20e-1], "note": null}' },
    { ignore: ['request_id'] },
    {
      body: '{"request_id": "r-1", "amount": 1.10, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}',
      ignore: ['request_id'],
    },
  ];
  for (const other of others)
    expect(fingerprint({ ...action, ...other }), JSON.stringify(other)).toBe(fingerprint(action));
  const target = (text: string) => fingerprint({ ...action, target: text });
  expect(target('?a=1&b=2')).toBe(target('?b=2&a=1'));
});

test('the spelling of an ID does not change the fingerprint [E9]', () => {
  const id = 'a1b2c3d4-0000-4000-8000-00000000abcd';
  const at = (body: object, target = '/x', customer = 'user-1') =>
    fingerprint({ ...action, target, body: JSON.stringify(body), customer: { userId: customer } });
  const upper = id.toUpperCase();
  expect(at({ id: ` ${upper} ` })).toBe(at({ id }));
  expect(at({ list: [{ id: upper }] })).toBe(at({ list: [{ id }] }));
  expect(at({ id: 'pay139988571160' })).toBe(at({ id: 'PAY139988571160' }));
  expect(at({ systemReferenceNumber: 'ref-1a' })).toBe(at({ systemReferenceNumber: 'REF-1A' }));
  expect(at({}, `/direct_debits/${upper}/cancel?id=${upper}`)).toBe(
    at({}, `/direct_debits/${id}/cancel?id=${id}`),
  );
  expect(at({}, '/x', upper)).toBe(at({}, '/x', id));
  expect(fingerprint({ ...action, clientId: upper })).toBe(fingerprint({ ...action, clientId: id }));
  expect(at({ reference: 'Inv' })).not.toBe(at({ reference: 'inv' }));
  expect(at({ id: 'acct_aB' })).not.toBe(at({ id: 'acct_Ab' }));
});

test('different actions have different fingerprints [E21]', () => {
  const others: readonly Partial<Action>[] = [
    {},
    { operation: 'payout.cancel' },
    { baseUrl: 'https://api.example.com/v2' },
    { baseUrl: 'https://api.example.com//v1' },
    { clientId: 'client-2' },
    { programId: 'program-2' },
    { clientId: 'program-1', programId: 'client-1' },
    { customer: { userId: 'user-1' } },
    { customer: { userId: 'user-1', onBehalfOf: '' } },
    { customer: { userId: 'user-2', onBehalfOf: 'account-9' } },
    { target: '/payouts?a=1' },
    { target: '/payouts' },
    { target: '/payouts?a=1&b=2&b=2' },
    { target: '/payouts?a=1?b=2' },
    { target: '/payouts&b=2?a=1' },
    { target: 'payouts?b=2&a=1' },
    { target: '/other?b=2&a=1' },
    { body: '{"amount": 110, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 11, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 100, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 1, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 1.10, "to": {"id": "x"}, "list": [1, 2], "note": null}', ignore: ['n'] },
    { body: '{"amount": 1.10, "to": {"id": "x", "n": 0}, "list": [12], "note": null}' },
    { body: '{"amount": 1.10, "to": {"id": "x", "n": 0}, "list": {"1": 2}, "note": null}' },
    { body: undefined },
    { body: '' },
    { body: '{"amount": "1.10", "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 1.101, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 1.10, "to": {"id": "x", "n": 0}, "list": [2, 1], "note": null}' },
    { body: '{"amount": 1.10, "to": {"id": "x", "n": 0}, "list": [1, 2]}' },
    { body: '{"amount": 1.10, "amount": 1.10, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: 'amount=1.10' },
    { body: '"amount=1.10"' },
  ];
  const all = others.map(other => fingerprint({ ...action, ...other }));
  expect(new Set(all).size).toBe(others.length);
  for (const one of all) expect(one).toMatch(/^[0-9a-f]{64}$/);
});

test('the fields to ignore are ignored only at the top level of the body', () => {
  const of = (body: string, ignore: readonly string[] = ['request_id']) =>
    fingerprint({ ...action, body, ignore });
  expect(of('{"request_id": "r-1", "n": 1}')).toBe(of('{"request_id": "r-2", "n": 1}'));
  expect(of('{"request_id": "r-1", "n": 1}', [])).not.toBe(of('{"request_id": "r-2", "n": 1}', []));
  expect(of('{"to": {"request_id": "r-1"}}')).not.toBe(of('{"to": {"request_id": "r-2"}}'));
  expect(of('{"list": [{"request_id": "r-1"}]}')).not.toBe(of('{"list": [{"request_id": "r-2"}]}'));
});

test('numbers that are too long to compare count as text', () => {
  const of = (amount: string) => fingerprint({ ...action, body: `{"amount": ${amount}}` });
  expect(of('1e999')).not.toBe(of('10e998'));
  expect(of('1e999')).toBe(of(' 1e999'));
});

test('fingerprints are the same as in existing journals, so that no open write is missed', () => {
  expect(fingerprint(action)).toBe('1b23583f4569b38dd427202cb4821e3ed1c6dc19af6aadba7e58b47cab4491fd');
  expect(
    fingerprint({ ...action, customer: { userId: 'user-1' }, target: '/payouts', body: undefined }),
  ).toBe('1ebf3c75644d29a45b6729128ecd85738a582e24c8b218cdbfa32e603e8f8d12');
  expect(fingerprint({ ...action, body: 'amount=1.10' })).toBe(
    'a91ded7d91a12a218dfa34a7cd74b4f738e59408cc693eb92ae5e71d3ed6a3f5',
  );
});

test('equal values have equal fingerprints in any order of members, and different values have different fingerprints', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, item]) => [key, shuffled(item)]),
    );
  };
  const of = (body: unknown) => fingerprint({ ...action, body: JSON.stringify(body) });
  const plain = (body: unknown): unknown => JSON.parse(JSON.stringify(body));
  const bodies = fc.jsonValue({ noUnicodeString: false, maxDepth: 3 });
  fc.assert(
    fc.property(bodies, bodies, (one, other) => {
      expect(of(shuffled(one))).toBe(of(one));
      const equal = isDeepStrictEqual(plain(one), plain(other));
      expect(of(one) === of(other)).toBe(equal);
    }),
    { seed: 921, numRuns: 300 },
  );
});
