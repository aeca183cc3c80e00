// The line, after the screen is gone, for a write with an unknown outcome.
import { t, type Visible, visible } from '../lib/visible.ts';

/** A write that left and whose answer is not known. */
export interface UnknownOutcome {
  /** Its `x-request-id`. */
  readonly requestId: string;
  /** Its title in the journal. */
  readonly title: string;
}

/** The line for standard error (FAULTS E13), by which the write can be found at the service and in the journal. */
export function unknownLine({ requestId, title }: UnknownOutcome): Visible {
  return t`purser: ${visible(title, 60)}: the outcome is UNKNOWN, request ID ${visible(requestId, 64)}. It may have taken effect. Check it in the journal before you do it again.`;
}
