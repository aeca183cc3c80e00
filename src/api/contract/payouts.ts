/** payouts.ts: the beneficiaries of Family B, and payouts to them. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, asItCame, freeText, oneOf, text, timestamp } from './fields.ts';
import { declare } from './operation.ts';
import { currency, money, someText, whole } from './request-fields.ts';

const SECTION = 'Endpoints › Family B: beneficiaries and payouts';

/** INTERFACE.md, Beneficiary: what the list and the single read have in common. */
const common = {
  id: text(),
  account_holder_name: freeText(),
  account_number: text(),
  bank_name: freeText(),
  currency: text(),
  status: oneOf(['VERIFIED', 'PENDING_VERIFICATION']),
  created_at: timestamp(),
  last_used_at: timestamp().nullable(),
  payout_methods: z.array(oneOf(['LOCAL', 'SWIFT', 'SEPA'])),
};

/** "The list uses country where the single read uses bank_country_code, and has no metadata." */
const beneficiaryItem = z.object({ ...common, country: text() });

const beneficiary = z.object({
  ...common,
  bank_country_code: text(),
  entity_type: oneOf(['PERSONAL']),
  metadata: z.object({ routing_number: text(), account_type: oneOf(['CHECKING']) }),
});

export const payouts = declare({
  'beneficiary.list': {
    title: t`Beneficiaries`,
    section: SECTION,
    class: 'read',
    family: 'B',
    auth: 'bearer',
    method: 'GET',
    path: '/svc/api/v1/transfer/beneficiarylist',
    query: z.strictObject({
      limit: whole(1, 100).optional(),
      offset: whole(0).optional(),
      status: someText().optional(),
      currency: currency().optional(),
    }),
    /** INTERFACE.md, Limits: beneficiary list limit. */
    paging: { style: 'offset', offset: 'offset', limit: 'limit', defaultLimit: 20, mostLimit: 100 },
    envelope: 'paginated',
    result: z.object({
      data: z.array(beneficiaryItem),
      pagination: z.object({ total_count: amount(), limit: amount(), offset: amount() }),
    }),
  },
  'beneficiary.get': {
    title: t`Beneficiary`,
    section: SECTION,
    class: 'read',
    family: 'B',
    auth: 'bearer',
    method: 'GET',
    path: '/svc/api/v1/transfer/beneficiary',
    query: z.strictObject({ beneficiary_id: someText() }),
    paging: { style: 'none' },
    envelope: 'enveloped',
    result: beneficiary,
  },
  'payout.create': {
    title: t`Payout`,
    section: SECTION,
    class: 'money',
    /** INTERFACE.md, Family B common request headers: "on create payout it prevents duplicate transfers". */
    repeatable: true,
    family: 'B',
    auth: 'bearer',
    method: 'POST',
    path: '/svc/api/v1/transfer/',
    body: z.strictObject({
      beneficiary_id: someText(),
      amount: money(),
      currency: currency(),
      reference: someText(),
      notes: someText().optional(),
    }),
    paging: { style: 'none' },
    envelope: 'enveloped',
    // "Fields of the create-payout response: not shown", so none is missed or unknown.
    result: asItCame(),
  },
  'payout.cancel': {
    title: t`Payout cancellation`,
    section: SECTION,
    class: 'money',
    family: 'B',
    auth: 'bearer',
    unrequired: ['x-user-id'],
    method: 'PATCH',
    path: '/svc/api/{version}/transfer/cancelpayout',
    /** INTERFACE.md, Versioning: `v1` in both environments. */
    params: z.strictObject({ version: someText() }),
    body: z
      .strictObject({ id: someText().optional(), systemReferenceNumber: someText().optional() })
      .refine(({ id, systemReferenceNumber }) => id !== undefined || systemReferenceNumber !== undefined, {
        path: ['id'],
        error: 'or systemReferenceNumber is needed',
      }),
    paging: { style: 'none' },
    envelope: 'enveloped',
    result: z.object({}),
  },
});
