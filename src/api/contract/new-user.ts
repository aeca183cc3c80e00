/** The body that makes a business a user: INTERFACE.md, Create user body. */

import * as z from 'zod';
import { isIsoCountry } from '../../lib/currency.ts';
import { currency, day, someText } from './request-fields.ts';

const country = () =>
  z.string().refine(isIsoCountry, { error: 'a country is its ISO code in capital letters, such as GB' });

/** An empty list would omit the required fields of its items. */
const some = <T extends z.ZodType>(item: T) => z.array(item).min(1, { error: 'at least one is required' });

const documents = () => some(z.strictObject({ file_id: someText(), tag: someText() }));

const address = {
  address_line1: someText(),
  country_code: country(),
  postcode: someText(),
  state: someText(),
  suburb: someText(),
};

const businessDetails = z.strictObject({
  account_usage: z.strictObject({
    estimated_monthly_revenue: z.strictObject({ amount: someText(), currency: currency() }),
    product_reference: some(someText()),
  }),
  as_trustee: z.boolean(),
  attachments: z.strictObject({ business_documents: documents() }),
  business_identifiers: some(
    z.strictObject({ country_code: country(), number: someText(), type: someText() }),
  ),
  business_name: someText(),
  business_structure: someText(),
  contact_number: someText(),
  description_of_goods_or_services: someText(),
  industry_category_code: someText(),
  operating_country: some(country()),
  registration_address: z.strictObject({ ...address, address_line2: someText().optional() }),
});

const businessPerson = z.strictObject({
  attachments: z.strictObject({ business_person_documents: documents() }),
  residential_address: z.strictObject(address),
  date_of_birth: day(),
  first_name: someText(),
  last_name: someText(),
  middle_name: someText().optional(),
  nationality: country(),
  roles: some(someText()),
  identifications: z.strictObject({
    primary: z.strictObject({
      identification_type: someText(),
      issuing_country_code: country(),
      passport: z.strictObject({
        effective_at: day(),
        expire_at: day(),
        front_file_id: someText(),
        number: someText(),
      }),
    }),
  }),
});

/** INTERFACE.md does not show the path of the live selfie's file ID. */
export const newUser = z.strictObject({
  account_details: z.strictObject({
    business_details: businessDetails,
    business_person_details: some(businessPerson),
    legal_entity_type: someText(),
  }),
  customer_agreements: z.strictObject({
    agreed_to_data_usage: z.boolean(),
    agreed_to_terms_and_conditions: z.boolean(),
  }),
  primary_contact: z.strictObject({
    email: z.string().regex(/^[^@\s]+@[^@\s]+$/, { error: 'an e-mail address has one @ and no spaces' }),
    mobile: someText(),
  }),
});

export type NewUserBody = z.input<typeof newUser>;
