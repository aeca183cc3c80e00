// Seeded balance histories, sound or with known faults. The test knows the faults, and the program does not.

import type { HistoryEntry } from '../../../src/format/records.ts';
import { type Decimal, fromUnits } from '../../../src/lib/decimal.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import { type Dice, dice } from '../../../src/sim/random.ts';
import type { FeePlace } from '../../../src/subjects/books/chain.ts';

export type FaultKind = 'missing' | 'doubled' | 'late' | 'sign' | 'currency' | 'jump' | 'balance';
const FAULTS = ['missing', 'doubled', 'late', 'sign', 'currency', 'jump', 'balance'] as const;

/** In minor units and epoch ms. */
interface Posting {
  readonly id: string;
  readonly at: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly balance: bigint;
  readonly currency: string;
}

export interface Fault {
  readonly kind: FaultKind;
  /** The first entry that can't be right. For `doubled` one of the two. */
  readonly first: readonly string[];
}

export interface World {
  /** As the service lists them. */
  readonly entries: readonly HistoryEntry[];
  readonly fee: FeePlace;
  readonly faults: readonly Fault[];
}

const START = Date.parse('2026-11-01T00:00:00Z');
const SECOND = 1000;
const HOUR = 3_600_000;
/** Faults nearer to each other, or to an end of the list, may look like one other fault. */
const APART = 4;

export function world(seed: number, count: number, faults: number): World {
  const luck = dice(seed, 'books');
  const fee = luck.pick(['inside', 'outside'] as const);
  const clocks = luck.pick(['one', 'one', 'apart'] as const);
  const [sound] = [posted(luck, count, fee)];
  const places = spaced(luck, count, faults);
  const known: Fault[] = [];
  let wrong: readonly Posting[] = sound;
  // From the newest to the oldest, so that the older places stay.
  for (const place of places.toReversed()) {
    const made = withFault(wrong, place, luck.pick(FAULTS), luck);
    wrong = made.postings;
    known.push(made.fault);
  }
  const told = clocks === 'one' ? wrong : wrong.map(one => ({ ...one, at: one.at - (luck.next() < 0.5 ? 20 * SECOND : 0) }));
  const listed = told.toSorted((one, other) => one.at - other.at).reverse();
  return {
    entries: (luck.next() < 0.9 ? listed : listed.reverse()).map(entryOf),
    fee,
    faults: known.reverse(),
  };
}

/** A sound history, oldest first. Some entries have the same second. */
function posted(luck: Dice, count: number, place: FeePlace): readonly Posting[] {
  let balance = BigInt(luck.whole(0, 10 ** 9));
  let at = START;
  return Array.from({ length: count }, (): Posting => {
    const amount = BigInt(luck.whole(1, 10 ** luck.whole(2, 8))) * (luck.next() < 0.5 ? 1n : -1n);
    const fee = luck.next() < 0.3 ? BigInt(luck.whole(1, 500)) : 0n;
    balance += amount - (place === 'outside' ? fee : 0n);
    at += luck.next() < 0.1 ? 0 : luck.whole(5, 3600) * SECOND;
    return { id: luck.uuid(), at, amount, fee, balance, currency: 'GBP' };
  });
}

function spaced(luck: Dice, count: number, faults: number): readonly number[] {
  const places: number[] = [];
  for (let tries = 0; places.length < faults && tries < 1000; tries++) {
    const place = luck.whole(APART, count - APART - 1);
    if (places.every(other => Math.abs(other - place) >= APART)) places.push(place);
  }
  return places.toSorted((one, other) => one - other);
}

interface Made {
  readonly postings: readonly Posting[];
  readonly fault: Fault;
}

function withFault(all: readonly Posting[], place: number, kind: FaultKind, luck: Dice): Made {
  const one = all[place];
  const next = all[place + 1];
  if (!one || !next) throw new RangeError(`no place ${place}`);
  const replaced = (posting: Posting): readonly Posting[] => all.with(place, posting);
  const by = BigInt(luck.whole(1, 10 ** 6));
  switch (kind) {
    case 'missing':
      return { postings: all.toSpliced(place, 1), fault: { kind, first: [next.id] } };
    case 'doubled': {
      const copy = { ...one, id: luck.uuid() };
      return { postings: all.toSpliced(place + 1, 0, copy), fault: { kind, first: [one.id, copy.id] } };
    }
    case 'late':
      return { postings: replaced({ ...one, at: one.at - 200 * HOUR }), fault: { kind, first: [one.id] } };
    case 'sign':
      return { postings: replaced({ ...one, amount: -one.amount }), fault: { kind, first: [one.id] } };
    case 'currency':
      return { postings: replaced({ ...one, currency: 'USD' }), fault: { kind, first: [next.id] } };
    case 'jump':
      return {
        postings: all.map((posting, at) => (at < place ? posting : { ...posting, balance: posting.balance + by })),
        fault: { kind, first: [one.id] },
      };
    case 'balance':
      return { postings: replaced({ ...one, balance: one.balance - by }), fault: { kind, first: [one.id] } };
  }
}

const entryOf = ({ id, at, amount, fee, balance, currency }: Posting): HistoryEntry => ({
  id: fromServer(id),
  amount: fromUnits(amount, 2),
  currency: fromServer(currency),
  balance: fromUnits(balance, 2),
  description: fromServer(`Payout ${id.slice(0, 6)}`),
  fee: fromUnits(fee, 2),
  create_time: { text: fromServer(new Date(at).toISOString()), epochMs: at },
  source_type: 'PAYOUT',
  transaction_type: 'PAYOUT',
});

export const decimal = (text: string): Decimal => text as Decimal;
