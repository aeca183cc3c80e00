// Entries that the service posted at another time than they say: short runs that fill exactly one gap elsewhere.

import type { Steps } from '../../lib/steps.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import { type ChainLink, type ChainStep, fits, NEAR, outside, type Work } from './chain-link.ts';
import { into } from './entry-amounts.ts';

/** The entry fits between two later or earlier entries: the service posted it at another time than it says. */
export interface Misplaced {
  readonly entry: HistoryEntry;
  /** The entry whose balance follows from the misplaced one. */
  readonly fitsBefore: HistoryEntry;
}

/** Links of which each follows from the one before. */
export type Run = readonly ChainLink[];

export const startOf = (run: Run | undefined): bigint | undefined => run?.[0]?.prior;
export const endOf = (run: Run | undefined): bigint | undefined => run?.at(-1)?.after;

export function* runsOf(links: readonly ChainLink[], work: Work): Steps<readonly Run[]> {
  const runs: ChainLink[][] = [];
  for (const link of links) {
    const run = runs.at(-1);
    if (run && fits(endOf(run), link.prior)) run.push(link);
    else runs.push([link]);
    if (work.isDue()) yield;
  }
  return runs;
}

const merged = (runs: readonly Run[]): readonly Run[] =>
  runs.reduce<Run[]>((done, run) => {
    const last = done.at(-1);
    if (last && fits(endOf(last), startOf(run))) done[done.length - 1] = [...last, ...run];
    else done.push(run);
    return done;
  }, []);

/** A longer run is no entry in a wrong place. */
export const SHORT = 3;
/** More are a history in no order. */
const MOST_MOVES = 50;
/** In runs, over all moves: a history in which hardly anything follows costs no more. */
const MOST_SEARCHED = 500_000;

interface Moved {
  readonly runs: readonly Run[];
  readonly misplaced: readonly Misplaced[];
  readonly reordered: readonly ChainLink[];
  /** False if there were more such runs than Purser moves. */
  readonly isWhole: boolean;
}

/** A short run that exactly fills one gap elsewhere was posted there. If it fits several gaps, none is chosen. */
export function* withMisplaced(all: readonly Run[], work: Work): Steps<Moved> {
  let runs = all;
  const misplaced: Misplaced[] = [];
  const reordered: ChainLink[] = [];
  let searched = 0;
  for (let moves = 0; ; moves++) {
    const move = yield* onlyMove(runs, work);
    searched += runs.length;
    const isOver = moves === MOST_MOVES || searched > MOST_SEARCHED;
    if (!move || isOver) return { runs, misplaced, reordered, isWhole: !move };
    const { run, ahead, behind } = move;
    for (const link of run) {
      const { entry, at } = link.step;
      if (at !== undefined && outside(at, ahead?.at, behind.at) > NEAR)
        misplaced.push({ entry, fitsBefore: behind.entry });
      else reordered.push(link);
    }
    runs = merged(
      runs
        .filter(other => other !== run)
        .flatMap(other => (other[0]?.step === behind ? [run, other] : [other])),
    );
  }
}

interface Displaced {
  readonly run: Run;
  /** The neighbours in the new place. */
  readonly ahead: ChainStep | undefined;
  readonly behind: ChainStep;
}

/** In base 32, because long numbers in base 10 are slow. */
const keyOf = (from: bigint, to: bigint): string => `${from.toString(32)} ${to.toString(32)}`;

function* onlyMove(runs: readonly Run[], work: Work): Steps<Displaced | undefined> {
  const ends = new Set<bigint | undefined>();
  const starts = new Set<bigint | undefined>();
  for (const [nth, run] of runs.entries()) {
    if (nth > 0) ends.add(endOf(runs[nth - 1]));
    if (run.length <= SHORT) starts.add(startOf(run));
    if (work.isDue()) yield;
  }
  // Keys take time, and hardly any run has a balance of both.
  const gaps = new Map<string, Run[]>();
  const fitting = new Map<string, Run[]>();
  for (const [nth, run] of runs.entries()) {
    const [before, from, to] = [endOf(runs[nth - 1]), startOf(run), endOf(run)];
    if (before !== undefined && from !== undefined && starts.has(before))
      into(gaps, keyOf(before, from), run);
    if (from !== undefined && to !== undefined && run.length <= SHORT && ends.has(from))
      into(fitting, keyOf(from, to), run);
    if (work.isDue()) yield;
  }
  for (const [key, [run, another]] of fitting) {
    const [gap, secondGap] = gaps.get(key) ?? [];
    const behind = gap?.[0]?.step;
    if (gap && run && behind && !another && !secondGap)
      return { run, behind, ahead: runs[runs.indexOf(gap) - 1]?.at(-1)?.step };
  }
  return undefined;
}
