// Which earlier writes may be duplicates, and which of them a person has still to name. Pure, without SQLite.
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Row, RowState } from './intent.ts';

const UNRESOLVED: ReadonlySet<RowState> = new Set(['PREPARED', 'SENT', 'UNKNOWN']);

/** The outcome is not certain: it may have had its effect, or may still have it. */
export const isUnresolved = ({ state }: Pick<Row, 'state'>): boolean => UNRESOLVED.has(state);

/** Unresolved, or it waits for approval: a duplicate of it could be a second effect. */
export const isOpen = (row: Pick<Row, 'state'>): boolean => row.state === 'WAITING' || isUnresolved(row);

/** When it was done, or resolved as done, in epoch ms; undefined if neither is known. */
export function doneAt({ state, transitions }: Row): number | undefined {
  const last = transitions.at(-1);
  const done = state === 'DONE' || last?.resolution?.verdict === 'DONE';
  return done ? last?.at : undefined;
}

/** REFUSED, NOT SENT, and a resolution as not done are no duplicates. */
export const mayBeDone = (row: Row): boolean => isOpen(row) || doneAt(row) !== undefined;

/** The earlier writes that a duplicate's sender names. */
export interface Naming {
  /** Request IDs that a person named: the duplicate is deliberate. */
  readonly besides: readonly string[];
  /** Done writes whose effect a later write has replaced: repeating them is no duplicate. */
  readonly superseded?: readonly Superseded[];
}

/** A done write and the later write that has replaced its effect, or may have, by their request IDs. */
export interface Superseded {
  readonly requestId: string;
  readonly by: string;
}

/** The named writes that still count: meanwhile a person may have resolved the later write as not done. */
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
 * The duplicates that have still to be named, of `equals`, newest first, which may all have been done: the newest, and
 * every open one. A person who names the newest knows that there are others; nobody has to name a year of them.
 */
export function unnamed(equals: readonly Row[], { besides, superseded = [] }: Naming): readonly Row[] {
  return equals
    .filter(row => isOpen(row) || superseded.every(one => one.requestId !== row.intent.requestId))
    .filter((row, at) => (at === 0 || isOpen(row)) && !besides.includes(row.intent.requestId));
}

/** The one of the named duplicates that the journal records: an open one first. */
export function secondTo(equals: readonly Row[], besides: readonly string[] = []): string | undefined {
  const named = equals.filter(({ intent }) => besides.includes(intent.requestId));
  return (named.find(isOpen) ?? named[0])?.intent.requestId;
}

/**
 * Why another attempt at `row` would be a duplicate of one of `equals`, as a whole sentence. The one that a person
 * named when `row` was made doesn't count.
 */
export function whyNotRepeat(row: Row, equals: readonly Row[]): Visible | undefined {
  const own = [row.intent.requestId, row.besides];
  const others = equals.filter(({ intent }) => !own.includes(intent.requestId));
  const open = others.find(isOpen);
  if (open)
    return open.state === 'WAITING'
      ? t`A duplicate, request ID ${visible(open.intent.requestId)}, waits for approval. Withdraw that duplicate first.`
      : t`A duplicate, request ID ${visible(open.intent.requestId)}, is ${visible(open.state)}. Resolve that duplicate first.`;
  // The person who made the later one had to name this UNKNOWN one, and wants both.
  if (row.state === 'UNKNOWN') return undefined;
  const done = others.find(other => doneAt(other) !== undefined && lastStep(other) > firstStep(row));
  return (
    done &&
    t`The same request was done since, with request ID ${visible(done.intent.requestId)}. To repeat it, make a new request.`
  );
}

/** Steps are numbered through the whole journal, in the order of their records. */
export const lastStep = ({ transitions }: Row): number => transitions.at(-1)?.number ?? 0;
const firstStep = ({ transitions }: Row): number => transitions[0]?.number ?? 0;

/** The newest done write and the newest open write. `rows`: newest first. */
export const newestOfEach = (rows: readonly Row[]): readonly Row[] =>
  [rows.find(row => doneAt(row) !== undefined), rows.find(isOpen)].filter(row => row !== undefined);
