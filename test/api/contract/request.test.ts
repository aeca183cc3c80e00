/** The requests that Purser builds, and the mistakes that it refuses (FAULTS.md C20, C21). */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillHeaders } from '../../../src/api/contract/family.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import { buildRequest, type RequestInput } from '../../../src/api/contract/request.ts';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { JsonNumber } from '../../../src/lib/json.ts';
import { Secret } from '../../../src/lib/redact.ts';
import { anyText } from '../../lib/any-text.ts';

const address = { baseUrl: 'https://pay.example/wallet', dialect: { scope: 'none' } };

describe('an ID in a path', () => {
  it('is one segment of the URL, and decodes to the same ID, with any characters [C20a–b]', () => {
    const ids = fc.oneof(
      anyText(),
      fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'E', '?', '#', ';', '\n', 'a') }),
    );
    fc.assert(
      fc.property(ids, id => {
        const built = buildRequest(
          operations['globalAccount.get'],
          { params: { global_account_id: id } },
          address,
        );
        if (!built.ok) {
          expect(id === '' || id === '.' || id === '..' || /\p{Cc}/u.test(id) || !id.isWellFormed()).toBe(
            true,
          );
          return;
        }
        const { pathname, search, hash } = new URL(built.url);
        const segments = pathname.split('/');
        expect(segments.slice(0, -1)).toEqual(['', 'wallet', 'api', 'v1', 'global_accounts']);
        expect(decodeURIComponent(segments.at(-1) ?? '')).toBe(id);
        expect(search + hash).toBe('');
      }),
      { seed: 20, numRuns: 2000 },
    );
  });

  it('may have 10 KB [C20b]', () => {
    const id = 'é'.repeat(5000);
    const built = buildRequest(
      operations['globalAccount.get'],
      { params: { global_account_id: id } },
      address,
    );
    expect(built).toMatchObject({ ok: true, url: expect.stringMatching(/\/(?:%C3%A9){5000}$/) });
  });
});

describe('a query', () => {
  it('leaves out absent values and encodes the others', () => {
    const input = {
      query: { page: 2, size: undefined, status: 'A&B=C d' },
      headers: { 'x-account-id': 'acc' },
    };
    expect(buildRequest(operations['account.transactions'], input, address)).toEqual({
      ok: true,
      method: 'GET',
      target: '/svc/api/v1/account/transactions?page=2&status=A%26B%3DC%20d',
      url: 'https://pay.example/wallet/svc/api/v1/account/transactions?page=2&status=A%26B%3DC%20d',
      headers: { 'x-account-id': 'acc' },
    });
  });

  it.each<[string, RequestInput, string]>([
    ['a filter that does not exist', { query: { stauts: 'PENDING' } }, 'stauts'],
    ['a page below 1', { query: { page: 0 } }, 'page'],
    ['half a page', { query: { page: 1.5 } }, 'page'],
    ['a page in quotes', { query: { page: '2' } }, 'page'],
    ['a day that does not exist', { query: { from_date: '2026-02-30' } }, 'from_date'],
    ['a day in another form', { query: { to_date: '20/11/2026' } }, 'to_date'],
    ['a currency in words', { query: { currency: 'pounds' } }, 'currency'],
    ['an empty filter', { query: { status: '' } }, 'status'],
    ['a part that the operation does not have', { params: { id: 'x' } }, 'id'],
  ])('refuses %s and names the field', (_, part, field) => {
    const input = { headers: { 'x-account-id': 'acc' }, ...part };
    expect(buildRequest(operations['account.transactions'], input, address)).toMatchObject({
      ok: false,
      field,
    });
  });

  it('refuses a status that no account has', () => {
    expect(buildRequest(operations['account.list'], { query: { status: 'FROZEN' } }, address)).toMatchObject({
      ok: false,
    });
  });
});

