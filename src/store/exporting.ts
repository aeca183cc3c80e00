// An export under way, as plain data: how far it is, and the view that it was started from.

import type { Visible } from '../lib/visible.ts';
import type { State } from './state.ts';
import { currentView, customerKey } from './workspace.ts';

export interface Exporting {
  /** What its records are called. */
  readonly many: Visible;
  readonly file: Visible;
  readonly rows: number;
  readonly pages: number;
  /** How many rows there will be, where that is known. */
  readonly total: number | undefined;
  readonly from: ExportView;
}

/** The view that an export was started from: there Esc stops it. */
export interface ExportView {
  readonly owner: string | undefined;
  readonly place: string;
  readonly subject: string | undefined;
}

export function exportView(state: State): ExportView {
  const { place, subject } = currentView(state);
  return { owner: state.customer && customerKey(state.customer), place, subject };
}

/** Whether the export that runs was started from what is on screen. */
export function exportsFromHere(state: State): boolean {
  const { exporting } = state;
  if (!exporting) return false;
  const here = exportView(state);
  const { owner, place, subject } = exporting.from;
  return here.owner === owner && here.place === place && here.subject === subject;
}
