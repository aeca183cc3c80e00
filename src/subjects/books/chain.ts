// Whether each balance of one currency's history follows from the balance before. Exact, and independent of the screen.

import { type Odd, readable } from '../../api/contract/odd.ts';
import { type Decimal, fractionDigits, fromUnits, toUnits, ZERO } from '../../lib/decimal.ts';
import type { Steps } from '../../lib/steps.ts';
import { whenOf } from '../../records/facts.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import { type ChainLink, type ChainStep, countedWork, fits, type Work } from './chain-link.ts';
import { endOf, type Misplaced, type Run, runsOf, SHORT, startOf, withMisplaced } from './misplaced.ts';
import { orderProves, withNearOrder } from './near-order.ts';
import { withSameTimes } from './same-time.ts';

/** INTERFACE.md, Balance history entry, does not say whether `fee` is a part of `amount`. */
export type FeePlace = 'inside' | 'outside';

/**
 * `gap`: the balance changed before the entry, without an entry. `sign`: the entry follows with the other sign.
 * `extra`: the balances follow without the entry. `twice`: it also repeats the entry before. `balance`: only the
 * entry's balance is wrong, because the next entry continues from the right one.
 */
export type BreakKind = 'gap' | 'sign' | 'extra' | 'twice' | 'balance';

export interface Break {
  readonly kind: BreakKind;
  readonly entry: HistoryEntry;
  /** The older neighbour in the order of the balances. */
  readonly before: HistoryEntry | undefined;
  readonly after: HistoryEntry | undefined;
  /** The balance after the entry, by the balance before it. For `extra` and `twice` without the entry. */
  readonly expected: Decimal;
  /** For `extra`: the number of entries after it that are extra too. */
  readonly alsoExtra: number;
  /** The entry's balance, minus its change, minus the balance before. */
  readonly by: Decimal;
}

/**
 * `currency`: of another entry, which may fill the gap before this one. `order`: too many entries near in time are in
 * another order than their balances.
 */
export type Unreadable = 'balance' | 'amount' | 'fee' | 'time' | 'currency' | 'order';

interface Unchecked {
  readonly entry: HistoryEntry;
  readonly lacks: Unreadable;
}

export interface Chain {
  readonly entries: number;
  /** In the order of the balances. */
  readonly oldest: HistoryEntry | undefined;
  readonly newest: HistoryEntry | undefined;
  /** After the newest entry. Undefined if that can't be read. */
  readonly end: Decimal | undefined;
  readonly breaks: readonly Break[];
  readonly misplaced: readonly Misplaced[];
  /** Entries whose balances follow in another order than their times, at most `NEAR` ms apart. */
  readonly reordered: readonly HistoryEntry[];
  readonly unchecked: readonly Unchecked[];
  readonly fees: Fees;
}

/** `unclear`: as many balances follow in both ways. `neither`: the first entry that follows in neither way. */
export type Fees =
  | { readonly place: 'none' }
  | {
      readonly place: FeePlace | 'unclear';
      readonly count: number;
      readonly sum: Decimal;
      readonly neither: HistoryEntry | undefined;
    };

/** `listed`: the entries of one currency in the order of the service. */
export function* checkChain(listed: readonly HistoryEntry[]): Steps<Chain> {
  const work = countedWork();
  const steps = yield* stepsOf(listed, work);
  const charged = steps.list.filter(({ fee }) => fee !== undefined && fee !== 0n);
  const places: readonly FeePlace[] = steps.list.every(({ fee }) => fee === 0n)
    ? ['inside']
    : ['inside', 'outside'];
  const orders = ordersOf(steps.list);
  const walks: Walk[] = [];
  for (const place of places) walks.push(yield* leastOf(orders, place, steps.scale, work));
  return {
    ...least(walks),
    entries: listed.length,
    fees: feesOf(walks, charged, steps.scale),
  };
}

