// Which earlier writes a write may be a duplicate of, and which of them a person has still to name; pure, without SQLite.
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Row, RowState } from './intent.ts';

const UNRESOLVED: ReadonlySet<RowState> = new Set(['PREPARED', 'SENT', 'UNKNOWN']);

/** How it ended is not certain: it may have had its effect, or may still have it. */
export const isUnresolved = ({ state }: Pick<Row, 'state'>): boolean => UNRESOLVED.has(state);

/** When it was done, or found to have been done, in epoch ms; nothing where neither is known. */
export function doneAt({ state, transitions }: Row): number | undefined {
  const last = transitions.at(-1);
  const done = state === 'DONE' || last?.resolution?.verdict === 'DONE';
  return done ? last?.at : undefined;
}

/** REFUSED, NOT SENT and what a person found not done are no duplicates. */
export const mayBeDone = (row: Row): boolean => isUnresolved(row) || doneAt(row) !== undefined;

/** What the sender of a duplicate says of the earlier writes. */
export interface Naming {
  /** Request IDs that a person named: another one is meant. */
  readonly besides: readonly string[];
  /** Done ones whose effect a later write has replaced: doing them again is no duplicate. */
  readonly superseded?: readonly Superseded[];
}

/** A done write and the later write that has replaced its effect, or may have, by their request IDs. */
export interface Superseded {
  readonly requestId: string;
  readonly by: string;
}

/** The naming without what is no longer so: meanwhile a person may have found that the later write was not done. */
export const stillSo = (
  { besides, superseded = [] }: Naming,
  find: (requestId: string) => Row | undefined,
): Naming => ({
  besides,
  superseded: superseded.filter(({ by }) => {
    const later = find(by);
    return later !== undefined && mayBeDone(later);
  }),
});

/**
 * The equal writes that have still to be named, of `equals`, which may all have been done, newest first: the newest of them,
 * and every one that is not certain. A person who names the newest knows that there are others; nobody is asked to name a year of them.
 */
export function unnamed(equals: readonly Row[], { besides, superseded = [] }: Naming): readonly Row[] {
  return equals
    .filter(row => isUnresolved(row) || superseded.every(one => one.requestId !== row.intent.requestId))
    .filter((row, at) => (at === 0 || isUnresolved(row)) && !besides.includes(row.intent.requestId));
}

/** Of the equal ones that were named, which it is on record as a second one to: what is not certain comes first. */
export function secondTo(equals: readonly Row[], besides: readonly string[] = []): string | undefined {
  const named = equals.filter(({ intent }) => besides.includes(intent.requestId));
  return (named.find(isUnresolved) ?? named[0])?.intent.requestId;
}

/**
 * Why another attempt at `row` would be a duplicate of one of `equals`, as a whole sentence. The one that a person named
 * when `row` was made doesn't count.
 */
export function whyNotRepeat(row: Row, equals: readonly Row[]): Visible | undefined {
  const own = [row.intent.requestId, row.besides];
  const others = equals.filter(({ intent }) => !own.includes(intent.requestId));
  const open = others.find(isUnresolved);
  if (open)
    return t`A duplicate, request ID ${visible(open.intent.requestId)}, is ${visible(open.state)}. Resolve that one first.`;
  // The person who made the later one had to name this UNKNOWN one, and wants both.
  if (row.state === 'UNKNOWN') return undefined;
  const done = others.find(other => doneAt(other) !== undefined && lastStep(other) > firstStep(row));
  return (
    done &&
    t`The same was done since, with request ID ${visible(done.intent.requestId)}. To do it again, make a new request.`
  );
}

/** Steps are numbered through the whole journal, in the order in which they were recorded. */
export const lastStep = ({ transitions }: Row): number => transitions.at(-1)?.number ?? 0;
const firstStep = ({ transitions }: Row): number => transitions[0]?.number ?? 0;

/** The newest done write and the newest unresolved write. `rows`: newest first. */
export const newestOfEach = (rows: readonly Row[]): readonly Row[] =>
  [rows.find(row => doneAt(row) !== undefined), rows.find(isUnresolved)].filter(row => row !== undefined);
