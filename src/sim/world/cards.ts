// A customer's cards, which can be issued, changed, limited and closed (INTERFACE.md, Card).
import { preciseTimestamp } from '../clock.ts';
import { type Dice, dice } from '../random.ts';
import { type CardLimit, changedLimits, type LimitsByInterval, limitsFor, spentOf } from './card-limits.ts';
import { type CardTransactions, cardTransactions } from './card-transactions.ts';
import { type Cardholder, fullName } from './cardholders.ts';
import { type RowPlan, spread, wholeList } from './rows.ts';

export interface SimulatedCard {
  readonly id: string;
  readonly type: 'PHY' | 'VIRTUAL';
  readonly holderId: string;
  readonly nameOnCard: string;
  readonly currency: string;
  /** All digits. Only the card details show them. */
  readonly number: string;
  readonly cvv: string;
  readonly expiry: string;
  /** The number in the list. For one card this number is not masked (FAULTS C28). */
  readonly maskedNumber: string;
  /** Epoch milliseconds. */
  readonly created: number;
  updated: number;
  status: 'ACTIVE' | 'INACTIVE' | 'CLOSED';
  limits: readonly CardLimit[];
  readonly cashLimits: readonly CardLimit[];
  readonly transactions: CardTransactions;
}

type CardOrder = Pick<SimulatedCard, 'type' | 'holderId' | 'nameOnCard' | 'currency'> & {
  readonly limits: LimitsByInterval;
};

/** A row of the list, with the ID as `cardHashId`. */
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
  readonly all: readonly SimulatedCard[];
  find(id: string): SimulatedCard | undefined;
  plan(): RowPlan<SimulatedCard, CardRecord>;
  issue(order: CardOrder, now: number): SimulatedCard;
  /** The card that an earlier request with this ID made, and the body of that request. */
  issued(requestId: string): { readonly card: SimulatedCard; readonly body: string } | undefined;
  remember(requestId: string, card: SimulatedCard, body: string): void;
  change(card: SimulatedCard, status: SimulatedCard['status'], limits: LimitsByInterval, now: number): void;
}

/** The most cards of a customer: more than two pages of the default size. */
const most = 45;
const usual: LimitsByInterval = [
  { interval: 'PER_TRANSACTION', digits: '1000' },
  { interval: 'DAILY', digits: '2500' },
  { interval: 'MONTHLY', digits: '20000' },
];
const usualCash: LimitsByInterval = [
  { interval: 'PER_TRANSACTION', digits: '200' },
  { interval: 'DAILY', digits: '500' },
];
/** The states of the newest cards. Older cards repeat the first four. */
const states = ['ACTIVE', 'INACTIVE', 'ACTIVE', 'ACTIVE', 'CLOSED'] as const;
/** The position of the card whose number is not masked (FAULTS C28). */
const bare = 5;

export function createCards(parts: {
  seed: number;
  name: string;
  count: number;
  anchor: number;
  currencies: readonly string[];
  holders: readonly Cardholder[];
  /** The name on cards that are not personalized. */
  business: string;
  merchants: readonly [string, ...string[]];
}): Cards {
  const { seed, name, anchor, currencies, holders, merchants } = parts;
  const all: SimulatedCard[] = [];
  const byRequest = new Map<string, { card: SimulatedCard; body: string }>();

  const make = (order: CardOrder, luck: Dice, created: number, transactions: number): SimulatedCard => {
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

function record(card: SimulatedCard): CardRecord {
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

/** Sixteen digits in a range that no bank issues, with a valid check digit (Luhn). */
function cardNumber(luck: Dice): string {
  const body = `40000012${luck.digits(7)}`;
  let sum = 0;
  for (const [place, digit] of [...body].reverse().entries()) {
    const counted = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += counted > 9 ? counted - 9 : counted;
  }
  return body + String((10 - (sum % 10)) % 10);
}

/** Shows the first six digits and the last four. */
function masked(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;
}