function* stepsOf(listed: readonly HistoryEntry[], work: Work) {
  let scale = 0;
  for (const { amount, fee, balance } of listed) {
    for (const sent of [amount, fee, balance])
      scale = Math.max(scale, fractionDigits(readable(sent) ?? ZERO));
    if (work.isDue()) yield;
  }
  const units = (sent: Decimal | Odd | undefined): bigint | undefined => {
    const digits = readable(sent);
    return digits === undefined ? undefined : toUnits(digits, scale);
  };
  const list: ChainStep[] = [];
  for (const entry of listed) {
    const { amount, fee, balance } = entry;
    list.push({
      ...{ entry, at: whenOf('history', entry) },
      ...{ amount: units(amount), fee: units(fee), balance: units(balance) },
    });
    if (work.isDue()) yield;
  }
  return { list, scale };
}

/** The possible orders: by time, and as listed. Lists are newest first, but the service's API does not say so. */
function ordersOf(steps: readonly ChainStep[]): readonly (readonly ChainStep[])[] {
  let falling = 0;
  for (const [at, { at: time }] of steps.entries()) {
    const next = steps[at + 1]?.at;
    if (time !== undefined && next !== undefined) falling += Math.sign(time - next);
  }
  const directions = falling > 0 ? [steps.toReversed()] : falling < 0 ? [steps] : [steps.toReversed(), steps];
  return directions.flatMap(posted => [...new Set([inTime(posted), posted])]);
}

/** By time, and equal times as listed. An entry without a time stays behind its neighbour. The same array if sorted. */
function inTime(steps: readonly ChainStep[]): readonly ChainStep[] {
  let last = Number.NEGATIVE_INFINITY;
  let sorted = true;
  const timed = steps.map(step => {
    if (step.at !== undefined && step.at < last) sorted = false;
    last = step.at ?? last;
    return { step, time: last };
  });
  return sorted ? steps : timed.toSorted((one, other) => one.time - other.time).map(({ step }) => step);
}

type Walk = Omit<Chain, 'entries' | 'fees'>;

function* leastOf(
  orders: readonly (readonly ChainStep[])[],
  place: FeePlace,
  scale: number,
  work: Work,
): Steps<Walk> {
  const walks: Walk[] = [];
  for (const order of orders) {
    const walk = yield* walked(order, place, scale, work);
    walks.push(walk);
    if (faultsIn(walk) === 0) break;
  }
  return least(walks);
}

/** Of two walks with as many faults, the one that is less sure: it checked fewer entries. */
function least([first, ...others]: readonly Walk[]): Walk {
  if (!first) throw new RangeError('no walk');
  return others.reduce(
    (best, walk) =>
      (faultsIn(walk) - faultsIn(best) || walk.breaks.length - best.breaks.length) < 0 ? walk : best,
    first,
  );
}

const faultsIn = ({ breaks, misplaced, unchecked, reordered }: Walk): number =>
  (breaks.length + unchecked.length + misplaced.length) * REORDERED + reordered.length;
/** Any number of these is better than one break. */
const REORDERED = 1_000_000;

function feesOf([inside, outside]: readonly Walk[], charged: readonly ChainStep[], scale: number): Fees {
  if (!inside || !outside || charged.length === 0) return { place: 'none' };
  const [one, other] = [faultsIn(inside), faultsIn(outside)];
  const both = new Set(outside.breaks.map(({ entry }) => entry));
  return {
    place: one === other ? 'unclear' : one < other ? 'inside' : 'outside',
    count: charged.length,
    sum: fromUnits(
      charged.reduce((total, { fee = 0n }) => total + fee, 0n),
      scale,
    ),
    neither: inside.breaks.find(({ entry }) => both.has(entry))?.entry,
  };
}

const changeOf = ({ amount, fee = 0n }: ChainStep, place: FeePlace): bigint | undefined =>
  amount === undefined ? undefined : amount - (place === 'outside' ? fee : 0n);

/** Without a balance, an entry gets the one that follows from the entry before, if its fee is known. */
function* linked(steps: readonly ChainStep[], place: FeePlace, work: Work): Steps<readonly ChainLink[]> {
  const links: ChainLink[] = [];
  for (const step of steps) {
    const balance = links.at(-1)?.after;
    const change = changeOf(step, place);
    const isKnown = place === 'inside' || step.fee !== undefined;
    const after =
      step.balance ??
      (balance === undefined || change === undefined || !isKnown ? undefined : balance + change);
    links.push({
      step,
      after,
      prior: after === undefined || change === undefined ? undefined : after - change,
    });
    if (work.isDue()) yield;
  }
  return links;
}

