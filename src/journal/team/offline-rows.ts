// The rows of the team journal that a console shows while the server is away. Pure.
import type { Answer, Row, Settlement } from '../intent.ts';
import type { RowFilters } from '../journal.ts';
import type { ProcessId } from '../processes.ts';

/** Larger than the number of any entry. */
const BEFORE_ALL = 1e12;

/** An entry of this machine's file, numbered below all entries of the team, because the two series are not related. */
const ofFile = (row: Row): Row => ({
  ...row,
  number: row.number - BEFORE_ALL,
  transitions: row.transitions.map(each => ({ ...each, number: each.number - BEFORE_ALL })),
});

/** The filters, with `before` as a number of this machine's file. */
export const forFile = ({ before, ...filters }: RowFilters): RowFilters => ({
  ...filters,
  ...(before !== undefined && { before: before + BEFORE_ALL }),
});

export function passes(
  { number, state, intent }: Row,
  { states, profile, operations, userId, before, since }: RowFilters,
): boolean {
  return (
    (states?.includes(state) ?? true) &&
    (operations?.includes(intent.operation) ?? true) &&
    intent.profile === (profile ?? intent.profile) &&
    intent.customer.userId === (userId ?? intent.customer.userId) &&
    number < (before ?? Number.POSITIVE_INFINITY) &&
    intent.createdAt >= (since ?? intent.createdAt)
  );
}

/** Each entry once, newest first. If the file has an entry too, the server's last copy of the entry counts. */
export function together(known: readonly Row[], inFile: readonly Row[]): readonly Row[] {
  const ids = new Set(known.map(({ intent }) => intent.requestId));
  const own = inFile.filter(({ intent }) => !ids.has(intent.requestId)).map(ofFile);
  return [...known, ...own].toSorted((one, other) => other.number - one.number);
}

export interface OfflineOutcome {
  readonly outcome: Settlement;
  readonly answer: Answer | undefined;
  readonly at: number;
  readonly process: ProcessId;
}

/** The entry with an outcome that only this machine has recorded. The server's next copy replaces this entry. */
export function withOutcome(row: Row, { outcome, answer, at, process }: OfflineOutcome): Row {
  const to = row.wasUnknown && outcome !== 'DONE' ? 'UNKNOWN' : outcome;
  const last = row.transitions.at(-1)?.number ?? 0;
  const step = { number: last + 0.5, from: row.state, to, at, process, ...(answer && { answer }) };
  return {
    ...row,
    state: to,
    wasUnknown: row.wasUnknown || to === 'UNKNOWN',
    transitions: [...row.transitions, step],
  };
}
