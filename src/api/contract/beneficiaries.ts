/** beneficiaries.ts: the beneficiaries of Family B: list, details, validation, creation, changes. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, asItCame, freeText, oneOf, text, timestamp } from './fields.ts';
import { declare } from './operation.ts';
import { anyJson, changesSomething, country, currency, someText, whole } from './request-fields.ts';

const SECTION = 'Endpoints › Family B: beneficiaries and payouts';

/** INTERFACE.md, Beneficiary: the fields that the list and the single read share. */
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

/**
 * The fields of the one corridor in INTERFACE.md: a personal account in the United States, paid locally. The fields
 * of other corridors are not shown, so any further member is accepted by its name, with its type.
 */
const corridor = {
  account_number: someText().optional(),
  routing_number: someText().optional(),
  full_name: someText().optional(),
  /** CHECKING, PERSONAL, LOCAL: INTERFACE.md gives one value of each. */
  account_type: someText().optional(),
  bank_country_code: country().optional(),
  account_currency: currency().optional(),
  entity_type: someText().optional(),
  transfer_method: someText().optional(),
};

export const beneficiaries = declare({
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
    paging: {
      style: 'offset',
      offset: 'offset',
      limit: 'limit',
      defaultLimit: 20,
      mostLimit: 100,
      list: 'counted',
    },
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
  'beneficiary.validate': {
    title: t`Beneficiary validation`,
    section: SECTION,
    // "Nothing is created": this POST only reads.
    class: 'read',
    family: 'B',
    auth: 'bearer',
    method: 'POST',
    path: '/svc/api/v1/transfer/validatebeneficiary',
    body: changesSomething(z.object(corridor).catchall(anyJson().optional())),
    paging: { style: 'none' },
    envelope: 'enveloped',
    // An empty list. Items in it would have no documented meaning.
    result: asItCame(),
  },
  'beneficiary.create': {
    title: t`New beneficiary`,
    section: SECTION,
    class: 'write',
    family: 'B',
    auth: 'bearer',
    method: 'POST',
    path: '/svc/api/v1/transfer/beneficiary',
    body: z
      .object({
        beneficiary_account_currency: currency(),
        beneficiary_account_number: someText(),
        ...corridor,
      })
      .catchall(anyJson().optional()),
    paging: { style: 'none' },
    envelope: 'enveloped',
    result: z.object({
      id: text(),
      beneficiary_account_currency: text(),
      beneficiary_account_number: text(),
    }),
  },
  'beneficiary.update': {
    title: t`Beneficiary change`,
    section: SECTION,
    class: 'write',
    family: 'B',
    auth: 'bearer',
    method: 'PATCH',
    path: '/svc/api/v1/transfer/beneficiary',
    query: z.strictObject({ beneficiary_id: someText() }),
    body: changesSomething(z.object(corridor).catchall(anyJson().optional())),
    paging: { style: 'none' },
    envelope: 'enveloped',
    result: asItCame(),
  },
});
