// Valid inputs for the cards, cardholders, mandates, beneficiaries and accounts of a customer in the world.
import type { Input } from '../../src/api/contract/operations.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import type { SimulatedCard } from '../../src/sim/world/sim-cards.ts';
import type { SimulatedCustomer } from '../../src/sim/world/world.ts';

const address = {
  line1: '1 High St',
  city: 'Leeds',
  state: 'West Yorkshire',
  postcode: 'LS1 4DY',
  country: 'GB',
};

export function cardIn(
  { cards }: SimulatedCustomer,
  status: SimulatedCard['status'],
): SimulatedCard | undefined {
  return cards.all.find(card => card.status === status);
}

/** An ACTIVE mandate, from the first account that has one. */
export function mandateIn(own: SimulatedCustomer): Input<'mandate.cancel'> | undefined {
  for (const { global } of own.accounts) {
    if (global === undefined) continue;
    const rows = own.mandates.plan(global.id).recent?.() ?? [];
    const open = rows.find(({ row }) => row.status === 'ACTIVE');
    if (open !== undefined) return { params: { global_account_id: global.id, mandate_id: open.row.id } };
  }
  return undefined;
}

export function changeInput(own: SimulatedCustomer): Input<'card.update'> | undefined {
  const card = cardIn(own, 'ACTIVE');
  return (
    card && {
      body: {
        id: card.id,
        card_status: 'INACTIVE',
        currency: card.currency,
        transaction_limits: [{ type: 'DAILY', value: '2000' as Decimal }],
      },
    }
  );
}

export function cardholderInput(): Input<'cardholder.create'> {
  return {
    body: {
      type: 'INDIVIDUAL',
      email: 'zoe@example.com',
      mobile_number: '+44 113 496 0000',
      individual: {
        name: { first_name: 'Zoë', last_name: 'Ångström' },
        date_of_birth: '1990-02-28',
        address,
        identification: { type: 'ID_CARD', number: 'X 1234', country: 'GB', expiry_date: '2031-01-31' },
        express_consent_obtained: 'YES',
      },
      postal_address: address,
      created_by: 'support desk',
    },
  };
}

export function cardholderChange({ cardholders }: SimulatedCustomer): Input<'cardholder.update'> | undefined {
  const [cardholder] = cardholders.all;
  return (
    cardholder && {
      body: {
        id: cardholder.id,
        individual: { name: { first_name: 'Zoë', last_name: 'Lindqvist' } },
        mobile_number: '+44 113 496 0001',
        postal_address: address,
      },
    }
  );
}

export function issueInput({ cardholders, balances }: SimulatedCustomer): Input<'card.issue'> | undefined {
  const person = cardholders.all.find(({ type }) => type === 'INDIVIDUAL');
  const currency = balances[0]?.currency;
  return (
    person &&
    (currency === undefined
      ? undefined
      : {
          body: {
            card_issuance_action: 'NEW',
            card_type: 'GPR_VIR',
            card_holder_id: person.id,
            issuance_mode: 'VIRTUAL',
            created_by: 'support desk',
            program: { purpose: 'COMMERCIAL', type: 'DEBIT', sub_type: 'B2B_TRAVEL' },
            authorization_controls: {
              allowed_transaction_count: 'MULTIPLE',
              transaction_limits: {
                currency,
                limits: [{ amount: '250' as Decimal, interval: 'PER_TRANSACTION' }],
              },
            },
            is_personalized: true,
          },
        })
  );
}

/** A personal account in the United States with local transfers. */
export const american = {
  full_name: 'Nomvula Dlamini',
  account_number: '000123456789',
  routing_number: '121000248',
  account_type: 'CHECKING',
  bank_country_code: 'US',
  account_currency: 'USD',
  entity_type: 'PERSONAL',
  transfer_method: 'LOCAL',
};

export function beneficiaryInput(): Input<'beneficiary.create'> {
  return {
    body: {
      beneficiary_account_currency: 'USD',
      beneficiary_account_number: american.account_number,
      ...american,
      nickname: 'a field of another corridor',
    },
  };
}

export function accountInput(): Input<'account.create'> {
  return {
    body: {
      type: 'global_account',
      country: 'US',
      currency: 'USD',
      label: 'Second desk · 第二',
      required_features: [{ currency: 'USD', transfer_method: 'LOCAL' }],
    },
  };
}
