// Seeded balance histories, sound or with known faults. The test knows the faults, and the program does not.

import { type Decimal, fromUnits } from '../../../src/lib/decimal.ts';
import { fromServer, unsafeText } from '../../../src/lib/visible.ts';
import type { HistoryEntry } from '../../../src/records/reads.ts';
import { type Dice, dice } from '../../../src/sim/random.ts';
import {
  type FaultKind,
  type KnownFault,
  type Posting,
  withClocksApart,
  withFaults,
} from '../../../src/sim/world/wrong-history.ts';
import type { FeePlace } from '../../../src/subjects/books/chain.ts';

export interface World {
  /** As the service lists them: newest first, in one world of ten oldest first. */
  readonly entries: readonly HistoryEntry[];
  readonly fee: FeePlace;
  readonly clocks: 'one' | 'apart';
  readonly faults: readonly KnownFault[];
  /** The IDs in the order in which the service posted the entries. */
  readonly posted: readonly string[];
}

const KINDS = ['missing', 'doubled', 'late', 'sign', 'currency', 'jump', 'balance'] as const;
const START = Date.parse('2026-11-01T00:00:00Z');

/** With `count` entries before the faults, and `faults` of them. */
export function world(seed: number, count: number, faults: number): World {
  const luck = dice(seed, 'books');
  const fee = luck.pick(['inside', 'outside'] as const);
  const clocks = luck.pick(['one', 'one', 'apart'] as const);
  const kinds = Array.from({ length: faults }, (): FaultKind => luck.pick(KINDS));
  const made = withFaults(sound(luck, count, fee), kinds, luck);
  const told = clocks === 'one' ? made.postings : withClocksApart(made.postings, luck);
  const listed = told.toSorted((one, other) => one.at - other.at).reverse();
  return {
    ...{ fee, clocks, faults: made.faults },
    entries: (luck.next() < 0.9 ? listed : listed.reverse()).map(entryOf),
    posted: made.postings.map(({ id }) => id),
  };
}

/** Oldest first. Some entries have the same second. */
function sound(luck: Dice, count: number, place: FeePlace): readonly Posting[] {
  let balance = BigInt(luck.whole(0, 10 ** 9));
  let at = START;
  return Array.from({ length: count }, (): Posting => {
    const amount = BigInt(luck.whole(1, 10 ** luck.whole(2, 8))) * (luck.next() < 0.5 ? 1n : -1n);
    const fee = luck.next() < 0.3 ? BigInt(luck.whole(1, 500)) : 0n;
    balance += amount - (place === 'outside' ? fee : 0n);
    at += luck.next() < 0.1 ? 0 : luck.whole(5, 3600) * 1000;
    return { id: luck.uuid(), at, amount, fee, balance, currency: 'GBP' };
  });
}

const entryOf = ({ id, at, amount, fee, balance, currency }: Posting): HistoryEntry => ({
  ...entry({ id, at, amount: fromUnits(amount, 2), fee: fromUnits(fee, 2), balance: fromUnits(balance, 2) }),
  currency: fromServer(currency),
});

interface Facts {
  readonly id?: string;
  /** Epoch ms. */
  readonly at?: number;
  readonly amount?: string;
  readonly fee?: string;
  readonly balance?: string;
}

/** An entry in GBP. A fact that is left out is missing in the service's answer. */
export const entry = ({ id = 'entry', at, amount, fee, balance }: Facts): HistoryEntry => ({
  id: fromServer(id),
  amount: amount as Decimal | undefined,
  currency: fromServer('GBP'),
  balance: balance as Decimal | undefined,
  description: fromServer('Payout'),
  fee: fee as Decimal | undefined,
  create_time: at === undefined ? undefined : { text: fromServer(new Date(at).toISOString()), epochMs: at },
  source_type: 'PAYOUT',
  transaction_type: 'PAYOUT',
});

export const idOf = ({ id }: HistoryEntry): string => (typeof id === 'string' ? unsafeText(id) : '');

export const inGbp = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] =>
  entries.filter(({ currency }) => currency === fromServer('GBP'));
