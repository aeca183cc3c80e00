// A customer's onboarding: the application, the user record (INTERFACE.md, User) and the service's questions.
import type { NewUserBody } from '../../api/contract/new-user.ts';
import { dice, type NonEmpty } from '../random.ts';
import { offsetTimestamp } from '../service-clock.ts';
import { placeOf } from './bank-places.ts';
import type { CustomerPlan } from './cast.ts';
import type { ListParts, WorldPart } from './computed-rows.ts';
import { counterparties } from './names.ts';
import { createRequests } from './requests.ts';

interface UserFacts {
  readonly id: string;
  readonly application: NewUserBody;
  readonly created: number;
  readonly status: string;
  /** Whether the record shows personal data. */
  readonly personal: boolean;
  readonly legalEntityId: string;
}

function written({ id, application, created, personal, legalEntityId, status }: UserFacts) {
  const { account_details, customer_agreements, primary_contact } = application;
  const { contact_number, ...business } = account_details.business_details;
  return {
    account_details: {
      attachments: { additional_files: [] },
      business_details: { ...business, ...unsaid, contact_number: personal ? contact_number : null },
      // Hidden personal data is absent or null. This is our choice: INTERFACE.md doesn't say.
      ...(personal && { business_person_details: [...account_details.business_person_details] }),
      trustee_details: null,
      individual_details: null,
      legal_entity_id: legalEntityId,
      legal_entity_identifier: null,
      legal_entity_type: account_details.legal_entity_type,
    },
    created_at: offsetTimestamp(created),
    customer_agreements: {
      ...customer_agreements,
      terms_and_conditions: { device_data: {}, service_agreement_type: 'FULL' },
    },
    id,
    nickname: business.business_name,
    primary_contact: {
      attachments: { identity_files: [] },
      ...(personal ? primary_contact : { email: null }),
    },
    status,
    view_type: personal ? 'INCLUDED_PII' : 'EXCLUDED_PII',
  };
}

/** Members that are null here, as INTERFACE.md allows. */
const unsaid = {
  business_address: null,
  business_name_english: null,
  business_name_trading: null,
  business_start_date: null,
  explanation_for_high_risk_countries_exposure: null,
  has_nominee_shareholders: null,
  no_shareholders_with_over_25percent: null,
  registration_address_english: null,
  state_of_incorporation: null,
  url: null,
  urls: null,
};

export function applicationOf(
  parts: WorldPart & { business: string; currency: string; people: NonEmpty<string> },
): NewUserBody {
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

const day = 86_400_000;

/** A customer with an `application` is created at `anchor`, the cast 400 days before `anchor`. */
export function onboarding(
  parts: Omit<ListParts, 'count'> & {
    userId: string;
    plan: CustomerPlan;
    application: NewUserBody | undefined;
  },
) {
  const { seed, name, userId, anchor, plan } = parts;
  const { personal = false, asked = [] } = plan;
  let { status = 'ACTIVE' } = plan;
  const application =
    parts.application ??
    applicationOf({
      seed,
      name: `${name}/application`,
      business: plan.name,
      currency: plan.accounts[0]?.currencies[0] ?? 'GBP',
      people: plan.counterparties,
    });
  const created = parts.application === undefined ? anchor - 400 * day : anchor;
  const legalEntityId = dice(seed, `${name}/user`).uuid();
  return {
    user: {
      record: () => written({ id: userId, application, created, status, personal, legalEntityId }),
      agreed: application.customer_agreements.agreed_to_terms_and_conditions,
      /** INTERFACE.md names only CREATED for activation. False for another status. */
      activate: (): boolean => {
        if (status !== 'CREATED') return false;
        status = 'ACTIVE';
        return true;
      },
    },
    requests: createRequests({ seed, name: `${name}/rfi`, userId, began: anchor - 9 * day, asked }),
  };
}

export function newcomer({ account_details: { business_details } }: NewUserBody): CustomerPlan {
  return {
    name: business_details.business_name,
    accounts: [],
    balances: [],
    rows: 0,
    counterparties,
    status: 'CREATED',
  };
}
