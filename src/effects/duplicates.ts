// The one rule for duplicates, for every screen and for `purser call`: what stops a write until a person names it, and what is only warned of. Pure but for the port that is asked.

import { doneAt, isUnresolved, lastStep, mayBeDone, type Naming, unnamed } from '../journal/duplicates.ts';
import type { Intent, Row } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import { isHere, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { customerKey } from '../store/workspace.ts';
import { changesItsRecord, isAlike, likeness } from './likeness.ts';

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
  /** Request IDs of exact ones whose effect a later write has replaced: frozen, unfrozen, and now frozen again. */
  readonly superseded: readonly string[];
}

/** What was written before and bears on `intent`: the whole journal for the exact ones, a period for the others. */
export function earlierRows(
  intent: Intent,
  journal: Pick<Journal, 'equals' | 'list'>,
  state: State,
): readonly Row[] {
  const equals = journal.equals(intent.fingerprint);
  const filters = { operations: [intent.operation], since: state.now - ALIKE_MS };
  const lately = journal.list({ filters, limit: MOST });
  const found = [
    ...journalRows(state),
    ...(equals.ok ? equals.value : []),
    ...(lately.ok ? lately.value : []),
  ];
  const rows = new Map(found.map(row => [row.intent.requestId, row]));
  return [...rows.values()].toSorted((one, other) => other.number - one.number);
}

/** `rows`: newest first, of whichever service and customer. */
export function duplicatesOf(intent: Intent, rows: readonly Row[], state: State): Duplicates {
  const others = rows.filter(row => isOfSame(row, intent, state) && mayBeDone(row));
  const equals = others.filter(row => row.intent.fingerprint === intent.fingerprint);
  const superseded = equals
    .filter(row => !isUnresolved(row) && isSuperseded(row, others))
    .map(row => row.intent.requestId);
  const looksAlike = others.filter(row => !equals.includes(row) && isAlike(intent, row.intent));
  return {
    exact: unnamed(equals, { besides: [], superseded }),
    open: looksAlike.filter(isUnresolved),
    alike: likeness(intent).alike?.of === undefined ? [] : looksAlike.filter(row => isLately(row, state)),
    superseded,
  };
}

/** A new customer belongs to no customer yet: it counts whichever customer is chosen. */
const isOfSame = (row: Row, intent: Intent, state: State): boolean =>
  row.intent.requestId !== intent.requestId &&
  isHere(row, state) &&
  (intent.operation === 'user.create' || customerKey(row.intent.customer) === customerKey(intent.customer));

const isLately = (row: Row, { now }: State): boolean =>
  now - (doneAt(row) ?? Number.NEGATIVE_INFINITY) <= ALIKE_MS;

/**
 * Of what can be undone: whether a later write from here changed the same record in another way, so that doing it again has
 * a new effect. What can't be undone is never superseded.
 */
const isSuperseded = (row: Row, others: readonly Row[]): boolean =>
  row.intent.class === 'write' &&
  likeness(row.intent).record?.changes === true &&
  others.some(
    later =>
      lastStep(later) > lastStep(row) &&
      later.intent.fingerprint !== row.intent.fingerprint &&
      changesItsRecord(later.intent, row.intent),
  );

/** What the sender says of the duplicates: what a person named, and what no longer counts. */
export const namingOf = (
  intent: Intent,
  besides: readonly string[],
  journal: Pick<Journal, 'equals' | 'list'>,
  state: State,
): Naming => ({
  besides,
  superseded: duplicatesOf(intent, earlierRows(intent, journal, state), state).superseded,
});
