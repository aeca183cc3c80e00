// Whether a break is one in any order of entries whose order Purser can't find.

import type { Steps } from '../../lib/steps.ts';
import type { ChainLink, Work } from './chain-link.ts';

/**
 * `unsure`: links whose order proves nothing. Between two of them only a balance proves a break that more of them leave
 * than reach, or more reach than leave: then no order has all.
 */
export function* orderProves(
  order: readonly ChainLink[],
  unsure: ReadonlySet<ChainLink>,
  work: Work,
): Steps<(ahead: ChainLink | undefined, link: ChainLink) => boolean> {
  if (unsure.size === 0) return () => true;
  const surplus = yield* surplusIn(order, unsure, work);
  const isOdd = (balance: bigint | undefined): boolean =>
    balance !== undefined && surplus !== undefined && (surplus.get(balance) ?? 0) !== 0;
  return (ahead, link) =>
    (!unsure.has(link) && !(ahead && unsure.has(ahead))) || isOdd(ahead?.after) || isOdd(link.prior);
}

/** For each balance: the links that leave it, minus those that reach it. Undefined if one can't be read. */
function* surplusIn(
  order: readonly ChainLink[],
  unsure: ReadonlySet<ChainLink>,
  work: Work,
): Steps<ReadonlyMap<bigint, number> | undefined> {
  const surplus = new Map<bigint, number>();
  let isReadable = true;
  const count = (balance: bigint | undefined, by: number): void => {
    if (balance === undefined) isReadable = false;
    else surplus.set(balance, (surplus.get(balance) ?? 0) + by);
  };
  for (const [nth, link] of order.entries()) {
    if (!unsure.has(link)) continue;
    count(link.prior, 1);
    count(link.after, -1);
    const [ahead, behind] = [order[nth - 1], order[nth + 1]];
    if (ahead && !unsure.has(ahead)) count(ahead.after, -1);
    if (behind && !unsure.has(behind)) count(behind.prior, 1);
    if (work.isDue()) yield;
  }
  if (!isReadable) return undefined;
  // The history begins and ends somewhere: one balance may only be left, and one may only be reached.
  const [first, last] = [order[0], order.at(-1)];
  if (first && unsure.has(first)) forgive(surplus, 1);
  if (last && unsure.has(last)) forgive(surplus, -1);
  return surplus;
}

function forgive(surplus: Map<bigint, number>, by: 1 | -1): void {
  const [only, another] = [...surplus].filter(([, odd]) => Math.sign(odd) === by);
  if (only && !another && only[1] === by) surplus.delete(only[0]);
}
