/** The beneficiaries of Family B, and the payouts to them. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, currencyCode, freeText, oneOf, text, timestamp, undocumented } from './fields.ts';
import { declare, familyB } from './operation.ts';
import {
  anyJson,
  changesSomething,
  country,
  currency,
  currencyFilter,
  money,
  OF_ABSENT,
  someText,
  whole,
} from './request-fields.ts';

const CALL = { ...familyB, section: 'Endpoints › Family B: beneficiaries and payouts' } as const;
const READ = { ...CALL, class: 'read', method: 'GET' } as const;

/** INTERFACE.md, Published elsewhere: VERIFICATION_PENDING. */
const beneficiaryStatus = ['VERIFIED', 'PENDING_VERIFICATION', 'VERIFICATION_PENDING'] as const;

/** INTERFACE.md: "Payout status values: not shown". The words that similar services publish for a payout on its way. */
const payoutStatus = [
  ...['NEW', 'CREATED', 'SUBMITTED', 'INITIATED', 'ACCEPTED', 'SCHEDULED', 'PENDING', 'PROCESSING'],
  ...[
    'QUEUED',
    'RECEIVED',
    'APPROVED',
    'EXECUTED',
    'DISPATCHED',
    'IN_TRANSIT',
    'SENT',
    'PAID',
    'COMPLETED',
    'SETTLED',
  ],
];

/** INTERFACE.md, Beneficiary: in the list and in the single read. */
const common = {
  id: text(),
  account_holder_name: freeText(),
  account_number: text(),
  bank_name: freeText(),
  currency: currencyCode(),
  status: oneOf(beneficiaryStatus),
  created_at: timestamp(),
  last_used_at: timestamp().nullable(),
  payout_methods: z.array(oneOf(['LOCAL', 'SWIFT', 'SEPA'])),
};

/** The list has `country` instead of `bank_country_code`, and no `metadata`. */
const beneficiaryItem = z.object({ ...common, country: text() });

const beneficiary = z.object({
  ...common,
  bank_country_code: text(),
  entity_type: oneOf(['PERSONAL']),
  metadata: z.object({ routing_number: text(), account_type: oneOf(['CHECKING']) }),
});

/**
 * The one corridor in INTERFACE.md: a personal account in the United States, paid locally. Other corridors are not
 * shown, so the body accepts any other member.
 */
const corridor = {
  account_number: someText().optional(),
  routing_number: someText().optional(),
  full_name: someText().optional(),
  /** Any text here and in the two types below: INTERFACE.md shows one value of each. */
  account_type: someText().optional(),
  bank_country_code: country().optional(),
  account_currency: currency().optional(),
  entity_type: someText().optional(),
  transfer_method: someText().optional(),
};

export const beneficiaries = declare({
  'beneficiary.list': {
    title: t`Beneficiaries`,
    ...READ,
    path: '/svc/api/v1/transfer/beneficiarylist',
    query: z.strictObject({
      limit: whole(1, 100).optional(),
      offset: whole(0).optional(),
      status: someText().optional(),
      currency: currencyFilter().optional(),
    }),
    /** INTERFACE.md, Limits: beneficiary list. */
    paging: {
      style: 'offset',
      offset: 'offset',
      limit: 'limit',
      defaultLimit: 20,
      mostLimit: 100,
      list: 'counted',
    },
    listOf: ['beneficiaries'],
    envelope: 'paginated',
    result: z.object({
      data: z.array(beneficiaryItem),
      pagination: z.object({ total_count: amount(), limit: amount(), offset: amount() }),
    }),
  },
  'beneficiary.get': {
    title: t`Beneficiary`,
    ...READ,
    path: '/svc/api/v1/transfer/beneficiary',
    query: z.strictObject({ beneficiary_id: someText() }),
    result: beneficiary,
  },
  'beneficiary.validate': {
    title: t`Beneficiary validation`,
    ...CALL,
    // INTERFACE.md says "nothing is created", so this POST only reads.
    class: 'read',
    method: 'POST',
    path: '/svc/api/v1/transfer/validatebeneficiary',
    body: changesSomething(z.object(corridor).catchall(anyJson().optional())),
    // INTERFACE.md shows only an empty list as the answer.
    result: undocumented(),
    // Staff rely on this verdict as on the outcome of a write.
    success: { data: 'none' },
  },
  'beneficiary.create': {
    title: t`New beneficiary`,
    ...CALL,
    class: 'write',
    method: 'POST',
    path: '/svc/api/v1/transfer/beneficiary',
    body: z
      .object({
        beneficiary_account_currency: currency(),
        beneficiary_account_number: someText(),
        ...corridor,
      })
      .catchall(anyJson().optional()),
    result: z.object({
      id: text(),
      beneficiary_account_currency: currencyCode(),
      beneficiary_account_number: text(),
    }),
    success: { data: 'payload', words: beneficiaryStatus },
  },
  'beneficiary.update': {
    title: t`Beneficiary change`,
    ...CALL,
    class: 'write',
    method: 'PATCH',
    path: '/svc/api/v1/transfer/beneficiary',
    query: z.strictObject({ beneficiary_id: someText() }),
    body: changesSomething(z.object(corridor).catchall(anyJson().optional())),
    result: undocumented(),
    success: { data: 'payload', words: beneficiaryStatus },
  },
});

export const payouts = declare({
  'payout.create': {
    title: t`Payout`,
    ...CALL,
    class: 'money',
    /** INTERFACE.md, Family B common request headers, `x-request-id`: "on create payout it prevents duplicate transfers". */
    repeatable: true,
    method: 'POST',
    path: '/svc/api/v1/transfer/',
    body: z.strictObject({
      beneficiary_id: someText(),
      amount: money(),
      currency: currency(),
      reference: someText(),
      notes: someText().optional(),
    }),
    // INTERFACE.md: "Fields of the create-payout response: not shown".
    result: undocumented(),
    success: { data: 'payload', words: payoutStatus },
  },
  'payout.cancel': {
    title: t`Payout cancellation`,
    ...CALL,
    class: 'money',
    unrequired: ['x-user-id'],
    method: 'PATCH',
    path: '/svc/api/{version}/transfer/cancelpayout',
    /** INTERFACE.md, Versioning: `v1` in both environments. */
    params: z.strictObject({ version: someText() }),
    body: z
      .strictObject({ id: someText().optional(), systemReferenceNumber: someText().optional() })
      .refine(({ id, systemReferenceNumber }) => id !== undefined || systemReferenceNumber !== undefined, {
        path: ['id'],
        error: 'is required, unless systemReferenceNumber is given',
        ...OF_ABSENT,
      }),
    result: z.object({}),
    success: { data: 'payload', words: ['CANCELLED', 'CANCELED', 'VOIDED'], ends: true },
  },
});
