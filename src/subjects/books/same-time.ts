// The order of entries of one time: a path along their balances, through all of them.

import type { Steps } from '../../lib/steps.ts';
import { type ChainLink, fits, WINDOW, type Work } from './chain-link.ts';
import { into } from './entry-amounts.ts';

/** `links`: by time. Entries of one time stay as they are if no path goes through all of them. */
export function* withSameTimes(links: readonly ChainLink[], work: Work): Steps<readonly ChainLink[]> {
  const ordered: ChainLink[] = [];
  for (let from = 0; from < links.length; ) {
    let to = from + 1;
    while (to < links.length && isSameTime(links[from], links[to])) to++;
    const same = links.slice(from, to);
    const before = ordered.at(-1)?.after;
    const path = isFollowing(before, same) ? same : yield* pathThrough(before, same, work);
    for (const link of path ?? same) ordered.push(link);
    from = to;
    if (work.isDue(same.length)) yield;
  }
  return ordered;
}

const isSameTime = (one: ChainLink | undefined, other: ChainLink | undefined): boolean =>
  one?.step.at !== undefined && one.step.at === other?.step.at;

const isFollowing = (before: bigint | undefined, links: readonly ChainLink[]): boolean =>
  links.every(({ prior }, nth) => fits(nth === 0 ? before : links[nth - 1]?.after, prior));

/** A link, or a bridge over a break. */
interface Edge {
  readonly to: bigint;
  readonly link: ChainLink | undefined;
}

interface Graph {
  readonly leaving: Map<bigint, Edge[]>;
  /** Balances that more links leave than reach, and the reverse, as often as the difference. */
  readonly starts: bigint[];
  readonly ends: bigint[];
}

/**
 * Hierholzer's algorithm: each entry is an edge from the balance before to the balance after. If more paths than one are
 * needed, few entries stay as listed, because other entries near in time may join them. Too many entries for that search get
 * the fewest paths.
 */
function* pathThrough(
  before: bigint | undefined,
  links: readonly ChainLink[],
  work: Work,
): Steps<readonly ChainLink[] | undefined> {
  const graph = yield* graphOf(links, work);
  if (!graph || (graph.starts.length > 1 && links.length <= WINDOW)) return undefined;
  const { leaving, starts, ends } = graph;
  const own = Math.max(0, before === undefined ? 0 : starts.indexOf(before));
  const [start] = starts.splice(own, 1);
  ends.pop();
  for (const [nth, to] of starts.entries()) into(leaving, ends[nth] ?? to, { to, link: undefined });
  const path: ChainLink[] = [];
  const from = start ?? (before !== undefined && leaving.has(before) ? before : links[0]?.prior);
  for (const link of yield* pathFrom(from, leaving, work)) path.push(link);
  if (path.length === links.length) return path;
  if (links.length <= WINDOW) return undefined;
  // Behind a bridge first, because a path from there has no other break.
  for (const balance of [...starts, ...links.map(({ prior }) => prior)])
    if (balance !== undefined && leaving.get(balance)?.length)
      for (const link of yield* pathFrom(balance, leaving, work)) path.push(link);
  return path;
}

/** Undefined if a balance can't be read. */
function* graphOf(links: readonly ChainLink[], work: Work): Steps<Graph | undefined> {
  const leaving = new Map<bigint, Edge[]>();
  const surplus = new Map<bigint, number>();
  for (const link of links.toReversed()) {
    const { prior, after } = link;
    if (prior === undefined || after === undefined) return undefined;
    into(leaving, prior, { to: after, link });
    surplus.set(prior, (surplus.get(prior) ?? 0) + 1);
    surplus.set(after, (surplus.get(after) ?? 0) - 1);
    if (work.isDue()) yield;
  }
  const [starts, ends]: [bigint[], bigint[]] = [[], []];
  for (const [balance, by] of surplus)
    for (let left = Math.abs(by); left > 0; left--) (by > 0 ? starts : ends).push(balance);
  return { leaving, starts, ends };
}

function* pathFrom(
  start: bigint | undefined,
  leaving: ReadonlyMap<bigint, Edge[]>,
  work: Work,
): Steps<readonly ChainLink[]> {
  if (start === undefined) return [];
  const walk: Edge[] = [{ to: start, link: undefined }];
  const path: ChainLink[] = [];
  for (let last = walk.at(-1); last; last = walk.at(-1)) {
    const next = leaving.get(last.to)?.pop();
    if (next) walk.push(next);
    else {
      walk.pop();
      if (last.link) path.push(last.link);
    }
    if (work.isDue()) yield;
  }
  return path.reverse();
}
