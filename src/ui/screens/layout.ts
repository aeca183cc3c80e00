// The sizes of all parts of the screen at each terminal size. Drawing and paging keys both use them.

import { forLast, remembered } from '../../lib/remembered.ts';
import type { Size, State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';

export interface Area {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly kind: 'too-small' | 'one-panel' | 'stacked' | 'side-by-side';
  /** Without frames a panel has only a title line, and more room. */
  readonly framed: boolean;
  /** Between the tabs and the message line, frames included. */
  readonly outer: Area;
  /** Inside the one frame of a screen that isn't a list. */
  readonly body: Area;
  readonly list: Area;
  readonly details: Area;
}

export interface Panels {
  readonly panel: View['panel'];
  /** The focused panel fills the body. */
  readonly zoomed?: boolean;
  /** In rows, with its edges. */
  readonly above?: number;
  /** In cells, as the user chose. */
  readonly wider?: number;
}

/** Header, tabs, message line, footer. */
const CHROME = 4;
const SIDES = 2;
const PADDING = 2;
const FROM_BESIDE = 100;
const LEAST = { list: 44, details: 30 } as const;
const DETAILS = { share: 0.36, least: 43, most: 56 } as const;
/** From this width on, the details have two columns. */
const WIDE = { from: 190, details: 81 } as const;

/** Side by side from 100 columns. One panel under 60×15, a note under 40×10, frames from 80×24. */
export const layoutOf = (size: Size, panels?: Panels): Layout =>
  panels ? lastLayout(size)(panels.panel, panels.zoomed, panels.above, panels.wider) : plainLayout(size);

/** One key asks for the same layout several times. */
const plainLayout = remembered((size: Size) => layoutWith(size, 'list'));
const lastLayout = remembered((size: Size) =>
  forLast((panel: View['panel'], zoomed?: boolean, above?: number, wider?: number) =>
    layoutWith(size, panel, zoomed, above, wider),
  ),
);

function layoutWith(
  { columns, rows, covered = 0 }: Size,
  panel: View['panel'],
  zoomed = false,
  above = 0,
  wider = 0,
): Layout {
  const outer = { width: columns, height: Math.max(0, rows - CHROME - covered) };
  const framed = columns >= 80 && rows >= 24;
  const inside = (width: number, height: number, edges: number): Area => ({
    width: Math.max(0, width - (framed ? SIDES : 0)),
    height: Math.max(0, height - edges),
  });
  const bodyInside = inside(columns, outer.height, framed ? 2 : 1);
  const body = { ...bodyInside, width: bodyInside.width - (framed ? PADDING : 0) };
  const common = { framed, outer, body };
  if (columns < 40 || rows < 10) return { kind: 'too-small', ...common, list: NONE, details: NONE };
  const listIn = (width: number, height: number): Area => inside(width, height, 2);
  const detailsIn = (width: number, height: number): Area => inside(width, height, framed ? 2 : 1);
  const height = Math.max(0, outer.height - above);
  if (columns < 60 || isShort({ rows }) || zoomed) {
    const one =
      panel === 'list'
        ? { list: listIn(columns, height), details: NONE }
        : { list: NONE, details: detailsIn(columns, height) };
    return { kind: 'one-panel', ...common, ...one };
  }
  if (columns < FROM_BESIDE) {
    const list = Math.ceil(height * 0.6);
    return {
      kind: 'stacked',
      ...common,
      list: listIn(columns, list),
      details: detailsIn(columns, height - list),
    };
  }
  const usual = Math.min(DETAILS.most, Math.max(DETAILS.least, Math.round(columns * DETAILS.share)));
  const wanted = (columns >= WIDE.from ? WIDE.details : usual) + wider;
  const details = Math.min(columns - LEAST.list, Math.max(LEAST.details, wanted));
  return {
    kind: 'side-by-side',
    ...common,
    list: listIn(columns - details, height),
    details: detailsIn(details, height),
  };
}

export const isShort = ({ rows }: Pick<Size, 'rows'>): boolean => rows < 15;

/** Terminals with fewer rows, and those without colours, show an amount only as text. */
export const hasLargeDigits = ({
  size,
  theme,
  colours,
}: Pick<State, 'size' | 'theme' | 'colours'>): boolean =>
  size.rows >= 20 && theme !== 'mono' && colours !== 'none';

const NONE: Area = { width: 0, height: 0 };

export const listRows = (area: Area): number => Math.max(1, area.height - 1);

export const detailsRows = (area: Area): number => Math.max(1, area.height);
