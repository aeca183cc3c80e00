/** The users of Family B, who are the customers: read, terms, activation, creation. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, flag, freeText, oneOf, text, timestamp, undocumented } from './fields.ts';
import { newUser } from './new-user.ts';
import { declare, familyB } from './operation.ts';

const CALL = { ...familyB, section: 'Endpoints › Family B: onboarding' } as const;

/** INTERFACE.md shows these only in a creation, so no field counts as missing in a read. */
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

/** Possible objects and lists stay undecoded. */
const nullable = {
  business_address: undocumented().nullable(),
  business_name_english: freeText().nullable(),
  business_name_trading: freeText().nullable(),
  business_start_date: text().nullable(),
  contact_number: text().nullable(),
  explanation_for_high_risk_countries_exposure: freeText().nullable(),
  has_nominee_shareholders: undocumented().nullable(),
  no_shareholders_with_over_25percent: undocumented().nullable(),
  registration_address_english: undocumented().nullable(),
  state_of_incorporation: text().nullable(),
  url: text().nullable(),
  urls: undocumented().nullable(),
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

/** INTERFACE.md, User, does not show how personal data is hidden, so it may be absent. Persons stay undecoded. */
const user = z.object({
  account_details: z.object({
    attachments: z.object({ additional_files: z.array(undocumented()) }),
    business_details: businessDetails,
    business_person_details: z.array(undocumented()).nullish(),
    trustee_details: undocumented().nullish(),
    individual_details: undocumented().nullish(),
    legal_entity_id: text(),
    legal_entity_identifier: text().nullish(),
    legal_entity_type: text(),
  }),
  created_at: timestamp(),
  customer_agreements: z.object({
    agreed_to_data_usage: flag(),
    agreed_to_terms_and_conditions: flag(),
    terms_and_conditions: z.object({ device_data: undocumented(), service_agreement_type: text() }),
  }),
  id: text(),
  nickname: freeText(),
  primary_contact: z.object({
    attachments: z.object({ identity_files: z.array(undocumented()) }).nullish(),
    email: text().nullish(),
    mobile: text().nullish(),
  }),
  status: oneOf(['CREATED']),
  view_type: oneOf(['EXCLUDED_PII']),
});

const personal = [
  'business_person_details',
  'individual_details',
  'trustee_details',
  'primary_contact',
] as const;

/** INTERFACE.md, Create user body. */
const impersonalWords = ['BENEFICIAL_OWNER', 'DIRECTOR', 'PASSPORT'] as const;

/** INTERFACE.md shows `status` and `message`. The envelope also has `code`. */
const words = z.object({ code: amount().optional(), status: text(), message: freeText() });

const otherName = () => text().optional();

/**
 * INTERFACE.md: `[{id}]`. Some services use another name, and without the ID staff might create the customer twice.
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
    ...CALL,
    class: 'read',
    method: 'GET',
    path: '/svc/api/v1/user',
    envelope: 'either',
    personal,
    result: user,
  },
  'user.terms': {
    title: t`Terms and conditions`,
    ...CALL,
    // INTERFACE.md lists this as a read, but similar services take it as the customer's acceptance of the terms.
    class: 'write',
    method: 'GET',
    path: '/svc/api/v1/user/termsConditions',
    envelope: 'words',
    result: words,
    success: { data: 'none' },
  },
  'user.activate': {
    title: t`Activation`,
    ...CALL,
    // This GET activates the user.
    class: 'write',
    method: 'GET',
    path: '/svc/api/v1/user/activate',
    envelope: 'words',
    result: words,
    success: { data: 'none', words: ['ACTIVE', 'ACTIVATED'] },
  },
  'user.create': {
    title: t`New customer`,
    ...CALL,
    class: 'write',
    method: 'POST',
    path: '/svc/api/v1/user',
    body: newUser,
    personal,
    impersonalWords,
    result: z.array(created),
    success: { data: 'payload', words: ['CREATED'] },
  },
});
