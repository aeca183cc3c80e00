/** Compares the declarations with INTERFACE.md, and checks the types that callers get. */

import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { decode } from '../../../src/api/contract/decode.ts';
import type { Timestamp } from '../../../src/api/contract/fields.ts';
import type { Odd } from '../../../src/api/contract/odd.ts';
import { type Declaration, isChanging } from '../../../src/api/contract/operation.ts';
import {
  type Input,
  type OperationId,
  operations,
  type Result,
} from '../../../src/api/contract/operations.ts';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { parseJson } from '../../../src/lib/json.ts';
import type { Untrusted } from '../../../src/lib/visible.ts';

const directDebit = `{"transaction_id": "t", "mandate_id": "m", "global_account_id": "g", "amount": 12.30,
  "currency": "GBP", "debtor_name": "d", "statement_ref": "s", "status": "IN_REVIEW",
  "created_at": "2025-04-09T10:12:37Z"}`;

const mandate = `{"id": "m", "global_account_id": "g", "created_at": "2025-04-09T10:12:37Z",
  "setup_time": "2025-04-10T10:12:37Z", "creditor_name": "c", "debtor_name": "d", "currency": "GBP",
  "payment_scheme": "Bacs", "status": "ACTIVE"}`;

const account = `{"id": "1", "status": "ACTIVE", "account_number": "-", "label": "l", "account_type": "Checking",
      "country_code": "US", "institution": {"address": "a", "city": "c", "name": "n", "zip_code": "z"},
      "supported_features": [
        {"currency": "USD", "local_clearing_system": "ACH", "transfer_method": "LOCAL", "type": "DEPOSIT",
         "routing_codes": [{"type": "ach", "value": "1"}]},
        {"currency": "USD", "local_clearing_system": null, "transfer_method": "SWIFT", "type": "DEPOSIT",
         "routing_codes": [{"type": "swift", "value": "2"}]},
        {"currency": "USD", "transfer_method": "SWIFT", "type": "DEPOSIT", "routing_codes": []}],
      "swift_code": "S"}`;

const quoteDetails = `"id": "q", "netExchangeRate": 1.2714, "expiryTime": "2025-04-09T10:17:37+0000",
  "sourceCurrencyCode": "GBP", "destinationCurrencyCode": "USD", "conversionSchedule": "2_days",
  "lockPeriod": "5_mins", "rateCaptureTime": "2025-04-09T10:12:37+0000", "sourceAmount": 100.00,
  "destinationAmount": 127.14`;

const question = `{"id": "q", "key": "PROOF_OF_ADDRESS", "title": {"en": "t", "zh": "地址"}, "description": {},
  "answer": {"address": {"line": 1}, "attachments": [{"file_id": "f"}], "identity_document":
  {"back_file_id": "b", "front_file_id": "f", "issuing_country": "GB", "number": "1", "type": "PASSPORT"}},
  "attachments": [{"file_id": "f"}], "comment": "c"}`;

const businessDetails = `{"account_usage": {"estimated_monthly_revenue": {"amount": "10.00", "currency": "USD"},
  "product_reference": ["p"]}, "as_trustee": false,
  "attachments": {"business_documents": [{"file_id": "f", "tag": "t"}]},
  "business_identifiers": [{"country_code": "GB", "number": "1", "type": "BRN"}], "business_name": "n",
  "business_structure": "COMPANY", "description_of_goods_or_services": "d", "industry_category_code": "i",
  "operating_country": ["GB"], "registration_address": {"address_line1": "a", "address_line2": "b",
  "country_code": "GB", "postcode": "p", "state": "s", "suburb": "s"}, "business_address": null,
  "business_name_english": null, "business_name_trading": null, "business_start_date": null,
  "contact_number": null, "explanation_for_high_risk_countries_exposure": null,
  "has_nominee_shareholders": null, "no_shareholders_with_over_25percent": null,
  "registration_address_english": null, "state_of_incorporation": null, "url": null, "urls": null}`;

