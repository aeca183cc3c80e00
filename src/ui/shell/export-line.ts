// The progress line of an export. Pure.

import { counted } from '../../lib/counted.ts';
import { countText } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { type Exporting, exportsFromHere } from '../../store/exporting.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';

const BAR = 10;

/** `Exporting accounts [████······] 4,000 of 10,000 rows, 40 pages · Esc stops`. */
export function exportLine(state: State): Visible | undefined {
  const { exporting } = state;
  if (!exporting) return undefined;
  const { many, rows, pages, total } = exporting;
  const of = total === undefined ? t`` : t` of ${countText(total)}`;
  const fetched = pages === 0 ? t`` : t`, ${counted(pages, t`page`)}`;
  const { filter, marks, server } = currentView(state);
  // Esc clears filters and marks too, but it stops the export first.
  const narrowed = filter !== '' || marks.size > 0 || Object.keys(server).length > 0;
  const stops = exportsFromHere(state) ? (narrowed ? t` · Esc stops this first` : t` · Esc stops`) : t``;
  const line = t`Exporting ${many}${barOf(exporting)} ${countText(rows)}${of} rows${fetched}${stops}`;
  return cut(line, state.size.columns);
}

/** The bar, if the total is known. */
function barOf({ rows, total }: Exporting): Visible {
  if (total === undefined || total === 0) return t``;
  const full = Math.min(BAR, Math.floor((rows / total) * BAR));
  return t` [${visible('█'.repeat(full))}${visible('·'.repeat(BAR - full))}]`;
}
