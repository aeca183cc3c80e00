// Which entries of a balance history belong together, and which of them another write of Purser explains. Pure.

import { Odd } from '../../api/contract/odd.ts';
import { compare } from '../../lib/decimal.ts';
import { unsafeText } from '../../lib/visible.ts';
import type { HistoryEntry } from '../../records/row-types.ts';
import { textCell } from '../../ui/screens/cells.ts';
import type { OwnWrite } from './own-payouts.ts';

/** As long as a reference is, with a digit in it: shorter words are in too many descriptions. */
const REFERENCE = /(?=[A-Za-z-]*\d)[A-Za-z\d-]{6,}/g;

const referencesIn = ({ description }: HistoryEntry): readonly string[] =>
  description === undefined || description instanceof Odd
    ? []
    : (unsafeText(description).match(REFERENCE) ?? []);

/**
 * In their order. Entries of one amount but different types with the same name are one group: held first, then paid.
 */
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

/** Two moments this near to each other (ms) may be one. */
const NEAR = 120_000;

export interface Explanation {
  readonly own: OwnWrite;
  /** Its answer has the entry's name; otherwise the two are only near in time. */
  readonly named: boolean;
}

/** The write that explains each group: by its answer, otherwise by its time, the nearest first and each write once. */
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
    // The sell and buy amounts are two groups, and one answer names both.
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
