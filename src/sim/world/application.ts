// A simulated customer's application: the request body that would have created this user.
import type { Input } from '../../api/contract/operations.ts';
import { dice } from '../random.ts';
import { placeOf } from './places.ts';

export type Application = Input<'user.create'>['body'];

export function applicationOf(parts: {
  seed: number;
  name: string;
  business: string;
  currency: string;
  people: readonly [string, ...string[]];
}): Application {
  const luck = dice(parts.seed, parts.name);
  const country = placeOf(parts.currency).country;
  const file = (tag: string) => ({ file_id: `file_${luck.hex(16)}`, tag });
  const address = (street: string) => ({
    address_line1: `${luck.whole(1, 240)} ${street}`,
    country_code: country,
    postcode: luck.digits(5),
    state: '-',
    suburb: luck.pick(parts.people),
  });
  return {
    account_details: {
      business_details: {
        account_usage: {
          estimated_monthly_revenue: { amount: `${luck.whole(1, 900)}000.00`, currency: parts.currency },
          product_reference: ['MULTI_CURRENCY_WALLET', 'PAYOUTS'],
        },
        as_trustee: false,
        attachments: { business_documents: [file('CERTIFICATE_OF_INCORPORATION')] },
        business_identifiers: [{ country_code: country, number: luck.digits(8), type: 'BRN' }],
        business_name: parts.business,
        business_structure: 'COMPANY',
        contact_number: `+${luck.digits(11)}`,
        description_of_goods_or_services: luck.pick([
          'Import of textiles',
          'Software',
          'Shipping',
          'Wholesale',
        ]),
        industry_category_code: `ICCV3_${luck.digits(6)}`,
        operating_country: [country, 'GB'],
        registration_address: { ...address('High Street'), address_line2: 'Floor 2' },
      },
      business_person_details: [
        {
          attachments: { business_person_documents: [file('PASSPORT')] },
          residential_address: address('Mill Lane'),
          date_of_birth: `19${luck.whole(60, 99)}-0${luck.whole(1, 9)}-1${luck.whole(0, 9)}`,
          first_name: luck.pick(parts.people),
          last_name: luck.pick(parts.people),
          nationality: country,
          roles: ['BENEFICIAL_OWNER', 'DIRECTOR'],
          identifications: {
            primary: {
              identification_type: 'PASSPORT',
              issuing_country_code: country,
              passport: {
                effective_at: '2021-03-04',
                expire_at: '2031-03-03',
                front_file_id: `file_${luck.hex(16)}`,
                number: luck.digits(9),
              },
            },
          },
        },
      ],
      legal_entity_type: 'BUSINESS',
    },
    customer_agreements: { agreed_to_data_usage: true, agreed_to_terms_and_conditions: luck.next() < 0.8 },
    primary_contact: { email: `office@${luck.hex(6)}.example`, mobile: `+${luck.digits(11)}` },
  };
}
