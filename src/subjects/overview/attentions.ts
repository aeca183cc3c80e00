// The overview's rows from all sources, most urgent first. Pure; rebuilt only after a change.

import type { Need } from '../../effects/needs.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import { type Attention, type AttentionSource, URGENCIES } from '../../ui/screens/attention.ts';

const MINUTE = 60_000;

export interface Attentions {
  rows(state: State): readonly Item<Attention>[];
  needs(state: State): readonly Need[];
}

/** The overview's rows and reads. Each console calls this function once, because the rows stay the same objects until the data changes. */
export function attentions(sources: readonly AttentionSource[]): Attentions {
  let last: { readonly of: readonly unknown[]; readonly rows: readonly Item<Attention>[] } | undefined;
  return {
    rows(state) {
      const { journal, customer, reach, now, tick } = state;
      // A countdown changes each second, an age each minute, and everything else only with the data.
      const counts = last?.rows.some(({ row }) => row.urgency === 'quote') === true;
      const { lists, documents, flows } = currentWorkspace(state);
      const of = [
        journal,
        customer,
        reach,
        lists,
        documents,
        flows,
        state.statusChanges,
        Math.floor(now / MINUTE),
      ];
      const all = counts ? [...of, tick] : of;
      if (last && all.every((part, i) => part === last?.of[i])) return last.rows;
      const rows = inOrder(sources.flatMap(source => source.attention(state))).map(itemOf);
      last = { of: [...of, tick], rows };
      return rows;
    },
    needs: state => sources.flatMap(source => source.needs?.(state) ?? []),
  };
}

/** Sorts by urgency. Rows of the same urgency keep their order. */
export const inOrder = (all: readonly Attention[]): readonly Attention[] =>
  all.toSorted((a, b) => URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency));

/** An item of the list. The filter searches `raw`. */
const itemOf = (row: Attention): Item<Attention> => ({
  key: row.key,
  row,
  raw: {
    state: row.state.text,
    what: row.what,
    ...(row.about !== undefined && { about: row.about }),
    ...(row.whose !== undefined && { customer: row.whose }),
  },
});
