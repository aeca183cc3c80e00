// How an UNKNOWN write is reconciled: its reads, their text, and what a person may conclude.

import type { Row } from '../../journal/intent.ts';
import type { Visible } from '../../lib/visible.ts';
import type { ReadBack } from '../../store/read-back.ts';
import type { Entry } from '../../ui/kit/details.ts';
import type { Moment } from '../../ui/screens/cells.ts';
import type { Plan, ReadId } from './plan.ts';

export interface Told {
  readonly row: Row;
  readonly readBack: ReadBack;
  readonly moment: Moment;
  readonly all: readonly Row[];
}

export interface Reconciliation {
  readonly plan: Plan;
  /** The reads with a text, in their order. */
  readonly reads: readonly ReadId[];
  tell(told: Told): readonly Entry[];
  /** What a person has to know before a verdict. */
  readonly proof: Visible;
}
