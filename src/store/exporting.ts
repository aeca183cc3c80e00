// A running export: its progress, and the view that started it.

import { counted } from '../lib/counted.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { ExportView, State } from './state.ts';
import { currentView, customerKey } from './workspace.ts';

export function exportView(state: State): ExportView {
  const { place, subject } = currentView(state);
  return { owner: state.customer && customerKey(state.customer), place, subject };
}

/** "3 payouts". One record of any kind is "1 record". */
export const recordsText = (count: number, many: Visible): Visible => counted(count, t`record`, many);

export function exportsFromHere(state: State): boolean {
  const { exporting } = state;
  if (!exporting) return false;
  const here = exportView(state);
  const { owner, place, subject } = exporting.from;
  return here.owner === owner && here.place === place && here.subject === subject;
}
