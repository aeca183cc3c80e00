// The active rules, with counts of how often each applied.
import { type Dice, dice } from '../random.ts';
import type { Fault } from './fault.ts';
import type { FaultRule } from './rule.ts';

interface Struck {
  readonly faults: readonly Fault[];
  /** Whether a rule carries out the operation before its fault acts. */
  readonly executed: boolean;
}

export interface FaultBook {
  add(rule: FaultRule): void;
  clear(): void;
  /** Every rule as written, with the numbers of matching requests (`seen`) and changed requests (`struck`). */
  list(): { rule: string; seen: number; struck: number }[];
  /** The faults for this request, in the order of their rules. Counts the request for each matching rule. */
  strike(request: { operation: string | undefined; path: string }): Struck;
  /** One seeded source of chance for all faults, so that each run is the same. */
  readonly luck: Dice;
}

export function faultBook(seed: number): FaultBook {
  const luck = dice(seed, 'faults');
  let entries: { rule: FaultRule; seen: number; struck: number }[] = [];
  return {
    luck,
    add: rule => {
      entries.push({ rule, seen: 0, struck: 0 });
    },
    clear: () => {
      entries = [];
    },
    list: () => entries.map(({ rule, seen, struck }) => ({ rule: rule.text, seen, struck })),
    strike: ({ operation, path }) => {
      const faults: Fault[] = [];
      let carriedOut = false;
      for (const entry of entries) {
        const { match, after, count, probability, fault, executed } = entry.rule;
        if (match !== '*' && match !== operation && !(match.startsWith('/') && path.startsWith(match)))
          continue;
        entry.seen++;
        if (entry.seen <= after || entry.struck >= count || luck.next() >= probability) continue;
        entry.struck++;
        faults.push(fault);
        carriedOut ||= executed;
      }
      return { faults, executed: carriedOut };
    },
  };
}
