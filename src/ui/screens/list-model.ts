// What a list screen shows now, derived from the state: read alike by its drawing and by its keys.

import type { ListQuery } from '../../effects/query.ts';
import { queryKey } from '../../effects/query.ts';
import { emptyList, type List } from '../../store/list.ts';
import { freeKey, type Item, noPages } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { scrollTo, type View } from '../../store/view.ts';
import { currentView, currentWorkspace, listIn } from '../../store/workspace.ts';
import { type Layout, layoutOf, listRows } from './layout.ts';
import type { Listing } from './resource.ts';
import { createRowFinder } from './rows.ts';

export interface ListModel<Row> {
  readonly view: View;
  /** Without one, all rows are local. */
  readonly query: ListQuery | undefined;
  /** What the service answered. */
  readonly list: List<Row>;
  /** Rows that no answer brought; they stand before those of `list`. */
  readonly local: readonly Item<Row>[];
  /** Local rows and the service's, before the local filter. */
  readonly count: number;
  /** All of them, in the order in which they are listed. */
  readonly all: readonly Item<Row>[];
  /** What the local filter leaves. */
  readonly items: readonly Item<Row>[];
  /** Index of the cursor in `items`, -1 in an empty list. */
  readonly cursor: number;
  readonly current: Item<Row> | undefined;
  /** First row drawn, and how many there is room for. */
  readonly top: number;
  readonly height: number;
  readonly layout: Layout;
}

export function createListModel<Row>(listing: Listing<Row>) {
  const find = createRowFinder();
  const joined = createJoiner<Row>();
  const nothing: readonly Item<Row>[] = [];
  const unasked: List<Row> = { ...emptyList<Row>(), pages: { ...noPages<Row>(), taken: 1, end: 'unpaged' } };
  return (state: State): ListModel<Row> => {
    const view = currentView(state);
    const query = listing.query?.(view);
    // Lists are cached under the operation that filled them, so the rows are that operation's.
    const list = query ? (listIn(currentWorkspace(state), queryKey(query)) as List<Row>) : unasked;
    const local = listing.local?.(state, view) ?? nothing;
    const all = joined(local, list);
    const { items, cursor } = find(all, view);
    const layout = layoutOf(state.size, view.panel);
    const height = listRows(layout.list.height > 0 ? layout.list : layout.body);
    const top = scrollTo(view.top, Math.max(0, cursor), height, items.length);
    const current = items[cursor];
    const count = all.length;
    return { view, query, list, local, count, all, items, cursor, current, top, height, layout };
  };
}

/** Puts local rows before the service's, once for each pair of them; a key of both is the service's. */
function createJoiner<Row>() {
  let last:
    | { local: readonly Item<Row>[]; served: readonly Item<Row>[]; all: readonly Item<Row>[] }
    | undefined;
  return (local: readonly Item<Row>[], { pages }: List<Row>): readonly Item<Row>[] => {
    const served = pages.items;
    if (local.length === 0) return served;
    if (last?.local === local && last.served === served) return last.all;
    const keyed = local.map(item =>
      pages.keys.has(item.key) ? { ...item, key: freeKey(pages.keys, item.key) } : item,
    );
    last = { local, served, all: [...keyed, ...served] };
    return last.all;
  };
}
