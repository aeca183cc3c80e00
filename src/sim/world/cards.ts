// The cards of a customer: issued, switched on and off, limited, closed (INTERFACE.md, Card).
import { preciseTimestamp } from '../clock.ts';
import { type Dice, dice } from '../random.ts';
import { type CardLimit, changedLimits, type LimitOrder, limitsFor, spentOf } from './card-limits.ts';
import { cardNumber, masked } from './card-number.ts';
import { type CardTransactions, cardTransactions } from './card-transactions.ts';
import { type Cardholder, fullName } from './cardholders.ts';
import { type RowPlan, spread, wholeList } from './rows.ts';

export interface Card {
  readonly id: string;
  readonly type: 'PHY' | 'VIRTUAL';
  readonly holderId: string;
  readonly nameOnCard: string;
  readonly currency: string;
  /** All its digits, and what else only its details tell. */
  readonly number: string;
  readonly cvv: string;
  readonly expiry: string;
  /** What the service calls its masked number; of one card it is none. */
  readonly maskedNumber: string;
  /** Epoch milliseconds. */
  readonly created: number;
  updated: number;
  status: 'ACTIVE' | 'INACTIVE' | 'CLOSED';
  limits: readonly CardLimit[];
  readonly cashLimits: readonly CardLimit[];
  readonly transactions: CardTransactions;
}

type CardOrder = Pick<Card, 'type' | 'holderId' | 'nameOnCard' | 'currency'> & {
  readonly limits: LimitOrder;
};

/** The list's form; it calls the ID a hash. */
type CardRecord = {
  cardHashId: string;
  cardStatus: string;
  maskedCardNumber: string;
  cardholderId: string;
  createdAt: string;
  updatedAt: string;
  nameOnCard: string;
  cardType: string;
  currency: string;
};

export interface Cards {
  /** Newest first. */
  readonly all: readonly Card[];
  find(id: string): Card | undefined;
  /** The list as it is now. */
  plan(): RowPlan<Card, CardRecord>;
  issue(order: CardOrder, now: number): Card;
  /** What a request ID made before, and from which body. */
  issued(requestId: string): { readonly card: Card; readonly body: string } | undefined;
  remember(requestId: string, card: Card, body: string): void;
  change(card: Card, status: Card['status'], limits: LimitOrder, now: number): void;
}

/** More than two pages of the default size; nobody has a hundred thousand cards. */
const most = 45;
const usual: LimitOrder = [
  { interval: 'PER_TRANSACTION', digits: '1000' },
  { interval: 'DAILY', digits: '2500' },
  { interval: 'MONTHLY', digits: '20000' },
];
const usualCash: LimitOrder = [
  { interval: 'PER_TRANSACTION', digits: '200' },
  { interval: 'DAILY', digits: '500' },
];
/** The newest ones are of every kind; what comes after repeats the first four. */
const states = ['ACTIVE', 'INACTIVE', 'ACTIVE', 'ACTIVE', 'CLOSED'] as const;
/** The card whose number the service forgets to mask (FAULTS C28). */
const bare = 5;

export function createCards(parts: {
  seed: number;
  name: string;
  count: number;
  anchor: number;
  currencies: readonly string[];
  holders: readonly Cardholder[];
  /** What stands on a card that is nobody's own. */
  business: string;
  merchants: readonly [string, ...string[]];
}): Cards {
  const { seed, name, anchor, currencies, holders, merchants } = parts;
  const all: Card[] = [];
  const byRequest = new Map<string, { card: Card; body: string }>();

  const make = (order: CardOrder, luck: Dice, created: number, transactions: number): Card => {
    const { limits, ...given } = order;
    const number = cardNumber(luck);
    const id = luck.uuid();
    const maskedNumber = transactions > 0 && all.length === bare ? number : masked(number);
    const { currency } = order;
    return {
      ...given,
      id,
      number,
      maskedNumber,
      cvv: luck.digits(3),
      expiry: `${String(luck.whole(1, 12)).padStart(2, '0')}/${luck.whole(28, 31)}`,
      created,
      updated: created,
      status: order.type === 'PHY' ? 'INACTIVE' : 'ACTIVE',
      limits: limitsFor(limits, currency),
      cashLimits: limitsFor(usualCash, currency),
      transactions: cardTransactions({
        ...{ seed, cardId: id, currency, anchor, merchants },
        masked: maskedNumber,
        count: transactions,
      }),
    };
  };

  const count = currencies.length === 0 ? 0 : Math.min(most, parts.count);
  const timeOf = spread(anchor, count, i => dice(seed, `${name}/time/${i}`).next());
  for (let i = 0; i < count; i++) {
    const luck = dice(seed, `${name}/${i}`);
    const holder = holders[i % holders.length];
    if (holder === undefined) break;
    const nameOnCard = holder.type === 'DELEGATE' ? parts.business : fullName(holder);
    const currency = currencies[i % currencies.length] ?? '';
    const order = {
      type: i % 2 === 0 ? 'PHY' : 'VIRTUAL',
      holderId: holder.id,
      nameOnCard,
      currency,
    } as const;
    const card = make({ ...order, limits: usual }, luck, timeOf(i), parts.count);
    card.status = states[i < states.length ? i : i % 4] ?? 'ACTIVE';
    card.limits = spentOf(card.limits, luck, i === 2);
    card.updated = card.status === 'ACTIVE' ? card.created : Math.min(anchor, card.created + 90_061_007);
    all.push(card);
  }

  return {
    all,
    find: id => all.find(card => card.id === id),
    plan: () => wholeList(all.map(card => ({ kind: card, at: card.created, row: record(card) }))),
    issue: (order, now) => {
      const card = make(order, dice(seed, `${name}/${all.length}`), now, 0);
      all.unshift(card);
      return card;
    },
    issued: requestId => byRequest.get(requestId),
    remember: (requestId, card, body) => {
      byRequest.set(requestId, { card, body });
    },
    change: (card, status, limits, now) => {
      card.status = status;
      card.limits = changedLimits(card.limits, limits, card.currency);
      card.updated = now;
    },
  };
}

function record(card: Card): CardRecord {
  return {
    cardHashId: card.id,
    cardStatus: card.status,
    maskedCardNumber: card.maskedNumber,
    cardholderId: card.holderId,
    createdAt: preciseTimestamp(card.created),
    updatedAt: preciseTimestamp(card.updated),
    nameOnCard: card.nameOnCard,
    cardType: card.type,
    currency: card.currency,
  };
}
