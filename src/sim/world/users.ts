// A customer's user record: application, status and activation (INTERFACE.md, User).
import { offsetTimestamp } from '../clock.ts';
import { dice } from '../random.ts';
import type { Application } from './application.ts';

export interface SimulatedUser {
  record(): ReturnType<typeof written>;
  readonly agreed: boolean;
  /** Activates the user. False unless the status is CREATED, the only status that INTERFACE.md names for activation. */
  activate(): boolean;
}

interface KeptUser {
  readonly id: string;
  readonly nickname: string;
  readonly legalEntityId: string;
  readonly application: Application;
  /** Epoch milliseconds. */
  readonly created: number;
  /** Whether the record shows personal data. */
  readonly personal: boolean;
  status: string;
}

export function createUser(parts: {
  seed: number;
  name: string;
  id: string;
  application: Application;
  created: number;
  status: string;
  personal: boolean;
}): SimulatedUser {
  const { id, application, created, status, personal } = parts;
  const luck = dice(parts.seed, parts.name);
  const nickname = application.account_details.business_details.business_name;
  const held: KeptUser = { id, nickname, legalEntityId: luck.uuid(), application, created, personal, status };
  return {
    record: () => written(held),
    agreed: application.customer_agreements.agreed_to_terms_and_conditions,
    activate: () => {
      if (held.status !== 'CREATED') return false;
      held.status = 'ACTIVE';
      return true;
    },
  };
}

function written({ id, nickname, legalEntityId, application, created, personal, status }: KeptUser) {
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
    nickname,
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
