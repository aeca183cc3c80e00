// What staff can say to the customer about a write in the journal, right after it too.

import { type Summary, saidDay } from '../format/summary.ts';
import type { Row } from '../journal/intent.ts';
import { doneAt } from '../journal/possible-duplicates.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import type { SaidWrite, WriteDefinition } from './definition.ts';
import { knownLine } from './shown-lines.ts';

/** A customer hears the same of a write that was refused and of one that was not sent. */
function saidState(row: Row): SaidWrite['state'] {
  if (doneAt(row) !== undefined) return 'DONE';
  if (row.state === 'WAITING') return 'WAITING';
  return row.state === 'REFUSED' || row.state === 'NOT SENT' || row.state === 'RESOLVED'
    ? 'REFUSED'
    : 'UNKNOWN';
}

interface Known {
  /** Of the record that the write made. */
  readonly status?: string | undefined;
  /** Epoch ms of that status. */
  readonly at?: number | undefined;
}

export function writeSummary(
  row: Row,
  state: State,
  definition: Pick<WriteDefinition, 'happened' | 'summary'> | undefined,
  { status, at }: Known = {},
): Summary {
  const own = saidState(row);
  const date = saidDay(at ?? doneAt(row) ?? row.intent.createdAt, state);
  const line = (label: Visible): Visible | undefined => knownLine(row, label);
  if (definition?.summary) return definition.summary({ state: own, status, date, line });
  const what = visible(row.intent.title, 60);
  return {
    kind: 'write',
    status: own,
    fields: { what, done: definition?.happened(row.intent) ?? t`${what}.`, date },
  };
}
