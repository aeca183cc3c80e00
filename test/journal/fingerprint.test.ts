import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../../src/api/contract/operations.ts';
import { type Action, fingerprint } from '../../src/journal/fingerprint.ts';

const action: Action = {
  requestId: 'r-1',
  operation: 'payout.create',
  baseUrl: 'https://api.example.com/v1',
  clientId: 'client-1',
  programId: 'program-1',
  customer: { userId: 'user-1', onBehalfOf: 'account-9' },
  target: '/payouts?b=2&a=1',
  body: '{"amount": 1.10, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}',
};

test('the same action in another form has the same fingerprint [E9b]', () => {
  const others: readonly Partial<Action>[] = [
    { target: '/payouts?a=1&b=2' },
    { baseUrl: 'https://api.example.com/v1/' },
    { baseUrl: 'https://api.example.com/v1//' },
    { body: '{"note":null,"list":[1.0,2],"to":{"n":-0,"id":"x"},"amount":11e-1}' },
    { body: '{"amount": 1.100, "to": {"id": "x", "n": 0.00}, "list": [1e0, 20e-1], "note": null}' },
    { requestId: 'r-2' },
    {
      body: '{"request_id": "r-1", "amount": 1.10, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}',
    },
    { clientId: 'client-2' },
    { programId: 'program-2' },
    { customer: { userId: 'user-1' } },
    { customer: { userId: ' user-1 ', onBehalfOf: 'account-1' } },
  ];
  for (const other of others)
    expect(fingerprint({ ...action, ...other }), JSON.stringify(other)).toBe(fingerprint(action));
  const target = (text: string) => fingerprint({ ...action, target: text });
  expect(target('?a=1&b=2')).toBe(target('?b=2&a=1'));
});

test('the spelling of an ID does not change the fingerprint [E9b]', () => {
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

test('different actions have different fingerprints', () => {
  const others: readonly Partial<Action>[] = [
    {},
    { operation: 'payout.cancel' },
    { baseUrl: 'https://api.example.com/v2' },
    { baseUrl: 'https://api.example.com//v1' },
    { customer: { userId: 'user-2', onBehalfOf: 'account-9' } },
    { target: '/api/v1/payouts?b=2&a=1' },
    { target: '/api/v1/payouts?b=2&a=1', customer: { userId: 'user-1' } },
    { target: '/api/v1/payouts?b=2&a=1', customer: { userId: 'user-1', onBehalfOf: '' } },
    { target: '/payouts?a=1' },
    { target: '/payouts' },
    { target: '/payouts?a=1&b=2&b=2' },
    { target: '/payouts?a=1?b=2' },
    { body: '{"amount": 110, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 11, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 100, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 1, "to": {"id": "x", "n": 0}, "list": [1, 2], "note": null}' },
    { body: '{"amount": 1.10, "to": {"id": "x"}, "list": [1, 2], "note": null}' },
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
  for (const one of all) expect(one).toMatch(/^2:[0-9a-f]{64}$/);
});

test("the request's own ID does not count in the body, at the top level only", () => {
  const of = (body: string, requestId: string) => fingerprint({ ...action, body, requestId });
  expect(of('{"request_id": "r-1", "n": 1}', 'r-1')).toBe(of('{"request_id": "r-2", "n": 1}', 'r-2'));
  expect(of('{"request_id": "r-1", "n": 1}', 'r-3')).not.toBe(of('{"request_id": "r-2", "n": 1}', 'r-2'));
  expect(of('{"to": {"request_id": "r-1"}}', 'r-1')).not.toBe(of('{"to": {"request_id": "r-2"}}', 'r-2'));
  expect(of('{"reference": "r-1"}', 'r-1')).not.toBe(of('{"reference": "r-2"}', 'r-2'));
  expect(of('{"list": [{"id": "r-1"}]}', 'r-1')).not.toBe(of('{"list": [{"id": "r-2"}]}', 'r-2'));
});

test('the contract names no other member that repeats the request ID', () => {
  const named = Object.values(operations).flatMap(one => ('requestIdIn' in one ? [one.requestIdIn] : []));
  expect(new Set(named)).toEqual(new Set(['request_id']));
});

test('the names of this machine are one service, and other services differ', () => {
  const at = (baseUrl: string) => fingerprint({ ...action, baseUrl });
  const here = at('http://127.0.0.1:8080/root');
  for (const same of ['http://localhost:8080/root', 'http://[::1]:8080/root/', 'http://LOCALHOST:8080/root'])
    expect(at(same), same).toBe(here);
  for (const other of ['http://localhost:8081/root', 'http://localhost:8080', 'https://a.example:8080/root'])
    expect(at(other), other).not.toBe(here);
  expect(at('http://localhost')).toBe(at('http://127.0.0.1:80/'));
  expect(at('http://localhost')).not.toBe(at('https://localhost'));
});

test("Family A's identity is the connected account, and neither user nor program", () => {
  const debit = { ...action, target: '/api/v1/direct_debits/d-1/cancel', body: undefined };
  const of = (changes: Partial<Action>) => fingerprint({ ...debit, ...changes });
  expect(of({ customer: { userId: 'user-2', onBehalfOf: 'account-9' } })).toBe(fingerprint(debit));
  expect(of({ programId: 'program-2' })).toBe(fingerprint(debit));
  expect(of({ customer: { userId: 'user-1', onBehalfOf: 'account-8' } })).not.toBe(fingerprint(debit));
  expect(of({ customer: { userId: 'user-1' } })).not.toBe(fingerprint(debit));
});

test("another path of Family B's operation is the same request, and Family A's path names the record", () => {
  const of = (target: string) => fingerprint({ ...action, target });
  expect(of('/zoqq/api/v1/cardHolders')).toBe(of('/svc/api/v1/cardholder'));
  expect(of('/svc/api/v1/x?id=1')).not.toBe(of('/svc/api/v1/x?id=2'));
  expect(of('/svc/api/v1/transfer/')).not.toBe(of('/api/v1/transfer/'));
  expect(of('/api/v1/direct_debits/d-1/cancel')).not.toBe(of('/api/v1/direct_debits/d-2/cancel'));
});

test('numbers that are too long to compare count as text', () => {
  const of = (amount: string) => fingerprint({ ...action, body: `{"amount": ${amount}}` });
  expect(of('1e999')).not.toBe(of('10e998'));
  expect(of('1e999')).toBe(of(' 1e999'));
});

test('the form is that of existing journals, so that no open write is missed', () => {
  const of = (changes: Partial<Action>) => fingerprint({ ...action, ...changes });
  expect([
    of({}),
    of({ customer: { userId: 'user-1' }, target: '/payouts', body: undefined }),
    of({ body: 'amount=1.10' }),
    of({ target: '/api/v1/direct_debits/d-1/cancel', body: undefined }),
  ]).toEqual([
    '2:6c0db425850cc797d9c3baf35b940ae698d941854afb43ec5edf5d0f235b63d9',
    '2:df8d167049124022e68abb9cb77613985a8d3e28a6a51b6a1aa2f4625f0b6091',
    '2:7ab74500465af7638cce62f336b742ee9cd039520fcf12c0c7f9b25923478edc',
    '2:fbd923486b0dfe82b2b7c3e7afc5844931ebd4beecc4c2b7da0c7d48c92a5377',
  ]);
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
