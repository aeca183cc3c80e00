// A card's transactions. Each is computed from its row number on demand (INTERFACE.md, Card transaction).
import type { JsonNumber } from '../../lib/json.ts';
import { preciseTimestamp } from '../clock.ts';
import { type Dice, dice } from '../random.ts';
import { amount } from './amount.ts';
import { rateAt, sold } from './rates.ts';
import { type RowPlan, spread } from './rows.ts';
import { digitsOf } from './wallet.ts';

type CardTransactionRecord = {
  transaction_id: string;
  card_id: string;
  lifecycle_id: string;
  transaction_type: string;
  status: string;
  transaction_amount: JsonNumber;
  transaction_currency: string;
  billing_amount: JsonNumber;
  billing_currency: string;
  transaction_date: string;
  posted_date: string | null;
  auth_code: string;
  retrieval_ref: string;
  network_transaction_id: string;
  acquiring_institution_identifier: string;
  card_nickname?: string;
  masked_card_number: string;
  client_data: string;
  digital_wallet_token_id: string | null;
  failure_reason?: string;
  matched_authorizations: string[];
  merchant: Record<
    'category_code' | 'city' | 'country' | 'identifier' | 'name' | 'postcode' | 'state',
    string
  >;
  risk_details: { risk_actions_performed: string[]; risk_factors: string[]; three_dsecure_outcome: string };
};

interface CardTransactionKind {
  readonly status: 'APPROVED' | 'DECLINED';
  /** INTERFACE.md shows only REFUND. PURCHASE is our choice. */
  readonly type: 'PURCHASE' | 'REFUND';
  /** Why the transaction was declined. */
  readonly because?: 'funds' | 'risk';
}

export type CardTransactions = RowPlan<CardTransactionKind, CardTransactionRecord>;

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

/** Shops with a currency and an address in the form of their country. */
const shops: readonly [Shop, ...Shop[]] = [
  { currency: 'GBP', country: 'GB', city: 'Leeds', state: 'West Yorkshire', postcode: 'LS1 4DY' },
  { currency: 'USD', country: 'US', city: 'Portland', state: 'OR', postcode: '97205' },
  { currency: 'EUR', country: 'FR', city: 'Besançon', state: '', postcode: '25000' },
  { currency: 'JPY', country: 'JP', city: '大阪', state: '大阪府', postcode: '530-0001' },
];
interface Shop {
  readonly currency: string;
  readonly country: string;
  readonly city: string;
  readonly state: string;
  readonly postcode: string;
}

export function cardTransactions(parts: {
  seed: number;
  cardId: string;
  /** The masked number, as in the list of cards. */
  masked: string;
  currency: string;
  count: number;
  anchor: number;
  merchants: readonly [string, ...string[]];
}): CardTransactions {
  const { seed, cardId, currency, count } = parts;
  const name = `card/${cardId}`;
  const timeOf = spread(parts.anchor, count, i => dice(seed, `${name}/time/${i}`).next());
  const row = (index: number): CardTransactionRecord => {
    const each = dice(seed, `${name}/${index}`);
    const kind = cycle[index % cycle.length] ?? bought;
    const at = timeOf(index);
    const { currency: sells, ...place } = each.pick(shops);
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

/** The card is billed in its own currency, at the rate of `at`. Without a rate, the shop's price is in the card's currency too. */
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
