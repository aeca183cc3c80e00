// A customer's cards with their limits, and the cardholders (INTERFACE.md, Card; Cardholder).

import { type Dice, dice, type NonEmpty } from '../random.ts';
import { preciseTimestamp } from '../service-clock.ts';
import { amount, digitsOf, minorUnits } from './amount.ts';
import { type ListParts, timesOf, wholeList } from './computed-rows.ts';
import { type CardTransactions, cardTransactions } from './transactions.ts';
import type { BookRule } from './wrong-history.ts';

export interface SimulatedCard {
  readonly id: string;
  readonly type: 'PHY' | 'VIRTUAL';
  readonly holderId: string;
  readonly nameOnCard: string;
  readonly currency: string;
  readonly number: string;
  readonly cvv: string;
  readonly expiry: string;
  /** Not masked for one card (FAULTS C28). */
  readonly maskedNumber: string;
  readonly created: number;
  updated: number;
  status: 'ACTIVE' | 'INACTIVE' | 'CLOSED';
  limits: readonly IntervalLimit[];
  readonly cashLimits: readonly IntervalLimit[];
  readonly transactions: CardTransactions;
}

type CardOrder = Pick<SimulatedCard, 'type' | 'holderId' | 'nameOnCard' | 'currency'> & {
  readonly limits: LimitsByInterval;
};

export type Cards = ReturnType<typeof createCards>;

/** More than two pages of the default size. */
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
/** Of the newest cards. Older cards repeat the first four. */
const states = ['ACTIVE', 'INACTIVE', 'ACTIVE', 'ACTIVE', 'CLOSED'] as const;
/** The card whose number is not masked (FAULTS C28). */
const bare = 5;

export function createCards(
  parts: ListParts & {
    currencies: readonly string[];
    holders: readonly Cardholder[];
    business: string;
    merchants: NonEmpty<string>;
    books?: readonly BookRule[] | undefined;
  },
) {
  const { seed, name, anchor, currencies, holders, merchants, books = [] } = parts;
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
        seed,
        cardId: id,
        currency,
        anchor,
        merchants,
        masked: maskedNumber,
        count: transactions,
      }),
    };
  };

  const count = currencies.length === 0 ? 0 : Math.min(most, parts.count);
  const timeOf = timesOf({ ...parts, count });
  const wrong = books.includes('card-limit') ? dice(seed, `${name}/books`).whole(0, count - 1) : undefined;
  for (let i = 0; i < count; i++) {
    const luck = dice(seed, `${name}/${i}`);
    const holder = holders[i % holders.length];
    if (holder === undefined) break;
    const nameOnCard = holder.type === 'DELEGATE' ? parts.business : fullName(holder);
    const currency = currencies[i % currencies.length] ?? '';
    const type = i % 2 === 0 ? 'PHY' : 'VIRTUAL';
    const order = { type, holderId: holder.id, nameOnCard, currency, limits: usual } as const;
    const card = make(order, luck, timeOf(i), parts.count);
    card.status = states[i < states.length ? i : i % 4] ?? 'ACTIVE';
    card.limits = spentOf(card.limits, luck, i === 2);
    if (i === wrong) card.limits = card.limits.map(unspent);
    card.updated = card.status === 'ACTIVE' ? card.created : Math.min(anchor, card.created + 90_061_007);
    all.push(card);
  }

  return {
    all: all as readonly SimulatedCard[],
    /** Of the limits, made on purpose. */
    fault: wrong === undefined ? undefined : all[wrong]?.id,
    find: (id: string) => all.find(card => card.id === id),
    plan: () => wholeList(all.map(card => ({ kind: card, at: card.created, row: record(card) }))),
    issue: (order: CardOrder, now: number): SimulatedCard => {
      const card = make(order, dice(seed, `${name}/${all.length}`), now, 0);
      all.unshift(card);
      return card;
    },
    /** By an earlier request with this ID. */
    issued: (requestId: string) => byRequest.get(requestId),
    remember: (requestId: string, card: SimulatedCard, body: string): void => {
      byRequest.set(requestId, { card, body });
    },
    change(card: SimulatedCard, status: SimulatedCard['status'], limits: LimitsByInterval, now: number) {
      card.status = status;
      card.limits = changedLimits(card.limits, limits, card.currency);
      card.updated = now;
    },
  };
}

