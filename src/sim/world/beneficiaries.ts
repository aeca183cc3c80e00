// Whom a customer pays, each made from its number when it is asked for (INTERFACE.md, Beneficiary).
import { offsetTimestamp } from '../clock.ts';
import { dice } from '../random.ts';
import { numberedIds } from './numbered-id.ts';
import { placeOf } from './places.ts';
import { type RowPlan, spread } from './rows.ts';

interface BeneficiaryKind {
  readonly currency: string;
  readonly status: 'VERIFIED' | 'PENDING_VERIFICATION';
}

/** The list's form; the single read adds `metadata` and names the country otherwise. */
export type BeneficiaryItem = {
  id: string;
  account_holder_name: string;
  account_number: string;
  bank_name: string;
  currency: string;
  country: string;
  status: BeneficiaryKind['status'];
  created_at: string;
  payout_methods: string[];
  last_used_at: string | null;
};

export interface BeneficiaryList extends RowPlan<BeneficiaryKind, BeneficiaryItem> {
  find(id: string): BeneficiaryItem | undefined;
}

export function beneficiaryList(parts: {
  seed: number;
  name: string;
  count: number;
  anchor: number;
  currencies: readonly string[];
  counterparties: readonly [string, ...string[]];
}): BeneficiaryList {
  const { seed, name, currencies } = parts;
  const count = currencies.length === 0 ? 0 : parts.count;
  const ids = numberedIds(seed, name);
  const timeOf = spread(parts.anchor, count, i => dice(seed, `${name}/time/${i}`).next());
  // Every fifth waits for its verification; five and the number of currencies share few divisors, so all are mixed.
  const cycle = Array.from(
    { length: currencies.length * 5 },
    (_, i): BeneficiaryKind => ({
      currency: currencies[i % currencies.length] ?? '',
      status: i % 5 === 3 ? 'PENDING_VERIFICATION' : 'VERIFIED',
    }),
  );
  const row = (index: number): BeneficiaryItem => {
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
  return {
    count,
    cycle,
    timeOf,
    row,
    find: id => {
      const index = ids.indexOf(id, count);
      return index === undefined ? undefined : row(index);
    },
  };
}

/** The single read's form. */
export function beneficiaryDetails({ country, ...item }: BeneficiaryItem) {
  const routing_number = `*****${item.account_number.slice(-4)}`;
  return {
    ...item,
    bank_country_code: country,
    entity_type: 'PERSONAL',
    metadata: { routing_number, account_type: 'CHECKING' },
  };
}
