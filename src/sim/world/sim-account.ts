// One account in both families: Family B's record, and Family A's Global Account with the same ID, if there is one.

import { type Dice, dice, type NonEmpty } from '../random.ts';
import type { Payload } from '../response.ts';
import { ibanFor, placeOf } from './bank-places.ts';

export interface AccountPlan {
  readonly label: string;
  /** The first is the account's own. */
  readonly currencies: NonEmpty<string>;
  /** In Family A too. */
  readonly global: boolean;
  /** New, with a dash as its number. */
  readonly inactive?: boolean;
}

type AccountRecord = Payload<'account.list'>[number];
type SupportedFeature = AccountRecord['supported_features'][number];
type GlobalAccountRecord = Payload<'globalAccount.get'>;

export interface SimulatedAccount {
  readonly currencies: NonEmpty<string>;
  readonly record: AccountRecord;
  /** Family A's Global Account with the same ID. */
  readonly global?: GlobalAccountRecord;
}

export function openAccount(plan: AccountPlan, holder: string, seed: number, name: string): SimulatedAccount {
  const luck = dice(seed, name);
  const currency = plan.currencies[0];
  const place = placeOf(currency);
  const id = luck.uuid();
  const account_number = plan.inactive === true ? '-' : luck.digits(8);
  const { name: bankName, city, address, zip } = place.bank;
  const routing_codes = routingCodes(currency, luck);
  const common = { id, account_number, account_type: 'Checking', country_code: place.country };
  const record: AccountRecord = {
    ...common,
    status: plan.inactive === true ? 'INACTIVE' : 'ACTIVE',
    label: plan.label,
    institution: { address, city, name: bankName, zip_code: zip },
    supported_features: plan.currencies.flatMap(each => features(each, luck)),
  };
  if (!plan.global) return { currencies: plan.currencies, record };
  const global: GlobalAccountRecord = {
    ...common,
    account_name: holder,
    capability: {
      clearing_systems: [...place.clearing],
      payment_methods: place.clearing.length > 0 ? ['LOCAL', 'SWIFT'] : ['SWIFT'],
      support_direct_debit: place.routing !== undefined || place.swift === 'AINHNL22',
    },
    currency,
    iban: ibanFor(place, account_number, routing_codes[0]?.value ?? '', luck),
    institution: { address, branch_name: place.branch, city, name: bankName, zip_code: zip },
    nick_name: plan.label,
    request_id: luck.uuid(),
    routing_codes,
  };
  return { currencies: plan.currencies, record, global };
}

function routingCodes(currency: string, luck: Dice): GlobalAccountRecord['routing_codes'] {
  const { routing, swift } = placeOf(currency);
  const local =
    routing === undefined
      ? []
      : [{ type: routing.type, value: luck.digits(routing.free) + luck.pick(routing.ending) }];
  return [...local, { type: 'swift', value: swift }];
}

/** Other currencies than USD have a null or absent clearing system (INTERFACE.md, Account). */
function features(currency: string, luck: Dice): SupportedFeature[] {
  const swift: SupportedFeature = {
    currency,
    transfer_method: 'SWIFT',
    type: 'DEPOSIT',
    routing_codes: [{ type: 'swift', value: placeOf(currency).swift }],
  };
  if (currency !== 'USD') return luck.next() < 0.5 ? [swift] : [{ ...swift, local_clearing_system: null }];
  const number = `${luck.digits(5)}0024`;
  const local = (system: string, type: string): SupportedFeature => ({
    currency,
    local_clearing_system: system,
    transfer_method: 'LOCAL',
    type: 'DEPOSIT',
    routing_codes: [{ type, value: number }],
  });
  return [local('ACH', 'ach'), local('FEDWIRE', 'fedwire'), swift];
}
