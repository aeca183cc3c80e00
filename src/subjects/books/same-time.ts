// The order of entries of one time: a path along their balances, through all of them.

import type { Steps } from '../../lib/steps.ts';
import { type ChainLink, fits, type Work } from './link.ts';

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

/** Hierholzer's algorithm: each entry is an edge from the balance before to the balance after. */
function* pathThrough(
  before: bigint | undefined,
  links: readonly ChainLink[],
  work: Work,
): Steps<readonly ChainLink[] | undefined> {
  const leaving = new Map<bigint, ChainLink[]>();
  const surplus = new Map<bigint, number>();
  const count = (balance: bigint, by: number): void =>
    void surplus.set(balance, (surplus.get(balance) ?? 0) + by);
  for (const link of links.toReversed()) {
    if (link.prior === undefined || link.after === undefined) return undefined;
    const there = leaving.get(link.prior);
    if (there) there.push(link);
    else leaving.set(link.prior, [link]);
    count(link.prior, 1);
    count(link.after, -1);
    if (work.isDue()) yield;
  }
  const odd = [...surplus].filter(([, by]) => by > 0);
  const [only] = odd;
  if (odd.length > 1 || (only && only[1] > 1)) return undefined;
  const start = only?.[0] ?? (before !== undefined && leaving.has(before) ? before : links[0]?.prior);
  const walk: { readonly at: bigint | undefined; readonly link?: ChainLink }[] = [{ at: start }];
  const path: ChainLink[] = [];
  for (let last = walk.at(-1); last; last = walk.at(-1)) {
    const next = last.at === undefined ? undefined : leaving.get(last.at)?.pop();
    if (next) walk.push({ at: next.after, link: next });
    else {
      walk.pop();
      if (last.link) path.push(last.link);
    }
    if (work.isDue()) yield;
  }
  return path.length === links.length ? path.reverse() : undefined;
}
