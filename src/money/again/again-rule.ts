// How Purser sends one kind of write again: the dialog's texts, what the entry must have, and the first read.

import type { Input, WriteId } from '../../api/contract/operations.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { bodyOf } from '../../journal/request-body.ts';
import { type Json, memberOf } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { isUsableId } from '../tokens.ts';
import type { RecordReading } from './readings.ts';

interface AgainFacts {
  /** The dialog's heading. */
  readonly title: Visible;
  readonly button: Visible;
  /** Whether the journal entry has the text that the person types to confirm. */
  hasToken(intent: Intent): boolean;
  /** The read before the dialog; undefined if the entry lacks a value that the read needs. */
  reading(row: Row): RecordReading | undefined;
}

/** The parts of a write's input that its body doesn't have: the values of path and query. */
type Named<Id extends WriteId> = Omit<Input<Id>, 'body'>;

/** The writes without required values in path and query. */
export type UnnamedWrite = {
  [Id in WriteId]: Record<never, never> extends Named<Id> ? Id : never;
}[WriteId];

/** An operation with required values in its path or query must say how to read these values from an entry. */
type Again<Id extends WriteId> = AgainFacts &
  (Id extends UnnamedWrite
    ? { readonly named?: never }
    : {
        /** The values in path and query of the request; undefined if the entry lacks one. */
        named(intent: Intent): Named<Id> | undefined;
      });

/** Why Purser never sends this kind of write again, as a whole sentence. */
interface Never {
  readonly never: Visible;
}

export type AgainRule<Id extends WriteId = WriteId> = (Id extends WriteId ? Again<Id> : never) | Never;

/** Whether the entry has an ID whose end a person can type. */
export const hasUsableId =
  (idIn: (intent: Intent) => string | undefined): AgainFacts['hasToken'] =>
  intent => {
    const id = idIn(intent);
    return id !== undefined && isUsableId(id);
  };

/** Whether the body has text at this path. */
export const hasText =
  (...path: readonly string[]): AgainFacts['hasToken'] =>
  intent =>
    typeof path.reduce<Json | undefined>(memberOf, bodyOf(intent)) === 'string';

/** The journal keeps no personal data, so the entry lacks a part of the request's bytes. */
export const PERSONAL: Never = {
  never: t`The journal does not keep personal data, so Purser can't send this request again. Use the form to make a new request.`,
};
