// How Purser sends one kind of write again: the dialog's texts, what the entry must have, and the first read.

import type { Input, WriteId } from '../../api/contract/operations.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { bodyOf } from '../../journal/request-body.ts';
import { type Json, memberOf } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { isUsableId } from '../tokens.ts';
import type { RecordReading } from './readings.ts';

interface AgainFacts {
  readonly title: Visible;
  readonly button: Visible;
  hasToken(intent: Intent): boolean;
  /** The read before the dialog; undefined if the entry lacks a value that the read needs. */
  reading(row: Row): RecordReading | undefined;
}

/** The values of path and query. */
type Named<Id extends WriteId> = Omit<Input<Id>, 'body'>;

export type UnnamedWrite = {
  [Id in WriteId]: Record<never, never> extends Named<Id> ? Id : never;
}[WriteId];

/** The compiler asks an operation with values in its path or query how to read them from an entry. */
type Again<Id extends WriteId> = AgainFacts &
  (Id extends UnnamedWrite
    ? { readonly named?: never }
    : {
        /** Undefined if the entry lacks a value. */
        named(intent: Intent): Named<Id> | undefined;
      });

interface Never {
  readonly never: Visible;
}

export type AgainRule<Id extends WriteId = WriteId> = (Id extends WriteId ? Again<Id> : never) | Never;

export const hasUsableId =
  (idIn: (intent: Intent) => string | undefined): AgainFacts['hasToken'] =>
  intent => {
    const id = idIn(intent);
    return id !== undefined && isUsableId(id);
  };

export const hasText =
  (...path: readonly string[]): AgainFacts['hasToken'] =>
  intent =>
    typeof path.reduce<Json | undefined>(memberOf, bodyOf(intent)) === 'string';

/** The journal keeps no personal data, so the entry lacks a part of the request's bytes. */
export const PERSONAL: Never = {
  never: t`The journal does not keep personal data, so Purser can't send this request again. Use the form to make a new request.`,
};
