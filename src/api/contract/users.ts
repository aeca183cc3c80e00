/** users.ts: a customer of the platform in the service: identity, terms, activation, creation. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, asItCame, flag, freeText, oneOf, text, timestamp } from './fields.ts';
import { newUser } from './new-user.ts';
import { declare } from './operation.ts';

const SECTION = 'Endpoints › Family B: onboarding';

/** INTERFACE.md shows these two for creation only. For a read they are not shown, so no field counts as missing. */
const businessDocument = z.object({ file_id: text(), tag: text() }).partial();
const address = z
  .object({
    address_line1: freeText(),
    address_line2: freeText(),
    country_code: text(),
    postcode: text(),
    state: freeText(),
    suburb: freeText(),
  })
  .partial();

/** The nullable members. Those that may be an object or a list stay undecoded. */
const nullable = {
  business_address: asItCame().nullable(),
  business_name_english: freeText().nullable(),
  business_name_trading: freeText().nullable(),
  business_start_date: text().nullable(),
  contact_number: text().nullable(),
  explanation_for_high_risk_countries_exposure: freeText().nullable(),
  has_nominee_shareholders: asItCame().nullable(),
  no_shareholders_with_over_25percent: asItCame().nullable(),
  registration_address_english: asItCame().nullable(),
  state_of_incorporation: text().nullable(),
  url: text().nullable(),
  urls: asItCame().nullable(),
};

const businessDetails = z.object({
  account_usage: z.object({
    estimated_monthly_revenue: z.object({ amount: text(), currency: text() }),
    product_reference: z.array(text()),
  }),
  as_trustee: flag(),
  attachments: z.object({ business_documents: z.array(businessDocument) }),
  business_identifiers: z.array(z.object({ country_code: text(), number: text(), type: text() }).partial()),
  business_name: freeText(),
  business_structure: text(),
  description_of_goods_or_services: freeText(),
  industry_category_code: text(),
  operating_country: z.array(text()),
  registration_address: address,
  ...nullable,
});

/**
 * INTERFACE.md, User. "EXCLUDED_PII seen: personal data hidden in the view", but how is not shown: personal fields
 * may be absent or null. Persons, trustees, individuals and their files stay undecoded.
 */
const user = z.object({
  account_details: z.object({
    attachments: z.object({ additional_files: z.array(asItCame()) }),
    business_details: businessDetails,
    business_person_details: z.array(asItCame()).nullish(),
    trustee_details: asItCame().nullish(),
    individual_details: asItCame().nullish(),
    legal_entity_id: text(),
    legal_entity_identifier: text().nullish(),
    legal_entity_type: text(),
  }),
  created_at: timestamp(),
  customer_agreements: z.object({
    agreed_to_data_usage: flag(),
    agreed_to_terms_and_conditions: flag(),
    terms_and_conditions: z.object({ device_data: asItCame(), service_agreement_type: text() }),
  }),
  id: text(),
  nickname: freeText(),
  primary_contact: z.object({
    attachments: z.object({ identity_files: z.array(asItCame()) }).nullish(),
    email: text().nullish(),
    mobile: text().nullish(),
  }),
  status: oneOf(['CREATED']),
  view_type: oneOf(['EXCLUDED_PII']),
});

/** The members about persons: identity, address, documents and contact. */
const personal = [
  'business_person_details',
  'individual_details',
  'trustee_details',
  'primary_contact',
] as const;

/** INTERFACE.md, Create user body: the roles, document types and tags that it shows. */
const ownWords = ['BENEFICIAL_OWNER', 'DIRECTOR', 'PASSPORT'] as const;

/** An answer without `data`. INTERFACE.md shows these two members, and the envelope also has `code`. */
const words = z.object({ code: amount().optional(), status: text(), message: freeText() });

const otherName = () => text().optional();

/**
 * INTERFACE.md, Users: `[{id}]`. Some services give it another name. If a new customer can't be opened, staff
 * create it twice. A missing `id` is then drift.
 */
const created = z.object({
  id: text(),
  ID: otherName(),
  accountId: otherName(),
  accountid: otherName(),
  accountID: otherName(),
  account_id: otherName(),
  userId: otherName(),
  userid: otherName(),
  user_id: otherName(),
});

export const users = declare({
  'user.get': {
    title: t`Customer`,
    section: SECTION,
    class: 'read',
    family: 'B',
    auth: 'bearer',
    method: 'GET',
    path: '/svc/api/v1/user',
    paging: { style: 'none' },
    envelope: 'either',
    personal,
    result: user,
  },
  'user.terms': {
    title: t`Terms and conditions`,
    section: SECTION,
    // INTERFACE.md lists this as a read. Similar services document the same path as the customer's acceptance of
    // the terms, and its answer is that of an activation. So a person must confirm it.
    class: 'write',
    family: 'B',
    auth: 'bearer',
    method: 'GET',
    path: '/svc/api/v1/user/termsConditions',
    paging: { style: 'none' },
    envelope: 'words',
    result: words,
  },
  'user.activate': {
    title: t`Activation`,
    section: SECTION,
    // This GET activates, so nothing may send it as a read.
    class: 'write',
    family: 'B',
    auth: 'bearer',
    method: 'GET',
    path: '/svc/api/v1/user/activate',
    paging: { style: 'none' },
    envelope: 'words',
    result: words,
  },
  'user.create': {
    title: t`New customer`,
    section: SECTION,
    class: 'write',
    family: 'B',
    auth: 'bearer',
    method: 'POST',
    path: '/svc/api/v1/user',
    body: newUser,
    personal,
    ownWords,
    paging: { style: 'none' },
    envelope: 'enveloped',
    result: z.array(created),
  },
});
