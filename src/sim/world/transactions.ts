// The transactions of an account and of a card. Each is computed from its row number on demand (INTERFACE.md, Account
// transaction and Card transaction).

import { type Dice, dice, type NonEmpty } from '../random.ts';
import { offsetTimestamp, preciseTimestamp } from '../service-clock.ts';
import { amount, digitsOf } from './amount.ts';
import { type ListParts, type RowPlan, timesOf } from './computed-rows.ts';
import { rateAt, sold } from './foreign-exchange.ts';
import { purposes } from './names.ts';

const period = 24;
const awkward: NonEmpty<bigint> = [1n, 10n, 110n, 900719925474099301n, 100000000n];

interface TransactionKind {
  readonly currency: string;
  readonly type: 'CREDIT' | 'DEBIT';
}

export type TransactionList = RowPlan<
  TransactionKind,
  ReturnType<ReturnType<typeof transactionList>['row']>
> & {
  /** Rows with a lower number are PENDING. */
  readonly pending: number;
};

export function transactionList(
  parts: ListParts & { currencies: NonEmpty<string>; counterparties: NonEmpty<string> },
) {
  const { seed, name, count, currencies } = parts;
  const luck = dice(seed, `${name}/kinds`);
  const cycle = Array.from({ length: period }, (_, i): TransactionKind => {
    const other = currencies[1 + (i % Math.max(1, currencies.length - 1))];
    return {
      currency: i % 4 === 3 ? (other ?? currencies[0]) : currencies[0],
      type: luck.next() < 0.4 ? 'CREDIT' : 'DEBIT',
    };
  });
  const timeOf = timesOf(parts);
  /** Rows with a lower number are PENDING, all others SETTLED. */
  const pending = Math.min(7, Math.ceil(count / 3));
  const row = (index: number) => {
    const each = dice(seed, `${name}/${index}`);
    const { currency, type } = cycle[index % period] ?? { currency: currencies[0], type: 'CREDIT' };
    const minor = each.next() < 0.03 ? each.pick(awkward) : BigInt(each.whole(1, 10 ** each.whole(3, 8)));
    return {
      id: each.uuid(),
      amount: amount(minor, digitsOf(currency)),
      currency,
      type,
      status: index < pending ? 'PENDING' : 'SETTLED',
      create_time: offsetTimestamp(timeOf(index)),
      description: `${each.pick(purposes)} ${each.digits(6)} ${each.pick(parts.counterparties)}`,
    };
  };
  return { count, cycle, timeOf, row, pending };
}

interface CardTransactionKind {
  readonly status: 'APPROVED' | 'DECLINED';
  /** INTERFACE.md shows only REFUND. PURCHASE is our choice. */
  readonly type: 'PURCHASE' | 'REFUND';
  readonly because?: 'funds' | 'risk';
}

export type CardTransactions = ReturnType<typeof cardTransactions>;

const bought: CardTransactionKind = { status: 'APPROVED', type: 'PURCHASE' };
const cycle: readonly CardTransactionKind[] = [
  bought,
  { status: 'DECLINED', type: 'PURCHASE', because: 'funds' },
  bought,
  { status: 'APPROVED', type: 'REFUND' },
  bought,
  bought,
  { status: 'DECLINED', type: 'PURCHASE', because: 'risk' },
  bought,
];

const shops = [
  { currency: 'GBP', country: 'GB', city: 'Leeds', state: 'West Yorkshire', postcode: 'LS1 4DY' },
  { currency: 'USD', country: 'US', city: 'Portland', state: 'OR', postcode: '97205' },
  { currency: 'EUR', country: 'FR', city: 'Besançon', state: '', postcode: '25000' },
  { currency: 'JPY', country: 'JP', city: '大阪', state: '大阪府', postcode: '530-0001' },
] as const;

export function cardTransactions(
  parts: Omit<ListParts, 'name'> & {
    cardId: string;
    masked: string;
    currency: string;
    merchants: NonEmpty<string>;
  },
) {
  const { seed, cardId, currency, count } = parts;
  const name = `card/${cardId}`;
  const timeOf = timesOf({ ...parts, name });
  const row = (index: number) => {
    const each = dice(seed, `${name}/${index}`);
    const kind = cycle[index % cycle.length] ?? bought;
    const at = timeOf(index);
    const { currency: sells, ...place } = each.pick<(typeof shops)[number]>(shops);
    return {
      transaction_id: each.uuid(),
      card_id: cardId,
      lifecycle_id: each.uuid(),
      transaction_type: kind.type,
      status: kind.status,
      ...amounts(seed, sells, currency, at, each),
      transaction_date: preciseTimestamp(at),
      // A declined transaction is never posted. The newest transaction is not posted yet.
      posted_date:
        kind.status === 'DECLINED' || index === 0
          ? null
          : preciseTimestamp(at + 86_400_000 + each.whole(0, 999)),
      auth_code: kind.status === 'DECLINED' ? '' : each.digits(6),
      retrieval_ref: each.digits(12),
      network_transaction_id: each.digits(15),
      acquiring_institution_identifier: each.digits(6),
      ...(index % 2 === 0 && { card_nickname: 'Travel' }),
      masked_card_number: parts.masked,
      client_data: '',
      digital_wallet_token_id: index % 5 === 4 ? each.uuid() : null,
      ...(kind.because === 'funds' && { failure_reason: 'INSUFFICIENT_FUNDS' }),
      ...(kind.because === 'risk' && { failure_reason: 'SUSPECTED_FRAUD' }),
      matched_authorizations: kind.type === 'REFUND' ? [each.uuid()] : [],
      merchant: {
        ...place,
        category_code: each.digits(4),
        identifier: each.digits(15),
        name: each.pick(parts.merchants),
      },
      risk_details: {
        risk_actions_performed: kind.because === 'risk' ? ['TRANSACTION_BLOCKED'] : [],
        risk_factors: kind.because === 'risk' ? ['Unusual merchant country', 'Amount above the usual'] : [],
        three_dsecure_outcome: 'AUTHENTICATED',
      },
    };
  };
  return { count, cycle, timeOf, row };
}

/** Without a rate, the shop's price is in the card's currency too. */
function amounts(seed: number, shopCurrency: string, own: string, at: number, luck: Dice) {
  const billed = BigInt(luck.whole(1, 10 ** luck.whole(2, 5)));
  const rate = rateAt(seed, shopCurrency, own, at);
  const spent = rate === undefined ? 0n : sold(billed, shopCurrency, own, rate);
  const [currency, minor] = spent === 0n ? [own, billed] : [shopCurrency, spent];
  return {
    transaction_amount: amount(minor, digitsOf(currency)),
    transaction_currency: currency,
    billing_amount: amount(billed, digitsOf(own)),
    billing_currency: own,
  };
}
