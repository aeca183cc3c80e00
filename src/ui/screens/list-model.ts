// What a list screen shows now, derived from the state: read alike by its drawing and by its keys.

import type { ListOperation, ListQuery, RowOf } from '../../effects/query.ts';
import { queryKey } from '../../effects/query.ts';
import type { List } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { scrollTo, type View } from '../../store/view.ts';
import { currentView, currentWorkspace, listIn } from '../../store/workspace.ts';
import { type Layout, layoutOf, listRows } from './layout.ts';
import type { Resource } from './resource.ts';
import { createRowFinder } from './rows.ts';

export interface ListModel<Row> {
  readonly view: View;
  readonly query: ListQuery;
  readonly list: List<Row>;
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

export function createListModel<Id extends ListOperation>(resource: Resource<Id>) {
  const find = createRowFinder();
  return (state: State): ListModel<RowOf<Id>> => {
    const view = currentView(state);
    const query = resource.query(view);
    // Lists are cached under the operation that filled them, so the rows are that operation's.
    const list = listIn(currentWorkspace(state), queryKey(query)) as List<RowOf<Id>>;
    const { items, cursor } = find(list.pages.items, view);
    const layout = layoutOf(state.size, view.panel);
    const height = listRows(layout.list.height > 0 ? layout.list : layout.body);
    const top = scrollTo(view.top, Math.max(0, cursor), height, items.length);
    return { view, query, list, items, cursor, current: items[cursor], top, height, layout };
  };
}
