// A balance history that is wrong on purpose, or whose fees and clocks are unusual. The seed decides where.

import { type Dice, dice, type NonEmpty } from '../random.ts';
import { offsetTimestamp } from '../service-clock.ts';
import { amount, minorUnits, scaleFor } from './amount.ts';
import { type RecentRow, type WorldPart, wholeList } from './computed-rows.ts';
import type { HistoryList, HistoryMove } from './sim-history.ts';
import { RECORD_RULES } from './wrong-records.ts';

const FAULT_KINDS = ['missing', 'doubled', 'late', 'sign', 'currency', 'jump', 'balance'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
/** `fee-outside` and `clocks-apart` are no faults: a history that has them adds up. RECORD_RULES leave the history as it is. */
const HISTORY_RULES = [...FAULT_KINDS, 'fee-outside', 'clocks-apart'] as const;
export const BOOK_RULES = [...HISTORY_RULES, ...RECORD_RULES] as const;
export type BookRule = (typeof BOOK_RULES)[number];

/** In minor units and epoch ms. */
export interface Posting {
  readonly id: string;
  readonly at: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly balance: bigint;
  readonly currency: string;
}

export interface KnownFault {
  readonly kind: FaultKind;
  /** The first entry that can't be right: one of these. */
  readonly first: readonly string[];
  /** Further entries that don't follow because of the fault. */
  readonly also: readonly string[];
}

interface FaultyHistory<P extends Posting> {
  readonly postings: readonly P[];
  readonly faults: readonly KnownFault[];
}

/** In entries. Faults nearer to each other, or to an end of the history, may look like one other fault. */
const APART = 4;

/** Of one currency, oldest first. Faults for which there is no room are left out. */
export function withFaults<P extends Posting>(
  sound: readonly P[],
  kinds: readonly FaultKind[],
  luck: Dice,
): FaultyHistory<P> {
  const places: number[] = [];
  for (let tries = 0; places.length < kinds.length && tries < 200; tries++) {
    const place = luck.whole(APART, Math.max(APART, sound.length - APART - 1));
    const isFree = place < sound.length - APART && places.every(other => Math.abs(other - place) >= APART);
    if (isFree) places.push(place);
  }
  // From the newest to the oldest, so that the older places stay.
  return places
    .toSorted((one, other) => other - one)
    .reduce<FaultyHistory<P>>((made, place, nth) => withFault(made, place, kinds[nth] ?? 'missing', luck), {
      postings: sound,
      faults: [],
    });
}

const HOUR = 3_600_000;

function withFault<P extends Posting>(
  made: FaultyHistory<P>,
  place: number,
  kind: FaultKind,
  luck: Dice,
): FaultyHistory<P> {
  const { postings, faults } = made;
  const [one, next] = [postings[place], postings[place + 1]];
  if (!one || !next) return made;
  const by = BigInt(luck.whole(1, 10 ** 6));
  const found = (
    changed: readonly P[],
    first: readonly string[],
    also: readonly string[] = [],
  ): FaultyHistory<P> => ({
    postings: changed,
    faults: [...faults, { kind, first, also }],
  });
  const replaced = (change: Partial<Posting>): readonly P[] => postings.with(place, { ...one, ...change });
  switch (kind) {
    case 'missing':
      return found(postings.toSpliced(place, 1), [next.id]);
    case 'doubled': {
      const copy = { ...one, id: luck.uuid() };
      return found(postings.toSpliced(place + 1, 0, copy), [one.id, copy.id]);
    }
    case 'late':
      return found(replaced({ at: one.at - 200 * HOUR }), [one.id]);
    case 'sign':
      return found(replaced({ amount: -one.amount }), [one.id]);
    case 'currency':
      return found(replaced({ currency: one.currency === 'USD' ? 'EUR' : 'USD' }), [next.id], [one.id]);
    case 'jump': {
      const jumped = (posting: P, at: number): P =>
        at < place ? posting : { ...posting, balance: posting.balance + by };
      return found(postings.map(jumped), [one.id]);
    }
    case 'balance':
      return found(replaced({ balance: one.balance - by }), [one.id]);
  }
}

/** In ms. */
const SLOW_CLOCK = 20_000;

/** Every second entry has the time of a slower clock. */
export const withClocksApart = <P extends Posting>(postings: readonly P[], luck: Dice): readonly P[] =>
  postings.map(one => (luck.next() < 0.5 ? one : { ...one, at: one.at - SLOW_CLOCK }));

interface Listed extends Posting {
  readonly move: Omit<HistoryMove, 'currency'>;
  readonly description: string;
  readonly scale: number;
}

export const changesHistory = (rules: readonly BookRule[] = []): boolean =>
  HISTORY_RULES.some(rule => rules.includes(rule));

/** Each fault once, in a currency that the seed decides. */
export function wrongHistory(past: HistoryList, rules: readonly BookRule[], { seed, name }: WorldPart) {
  const luck = dice(seed, `${name}/books`);
  const sound = Array.from({ length: past.count }, (_, nth) => past.count - 1 - nth).flatMap(
    (index): readonly Listed[] => listed(past, index, rules.includes('fee-outside')),
  );
  const byCurrency = [...Map.groupBy(sound, ({ currency }) => currency).values()];
  const room = byCurrency.filter(({ length }) => length >= ROOM);
  const kinds = FAULT_KINDS.filter(kind => rules.includes(kind)).map(kind => ({
    kind,
    into: isFilled(room) ? luck.pick(room) : undefined,
  }));
  const made = byCurrency.map(postings =>
    withFaults(
      postings,
      kinds.filter(({ into }) => into === postings).map(({ kind }) => kind),
      luck,
    ),
  );
  const all = made.flatMap(({ postings }) => postings);
  const told = rules.includes('clocks-apart') ? withClocksApart(all, luck) : all;
  const rows = told.toSorted((one, other) => one.at - other.at).reverse();
  return {
    history: wholeList(rows.map(recordOf)),
    faults: made.flatMap(({ faults }) => faults),
  };
}

/** In entries of one currency. */
const ROOM = 12;

const isFilled = <T>(items: readonly T[]): items is NonEmpty<T> => items.length > 0;

function listed(past: HistoryList, index: number, feeOutside: boolean): readonly Listed[] {
  const move = past.cycle[index % past.cycle.length];
  if (!move) return [];
  const { id, currency, description, ...sent } = past.row(index);
  const digits = [sent.amount, sent.fee, sent.balance].map(({ source }) => source);
  const scale = scaleFor(currency, digits);
  const [moved = 0n, fee = 0n, balance = 0n] = digits.map(text => minorUnits(text, scale));
  const at = past.timeOf(index);
  return [
    { id, at, amount: feeOutside ? moved + fee : moved, fee, balance, currency, scale, move, description },
  ];
}

function recordOf(posting: Listed): RecentRow<HistoryMove, ReturnType<HistoryList['row']>> {
  const { id, at, scale, currency, move, description } = posting;
  const { source, transaction } = move;
  const row = {
    id,
    currency,
    description,
    source_type: source,
    transaction_type: transaction,
    amount: amount(posting.amount, scale),
    balance: amount(posting.balance, scale),
    fee: amount(posting.fee, scale),
    create_time: offsetTimestamp(at),
  };
  return { kind: { currency, source, transaction }, at, row };
}
