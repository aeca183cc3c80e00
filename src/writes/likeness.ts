// What makes two writes alike, and which record each is about, by their definitions; pure.

import type { Intent, Row } from '../journal/intent.ts';
import { sameId } from '../lib/identifier.ts';
import type { DuplicateRule } from './definition.ts';
import { definitionOf } from './registry.ts';

/** A journal may hold operations of other versions: those are like none. */
export const likeness = ({ operation }: Intent): DuplicateRule => definitionOf(operation)?.duplicates ?? {};

/** Whether both would make the same thing. */
export function isAlike(one: Intent, other: Intent): boolean {
  const { alike } = likeness(one);
  if (alike === undefined || one.operation !== other.operation) return false;
  if (alike.of === undefined) return true;
  const [mine, its] = [alike.of(one), alike.of(other)];
  return mine.every((value, at) => value !== undefined && value === its[at]);
}

/** Later writes from here of the record that this one is about, for the same customer: what is shown now may be theirs. */
export function changedSince({ number, intent }: Row, rows: readonly Row[]): readonly Row[] {
  return rows.filter(
    row =>
      row.number > number &&
      row.intent.baseUrl === intent.baseUrl &&
      sameId(row.intent.customer.userId, intent.customer.userId) &&
      changesItsRecord(row.intent, intent),
  );
}

/** Whether `other` changes a record that `one` changes or is made with. */
export function changesItsRecord(other: Intent, one: Intent): boolean {
  const [changed, record] = [likeness(other).record, likeness(one).record];
  if (record === undefined || changed?.changes !== true || changed.what !== record.what) return false;
  const mine = record.names(one);
  return changed.names(other).some(name => name !== undefined && mine.includes(name));
}