/** The list has the ID as `cardHashId`. */
function record(card: SimulatedCard) {
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

/** In a range that no bank issues, with a valid check digit (Luhn). */
function cardNumber(luck: Dice): string {
  const body = `40000012${luck.digits(7)}`;
  let sum = 0;
  for (const [place, digit] of [...body].reverse().entries()) {
    const counted = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += counted > 9 ? counted - 9 : counted;
  }
  return body + String((10 - (sum % 10)) % 10);
}

const masked = (number: string): string =>
  `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;

interface IntervalLimit {
  readonly interval: string;
  readonly minor: bigint;
  readonly spent: bigint;
}

export type LimitsByInterval = readonly { readonly interval: string; readonly digits: string }[];

function limitsFor(order: LimitsByInterval, currency: string): readonly IntervalLimit[] {
  return order.map(({ interval, digits }) => ({
    interval,
    minor: minorUnits(digits, digitsOf(currency)),
    spent: 0n,
  }));
}

/** A limit per transaction has nothing spent. */
function spentOf(limits: readonly IntervalLimit[], luck: Dice, exhausted: boolean): readonly IntervalLimit[] {
  return limits.map(limit => {
    if (limit.interval === 'PER_TRANSACTION') return limit;
    const part = BigInt(exhausted ? 1_000 : luck.whole(0, 999));
    return { ...limit, spent: (limit.minor * part) / 1_000n };
  });
}

/** More remains than the limit. */
const unspent = (limit: IntervalLimit): IntervalLimit => ({ ...limit, spent: -limit.minor });

/** A changed limit keeps its spent amount. Other limits stay. */
function changedLimits(
  limits: readonly IntervalLimit[],
  order: LimitsByInterval,
  currency: string,
): IntervalLimit[] {
  const asked = limitsFor(order, currency);
  const kept = limits.filter(({ interval }) => !asked.some(limit => limit.interval === interval));
  const spent = (interval: string): bigint => limits.find(limit => limit.interval === interval)?.spent ?? 0n;
  return [...kept, ...asked.map(limit => ({ ...limit, spent: spent(limit.interval) }))];
}

/** Zero remains if the limit is below the spent amount. */
export function limitRecords(limits: readonly IntervalLimit[], currency: string) {
  const digits = digitsOf(currency);
  return limits.map(({ interval, minor, spent }) => ({
    amount: amount(minor, digits),
    interval,
    remaining: amount(minor > spent ? minor - spent : 0n, digits),
  }));
}

/** A new name or address replaces the whole old name or address. */
interface CardholderDetails {
  readonly name: { readonly first_name: string; readonly last_name: string };
  readonly mobile?: string | undefined;
  readonly address?: Readonly<Record<string, string>> | undefined;
  readonly postalAddress?: Readonly<Record<string, string>> | undefined;
}

interface Cardholder {
  readonly id: string;
  readonly type: 'INDIVIDUAL' | 'DELEGATE';
  details: CardholderDetails;
}

/** The API creates and changes cardholders, but has no read. Every third initial cardholder is a delegate. */
export function createCardholders(parts: Omit<ListParts, 'anchor'> & { people: NonEmpty<string> }) {
  const { seed, name, people } = parts;
  const all: Cardholder[] = [];
  const add = (type: Cardholder['type'], details: CardholderDetails): Cardholder => {
    const cardholder = { id: dice(seed, `${name}/${all.length}`).uuid(), type, details };
    all.push(cardholder);
    return cardholder;
  };
  for (let i = 0; i < parts.count; i++) {
    const last_name = people[i % people.length] ?? people[0];
    add(i % 3 === 2 ? 'DELEGATE' : 'INDIVIDUAL', { name: { first_name: '', last_name } });
  }
  return {
    all: all as readonly Cardholder[],
    add,
    find: (id: string) => all.find(cardholder => cardholder.id === id),
  };
}

export const fullName = ({ details: { name } }: Cardholder): string =>
  `${name.first_name} ${name.last_name}`.trim();
