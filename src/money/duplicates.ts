// The one rule for duplicates. Some earlier writes bar the new write until a person names them, others only warn.

import type { WriteId } from '../api/contract/operations.ts';
import type { Intent, Row } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import {
  doneAt,
  isAtService,
  isEqual,
  isOpen,
  lastStep,
  mayBeDone,
  type Naming,
  type Superseded,
  sendsAlike,
  unnamed,
} from '../journal/possible-duplicates.ts';
import { bodyOf } from '../journal/request-body.ts';
import { sameId } from '../lib/identifier.ts';
import { isObject } from '../lib/json.ts';
import { DAY } from '../lib/time.ts';
import { isInFlight, isUnresolved, journalRows } from '../store/journal-view.ts';
import type { State } from '../store/state.ts';
import { type Definitions, type DuplicateRule, definitionOf } from './definition.ts';

/** For possible duplicates that are done. An exact duplicate counts at any age. */
export const SIMILAR_DAYS = 7;
export const SIMILAR_MS = SIMILAR_DAYS * DAY;

/** More than one operation has in a week. */
const MOST = 2000;

/** A write that waits for approval counts as unresolved in these fields. */
export interface Duplicates {
  /** Purser sends nothing until a person names each of these. */
  readonly exact: readonly Row[];
  /** Unresolved, with another request for the same thing. */
  readonly open: readonly Row[];
  /** Done in the last days, newest first: only a warning. */
  readonly similar: readonly Row[];
  /** The open and similar ones that a command need not name. */
  readonly weak: readonly Row[];
  /** The newest of class `money`: the refusal may be wrong. */
  readonly refused: Row | undefined;
  readonly anyOpen: Row | undefined;
  readonly ofRecord: readonly Row[];
  /** A later write replaced their effect, as unfreezing replaces freezing. */
  readonly superseded: readonly Superseded[];
}

