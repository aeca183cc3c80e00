// The one rule for duplicates, for every screen and for `purser call`: what stops a write until a person names it, and what is only warned of. Pure but for the port that is asked.

import type { WriteId } from '../api/contract/operations.ts';
import {
  doneAt,
  isUnresolved,
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

/** How long something done is warned of that only looks alike. An exact duplicate is stopped whatever its age. */
export const ALIKE_DAYS = 7;
export const ALIKE_MS = ALIKE_DAYS * 24 * 3_600_000;

/** More rows of one operation than a week has. */
const MOST = 2000;

export interface Duplicates {
  /** Same operation, customer and body, done or not certain: nothing is sent until a person names each of these. */
  readonly exact: readonly Row[];
  /** Not certain, and would make the same thing in other words. */
  readonly open: readonly Row[];
  /** Done within the period, and looks alike, newest first: a warning. */
  readonly alike: readonly Row[];
  /** Of a kind where any that is not certain matters: the newest. */
  readonly anyOpen: Row | undefined;
  /** Not certain, and may have changed the record that this one is about. */
  readonly ofRecord: readonly Row[];
  /** Exact ones whose effect a later write has replaced: frozen, unfrozen, and now frozen again. */
  readonly superseded: readonly Superseded[];
}

/** What was written before and bears on `intent`: the whole journal for the exact ones, a period for the others. */
export async function earlierRows(
  intent: Intent,
  journal: Pick<Journal, 'equals' | 'list'>,
  state: State,
): Promise<readonly Row[]> {
  const equals = await journal.equals(intent.fingerprint);
  const lately = await latelyOf(related(intent), journal, state);
  return each([...lately, ...(equals.ok ? equals.value : [])]);
}

/** The rows of these operations within the period, and those that the console holds. */
export async function latelyOf(
  operations: readonly string[],
  journal: Pick<Journal, 'list'>,
  state: State,
): Promise<readonly Row[]> {
  const since = state.now - ALIKE_MS;
  const listed = await journal.list({ filters: { operations, since }, limit: MOST });
  return each([...journalRows(state), ...(listed.ok ? listed.value : [])]);
}

/** Each row once, as it is listed last, newest first. */
function each(rows: readonly Row[]): readonly Row[] {
  const known = new Map(rows.map(row => [row.intent.requestId, row]));
  return [...known.values()].toSorted((one, other) => other.number - one.number);
}

/** The operations whose writes bear on this one: its own, and of what changes a record all that change such a record. */
function related(intent: Intent): readonly string[] {
  const record = duplicateRule(intent).record;
  if (record?.changes !== true) return [intent.operation];
  const others = Object.entries(registry)
    .filter(([, { duplicates }]) => duplicates.record?.changes && duplicates.record.what === record.what)
    .map(([operation]) => operation);
  return [...new Set([intent.operation, ...others])];
}

/** `rows`: newest first, of whichever service and customer. */
export function duplicatesOf(intent: Intent, rows: readonly Row[], state: State): Duplicates {
  const others = rows.filter(row => isOfSame(row, intent, state) && mayBeDone(row));
  const rule = duplicateRule(intent);
  const equals = equalTo(intent, others);
  const superseded = equals.flatMap(row => {
    const by = isUnresolved(row) ? undefined : supersededBy(row, others);
    return by ? [{ requestId: row.intent.requestId, by: by.intent.requestId }] : [];
  });
  const exact = unnamed(equals, { besides: [], superseded });
  const looksAlike = others.filter(row => !equals.includes(row) && isAlike(intent, row.intent));
  const open = looksAlike.filter(isUnresolved);
  const named = [...exact, ...open];
  const { operation } = intent;
  return {
    exact,
    open,
    alike:
      rule.alike?.of === undefined && rule.alike?.same === undefined
        ? []
        : looksAlike.filter(row => isLately(row, state)),
    anyOpen: rule.open && others.find(row => isUnresolved(row) && row.intent.operation === operation),
    ofRecord: others.filter(
      row => isUnresolved(row) && !named.includes(row) && changesItsRecord(row.intent, intent),
    ),
    superseded,
  };
}

/** Those that would do exactly the same. */
export const equalTo = ({ fingerprint }: Intent, rows: readonly Row[]): readonly Row[] =>
  rows.filter(row => row.intent.fingerprint === fingerprint);

/** Another one that would do exactly the same and is not certain yet (FAULTS B18). */
export const openEqual = (intent: Intent, rows: readonly Row[]): Row | undefined =>
  equalTo(intent, rows).find(row => row.intent.requestId !== intent.requestId && isUnresolved(row));

/** The write that has used it up, or may have: a quote that was converted. */
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

/** Of writes that changed one record for good, newest first: the newest that was done, and the newest that is not certain. */
export const newestOfEach = (rows: readonly Row[]): readonly Row[] =>
  [rows.find(row => doneAt(row) !== undefined), rows.find(isUnresolved)].filter(row => row !== undefined);

/**
 * What has to be named where nobody looks at a warning, newest first: also what is not certain and looks alike, the newest
 * done one that does, and `earlier`: what did the same to the same record under another name.
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
 * The later write from here that changed the same record in another way, so that doing the first again has a new effect: one
 * that was done, or else one that is unresolved. A write that can't be undone is never superseded.
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

/** What the sender says of the duplicates: what a person named, and what no longer counts. */
export async function namingOf(
  intent: Intent,
  besides: readonly string[],
  journal: Pick<Journal, 'equals' | 'list'>,
  state: State,
): Promise<Naming> {
  const earlier = await earlierRows(intent, journal, state);
  return { besides, superseded: duplicatesOf(intent, earlier, state).superseded };
}

/** A journal may hold operations of other versions: those are like none. */
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

/** Later writes from here of the record that this one is about, for the same customer: what is shown now may be theirs. */
export function changedSince({ number, intent }: Row, rows: readonly Row[]): readonly Row[] {
  return rows.filter(
    row =>
      row.number > number && isOfSameCustomer(row.intent, intent) && changesItsRecord(row.intent, intent),
  );
}

/** Whether `other` changes a record that `one` changes or is made with. */
export function changesItsRecord(other: Intent, one: Intent): boolean {
  const [changed, record] = [duplicateRule(other).record, duplicateRule(one).record];
  if (record === undefined || changed?.changes !== true || changed.what !== record.what) return false;
  const mine = record.names(one);
  return changed.names(other).some(name => name !== undefined && mine.includes(name));
}
