// What the journal says when it refuses or fails.
import { t, type Visible } from '../lib/visible.ts';
import type { RowState } from './intent.ts';

/** Why a step of a row was refused. */
export const whyNot = {
  absent: t`The journal has no such request ID.`,
  usedId: t`The journal has this request ID already.`,
  body: t`The body is not text that can be kept byte for byte.`,
  notOurs: t`Another console has this operation in hand.`,
  notRepeatable: t`Nothing promises that this operation has only one effect if it is sent again.`,
  tooOld: t`It is more than 24 hours old, or the clock was put back: the service may have forgotten its request ID.`,
  state: (state: RowState): Visible => standing[state],
} as const;

const standing: Readonly<Record<RowState, Visible>> = {
  PREPARED: t`It has not been sent yet.`,
  SENT: t`It has been sent, and its outcome is awaited.`,
  DONE: t`It is DONE already.`,
  REFUSED: t`It was REFUSED.`,
  'NOT SENT': t`It was NOT SENT.`,
  UNKNOWN: t`Its outcome is UNKNOWN.`,
  RESOLVED: t`It is RESOLVED already.`,
};

/** Why nothing could be recorded; `why` is the end of a sentence. */
export const notWritten = (why: Visible): Visible => t`The journal can't be written: ${why}.`;

/** Why nothing could be read; `why` is the end of a sentence. */
export const notRead = (why: Visible): Visible => t`The journal can't be read: ${why}.`;
