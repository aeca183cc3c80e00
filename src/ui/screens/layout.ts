// The sizes of all parts of the screen at each terminal size. Drawing and paging keys both use them.

import { remembered } from '../../lib/remembered.ts';
import type { Size } from '../../store/state.ts';
import type { View } from '../../store/view.ts';

export interface Area {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly kind: 'too-small' | 'one-panel' | 'stacked' | 'side-by-side';
  /** Whether frames have sides and a bottom. Without them a panel has only a title line and more room for data. */
  readonly framed: boolean;
  /** Everything between the tabs and the message line, frames included. */
  readonly outer: Area;
  /** Inside the one frame of a screen that isn't a list. */
  readonly body: Area;
  /** Inside the frame of the list: its headings and rows. */
  readonly list: Area;
  /** Inside the frame of the details. */
  readonly details: Area;
}

/** What a list needs from its layout. */
export interface Panels {
  readonly panel: View['panel'];
  /** The focused panel fills the body. */
  readonly zoomed?: boolean;
  /** The height of the panel above the list and its details, in rows, with the panel's edges. */
  readonly above?: number;
  /** The number of cells by which the user has widened the details. */
  readonly wider?: number;
}

/** The rows of the header, the tabs, the message line and the footer. */
const CHROME = 4;
const SIDES = 2;
/** A blank cell inside each side. */
const PADDING = 2;
const FROM_BESIDE = 100;
const LEAST = { list: 44, details: 30 } as const;
const DETAILS = { share: 0.36, least: 43, most: 56 } as const;

/**
 * The list and its details are side by side from 100 columns, otherwise below each other. Under 60×15 only one panel is
 * shown, under 40×10 only a note. Frames have sides from 80×24. A long message covers `covered` rows.
 */
export const layoutOf = (size: Size, panels?: Panels): Layout =>
  panels ? lastLayout(size)(panels) : plainLayout(size);

/** One key press asks for the same layout several times, and most keys leave it as it is. */
const plainLayout = remembered((size: Size) => layoutWith(size, { panel: 'list' }));
const lastLayout = remembered((size: Size) => {
  let last: { readonly panels: Panels; readonly layout: Layout } | undefined;
  return (panels: Panels): Layout => {
    if (!last || !samePanels(last.panels, panels)) last = { panels, layout: layoutWith(size, panels) };
    return last.layout;
  };
});

const samePanels = (one: Panels, other: Panels): boolean =>
  one.panel === other.panel &&
  one.zoomed === other.zoomed &&
  one.above === other.above &&
  one.wider === other.wider;

function layoutWith(
  { columns, rows, covered = 0 }: Size,
  { panel, zoomed = false, above = 0, wider = 0 }: Panels,
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
  const wanted = Math.min(DETAILS.most, Math.max(DETAILS.least, Math.round(columns * DETAILS.share))) + wider;
  const details = Math.min(columns - LEAST.list, Math.max(LEAST.details, wanted));
  return {
    kind: 'side-by-side',
    ...common,
    list: listIn(columns - details, height),
    details: detailsIn(details, height),
  };
}

/** Whether the terminal has too few rows for a list and its details, and for a dialog below the tabs. */
export const isShort = ({ rows }: Pick<Size, 'rows'>): boolean => rows < 15;

const NONE: Area = { width: 0, height: 0 };

/** The number of rows for records in a list panel: one row is for the column headings. */
export const listRows = (area: Area): number => Math.max(1, area.height - 1);

/** The number of lines in a details panel. */
export const detailsRows = (area: Area): number => Math.max(1, area.height);
