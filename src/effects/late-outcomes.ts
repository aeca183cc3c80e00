// The outcomes that the journal could not record. Without an outcome, an entry is SENT as long as this console runs, and
// nobody can resolve it.

import type { Row, Settlement } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';

/** Purser tries again at each fifteenth look at the journal, because a try may freeze the screen for two seconds. */
const LOOKS = 15;

export interface LateOutcomes {
  /** For a write that has ended, and whose entry is still PREPARED or SENT. */
  add(requestId: string, outcome: Settlement): void;
  /** Tries each outcome once more. */
  record(journal: Journal): Promise<void>;
  /** Tries at some of the calls. */
  look(journal: Journal): Promise<void>;
}

export function createLateOutcomes(tell: (row: Row) => void): LateOutcomes {
  const outcomes = new Map<string, Settlement>();
  let looks = 0;

  async function record(journal: Journal): Promise<void> {
    for (const [requestId, outcome] of [...outcomes]) {
      // Two calls at once must record the outcome once, because another attempt may begin after the outcome.
      outcomes.delete(requestId);
      const settled = await journal.settle(requestId, outcome);
      if (settled.ok) tell(settled.row);
      else if ('unwritable' in settled) outcomes.set(requestId, outcome);
    }
  }

  return {
    add: (requestId, outcome) => outcomes.set(requestId, outcome),
    record,
    async look(journal) {
      looks += 1;
      if (looks % LOOKS === 0) await record(journal);
    },
  };
}