/** INTERFACE.md, Endpoints: an answer with every field that it lists. */
const answers: Readonly<Record<OperationId, string>> = {
  login: '{"token": "abc", "expires_at": "2025-04-09T10:12:37+0000"}',
  'globalAccount.get': `{"id": "7e3b", "account_name": "n", "account_number": "1", "account_type": "Checking",
      "capability": {"clearing_systems": ["a"], "payment_methods": ["b"], "support_direct_debit": true},
      "country_code": "GB", "currency": "GBP", "iban": "GB00",
      "institution": {"address": "a", "branch_name": "b", "city": "c", "name": "n", "zip_code": "z"},
      "nick_name": "n", "request_id": "r", "routing_codes": [{"type": "sort_code", "value": "001907"}]}`,
  'directDebit.list': `{"has_more": false, "items": [${directDebit}]}`,
  'directDebit.get': directDebit,
  'directDebit.cancel': 'true',
  'mandate.list': `{"has_more": true, "items": [${mandate}]}`,
  'mandate.get': mandate,
  'mandate.cancel': 'true',
  'card.list': `[{"cardHashId": "h", "cardStatus": "CLOSED", "maskedCardNumber": "400000******1234",
      "cardholderId": "c", "createdAt": "2025-04-09T10:12:37.123+0000",
      "updatedAt": "2025-04-09T10:12:37.123+0000", "nameOnCard": "n", "cardType": "PHY", "currency": "GBP"}]`,
  'card.limits': `{"currency": "GBP", "limits": [{"amount": 100, "interval": "ALL_TIME", "remaining": 99.50}],
      "cash_withdrawal_limits": []}`,
  'card.transactions': `{"has_more": false, "items": [{"transaction_id": "t", "card_id": "c", "lifecycle_id": "l",
      "transaction_type": "REFUND", "status": "DECLINED", "transaction_amount": 1.10,
      "transaction_currency": "EUR", "billing_amount": 1.00, "billing_currency": "GBP",
      "transaction_date": "2025-04-09T10:12:37.123+0000", "posted_date": "2025-04-09T10:12:37.123+0000",
      "auth_code": "1", "retrieval_ref": "2", "network_transaction_id": "3",
      "acquiring_institution_identifier": "4", "card_nickname": "n", "masked_card_number": "400000******1234",
      "client_data": "d", "digital_wallet_token_id": "w", "failure_reason": "INSUFFICIENT_FUNDS",
      "matched_authorizations": ["a"], "merchant": {"category_code": "5812", "city": "c", "country": "GB",
      "identifier": "i", "name": "n", "postcode": "p", "state": "s"},
      "risk_details": {"risk_actions_performed": ["TRANSACTION_BLOCKED"], "risk_factors": ["f"],
      "three_dsecure_outcome": "AUTHENTICATED"}}]}`,
  'card.details': '{"anything": [1, null]}',
  'card.activate': 'null',
  'card.update': 'null',
  'card.close': 'null',
  'cardholder.create': '{"id": "c"}',
  'cardholder.update': 'null',
  'card.issue': '{"id": "c"}',
  'beneficiary.validate': '[]',
  'beneficiary.create':
    '{"id": "b", "beneficiary_account_currency": "USD", "beneficiary_account_number": "1"}',
  'beneficiary.update': '[]',
  'account.create': `[${account}]`,
  'beneficiary.list': `{"data": [{"id": "b", "account_holder_name": "n", "account_number": "****1", "bank_name": "b",
      "currency": "USD", "country": "US", "status": "VERIFIED", "created_at": "2025-04-09T10:12:37+0000",
      "payout_methods": ["LOCAL", "SWIFT", "SEPA"], "last_used_at": null}],
      "pagination": {"total_count": 1, "limit": 20, "offset": 0}}`,
  'beneficiary.get': `{"id": "b", "account_holder_name": "n", "account_number": "****1", "bank_name": "b",
      "bank_country_code": "US", "currency": "USD", "entity_type": "PERSONAL", "status": "PENDING_VERIFICATION",
      "created_at": "2025-04-09T10:12:37+0000", "last_used_at": "2025-04-09T10:12:37+0000",
      "payout_methods": [], "metadata": {"routing_number": "***9", "account_type": "CHECKING"}}`,
  'payout.create': '{"anything": [1, null]}',
  'payout.cancel': '{}',
  'quote.create': `{${quoteDetails}, "quoteType": "conversion", "createdTime": "2025-04-09T10:12:37+0000"}`,
  'quote.get': `{${quoteDetails}}`,
  'conversion.create': `{"id": "c", "status": "processing", "conversion_time": "2025-04-09T10:12:37+0000",
      "source_currencycode": "GBP", "destination_currencycode": "USD", "source_amount": 1.10,
      "destination_amount": 1.40, "quote_id": "q", "net_exchangerate": 1.2714, "system_reference_number": "r",
      "createdTime": "2025-04-09T10:12:37+0000"}`,
  'conversion.get': `{"id": "c", "status": "SETTLED", "conversionTime": "2025-04-09T10:12:37+0000",
      "sourceCurrencycode": "GBP", "destinationCurrencycode": "USD", "sourceAmount": 1.10,
      "destinationAmount": 1.40, "quoteId": "q", "netExchangerate": 1.2714, "systemReferenceNumber": "r",
      "createdTime": "2025-04-09T10:12:37+0000"}`,
  'account.list': `[${account}]`,
  'account.balances':
    '[{"currency": "GBP", "available_balance": 1.10, "pending_amount": 0, "reserved_amount": -0}]',
  'account.transactions': `[{"id": "t", "amount": 5, "currency": "GBP", "type": "DEBIT", "status": "PENDING",
      "create_time": "2025-04-09T10:12:37+0000", "description": "d"}]`,
  'account.balanceHistory': `[{"id": "h", "amount": -5, "currency": "GBP", "balance": 10, "description": "d", "fee": 0,
      "create_time": "2025-04-09T10:12:37+0000", "source_type": "CONVERSION", "transaction_type": "HOLD"}]`,
  'user.get': `{"account_details": {"attachments": {"additional_files": [{"file_id": "f"}]},
      "business_details": ${businessDetails}, "business_person_details": [{"first_name": "f"}],
      "trustee_details": {"a": 1}, "individual_details": {"a": 1}, "legal_entity_id": "l",
      "legal_entity_identifier": "l", "legal_entity_type": "BUSINESS"},
      "created_at": "2025-04-09T10:12:37+0000", "customer_agreements": {"agreed_to_data_usage": true,
      "agreed_to_terms_and_conditions": true, "terms_and_conditions": {"device_data": {"ip": "1"},
      "service_agreement_type": "FULL"}}, "id": "acct_1", "nickname": "n",
      "primary_contact": {"attachments": {"identity_files": [{"file_id": "f"}]}, "email": "a@b", "mobile": "1"},
      "status": "CREATED", "view_type": "EXCLUDED_PII"}`,
  'user.terms': '{"status": "success", "message": "m"}',
  'user.activate': '{"status": "success", "message": "Account Activated"}',
  'user.create': '[{"id": "acct_1"}]',
  'rfi.get': `{"account_id": "a", "active_request": {"created_at": "2025-04-09T10:12:37+0000",
      "questions": [${question}], "updated_at": "2025-04-09T10:12:37+0000"}, "answered_requests": [{}],
      "status": "ACTION_REQUIRED", "type": "KYC", "created_at": "2025-04-09T10:12:37+0000",
      "updated_at": "2025-04-09T10:12:37+0000"}`,
  'rfi.respond': `{"status": "SUBMITTED", "rfi_id": "r", "submitted_at": "2025-04-09T10:12:37+0000",
      "next_steps": ["a"]}`,
};