describe('a body that accepts other members', () => {
  const bodyOf = (body: object) => {
    const query = { beneficiary_id: 'b' };
    return buildRequest(operations['beneficiary.update'], { query, body }, address);
  };

  it("keeps each member's name, type and digits", () => {
    const further = {
      sort_code: '001907',
      limit: new JsonNumber('1.10' as Decimal),
      tags: ['a', null],
      on: true,
    };
    expect(bodyOf({ full_name: 'Zoë', ...further, iban: undefined })).toMatchObject({
      target: '/svc/api/v1/transfer/beneficiary?beneficiary_id=b',
      body: '{"full_name":"Zoë","sort_code":"001907","limit":1.10,"tags":["a",null],"on":true}',
    });
    expect(bodyOf({ constructor: 'x', toString: 'y' })).toMatchObject({
      body: '{"constructor":"x","toString":"y"}',
    });
  });

  it.each<[string, object, string]>([
    ['no members', {}, ''],
    ['only undefined members', { full_name: undefined }, ''],
    ['a known member of another type', { account_number: 7 }, 'account_number'],
    ['a number without its digits', { limit: 1.1 }, 'limit'],
    ['a function', { run: () => 1 }, 'run'],
    ['a member named __proto__', JSON.parse('{"full_name":"x","__proto__":"y"}'), '__proto__'],
  ])('refuses %s', (_, body, field) => expect(bodyOf(body)).toMatchObject({ ok: false, field }));
});

describe('a member whose name depends on the dialect', () => {
  it("has its declared name in the input, and the dialect's name on the wire", () => {
    const input = {
      params: { global_account_id: 'g' },
      query: { status: 'ACTIVE', from_created_date: '2026-01-01', to_created_date: '2026-02-01' },
    };
    const target = (mandateDates: 'from_created_date' | 'from_created_at') =>
      buildRequest(operations['mandate.list'], input, { baseUrl: '', dialect: { mandateDates } });
    const path = '/api/v1/global_accounts/g/mandates?status=ACTIVE';
    expect(target('from_created_date')).toMatchObject({
      target: `${path}&from_created_date=2026-01-01&to_created_date=2026-02-01`,
    });
    expect(target('from_created_at')).toMatchObject({
      target: `${path}&from_created_at=2026-01-01&to_created_at=2026-02-01`,
    });
  });
});

describe('a card’s change', () => {
  it.each<[string, object, string]>([
    ['that changes nothing', { id: 'c' }, ''],
    ['to CLOSED, which is a closure', { id: 'c', card_status: 'CLOSED' }, 'card_status'],
    ['of half a limit', { id: 'c', transaction_limits: [{ type: 'DAILY' }] }, 'transaction_limits.0.value'],
    [
      'to a limit with cents',
      { id: 'c', transaction_limits: [{ type: 'DAILY', value: '1.50' }] },
      'transaction_limits.0.value',
    ],
  ])('%s is refused', (_, body, field) =>
    expect(buildRequest(operations['card.update'], { body }, address)).toMatchObject({ ok: false, field }),
  );
});

it.each([
  ['payout.cancel', {}, 'id', 'is required, unless systemReferenceNumber is given'],
  ['payout.create', {}, 'beneficiary_id', 'is required'],
  ['quote.create', {}, 'quote_type', 'is required: one of payout, conversion'],
  ['card.close', { id: 'c' }, 'card_status', 'is required: CLOSED'],
  ['payout.create', { beneficiary_id: 'b' }, 'amount', 'is required'],
] as const)('%s with the body %j is refused: %s %s', (id, body, field, reason) => {
  const input = { params: { version: 'v1' }, body };
  expect(buildRequest(operations[id], id === 'payout.cancel' ? input : { body }, address)).toEqual({
    ...{ ok: false, field, reason },
  });
});

describe('the headers of a request [C21]', () => {
  it.each(['a\r\nx-evil: 1', 'a\nb', '\u0000', 'é', ' a', 'a ', ''])('can’t have the value %j', id => {
    const input = { headers: { 'x-account-id': id } };
    expect(buildRequest(operations['account.transactions'], input, address)).toMatchObject({
      ok: false,
      field: 'x-account-id',
    });
  });

  it('are refused if a required header is missing, and the refusal names that header', () => {
    expect(buildRequest(operations['account.transactions'], {}, address)).toMatchObject({
      ok: false,
      field: 'x-account-id',
    });
  });

  it('are refused for an invalid secret, which the refusal never quotes', () => {
    const caller = {
      clientId: 'c',
      apiKey: new Secret('canary\nkey'),
      programId: 'p',
      requestId: 'r',
      userId: 'u',
      token: new Secret('t'),
    };
    const filled = fillHeaders(operations['account.balances'], caller);
    expect(filled).toMatchObject({ ok: false, field: 'x-api-key' });
    expect(JSON.stringify(filled)).not.toContain('canary');
  });
});
