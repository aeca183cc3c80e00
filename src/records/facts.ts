// Reads the facts of a record by its kind. Pure.

import type { Timestamp } from '../api/contract/fields.ts';
import { Odd } from '../api/contract/odd.ts';
import { boundedJsonText } from '../lib/bounded.ts';
import { sameId } from '../lib/identifier.ts';
import { leavingText } from '../lib/leaving.ts';
import { type Untrusted, unsafeText } from '../lib/visible.ts';
import { KINDS, LISTED, type RecordKind, type Sent } from './kinds.ts';
import type { ListOperation } from './query.ts';

export const kindOf = (operation: ListOperation): RecordKind => LISTED[operation];

const memberOf = <Value>(row: unknown, name: string | undefined): Value | undefined =>
  // The types of `KINDS` name only members with such a value.
  name === undefined ? undefined : ((row as Readonly<Record<string, unknown>>)[name] as Value | undefined);

/** For a request or a key; undefined if it can't be used. */
export const idText = (value: Sent<Untrusted>): string | undefined =>
  value === undefined || value instanceof Odd ? undefined : unsafeText(value) || undefined;

/** Undefined without a usable ID. */
export function withId<Made>(value: Sent<Untrusted>, make: (id: string) => Made): Made | undefined {
  const id = idText(value);
  return id === undefined ? undefined : make(id);
}

export const isId = (value: Sent<Untrusted>, id: string | undefined): boolean => sameId(idText(value), id);

export const epochOf = (value: Sent<Timestamp>): number | undefined =>
  value && 'epochMs' in value ? value.epochMs : undefined;

const textOf = (row: unknown, name: string | undefined): string | undefined =>
  idText(memberOf<Sent<Untrusted>>(row, name));

export const idOf = (kind: RecordKind, row: unknown): string | undefined => textOf(row, KINDS[kind].id);

export function timeOf(kind: RecordKind, row: unknown): Sent<Timestamp> {
  const { time, elseTime } = KINDS[kind];
  return memberOf(row, time) ?? memberOf(row, elseTime);
}

/** Even if the API doesn't list the status. */
export function statusText(status: Sent<string>): string | undefined {
  if (!(status instanceof Odd)) return status;
  return typeof status.raw === 'string' ? leavingText(status.raw) : boundedJsonText(status.raw);
}
