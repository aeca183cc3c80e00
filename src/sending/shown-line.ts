// One line that a person reads about a record, and the differences between two readings of the same lines.

import { t, type Visible } from '../lib/visible.ts';

export interface ShownLine {
  readonly label: Visible;
  readonly value: Visible;
  /** Personal data: shown in the dialog, and never stored. */
  readonly personal?: true;
}

export interface LineChange {
  readonly label: Visible;
  readonly before: Visible | undefined;
  readonly now: Visible | undefined;
}

export const NOT_GIVEN = t`–`;

/** As the journal may store them. */
export const keptLines = (lines: readonly ShownLine[]): readonly ShownLine[] =>
  lines.map(({ label, value, personal }) => ({ label, value: personal ? t`•••` : value }));

export const changedText = ({ label, before = NOT_GIVEN, now = NOT_GIVEN }: LineChange): Visible =>
  t`${label}: was ${before}, now ${now}.`;

export function changesBetween(
  before: readonly ShownLine[],
  now: readonly ShownLine[],
): readonly LineChange[] {
  const labels = [...new Set([...before, ...now].map(line => line.label))];
  const of = (lines: readonly ShownLine[], label: Visible) => lines.find(line => line.label === label)?.value;
  return labels
    .map(label => ({ label, before: of(before, label), now: of(now, label) }))
    .filter(change => change.before !== change.now);
}