function* walked(steps: readonly ChainStep[], place: FeePlace, scale: number, work: Work): Steps<Walk> {
  const near = yield* withNearOrder(yield* withSameTimes(yield* linked(steps, place, work), work), work);
  const { runs, misplaced, reordered, isWhole } = yield* withMisplaced(yield* runsOf(near.links, work), work);
  const moved = [...near.reordered, ...reordered];
  const proves = yield* orderProves(runs.flat(), isWhole ? near.unsure : new Set(near.links), work);
  const found = yield* breaksIn(runs, { place, scale, proves, work });
  const last = runs.at(-1)?.at(-1);
  const lacking = steps.flatMap(({ entry, amount, balance }) => {
    const lacks = balance === undefined ? 'balance' : amount === undefined ? 'amount' : undefined;
    return lacks ? [{ entry, lacks } as const] : [];
  });
  return {
    breaks: found.breaks,
    misplaced,
    reordered: moved.filter(isTimed).map(({ step }) => step.entry),
    unchecked: [
      ...lacking,
      ...moved
        .filter(link => !isTimed(link))
        .map(({ step }) => ({ entry: step.entry, lacks: 'time' }) as const),
      ...found.unchecked,
    ],
    oldest: runs[0]?.[0]?.step.entry,
    newest: last?.step.entry,
    end:
      last?.after === undefined || found.unchecked.some(({ lacks }) => lacks === 'order')
        ? undefined
        : fromUnits(last.after, scale),
  };
}

const isTimed = ({ step: { at } }: ChainLink): boolean => at !== undefined;

interface Walking {
  readonly place: FeePlace;
  readonly scale: number;
  readonly proves: (ahead: ChainLink | undefined, link: ChainLink) => boolean;
  readonly work: Work;
}

function* breaksIn(
  [first = [], ...others]: readonly Run[],
  { place, scale, proves, work }: Walking,
): Steps<{ readonly breaks: readonly Break[]; readonly unchecked: readonly Unchecked[] }> {
  const breaks: Break[] = [];
  const unchecked: Unchecked[] = [];
  let last = first.at(-1);
  let end = endOf(first) ?? 0n;
  for (const [at, run] of others.entries()) {
    const [link, second] = run;
    const next = others[at + 1];
    if (work.isDue()) yield;
    if (!link) continue;
    const { step, prior = 0n } = link;
    if (prior === end) {
      last = run.at(-1);
      end = endOf(run) ?? 0n;
      continue;
    }
    const expected = end + (changeOf(step, place) ?? 0n);
    const isTwice = last !== undefined && isRepeat(step, last.step);
    const isOne = next !== undefined && run.length === 1 && startOf(next) === expected;
    const leavesBalance = link.after === end && !isOne;
    const isPassed = !isTwice && next !== undefined && run.length <= SHORT && fits(end, startOf(next));
    const isExtra = isTwice || leavesBalance || isPassed;
    const hasFee = place === 'inside' || step.fee !== undefined;
    const lacks = step.at === undefined ? 'time' : !hasFee ? 'fee' : proves(last, link) ? undefined : 'order';
    const isSign = link.after === end + (changeOf({ ...step, amount: -(step.amount ?? 0n) }, place) ?? 0n);
    const kind = isTwice ? 'twice' : isExtra ? 'extra' : isOne ? 'balance' : isSign ? 'sign' : 'gap';
    if (lacks) unchecked.push({ entry: step.entry, lacks });
    else
      breaks.push({
        kind,
        entry: step.entry,
        before: last?.step.entry,
        after: (isPassed ? next[0] : (second ?? next?.[0]))?.step.entry,
        alsoExtra: isPassed ? run.length - 1 : 0,
        expected: fromUnits(isExtra ? end : expected, scale),
        by: fromUnits(prior - end, scale),
      });
    if (isPassed) continue;
    last = isOne ? link : run.at(-1);
    end = isOne ? expected : (endOf(run) ?? 0n);
  }
  return { breaks, unchecked };
}

/** The same record, perhaps with a new ID. */
const isRepeat = ({ entry: one, ...step }: ChainStep, { entry: other, ...last }: ChainStep): boolean =>
  step.at === last.at &&
  step.amount === last.amount &&
  step.balance === last.balance &&
  readable(one.description) === readable(other.description);
