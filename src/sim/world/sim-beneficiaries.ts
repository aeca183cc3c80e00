// A customer's beneficiaries. Each is computed from its row number on demand (INTERFACE.md, Beneficiary).

import { dice, type NonEmpty } from '../random.ts';
import type { Payload } from '../response.ts';
import { offsetTimestamp } from '../service-clock.ts';
import { placeOf } from './bank-places.ts';
import { type ListParts, numberedIds, timesOf } from './computed-rows.ts';

interface BeneficiaryKind {
  readonly currency: string;
  readonly status: 'VERIFIED' | 'PENDING_VERIFICATION';
}

/** The read by ID adds `metadata` and has another name for the country. */
type BeneficiaryItem = Payload<'beneficiary.list'>['data'][number] & { status: BeneficiaryKind['status'] };

export type BeneficiaryFields = {
  readonly [Name in 'full_name' | 'account_number' | 'routing_number']?: string | undefined;
} & { readonly [Name in 'account_type' | 'entity_type' | 'transfer_method']?: string | undefined };

export function beneficiaryList(
  parts: ListParts & { currencies: readonly string[]; counterparties: NonEmpty<string> },
) {
  const { seed, name, currencies } = parts;
  const count = currencies.length === 0 ? 0 : parts.count;
  const ids = numberedIds({ ...parts, count });
  const timeOf = timesOf({ ...parts, count });
  // Every fifth beneficiary waits for verification.
  const cycle = Array.from(
    { length: currencies.length * 5 },
    (_, i): BeneficiaryKind => ({
      currency: currencies[i % currencies.length] ?? '',
      status: i % 5 === 3 ? 'PENDING_VERIFICATION' : 'VERIFIED',
    }),
  );
  const made: { readonly at: number; readonly item: BeneficiaryItem }[] = [];
  const changes = new Map<string, BeneficiaryFields>();
  const asChanged = (item: BeneficiaryItem): BeneficiaryItem => {
    const { full_name, account_number } = changes.get(item.id) ?? {};
    return {
      ...item,
      ...(full_name !== undefined && { account_holder_name: full_name }),
      ...(account_number !== undefined && { account_number: hidden(account_number) }),
    };
  };
  const seeded = (index: number): BeneficiaryItem => {
    const each = dice(seed, `${name}/${index}`);
    const { currency, status } = cycle[index % cycle.length] ?? { currency: '', status: 'VERIFIED' };
    const { country, bank } = placeOf(currency);
    const created = timeOf(index);
    return {
      id: ids.id(index),
      account_holder_name: each.pick(parts.counterparties),
      account_number: `****${each.digits(4)}`,
      bank_name: bank.name,
      currency,
      country,
      status,
      created_at: offsetTimestamp(created),
      payout_methods:
        currency === 'EUR' ? ['SEPA', 'SWIFT'] : each.next() < 0.5 ? ['LOCAL'] : ['LOCAL', 'SWIFT'],
      last_used_at: each.next() < 0.4 ? null : offsetTimestamp(created + each.whole(0, 3600) * 1000),
    };
  };
  const row = (index: number): BeneficiaryItem => asChanged(seeded(index));
  const find = (id: string): BeneficiaryItem | undefined => {
    const own = made.find(({ item }) => item.id === id);
    if (own !== undefined) return asChanged(own.item);
    const index = ids.indexOf(id);
    return index === undefined ? undefined : row(index);
  };
  return {
    count,
    cycle,
    timeOf,
    row,
    recent: () => made.map(({ at, item }) => ({ kind: item, at, row: asChanged(item) })),
    find,
    details: (id: string) => {
      const found = find(id);
      return found && beneficiaryDetails(found, changes.get(id) ?? {});
    },
    add: (currency: string, country: string, fields: BeneficiaryFields, now: number): BeneficiaryItem => {
      const { full_name = '', account_number = '', transfer_method = 'LOCAL' } = fields;
      const item: BeneficiaryItem = {
        id: dice(seed, `${name}/made/${made.length}`).uuid(),
        account_holder_name: full_name,
        account_number: hidden(account_number),
        bank_name: placeOf(currency).bank.name,
        currency,
        country,
        status: 'PENDING_VERIFICATION',
        created_at: offsetTimestamp(now),
        payout_methods: [transfer_method],
        last_used_at: null,
      };
      made.unshift({ at: now, item });
      changes.set(item.id, fields);
      return item;
    },
    verify: (id: string): void => {
      for (const { item } of made) if (item.id === id) item.status = 'VERIFIED';
    },
    change: (id: string, fields: BeneficiaryFields): void => {
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      changes.set(id, { ...changes.get(id), ...Object.fromEntries(given) });
    },
  };
}

const hidden = (number: string): string => `****${number.slice(-4)}`;

function beneficiaryDetails({ country, ...item }: BeneficiaryItem, known: BeneficiaryFields) {
  const { routing_number = item.account_number, account_type = 'CHECKING', entity_type = 'PERSONAL' } = known;
  return {
    ...item,
    bank_country_code: country,
    entity_type,
    metadata: { routing_number: `*****${routing_number.slice(-4)}`, account_type },
  };
}
