// Where everything goes at a size of the terminal; the only place that knows, for drawing and for paging keys alike.

import type { Size } from '../../store/state.ts';
import type { Panel } from '../../store/view.ts';

export interface Area {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly kind: 'too-small' | 'one-panel' | 'stacked' | 'beside';
  /** Everything between the breadcrumb and the message line. */
  readonly body: Area;
  readonly list: Area;
  readonly details: Area;
}

/** Header, tabs, breadcrumb, message line, footer. */
const CHROME = 5;

/** DESIGN: beside each other above 84 columns, below each other up to it, one panel under 60×15, a card under 40×10. `above`: rows taken over both; `whole`: the panel has all of it. */
export function layoutOf({ columns, rows }: Size, panel: Panel, above = 0, whole = false): Layout {
  const body: Area = { width: columns, height: Math.max(0, rows - CHROME - above) };
  if (columns < 40 || rows < 10) return { kind: 'too-small', body, list: NONE, details: NONE };
  if (columns < 60 || rows < 15 || whole) {
    const one = panel === 'list' ? { list: body, details: NONE } : { list: NONE, details: body };
    return { kind: 'one-panel', body, ...one };
  }
  if (columns <= 84) {
    const list = Math.ceil(body.height * 0.58);
    return {
      kind: 'stacked',
      body,
      list: { width: columns, height: list },
      details: { width: columns, height: body.height - list },
    };
  }
  // Details are labels and values: past a point more room is of more use to the list.
  const details = Math.min(72, Math.max(34, Math.floor(columns * 0.34)));
  return {
    kind: 'beside',
    body,
    list: { width: columns - 1 - details, height: body.height },
    details: { width: details, height: body.height },
  };
}

const NONE: Area = { width: 0, height: 0 };

/** Rows of records in a list panel: less its column headings and its status line. */
export const listRows = (area: Area): number => Math.max(1, area.height - 2);

/** Lines of a details panel: less its title. */
export const detailsRows = (area: Area): number => Math.max(1, area.height - 1);