const document = readFileSync('src/api/contract/INTERFACE.md', 'utf8');
const rows = document.split('\n');
/** The query parameters in the third cell of a row. Two rows of GET leave the word "query" out. */
function queryNamesIn(row: string): readonly string[] {
  const [, , asked = ''] = row.split(' |');
  const plain = (asked.split('; body:')[0] ?? '').replaceAll(/\([^)]*\)/g, '');
  const [, query] = /query[^:]*:(.*)/.exec(plain) ?? [];
  const names = query ?? (row.startsWith('| GET') && !plain.includes('header') ? plain : '');
  return [...names.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
}

const ids = Object.keys(operations) as OperationId[];

describe.each(ids)('the operation %s', id => {
  const operation = operations[id];

  it('has the method, the path and the parameters of a row of INTERFACE.md', () => {
    expect(operation.id).toBe(id);
    const [method, path] = [`| ${operation.method}`, `{base_url}${operation.path}\``];
    const row = rows.find(line => line.startsWith(method) && line.includes(path)) ?? '';
    expect(row).not.toBe('');
    const names = 'query' in operation ? Object.keys(operation.query.shape) : [];
    // Rule 4 of Family A names the date filters of the mandate list.
    const filters = id === 'mandate.list' ? ['from_created_date', 'to_created_date'] : [];
    expect(names.toSorted()).toEqual([...queryNamesIn(row), ...filters].toSorted());
    expect(operation.path.startsWith(operation.family === 'A' ? '/api/v1/' : '/svc/api/')).toBe(true);
  });

  it('has a member of `params` for every name in its path', () => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect('params' in operation ? Object.keys(operation.params.shape) : []).toEqual(names);
  });

  it('reads the documented answer without drift', () => {
    const answer = parseJson(answers[id]);
    if (!answer.ok) throw new Error(answer.reason);
    expect(decode(operation.result as z.ZodType, answer.value)).toMatchObject({ drift: [] });
  });
});

