// Says in one line, once the screen is gone, that nobody knows what became of a write.
import { t, type Visible, visible } from '../lib/visible.ts';

/** A write that left and whose answer is not known. */
export interface UnknownOutcome {
  /** Its `x-request-id`. */
  readonly requestId: string;
  /** What it was to do, as the journal calls it. */
  readonly title: string;
}

/** The line for standard error (FAULTS E13), by which the write can be found at the service and in the journal. */
export function unknownLine({ requestId, title }: UnknownOutcome): Visible {
  return t`purser: ${visible(title, 60)}: the outcome is UNKNOWN, request ID ${visible(requestId, 64)}. It may have taken effect: look it up in the journal before doing it again.`;
}
