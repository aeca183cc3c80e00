// The outcomes that the journal could not record. Without an outcome, an entry is PREPARED or SENT as long as this console
// runs, and nobody can resolve it.

import type { Answer, Row, Settlement } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';

/** The outcome of an attempt, and the service's answer. */
export interface LateOutcome {
  readonly outcome: Settlement;
  readonly answer?: Answer | undefined;
}

export interface LateOutcomes {
  /** For a write that has ended, and whose entry is still PREPARED or SENT. */
  add(requestId: string, late: LateOutcome): void;
  /** Whether this write was not sent, although its entry is still PREPARED or SENT. */
  isNotSent(requestId: string): boolean;
  /** Tries each outcome once more. Does not wait for other consoles, because the screen freezes meanwhile. */
  record(): Promise<void>;
  /**
   * The same, because the program ends, with one short wait for other consoles. Makes all tries before it returns its
   * promise.
   */
  recordLast(): Promise<void>;
}

/** How long, in ms, the end of the program waits for another console that writes. */
const LAST_WAIT = 500;

interface LateDeps {
  /** Undefined until the journal is open. */
  readonly journal: () => Journal | undefined;
  /** Called with each recorded row. */
  readonly tell: (row: Row) => void;
}

export function createLateOutcomes({ journal, tell }: LateDeps): LateOutcomes {
  const outcomes = new Map<string, LateOutcome>();
  const trying = new Set<string>();

  async function settle(requestId: string, late: LateOutcome, waitMs: number): Promise<void> {
    // Two calls at once must record the outcome once, because another attempt may begin after the outcome.
    if (trying.has(requestId)) return;
    trying.add(requestId);
    const settled = await journal()?.settle(requestId, late.outcome, late.answer, waitMs);
    trying.delete(requestId);
    if (settled?.ok) tell(settled.row);
    if (settled && !('unwritable' in settled)) outcomes.delete(requestId);
  }
  async function record(waitMs: number): Promise<void> {
    await Promise.all([...outcomes].map(([id, late], at) => settle(id, late, at === 0 ? waitMs : 0)));
  }

  return {
    add(requestId, late) {
      // A team's journal sends the real outcome to its server as soon as it can.
      if (!journal()?.approvals) outcomes.set(requestId, late);
    },
    isNotSent: requestId => outcomes.get(requestId)?.outcome === 'NOT SENT',
    record: () => record(0),
    recordLast: () => record(LAST_WAIT),
  };
}
