import { expect, it } from 'vitest';
import { unsafeText } from '../../../src/lib/visible.ts';
import type { HistoryEntry } from '../../../src/format/records.ts';
import { Odd } from '../../../src/api/contract/odd.ts';
import { type Chain, checkChain } from '../../../src/subjects/books/chain.ts';
import { world } from './worlds.ts';

const idOf = ({ id }: HistoryEntry): string => (id === undefined || id instanceof Odd ? '' : unsafeText(id));
const ofCurrency = (entries: readonly HistoryEntry[], currency: string) =>
  entries.filter(entry => entry.currency instanceof Object === false && String(entry.currency) === currency);

it('worlds', () => {
  let bad = 0;
  for (let seed = 0; seed < 500; seed++) {
    const faults = seed % 2 === 0 ? 0 : 1 + (seed % 5);
    const made = world(seed, 60 + (seed % 7) * 40, faults);
    const t0 = performance.now();
    const chain: Chain = checkChain(ofCurrency(made.entries, 'GBP'));
    const dt = performance.now() - t0;
    const named = new Set([...chain.breaks, ...chain.misplaced].map(({ entry }) => idOf(entry)));
    const missed = made.faults.filter(({ first }) => !first.some(id => named.has(id)));
    const known = new Set(made.faults.flatMap(({ first }) => first));
    const extra = [...chain.breaks, ...chain.misplaced].filter(({ entry }) => !known.has(idOf(entry)));
    if (missed.length || extra.length || (faults===0 && chain.fees.place !== made.fee)) {
      bad++;
      if (bad < 8)
      console.log(seed, made.faults.map(f => f.kind).join(), 'missed', missed.map(m => m.kind), 'extra', extra.map(e => 'kind' in e ? e.kind : 'late'), chain.fees.place, made.fee, 'reordered', chain.reordered.length, chain.breaks.map(b=>b.kind), chain.misplaced.length);
    }
    void dt;
  }
  expect(bad).toBe(0);
});