export function createDuplicates(definitions: Definitions) {
  const duplicateRule = ({ operation }: Intent): DuplicateRule =>
    definitionOf(definitions, operation)?.duplicates ?? {};

  function isSimilar(one: Intent, other: Intent): boolean {
    const { similar } = duplicateRule(one);
    if (similar === undefined || one.operation !== other.operation) return false;
    if (similar.pays) return similar.pays(one, other) !== undefined;
    if (similar.same) return similar.same(one, other);
    if (similar.of === undefined) return true;
    const [mine, its] = [similar.of(one), similar.of(other)];
    return mine.every((value, at) => value !== undefined && value === its[at]);
  }

  /** A write may use a record without changing it. */
  function changesItsRecord(other: Intent, one: Intent): boolean {
    const [changed, record] = [duplicateRule(other).record, duplicateRule(one).record];
    if (record === undefined || changed?.changes !== true || changed.what !== record.what) return false;
    const mine = record.names(one);
    return changed.names(other).some(name => name !== undefined && mine.includes(name));
  }

  function namesUsed(intent: Intent): readonly string[] {
    const { usesUp, record } = duplicateRule(intent);
    const changed = intent.class === 'money' && record?.changes ? record.names(intent) : [];
    return [...(usesUp?.(intent) ?? []), ...changed].filter(name => name !== undefined);
  }

  const isOfSame = (row: Row, intent: Intent): boolean =>
    row.intent.requestId !== intent.requestId &&
    (duplicateRule(intent).anyCustomer ? isAtService(row, intent) : sendsAlike(row.intent, intent));

  const setBy = (intent: Intent): readonly string[] => {
    const body = bodyOf(intent);
    const members = body !== undefined && isObject(body) ? Object.keys(body) : [];
    return duplicateRule(intent).record?.sets ?? members.filter(name => name !== 'id');
  };

  /**
   * A later write changed the same part of the record, so repeating `row` has an effect again. `row` may
   * have lost its content, which was that of `intent`.
   */
  function supersededBy(row: Row, intent: Intent, others: readonly Row[]): Row | undefined {
    if (!duplicateRule(intent).repeats) return undefined;
    const mine = setBy(intent);
    const later = others.filter(
      other =>
        lastStep(other) > lastStep(row) &&
        other.intent.fingerprint !== row.intent.fingerprint &&
        changesItsRecord(other.intent, intent) &&
        setBy(other.intent).some(name => mine.includes(name)),
    );
    return later.find(other => doneAt(other) !== undefined) ?? later[0];
  }

  function related(intent: Intent): readonly string[] {
    const record = duplicateRule(intent).record;
    if (record?.changes !== true) return [intent.operation];
    const others = Object.entries(definitions)
      .filter(([, { duplicates }]) => duplicates.record?.changes && duplicates.record.what === record.what)
      .map(([operation]) => operation);
    return [...new Set([intent.operation, ...others])];
  }

  /** Exact duplicates of any age, and related writes of the last days. */
  async function earlierRows(
    intent: Intent,
    journal: Pick<Journal, 'equals' | 'list'>,
    state: State,
  ): Promise<readonly Row[]> {
    const equals = await journal.equals(intent);
    const lately = await latelyOf(related(intent), journal, state);
    return each([...lately, ...(equals.ok ? equals.value : [])]);
  }

  function duplicatesOf(intent: Intent, rows: readonly Row[], state: State): Duplicates {
    const rule = duplicateRule(intent);
    const others = rows.filter(row => isOfSame(row, intent) && mayBeDone(row));
    const told = equalTo(intent, rows).filter(row => isOfSame(row, intent));
    const equals = told.filter(mayBeDone);
    const superseded = equals.flatMap(row => {
      const by = isOpen(row) ? undefined : supersededBy(row, intent, others);
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
        rule.similar?.of === undefined && rule.similar?.same === undefined && rule.similar?.pays === undefined
          ? []
          : similarRows.filter(row => isLately(row, state)),
      weak: similarRows.filter(row => rule.similar?.pays?.(intent, row.intent)?.weak),
      refused: intent.class === 'money' ? told.find(({ state }) => state === 'REFUSED') : undefined,
      anyOpen: rule.open && (ofOperation.find(row => isUnknown(row, state)) ?? ofOperation[0]),
      ofRecord: others.filter(
        row => isOpen(row) && !named.includes(row) && changesItsRecord(row.intent, intent),
      ),
      superseded,
    };
  }

  async function duplicatesNow(
    intent: Intent,
    journal: Pick<Journal, 'equals' | 'list'>,
    state: State,
  ): Promise<Duplicates> {
    return duplicatesOf(intent, await earlierRows(intent, journal, state), state);
  }

  const namingOf = async (
    intent: Intent,
    named: readonly string[],
    ...from: [journal: Pick<Journal, 'equals' | 'list'>, state: State]
  ): Promise<Naming> => ({ named, superseded: (await duplicatesNow(intent, ...from)).superseded });

  /** Or may have used it up. One conversion uses up a quote. */
  const usedUpBy = (operation: WriteId, id: string, rows: readonly Row[], state: State): Row | undefined =>
    rows.find(
      row =>
        row.intent.operation === operation &&
        isAtService(row, state.reach) &&
        mayBeDone(row) &&
        duplicateRule(row.intent)
          .usesUp?.(row.intent)
          .some(name => sameId(name, id)),
    );

  /** By another write than `requestId`. */
  async function usedUp(
    operation: WriteId,
    id: string,
    requestId: string,
    journal: Pick<Journal, 'list'>,
    state: State,
  ): Promise<Row | undefined> {
    const rows = await latelyOf([operation], journal, state);
    const others = rows.filter(({ intent }) => intent.requestId !== requestId);
    return usedUpBy(operation, id, others, state);
  }

  /** The record may show their effect. */
  function changedSince({ number, intent }: Row, rows: readonly Row[]): readonly Row[] {
    return rows.filter(
      row => row.number > number && sendsAlike(row.intent, intent) && changesItsRecord(row.intent, intent),
    );
  }

  return {
    duplicateRule,
    isSimilar,
    namesUsed,
    changesItsRecord,
    earlierRows,
    duplicatesOf,
    duplicatesNow,
    namingOf,
    usedUpBy,
    usedUp,
    changedSince,
  };
}

/** The writes of these operations in the last days, and all rows in the store. */
async function latelyOf(
  operations: readonly string[],
  journal: Pick<Journal, 'list'>,
  state: State,
): Promise<readonly Row[]> {
  const since = state.now - SIMILAR_MS;
  const listed = await journal.list({ filters: { operations, since }, limit: MOST });
  return each([...journalRows(state), ...(listed.ok ? listed.value : [])]);
}

/** In its last version, newest first. */
function each(rows: readonly Row[]): readonly Row[] {
  const known = new Map(rows.map(row => [row.intent.requestId, row]));
  return [...known.values()].toSorted((one, other) => other.number - one.number);
}

export const equalTo = (intent: Intent, rows: readonly Row[]): readonly Row[] =>
  rows.filter(row => isEqual(intent, row.intent));

export const isUnknown = (row: Row, state: State): boolean => isUnresolved(row) && !isInFlight(row, state);

/** UNKNOWN first (FAULTS B18). */
export function openEqual(intent: Intent, rows: readonly Row[], state: State): Row | undefined {
  const others = equalTo(intent, rows).filter(
    row => row.intent.requestId !== intent.requestId && isUnresolved(row),
  );
  return others.find(row => isUnknown(row, state)) ?? others[0];
}

/** For `purser call`, newest first. `earlier`: writes on the same record under its other ID. */
export function toName(
  { exact, open, similar, weak }: Duplicates,
  earlier: readonly Row[] = [],
): readonly Row[] {
  const strong = (rows: readonly Row[]): readonly Row[] => rows.filter(row => !weak.includes(row));
  return each([...exact, ...strong(open), ...strong(similar).slice(0, 1), ...earlier]);
}

const isLately = (row: Row, { now }: State): boolean =>
  now - (doneAt(row) ?? Number.NEGATIVE_INFINITY) <= SIMILAR_MS;
