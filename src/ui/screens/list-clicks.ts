// What a click does in a list: it selects a row, sorts by a column, or opens a tab of the details. It opens no record.

import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import { updateView } from '../../store/workspace.ts';
import { type Span, tabAtCell } from '../kit/edges.ts';
import type { Headed } from '../kit/heading.ts';
import { UNPAINTED } from '../kit/theme.ts';
import { sortedBy } from './list-bindings.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';

interface ListClicks {
  /** The columns in the last frame. */
  drawn(columns: readonly Headed[]): void;
  /** The details tabs in the last frame. */
  drawnTabs(tabs: readonly Span[]): void;
  isDrawn(columnId: string): boolean;
  clicked(state: State, at: { readonly x: number; readonly y: number }): State;
}

/** Header and tabs. */
const ABOVE = 2;
/** Blank cells before each column. */
const GAP = 2;

export function listClicks<Row>(listing: Listing<Row>, model: (state: State) => ListModel<Row>): ListClicks {
  let heads: readonly Headed[] = [];
  let tabs: readonly Span[] = [];

  function columnAt(x: number): string | undefined {
    let from = 0;
    for (const { id, width } of heads) {
      from += GAP + width;
      if (x < from) return id;
    }
    return undefined;
  }

  return {
    drawn(columns) {
      heads = columns;
    },
    drawnTabs(now) {
      tabs = now;
    },
    isDrawn: columnId => heads.length === 0 || heads.some(({ id }) => id === columnId),
    clicked(state, { x, y }) {
      const { items, top, height, layout, view } = model(state);
      const { framed, list, details, kind } = layout;
      const side = framed ? 1 : 0;
      const above = listing.above?.(state, layout.body.width, UNPAINTED)?.lines.length;
      const first = ABOVE + (above === undefined ? 0 : above + side * 2 + (framed ? 0 : 1));
      const changed = (to: Partial<View>): State => updateView(state, to);
      const beside = kind === 'side-by-side' ? list.width + side * 2 : 0;
      // Rows of the list's panel, which has two edges in every layout.
      const under = kind === 'stacked' ? list.height + 2 : 0;
      if (details.height > 0 && y === first + under && x >= beside) {
        const tab = tabAtCell(tabs, x - beside);
        return tab === undefined ? state : changed({ detailsTab: tab, detailsTop: 0 });
      }
      if (list.height === 0 || x >= list.width + side * 2) return state;
      const row = y - first - 2;
      if (row === -1) {
        const column = columnAt(x - side);
        return column === undefined
          ? state
          : changed({ panel: 'list', column, ...sortedBy(view.sort, column) });
      }
      const item = row >= 0 && row < height ? items[top + row] : undefined;
      return item
        ? changed({
            panel: 'list',
            cursorKey: item.key,
            cursorIndex: top + row,
            fromEnd: undefined,
            lost: false,
            detailsTop: 0,
          })
        : state;
    },
  };
}
