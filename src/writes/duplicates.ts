// The one rule for duplicates, for every screen and for `purser call`: which earlier writes a person has to name, and which only cause a warning.

import type { WriteId } from '../api/contract/operations.ts';
import {
  doneAt,
  isOpen,
  lastStep,
  mayBeDone,
  type Naming,
  type Superseded,
  unnamed,
} from '../journal/duplicates.ts';
import type { Intent, Row } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import { sameId } from '../lib/identifier.ts';
import { isHere, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { customerKey } from '../store/workspace.ts';
import type { DuplicateRule } from './definition.ts';
import { definitionOf, registry } from './registry.ts';
import { isOfSameCustomer } from './rules/same-thing.ts';

/** For how many days a done write that only looks alike causes a warning. The age of an exact duplicate doesn't matter. */
export const ALIKE_DAYS = 7;
export const ALIKE_MS = ALIKE_DAYS * 24 * 3_600_000;

/** No week has more rows of one operation. */
const MOST = 2000;

export interface Duplicates {
  /** Same operation, customer and body, done or unresolved: Purser sends nothing until a person names each of these. */
  readonly exact: readonly Row[];
  /** Unresolved writes that would make the same thing with a different request. */
  readonly open: readonly Row[];
  /** Writes of the period that are done and look alike, newest first: a warning. */
  readonly alike: readonly Row[];
  /** The newest unresolved write of this operation, where any unresolved one matters. */
  readonly anyOpen: Row | undefined;
  /** Unresolved writes that may have changed the same record. */
  readonly ofRecord: readonly Row[];
  /** Exact duplicates whose effect a later write has replaced: a card was frozen and unfrozen, and is now frozen again. */
  readonly superseded: readonly Superseded[];
}

/** The earlier writes that matter for `intent`: exact duplicates of any age, and other related writes of the period. */
export async function earlierRows(
  intent: Intent,
  journal: Pick<Journal, 'equals' | 'list'>,
  state: State,
): Promise<readonly Row[]> {
  const equals = await journal.equals(intent.fingerprint);
  const lately = await latelyOf(related(intent), journal, state);
  return each([...lately, ...(equals.ok ? equals.value : [])]);
}

/** The rows of these operations within the period, and the rows in the store. */
export async function latelyOf(
  operations: readonly string[],
  journal: Pick<Journal, 'list'>,
  state: State,
): Promise<readonly Row[]> {
  const since = state.now - ALIKE_MS;
  const listed = await journal.list({ filters: { operations, since }, limit: MOST });
  return each([...journalRows(state), ...(listed.ok ? listed.value : [])]);
}

/** Each row once, in its last version, newest first. */
function each(rows: readonly Row[]): readonly Row[] {
  const known = new Map(rows.map(row => [row.intent.requestId, row]));
  return [...known.values()].toSorted((one, other) => other.number - one.number);
}

/** The operations whose writes matter for this one: its own and, if it changes a record, all that change such a record. */
function related(intent: Intent): readonly string[] {
  const record = duplicateRule(intent).record;
  if (record?.changes !== true) return [intent.operation];
  const others = Object.entries(registry)
    .filter(([, { duplicates }]) => duplicates.record?.changes && duplicates.record.what === record.what)
    .map(([operation]) => operation);
  return [...new Set([intent.operation, ...others])];
}

/** `rows`: newest first, of any service and customer. */
export function duplicatesOf(intent: Intent, rows: readonly Row[], state: State): Duplicates {
  const others = rows.filter(row => isOfSame(row, intent, state) && mayBeDone(row));
  const rule = duplicateRule(intent);
  const equals = equalTo(intent, others);
  const superseded = equals.flatMap(row => {
    const by = isOpen(row) ? undefined : supersededBy(row, others);
    return by ? [{ requestId: row.intent.requestId, by: by.intent.requestId }] : [];
  });
  const exact = unnamed(equals, { besides: [], superseded });
  const looksAlike = others.filter(row => !equals.includes(row) && isAlike(intent, row.intent));
  const open = looksAlike.filter(isOpen);
  const named = [...exact, ...open];
  const { operation } = intent;
  return {
    exact,
    open,
    alike:
      rule.alike?.of === undefined && rule.alike?.same === undefined
        ? []
        : looksAlike.filter(row => isLately(row, state)),
    anyOpen: rule.open && others.find(row => isOpen(row) && row.intent.operation === operation),
    ofRecord: others.filter(
      row => isOpen(row) && !named.includes(row) && changesItsRecord(row.intent, intent),
    ),
    superseded,
  };
}

/** The rows that would do exactly the same. */
export const equalTo = ({ fingerprint }: Intent, rows: readonly Row[]): readonly Row[] =>
  rows.filter(row => row.intent.fingerprint === fingerprint);

/** Another unresolved write that would do exactly the same (FAULTS B18). */
export const openEqual = (intent: Intent, rows: readonly Row[]): Row | undefined =>
  equalTo(intent, rows).find(row => row.intent.requestId !== intent.requestId && isOpen(row));

/** The write that has used this ID up, or may have: one quote is converted once. */
export const usedUpBy = (
  operation: WriteId,
  id: string,
  rows: readonly Row[],
  state: State,
): Row | undefined =>
  rows.find(
    row =>
      row.intent.operation === operation &&
      isHere(row, state) &&
      mayBeDone(row) &&
      sameId(duplicateRule(row.intent).usesUp?.(row.intent), id),
  );

/**
 * What a person has to name where no dialog shows warnings, newest first: the exact duplicates, the unresolved writes that
 * look alike, the newest done one that looks alike, and `earlier` writes on the same record under its other name.
 */
export function toName({ exact, open, alike }: Duplicates, earlier: readonly Row[] = []): readonly Row[] {
  return each([...exact, ...open, ...alike.slice(0, 1), ...earlier]);
}

const isOfSame = (row: Row, intent: Intent, state: State): boolean =>
  row.intent.requestId !== intent.requestId &&
  isHere(row, state) &&
  (duplicateRule(intent).anyCustomer === true ||
    customerKey(row.intent.customer) === customerKey(intent.customer));

const isLately = (row: Row, { now }: State): boolean =>
  now - (doneAt(row) ?? Number.NEGATIVE_INFINITY) <= ALIKE_MS;

/**
 * A later write that changed the same record in another way, so that the first has a new effect if it is done again. A done
 * one is preferred to an unresolved one. A write that can't be undone is never superseded.
 */
function supersededBy(row: Row, others: readonly Row[]): Row | undefined {
  if (row.intent.class !== 'write' || duplicateRule(row.intent).record?.changes !== true) return undefined;
  const later = others.filter(
    other =>
      lastStep(other) > lastStep(row) &&
      other.intent.fingerprint !== row.intent.fingerprint &&
      changesItsRecord(other.intent, row.intent),
  );
  return later.find(other => doneAt(other) !== undefined) ?? later[0];
}

/** What `prepare` needs to know about duplicates: the ones that a person named, and the ones that no longer count. */
export async function namingOf(
  intent: Intent,
  besides: readonly string[],
  journal: Pick<Journal, 'equals' | 'list'>,
  state: State,
): Promise<Naming> {
  const earlier = await earlierRows(intent, journal, state);
  return { besides, superseded: duplicatesOf(intent, earlier, state).superseded };
}

/** A journal may have operations that this version doesn't know. They have no rule. */
export const duplicateRule = ({ operation }: Intent): DuplicateRule =>
  definitionOf(operation)?.duplicates ?? {};

/** Whether both would make the same thing. */
export function isAlike(one: Intent, other: Intent): boolean {
  const { alike } = duplicateRule(one);
  if (alike === undefined || one.operation !== other.operation) return false;
  if (alike.same) return alike.same(one, other);
  if (alike.of === undefined) return true;
  const [mine, its] = [alike.of(one), alike.of(other)];
  return mine.every((value, at) => value !== undefined && value === its[at]);
}

/** Later writes on the same record of the same customer: what the service shows now may be their effect. */
export function changedSince({ number, intent }: Row, rows: readonly Row[]): readonly Row[] {
  return rows.filter(
    row =>
      row.number > number && isOfSameCustomer(row.intent, intent) && changesItsRecord(row.intent, intent),
  );
}

/** Whether `other` changes a record that `one` changes or uses. */
export function changesItsRecord(other: Intent, one: Intent): boolean {
  const [changed, record] = [duplicateRule(other).record, duplicateRule(one).record];
  if (record === undefined || changed?.changes !== true || changed.what !== record.what) return false;
  const mine = record.names(one);
  return changed.names(other).some(name => name !== undefined && mine.includes(name));
}
