// How Purser reconciles an UNKNOWN write: the reads, the entries for the screen, and what a person may conclude.

import type { Moment } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import type { Visible } from '../../lib/visible.ts';
import type { OutcomeCheck } from '../../store/outcome-check.ts';
import type { Plan, ReadId } from './plan.ts';

/** An UNKNOWN write with the results of its reads. `all`: the journal's rows. */
export interface CheckedWrite {
  readonly row: Row;
  readonly outcomeCheck: OutcomeCheck;
  readonly moment: Moment;
  readonly all: readonly Row[];
}

export interface Reconciliation {
  readonly plan: Plan;
  /** The reads that the screen shows, in order. */
  readonly reads: readonly ReadId[];
  entries(checked: CheckedWrite): readonly Entry[];
  /** What a person must know before resolving the entry. */
  readonly proof: Visible;
}
