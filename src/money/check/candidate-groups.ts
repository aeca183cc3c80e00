// Groups the entries of a balance history that belong together, and finds the other writes of Purser that explain them.

import { Odd } from '../../api/contract/odd.ts';
import { textCell } from '../../format/cells.ts';
import type { HistoryEntry } from '../../format/records.ts';
import { compare } from '../../lib/decimal.ts';
import { unsafeText } from '../../lib/visible.ts';
import type { OwnWrite } from './own-payouts.ts';

/** At least six characters with a digit: shorter words are in too many descriptions. */
const REFERENCE = /(?=[A-Za-z-]*\d)[A-Za-z\d-]{6,}/g;

const referencesIn = ({ description }: HistoryEntry): readonly string[] =>
  description === undefined || description instanceof Odd
    ? []
    : (unsafeText(description).match(REFERENCE) ?? []);

/** Entries of the same amount and reference but of different types are one group: money held first, then paid. */
export function candidateGroups(found: readonly HistoryEntry[]): readonly (readonly HistoryEntry[])[] {
  const groups: HistoryEntry[][] = [];
  for (const entry of found) {
    const own = groups.find(group => group.every(other => isOneThing(entry, other)));
    if (own) own.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function isOneThing(one: HistoryEntry, other: HistoryEntry): boolean {
  if (textCell(one.transaction_type).text === textCell(other.transaction_type).text) return false;
  const [mine, its] = [one.amount, other.amount];
  if (mine === undefined || mine instanceof Odd || its === undefined || its instanceof Odd) return false;
  const named = referencesIn(other);
  return compare(mine, its) === 0 && referencesIn(one).some(reference => named.includes(reference));
}

/** An entry and a write may belong together if they are at most this many ms apart. */
const NEAR = 120_000;

export interface Explanation {
  readonly own: OwnWrite;
  /** Whether the response to the write has the entry's reference. If not, the two are only near in time. */
  readonly named: boolean;
}

/**
 * For each group, the write that explains it, or undefined. The reference decides. Without a reference, the time
 * decides, and then a write explains only one group.
 */
export function explainedBy(
  groups: readonly (readonly HistoryEntry[])[],
  own: readonly OwnWrite[],
): readonly (Explanation | undefined)[] {
  const by = new Map<number, Explanation>();
  const taken = new Set<OwnWrite>();
  const pairs = groups.flatMap((group, at) => own.map(one => ({ at, one, ...closeness(group, one) })));
  const best = pairs
    .filter(({ named, apart }) => named || apart <= NEAR)
    .toSorted((a, b) => Number(b.named) - Number(a.named) || a.apart - b.apart);
  for (const { at, one, named } of best) {
    // The sell amount and the buy amount are two groups, and one response may name both groups.
    if (by.has(at) || (!named && taken.has(one))) continue;
    by.set(at, { own: one, named });
    taken.add(one);
  }
  return groups.map((_, at) => by.get(at));
}

function closeness(group: readonly HistoryEntry[], { at, answer }: OwnWrite) {
  const times = group.flatMap(({ create_time: made }) =>
    made === undefined || made instanceof Odd ? [] : [Math.abs(made.epochMs - at)],
  );
  const named = group.flatMap(referencesIn).some(reference => answer.includes(reference));
  return { named, apart: Math.min(Number.POSITIVE_INFINITY, ...times) };
}
