// The order of entries whose clocks are apart, or whose times are equal: by their balances.

import type { Steps } from '../../lib/steps.ts';
import { type ChainLink, fits, NEAR, outside, WINDOW, type Work } from './chain-link.ts';

/** For each entry, on average. Hostile times and balances cost no more. */
const SEARCHED = 20;

/** Of loops in loops. */
const PASSES = 10;

interface NearIndex {
  readonly starting: ByBalance;
  readonly ending: ByBalance;
}

/** Entries that are near in time, in the order of the list, by their balances. */
class Near {
  readonly #links = new Set<ChainLink>();
  /** Only while entries are searched for, because in most histories each follows. */
  #index: NearIndex | undefined;
  #unused = 0;

  get first(): ChainLink | undefined {
    const [first] = this.#links;
    return first;
  }

  get isFull(): boolean {
    return this.#links.size >= WINDOW;
  }

  isNear({ step: { at } }: ChainLink): boolean {
    const from = this.first?.step.at ?? at ?? 0;
    return (at ?? from) - from <= NEAR;
  }

  add(link: ChainLink): void {
    this.#links.add(link);
    if (this.#index) place(this.#index, link);
  }

  take(link: ChainLink): void {
    this.#links.delete(link);
    if (!this.#index) return;
    removed(this.#index.starting, link.prior, link);
    removed(this.#index.ending, link.after, link);
    if (++this.#unused > WINDOW) this.#index = undefined;
  }

  startingAt = (balance: bigint | undefined): ReadonlySet<ChainLink> =>
    linksAt(this.#used().starting, balance);
  endingAt = (balance: bigint | undefined): ReadonlySet<ChainLink> => linksAt(this.#used().ending, balance);

  #used(): NearIndex {
    this.#unused = 0;
    if (this.#index) return this.#index;
    const index: NearIndex = { starting: new Map(), ending: new Map() };
    for (const link of this.#links) place(index, link);
    this.#index = index;
    return index;
  }
}

function place({ starting, ending }: NearIndex, link: ChainLink): void {
  placed(starting, link.prior, link);
  placed(ending, link.after, link);
}

type ByBalance = Map<bigint, Set<ChainLink>>;
const NO_LINKS: ReadonlySet<ChainLink> = new Set();

const linksAt = (links: ByBalance, balance: bigint | undefined): ReadonlySet<ChainLink> =>
  (balance === undefined ? undefined : links.get(balance)) ?? NO_LINKS;

function placed(links: ByBalance, balance: bigint | undefined, link: ChainLink): void {
  if (balance === undefined) return;
  const there = links.get(balance);
  if (there) there.add(link);
  else links.set(balance, new Set([link]));
}

function removed(links: ByBalance, balance: bigint | undefined, link: ChainLink): void {
  if (balance === undefined) return;
  const there = links.get(balance);
  there?.delete(link);
  if (there?.size === 0) links.delete(balance);
}

/** Entries that together change nothing, such as a payout and its return. They may also follow elsewhere. */
interface Loop {
  readonly links: readonly ChainLink[];
  readonly ahead: ChainLink | undefined;
}

interface NearOrder {
  readonly links: readonly ChainLink[];
  readonly reordered: readonly ChainLink[];
  /** Entries with more near them than Purser searches: their order proves nothing. */
  readonly unsure: ReadonlySet<ChainLink>;
}

/** Where an entry does not follow, but entries near in time do: those first. */
export function* withNearOrder(links: readonly ChainLink[], work: Work): Steps<NearOrder> {
  const ordered: ChainLink[] = [];
  const reordered: ChainLink[] = [];
  const unsure = new Set<ChainLink>();
  const loops: Loop[] = [];
  const near = new Near();
  let budget = SEARCHED * links.length;
  let unsureUntil = Number.NEGATIVE_INFINITY;
  const search = (first: ChainLink, ahead: ChainLink | undefined) => {
    const pathFrom = (isStart: (link: ChainLink) => boolean): readonly ChainLink[] | undefined => {
      const { path, cost } = budget > 0 ? pathTo(first, near, isStart) : { path: undefined, cost: 0 };
      budget -= cost;
      return path;
    };
    const path =
      near.startingAt(ahead?.after).size > 0
        ? pathFrom(({ prior }) => prior === ahead?.after)
        : pathFrom(({ prior }) => near.startingAt(prior).size > near.endingAt(prior).size);
    if (path || !ahead) return { path: path ?? [first] };
    const loop = pathFrom(({ prior }) => prior === first.after);
    return loop ? { loop } : { path: [first] };
  };
  for (let next = 0; ; ) {
    for (let link = links[next]; link && !near.isFull && near.isNear(link); link = links[++next])
      near.add(link);
    const { first } = near;
    if (!first) break;
    const further = links[next];
    if (near.isFull && further && near.isNear(further)) unsureUntil = (further.step.at ?? unsureUntil) + NEAR;
    const isUnsure = budget <= 0 || (first.step.at ?? unsureUntil) <= unsureUntil;
    const ahead = ordered.at(-1);
    const before = budget;
    const { path, loop } = ahead && fits(ahead.after, first.prior) ? { path: [first] } : search(first, ahead);
    for (const link of path ?? loop) {
      near.take(link);
      if (isUnsure) unsure.add(link);
    }
    if (loop) loops.push({ links: loop, ahead });
    else {
      if (path.length > 1) reordered.push(...path.filter(isOutOfTime(path)));
      for (const link of path) ordered.push(link);
    }
    if (work.isDue(1 + before - budget)) yield;
  }
  return yield* withLoops({ links: ordered, reordered, unsure }, loops, work);
}

/** An entry without a time is out of time wherever it did not follow as listed. */
function isOutOfTime(path: readonly ChainLink[]): (link: ChainLink) => boolean {
  const times = path.flatMap(({ step: { at } }) => at ?? []);
  const isSorted = times.every((time, nth) => time >= (times[nth - 1] ?? time));
  return ({ step: { at } }) => at === undefined || !isSorted;
}

/** The shortest. `cost`: the entries that were looked at. */
function pathTo(first: ChainLink, near: Near, isStart: (link: ChainLink) => boolean) {
  const onward = new Map<ChainLink, ChainLink | undefined>([[first, undefined]]);
  const reached = new Set<bigint | undefined>();
  for (const link of onward.keys()) {
    if (isStart(link)) {
      const path: ChainLink[] = [];
      for (let step: ChainLink | undefined = link; step; step = onward.get(step)) path.push(step);
      return { path, cost: onward.size };
    }
    if (reached.has(link.prior)) continue;
    reached.add(link.prior);
    for (const before of near.endingAt(link.prior)) if (!onward.has(before)) onward.set(before, link);
  }
  return { path: undefined, cost: onward.size };
}

/** A loop fits where a balance near in time is one of its own. A loop may first fit after another was put there. */
function* withLoops(
  { links: ordered, reordered, unsure }: NearOrder,
  loops: readonly Loop[],
  work: Work,
  passes = PASSES,
): Steps<NearOrder> {
  if (loops.length === 0) return { links: ordered, reordered, unsure };
  const places = new Map(ordered.map((link, place) => [link, place + 1]));
  const moved: ChainLink[] = [];
  const inserts = new Map<number, ChainLink[]>();
  const insert = (place: number, links: readonly ChainLink[]): void => {
    const there = inserts.get(place) ?? [];
    for (const link of links) there.push(link);
    inserts.set(place, there);
  };
  // Hostile balances may have very many loops.
  const reach = Math.min(WINDOW, (SEARCHED * ordered.length) / PASSES / loops.length);
  const left: Loop[] = [];
  const cut = new Set(unsure);
  for (const loop of loops) {
    const from = (loop.ahead && places.get(loop.ahead)) ?? 0;
    const put = placeNear(loop.links, ordered, from, reach);
    if (work.isDue(put.cost)) yield;
    if (put.place === undefined) {
      left.push(loop);
      if (put.isCut) for (const link of loop.links) cut.add(link);
      continue;
    }
    insert(put.place, put.links);
    moved.push(...put.reordered);
  }
  const isStuck = inserts.size === 0 || passes === 0;
  if (isStuck)
    for (const { links, ahead } of left) {
      insert((ahead && places.get(ahead)) ?? 0, links);
      if (passes === 0) for (const link of links) cut.add(link);
    }
  const links = [...ordered, undefined].flatMap((link, place) => [
    ...(inserts.get(place) ?? []),
    ...(link ? [link] : []),
  ]);
  const so = { links, reordered: [...reordered, ...moved], unsure: isStuck ? cut : unsure };
  return yield* withLoops(so, isStuck ? [] : left, work, passes - 1);
}

/** `isCut`: places farther away were not looked at, and are near in time. */
function placeNear(loop: readonly ChainLink[], ordered: readonly ChainLink[], from: number, reach: number) {
  const starts = new Map(loop.map(({ prior }, nth) => [prior, nth]));
  const times = loop.map(({ step: { at = 0 } }) => at);
  const [earliest, latest] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const isNear = (ahead: ChainLink | undefined, behind: ChainLink | undefined): boolean =>
    [earliest, latest].every(at => outside(at, ahead?.step.at, behind?.step.at) <= NEAR);
  for (let away = 0; away <= reach; away++) {
    const both = away === 0 ? [from] : [from - away, from + away];
    for (const place of both) {
      const [ahead, behind] = [ordered[place - 1], ordered[place]];
      const nth = ahead || behind ? starts.get(behind ? behind.prior : ahead?.after) : undefined;
      if (nth === undefined || !isNear(ahead, behind)) continue;
      const links = [...loop.slice(nth), ...loop.slice(0, nth)];
      const reordered = links.filter(({ step }) => outside(step.at, ahead?.step.at, behind?.step.at) > 0);
      return { place, links, reordered, cost: away + loop.length };
    }
  }
  const next = Math.floor(reach) + 1;
  const beyond = [from - next, from + next];
  const isCut = beyond.some(at => (ordered[at - 1] ?? ordered[at]) && isNear(ordered[at - 1], ordered[at]));
  return { place: undefined, isCut, cost: Math.floor(reach) + loop.length };
}

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
