// The one rule for duplicates, for every screen and for `purser call`. Some earlier writes bar the new write until a
// person names them. Other earlier writes only cause a warning.

import type { WriteId } from '../api/contract/operations.ts';
import {
  doneAt,
  formsOf,
  isAtService,
  isOpen,
  lastStep,
  mayBeDone,
  type Naming,
  type Superseded,
  sendsAlike,
  unnamed,
} from '../journal/duplicates.ts';
import type { Intent, Row } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import { bodyOf } from '../journal/request-body.ts';
import { sameId } from '../lib/identifier.ts';
import { isObject } from '../lib/json.ts';
import { isInFlight, isUnresolved, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { type Definitions, type DuplicateRule, definitionOf } from './definition.ts';

/** A possible duplicate that is done causes a warning for this many days. An exact duplicate counts at any age. */
export const SIMILAR_DAYS = 7;
export const SIMILAR_MS = SIMILAR_DAYS * 24 * 3_600_000;

/** More rows than one operation has in a week. */
const MOST = 2000;

/** A write that waits for approval counts as unresolved in these fields. */
export interface Duplicates {
  /** The same request (fingerprint.ts), done or unresolved: Purser sends nothing until a person names each of these. */
  readonly exact: readonly Row[];
  /** Unresolved writes that would make the same thing with a different request. */
  readonly open: readonly Row[];
  /** Possible duplicates of the last days that are done, newest first: these only cause a warning. */
  readonly similar: readonly Row[];
  /** The newest unresolved write of this operation, UNKNOWN first, if the rule warns of every unresolved write. */
  readonly anyOpen: Row | undefined;
  /** Unresolved writes that may have changed the same record. */
  readonly ofRecord: readonly Row[];
  /** Exact duplicates that no longer count: a later write replaced their effect, as unfreezing replaces freezing. */
  readonly superseded: readonly Superseded[];
}

/** The rule, for the writes that `definitions` has. */
export function createDuplicates(definitions: Definitions) {
  /** A journal may have operations that this version doesn't know. Such an operation has no rule. */
  const duplicateRule = ({ operation }: Intent): DuplicateRule =>
    definitionOf(definitions, operation)?.duplicates ?? {};

  /** Whether both writes would make the same thing. */
  function isSimilar(one: Intent, other: Intent): boolean {
    const { similar } = duplicateRule(one);
    if (similar === undefined || one.operation !== other.operation) return false;
    if (similar.same) return similar.same(one, other);
    if (similar.of === undefined) return true;
    const [mine, its] = [similar.of(one), similar.of(other)];
    return mine.every((value, at) => value !== undefined && value === its[at]);
  }

  /** Whether `other` changes a record that `one` changes or uses. */
  function changesItsRecord(other: Intent, one: Intent): boolean {
    const [changed, record] = [duplicateRule(other).record, duplicateRule(one).record];
    if (record === undefined || changed?.changes !== true || changed.what !== record.what) return false;
    const mine = record.names(one);
    return changed.names(other).some(name => name !== undefined && mine.includes(name));
  }

  const isOfSame = (row: Row, intent: Intent): boolean =>
    row.intent.requestId !== intent.requestId &&
    (duplicateRule(intent).anyCustomer ? isAtService(row, intent) : sendsAlike(row.intent, intent));

  /** What the write sets in its record. */
  const setBy = (intent: Intent): readonly string[] => {
    const body = bodyOf(intent);
    const members = body !== undefined && isObject(body) ? Object.keys(body) : [];
    return duplicateRule(intent).record?.sets ?? members.filter(name => name !== 'id');
  };

  /**
   * The later write that set the same part of the record of `row` in another way, so that repeating `row` would have an effect
   * again. Prefers a done write to an unresolved one. A write of the class `money` is never superseded.
   */
  function supersededBy(row: Row, others: readonly Row[]): Row | undefined {
    if (row.intent.class !== 'write' || duplicateRule(row.intent).record?.changes !== true) return undefined;
    const mine = setBy(row.intent);
    const later = others.filter(
      other =>
        lastStep(other) > lastStep(row) &&
        other.intent.fingerprint !== row.intent.fingerprint &&
        changesItsRecord(other.intent, row.intent) &&
        setBy(other.intent).some(name => mine.includes(name)),
    );
    return later.find(other => doneAt(other) !== undefined) ?? later[0];
  }

  /** The operations whose writes matter: the intent's own, and all that change the same kind of record. */
  function related(intent: Intent): readonly string[] {
    const record = duplicateRule(intent).record;
    if (record?.changes !== true) return [intent.operation];
    const others = Object.entries(definitions)
      .filter(([, { duplicates }]) => duplicates.record?.changes && duplicates.record.what === record.what)
      .map(([operation]) => operation);
    return [...new Set([intent.operation, ...others])];
  }

  /** The earlier writes that matter for `intent`: exact duplicates of any age, and related writes of the last days. */
  async function earlierRows(
    intent: Intent,
    journal: Pick<Journal, 'equals' | 'list'>,
    state: State,
  ): Promise<readonly Row[]> {
    const equals = await journal.equals(intent);
    const lately = await latelyOf(related(intent), journal, state);
    return each([...lately, ...(equals.ok ? equals.value : [])]);
  }

  /** `rows`: newest first, of any service and customer. */
  function duplicatesOf(intent: Intent, rows: readonly Row[], state: State): Duplicates {
    const others = rows.filter(row => isOfSame(row, intent) && mayBeDone(row));
    const rule = duplicateRule(intent);
    const equals = equalTo(intent, others);
    const superseded = equals.flatMap(row => {
      const by = isOpen(row) ? undefined : supersededBy(row, others);
      return by ? [{ requestId: row.intent.requestId, by: by.intent.requestId }] : [];
    });
    const exact = unnamed(equals, { named: [], superseded });
    const similarRows = others.filter(row => !equals.includes(row) && isSimilar(intent, row.intent));
    const open = similarRows.filter(isOpen);
    const named = [...exact, ...open];
    const ofOperation = others.filter(row => isOpen(row) && row.intent.operation === intent.operation);
    return {
      exact,
      open,
      similar:
        rule.similar?.of === undefined && rule.similar?.same === undefined
          ? []
          : similarRows.filter(row => isLately(row, state)),
      anyOpen: rule.open && (ofOperation.find(row => isUnknown(row, state)) ?? ofOperation[0]),
      ofRecord: others.filter(
        row => isOpen(row) && !named.includes(row) && changesItsRecord(row.intent, intent),
      ),
      superseded,
    };
  }

  /** What `prepare` needs to know about duplicates: those that a person named, and those that no longer count. */
  async function namingOf(
    intent: Intent,
    named: readonly string[],
    journal: Pick<Journal, 'equals' | 'list'>,
    state: State,
  ): Promise<Naming> {
    const earlier = await earlierRows(intent, journal, state);
    return { named, superseded: duplicatesOf(intent, earlier, state).superseded };
  }

  /**
   * The write that used up this ID, or may have used it up. Undefined if there is no such write. For example, one
   * conversion uses up a quote.
   */
  const usedUpBy = (operation: WriteId, id: string, rows: readonly Row[], state: State): Row | undefined =>
    rows.find(
      row =>
        row.intent.operation === operation &&
        isAtService(row, state.reach) &&
        mayBeDone(row) &&
        sameId(duplicateRule(row.intent).usesUp?.(row.intent), id),
    );

  /** Later writes on the same record of the same customer. The record may show their effect. */
  function changedSince({ number, intent }: Row, rows: readonly Row[]): readonly Row[] {
    return rows.filter(
      row => row.number > number && sendsAlike(row.intent, intent) && changesItsRecord(row.intent, intent),
    );
  }

  return {
    duplicateRule,
    isSimilar,
    changesItsRecord,
    earlierRows,
    duplicatesOf,
    namingOf,
    usedUpBy,
    changedSince,
  };
}

/** The rows of these operations from the last days, and all rows in the store. */
export async function latelyOf(
  operations: readonly string[],
  journal: Pick<Journal, 'list'>,
  state: State,
): Promise<readonly Row[]> {
  const since = state.now - SIMILAR_MS;
  const listed = await journal.list({ filters: { operations, since }, limit: MOST });
  return each([...journalRows(state), ...(listed.ok ? listed.value : [])]);
}

/** Each row once, in its last version, newest first. */
function each(rows: readonly Row[]): readonly Row[] {
  const known = new Map(rows.map(row => [row.intent.requestId, row]));
  return [...known.values()].toSorted((one, other) => other.number - one.number);
}

/** The rows with exactly the same effect. */
export function equalTo(intent: Intent, rows: readonly Row[]): readonly Row[] {
  const forms = formsOf(intent);
  return rows.filter(row => forms.includes(row.intent.fingerprint));
}

/** Whether the write may have had its effect, and no console waits for its outcome. */
export const isUnknown = (row: Row, state: State): boolean => isUnresolved(row) && !isInFlight(row, state);

/** Another unresolved write with exactly the same effect, UNKNOWN first (FAULTS B18). */
export function openEqual(intent: Intent, rows: readonly Row[], state: State): Row | undefined {
  const others = equalTo(intent, rows).filter(
    row => row.intent.requestId !== intent.requestId && isUnresolved(row),
  );
  return others.find(row => isUnknown(row, state)) ?? others[0];
}

/**
 * The writes that a person must name for `purser call`, which shows no dialog. Newest first: exact duplicates, unresolved
 * possible duplicates, the newest done possible duplicate, and `earlier` writes on the same record under its other ID.
 */
export function toName({ exact, open, similar }: Duplicates, earlier: readonly Row[] = []): readonly Row[] {
  return each([...exact, ...open, ...similar.slice(0, 1), ...earlier]);
}

const isLately = (row: Row, { now }: State): boolean =>
  now - (doneAt(row) ?? Number.NEGATIVE_INFINITY) <= SIMILAR_MS;
