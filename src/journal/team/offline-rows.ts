// What a console shows of a team's journal while the server is away; pure.
import type { Answer, Row, Settlement } from '../intent.ts';
import type { ProcessId } from '../processes.ts';

/** Farther than any number of a record. */
const BEFORE_ALL = 1e12;

/**
 * An entry of this machine's own file among those of the team: the numbers of the two have nothing to do with each other, so
 * those of the file come before all.
 */
export const ofFile = (row: Row): Row => ({
  ...row,
  number: row.number - BEFORE_ALL,
  transitions: row.transitions.map(each => ({ ...each, number: each.number - BEFORE_ALL })),
});

interface OfflineOutcome {
  readonly outcome: Settlement;
  readonly answer: Answer | undefined;
  readonly at: number;
  readonly process: ProcessId;
}

/** The entry with an outcome that only this machine has recorded. The server's own next step takes its place. */
export function withOutcome(row: Row, { outcome, answer, at, process }: OfflineOutcome): Row {
  const to = row.doubted && outcome !== 'DONE' ? 'UNKNOWN' : outcome;
  const last = row.transitions.at(-1)?.number ?? 0;
  const step = { number: last + 0.5, from: row.state, to, at, process, ...(answer && { answer }) };
  return {
    ...row,
    state: to,
    doubted: row.doubted || to === 'UNKNOWN',
    transitions: [...row.transitions, step],
  };
}
