// How one kind of write is sent again: its title, whether its entry has enough, and the first reading.

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
  /** Whether the entry has the token to type. */
  names(intent: Intent): boolean;
  /** What is read first; undefined if the entry lacks a part of it. */
  reading(row: Row): RecordReading | undefined;
}

/** Why no entry of it is ever sent again, as a whole sentence. */
interface Never {
  readonly never: Visible;
}

export type AgainRule = Again | Never;

/** The ID has an end that can be typed. */
export const usable =
  (idIn: (intent: Intent) => string | undefined): Again['names'] =>
  intent => {
    const id = idIn(intent);
    return id !== undefined && isUsableId(id);
  };

/** It has text there. */
export const says =
  (...path: readonly string[]): Again['names'] =>
  intent =>
    typeof path.reduce<Json | undefined>(memberOf, bodyOf(intent)) === 'string';

/** The journal keeps no personal data, so it lacks the request's bytes. */
export const PERSONAL: Never = {
  never: t`The journal does not keep personal data, so it can't send this request again. Use the form to make a new one.`,
};
