// The panel above the overview's list: as many balances as there is room for, and in a large terminal what moved today.

import { explain } from '../../api/client/explain.ts';
import { ageText, amountCell } from '../../format/cells.ts';
import type { Cell } from '../../format/entry.ts';
import { listOf } from '../../format/joined.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { balancesNeed } from '../../money/available.ts';
import type { State } from '../../store/state.ts';
import {
  type CellExtent,
  decimalCells,
  measure,
  noExtent,
  place,
  widest,
} from '../../ui/kit/column-widths.ts';
import { concat, type Theme } from '../../ui/kit/theme.ts';
import type { Above } from '../../ui/screens/resource.ts';
import { todayLines } from './today.ts';

const TITLE = t`Balances`;
const BETWEEN = t`   `;
const GAP = cellWidth(BETWEEN);

/** As many as there is room for. The title counts the other balances. */
export function balancesAbove(state: State, width: number, theme: Theme): Above {
  const { pages, failure, asOf } = listOf(state, balancesNeed.query);
  const line = (tone: 'dim' | 'plain' | 'bad', text: Visible): Above => ({
    title: TITLE,
    lines: [theme.paint(tone, cut(text, width))],
  });
  if (!state.customer) return line('plain', t`No customer is open.`);
  if (pages.taken === 0)
    return failure ? line('bad', explain(failure, t`Balances`).what) : line('dim', t`Reading …`);
  if (pages.items.length === 0) return line('plain', t`No balances.`);
  const most = Math.max(1, Math.min(3, Math.floor((state.size.rows - 10) / 5)));
  const cells = pages.items.map(({ row }) => amountCell(row.available_balance, row.currency));
  const { rows, left } = gridOf(cells, width, most);
  const age = ageText(asOf, state.now) ?? t``;
  return {
    title: left === 0 ? TITLE : t`${TITLE} (${left} more: b)`,
    age: failure ? { text: t`reload failed · ${age}`, tone: 'warn' } : { text: age, tone: 'dim' },
    lines: [
      ...rows.map(row => concat(...row.map(({ text, tone }) => theme.paint(tone ?? 'plain', text)))),
      ...todayLines(state, width, theme),
    ],
  };
}

interface Grid {
  readonly rows: readonly (readonly Pick<Cell, 'text' | 'tone'>[])[];
  readonly left: number;
}

/** In as few rows as possible. Each column is as wide as its widest amount. */
function gridOf(cells: readonly Cell[], width: number, most: number): Grid {
  const fitting = (columns: number): readonly CellExtent[] | undefined => {
    const extents = extentsOf(cells.slice(0, columns * most), columns);
    const wide = extents.reduce((sum, extent) => sum + decimalCells(extent) + GAP, -GAP);
    return wide <= width ? extents : undefined;
  };
  for (let columns = cells.length; columns > 1; columns--) {
    const extents = fitting(columns);
    if (!extents) continue;
    const rows = Math.ceil(cells.length / columns);
    const equal = rows > most ? undefined : fitting(Math.ceil(cells.length / rows));
    return placed(cells, equal ?? extents, { width, most });
  }
  return placed(cells, extentsOf(cells.slice(0, most), 1), { width, most });
}

const extentsOf = (cells: readonly Cell[], columns: number): readonly CellExtent[] =>
  Array.from({ length: columns }, (_, column) =>
    cells
      .filter((_cell, at) => at % columns === column)
      .reduce((extent, cell) => widest(extent, measure(cell)), noExtent),
  );

function placed(
  cells: readonly Cell[],
  extents: readonly CellExtent[],
  { width, most }: { readonly width: number; readonly most: number },
): Grid {
  const columns = extents.length;
  const shown = cells.slice(0, columns * most);
  const rows = Array.from({ length: Math.ceil(shown.length / columns) }, (_, row) =>
    shown.slice(row * columns, (row + 1) * columns).map((cell, column) => {
      const extent = extents[column] ?? noExtent;
      const text = place(cell, 'decimal', extent, Math.min(width, decimalCells(extent)));
      return { text: column === 0 ? text : t`${BETWEEN}${text}`, tone: cell.tone ?? ('plain' as const) };
    }),
  );
  return { rows, left: cells.length - shown.length };
}
