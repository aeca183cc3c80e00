// How one kind of write is sent again: what it is called then, whether its row says enough, what is read first.

import type { Intent, Row } from '../../journal/intent.ts';
import { bodyOf } from '../../journal/request-body.ts';
import { type Json, memberOf } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { isUsableId } from '../../records/last-four.ts';
import type { RecordReading } from './readings.ts';

interface Again {
  /** The dialog's heading. */
  readonly title: Visible;
  readonly button: Visible;
  /** Whether the row says what is typed to confirm it. */
  names(intent: Intent): boolean;
  /** What is read first; undefined where the row doesn't say all that it takes. */
  reading(row: Row): RecordReading | undefined;
}

/** Why no row of it is ever sent again, as a whole sentence. */
interface Never {
  readonly never: Visible;
}

export type AgainRule = Again | Never;

/** It names a thing that can be told apart by the end of its ID. */
export const usable =
  (idIn: (intent: Intent) => string | undefined): Again['names'] =>
  intent => {
    const id = idIn(intent);
    return id !== undefined && isUsableId(id);
  };

/** It has a text there. */
export const says =
  (...path: readonly string[]): Again['names'] =>
  intent =>
    typeof path.reduce<Json | undefined>(memberOf, bodyOf(intent)) === 'string';

/** The journal keeps nothing of what it said about persons, so its bytes are not there to be sent. */
export const PERSONAL: Never = {
  never: t`What it said about persons isn't kept in the journal, so it can't be sent again from there: make a new one with its form.`,
};