describe('the types', () => {
  it('of an input contain only the parts that the operation takes', () => {
    expectTypeOf<Input<'account.balances'>>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf<Input<'globalAccount.get'>['params']>().toEqualTypeOf<{ global_account_id: string }>();
    expectTypeOf<Input<'account.transactions'>['headers']>().toEqualTypeOf<{ 'x-account-id': string }>();
    expectTypeOf<Required<Input<'account.transactions'>>['query']['page']>().toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf<{ query: { page: 1 } }>().not.toExtend<Input<'account.transactions'>>();
    expectTypeOf<Record<never, never>>().toExtend<Input<'account.list'>>();
    expectTypeOf<'status'>().toExtend<keyof Required<Input<'account.list'>>['query']>();
  });

  it('of a result let every field be Odd or absent', () => {
    type Entry = Exclude<Result<'account.balanceHistory'>[number], Odd>;
    expectTypeOf<Entry['amount']>().toEqualTypeOf<Decimal | Odd | undefined>();
    expectTypeOf<Entry['create_time']>().toEqualTypeOf<Timestamp | Odd | undefined>();
    expectTypeOf<Entry['id']>().toEqualTypeOf<Untrusted | Odd | undefined>();
    expectTypeOf<Entry['source_type']>().toEqualTypeOf<
      'DEPOSIT' | 'PAYOUT' | 'CONVERSION' | Odd | undefined
    >();
    type Capability = Exclude<Result<'globalAccount.get'>['capability'], Odd | undefined>;
    expectTypeOf<Capability['support_direct_debit']>().toEqualTypeOf<boolean | Odd | undefined>();
    expectTypeOf<Capability['clearing_systems']>().toEqualTypeOf<
      readonly (Untrusted | Odd)[] | Odd | undefined
    >();
  });
});

it('every write declares the form of its success', () => {
  const silent = Object.values(operations)
    .filter(operation => isChanging(operation.class))
    .filter((operation: Declaration) => operation.envelope !== 'true' && operation.success === undefined);
  expect(silent.map(({ id }) => id)).toEqual([]);
});
