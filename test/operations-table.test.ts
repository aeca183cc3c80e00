// The reference of operations says what is so: the endpoints of the interface, the keys of the screens, the tests there are.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../src/api/contract/operation.ts';
import { type OperationId, operations } from '../src/api/contract/operations.ts';
import { loginBindings } from '../src/features/login/login.tsx';
import { onScreen } from '../src/store/on-screen.ts';
import { createConsole } from '../src/ui/shell/console.ts';
import { operationTable, tests } from './operations-table.ts';

/** INTERFACE.md, Endpoints: every row of its tables. */
const endpoints = [
  'POST /api/v1/authentication/login',
  'GET /api/v1/global_accounts/{global_account_id}',
  'GET /api/v1/global_accounts/{global_account_id}/mandates',
  'GET /api/v1/global_accounts/{global_account_id}/mandates/{mandate_id}',
  'POST /api/v1/global_accounts/{global_account_id}/mandates/{mandate_id}/cancel',
  'GET /api/v1/direct_debits',
  'GET /api/v1/direct_debits/{transaction_id}',
  'POST /api/v1/direct_debits/{transaction_id}/cancel',
  'POST /svc/api/v1/transfer/beneficiary',
  'POST /svc/api/v1/transfer/validatebeneficiary',
  'PATCH /svc/api/v1/transfer/beneficiary',
  'GET /svc/api/v1/transfer/beneficiary',
  'GET /svc/api/v1/transfer/beneficiarylist',
  'POST /svc/api/v1/transfer/',
  'PATCH /svc/api/{version}/transfer/cancelpayout',
  'POST /svc/api/v1/account',
  'GET /svc/api/v1/account',
  'GET /svc/api/v1/account/balance',
  'GET /svc/api/v1/account/transactions',
  'GET /svc/api/v1/account/balance/history',
  'POST /svc/api/v1/cardholder',
  'PATCH /svc/api/v1/cardholder',
  'POST /svc/api/v1/card',
  'GET /svc/api/v1/card',
  'POST /svc/api/v1/card/activate',
  'PATCH /svc/api/v1/card',
  'GET /svc/api/v1/card/limit',
  'GET /svc/api/v1/card/transaction',
  'GET /svc/api/v1/card/detail',
  'GET /svc/api/v1/transfer/quote',
  'GET /svc/api/v1/transfer/quotedetails',
  'POST /svc/api/v1/transfer/conversion',
  'GET /svc/api/v1/transfer/conversion',
  'POST /svc/api/v1/user',
  'GET /svc/api/v1/user',
  'GET /svc/api/v1/user/termsConditions',
  'GET /svc/api/v1/user/activate',
  'GET /svc/api/v1/user/rfi',
  'POST /svc/api/v1/user/rfi',
];

const ids = Object.keys(operations) as readonly OperationId[];
const { screens, sets } = createConsole();

/** The keys of a place, in whichever mode it is. */
function keysOf(place: string): ReadonlySet<string> {
  const own = [...sets].filter(([name]) => name === place || name.startsWith(`${place}: `));
  const bindings = place === 'login' ? loginBindings : own.flatMap(([, all]) => all);
  return new Set(bindings.flatMap(({ keys }) => keys));
}

it('every endpoint of the interface is an operation, and every operation an endpoint', () => {
  const declared = ids.map(id => {
    const { method, path }: Operation = operations[id];
    return `${method} ${path}`;
  });
  expect([...new Set(declared)].sort()).toEqual(endpoints.toSorted());
});

describe.each(ids)('%s', id => {
  it('stands where the table says that it stands', () => {
    const at = onScreen[id];
    if (at.place !== 'login') expect(screens.has(at.place)).toBe(true);
    if (at.key !== undefined) expect(keysOf(at.place)).toContain(at.key);
  });

  it('is in the test that the table names', () => {
    const text = readFileSync(`test/${tests[id]}`, 'utf8');
    expect(tests[id]).toMatch(/^console\//);
    expect(text).toMatch(new RegExp(`\\b${id.replace('.', '\\.')}\\b`));
  });
});

it('no cell of the table is empty', () => {
  const rows = operationTable().split('\n').slice(2);
  expect(rows).toHaveLength(ids.length);
  for (const row of rows) expect(row).not.toMatch(/\| +\|/);
});
