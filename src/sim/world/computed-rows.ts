// Lists of any length that are not kept in memory. The simulator computes their rows and IDs on demand.
import { dice } from '../random.ts';

/**
 * A list, newest row first. Row i has the kind `cycle[i % cycle.length]`, so the nth row of a kind can be computed.
 * `timeOf` falls strictly as i grows, so a binary search finds the rows of a period.
 */
export interface RowPlan<Kind, Row> {
  readonly count: number;
  readonly cycle: readonly Kind[];
  /** Epoch ms. */
  timeOf(index: number): number;
  row(index: number): Row;
  /** Rows added after the start, newest first, before row 0. */
  recent?(): readonly RecentRow<Kind, Row>[];
}

export interface RecentRow<Kind, Row> {
  readonly kind: Kind;
  /** Epoch ms. */
  readonly at: number;
  readonly row: Row;
}

export interface RowFilter<Kind> {
  /** Epoch ms. Rows of this time match. */
  readonly from?: number;
  /** Epoch ms. Rows of this time don't match. */
  readonly before?: number;
  readonly kind?: (kind: Kind) => boolean;
  /** low ≤ row number < high. */
  readonly low?: number;
  readonly high?: number;
}

export type Period = Pick<RowFilter<never>, 'from' | 'before'>;

/** Whole UTC days, including the last day. */
export const daysBetween = (from: string | undefined, to: string | undefined): Period => ({
  ...(from !== undefined && { from: Date.parse(`${from}T00:00:00Z`) }),
  ...(to !== undefined && { before: Date.parse(`${to}T00:00:00Z`) + day }),
});

export function wholeList<Kind, Row>(rows: readonly RecentRow<Kind, Row>[]): RowPlan<Kind, Row> {
  const none = (): never => {
    throw new RangeError('no row of this list is made from its number');
  };
  return { count: 0, cycle: [], timeOf: none, row: none, recent: () => rows };
}

export function slice<Kind, Row>(
  plan: RowPlan<Kind, Row>,
  filter: RowFilter<Kind>,
  offset: number,
  size: number,
): Row[] {
  const recent = recentOf(plan, filter);
  const rows = recent.slice(offset, offset + size);
  const { places, low, high } = reach(plan, filter);
  if (places.length === 0) return rows;
  const skipped = Math.max(0, offset - recent.length);
  for (let n = rank(places, plan.cycle.length, low) + skipped; rows.length < size; n++) {
    const index =
      Math.floor(n / places.length) * plan.cycle.length +
      (places[n % places.length] ?? Number.POSITIVE_INFINITY);
    if (index >= high) break;
    rows.push(plan.row(index));
  }
  return rows;
}

export function total<Kind>(plan: RowPlan<Kind, unknown>, filter: RowFilter<Kind>): number {
  const { places, low, high } = reach(plan, filter);
  const period = plan.cycle.length;
  const planned = places.length === 0 ? 0 : rank(places, period, high) - rank(places, period, low);
  return recentOf(plan, filter).length + Math.max(0, planned);
}

function recentOf<Kind, Row>(
  plan: RowPlan<Kind, Row>,
  { from, before, kind: wanted }: RowFilter<Kind>,
): Row[] {
  return (plan.recent?.() ?? [])
    .filter(({ kind, at }) => (wanted?.(kind) ?? true) && at >= (from ?? at) && at < (before ?? at + 1))
    .map(({ row }) => row);
}

/** `places`: the matching positions of the cycle. */
function reach<Kind>(
  plan: RowPlan<Kind, unknown>,
  filter: RowFilter<Kind>,
): { places: readonly number[]; low: number; high: number } {
  const { before, from, kind: wanted } = filter;
  const places = [...plan.cycle.keys()].filter(i => {
    const kind = plan.cycle[i];
    return kind !== undefined && (wanted?.(kind) ?? true);
  });
  if (places.length === 0) return { places, low: 0, high: 0 };
  return {
    places,
    low: Math.max(filter.low ?? 0, before === undefined ? 0 : firstOlderThan(plan, before)),
    high: Math.min(filter.high ?? plan.count, from === undefined ? plan.count : firstOlderThan(plan, from)),
  };
}

function rank(places: readonly number[], period: number, index: number): number {
  const within = places.filter(place => place < index % period).length;
  return Math.floor(index / period) * places.length + within;
}

/** The number of the newest row older than `epochMs`, or `count`. */
function firstOlderThan(plan: RowPlan<unknown, unknown>, epochMs: number): number {
  let low = 0;
  let high = plan.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (plan.timeOf(middle) < epochMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

const second = 1000;
const day = 86_400 * second;

/** The times of rows before `anchor`: four hours apart, or closer so that all fit into two years. */
export function spread(
  anchor: number,
  count: number,
  jitter: (index: number) => number,
): (index: number) => number {
  const step = Math.max(1, Math.min(4 * 3600, Math.floor((730 * day) / second / Math.max(1, count))));
  const top = Math.floor(anchor / second) * second;
  return index => top - (index * step + Math.floor(jitter(index) * step)) * second;
}

/** The seed and the name decide the values. */
export interface WorldPart {
  readonly seed: number;
  readonly name: string;
}

/** `anchor`: the time just after the newest row, in epoch ms. */
export interface ListParts extends WorldPart {
  readonly count: number;
  readonly anchor: number;
}

export const timesOf = ({ seed, name, count, anchor }: ListParts): ((index: number) => number) =>
  spread(anchor, count, i => dice(seed, `${name}/time/${i}`).next());

/** Two odd numbers whose product is 1 modulo 2³²: multiplying by the second undoes the first. */
const scatter = 0x9e3779b1;
const gather = 0x0e8b2f51;

/** IDs that look like UUIDs. The row number can be computed from an ID. */
export function numberedIds({ seed, name, count }: ListParts) {
  const shift = dice(seed, `${name}/shift`).whole(0, 0xffff_ffff);
  const id = (index: number): string => {
    const head = (Math.imul(index, scatter) ^ shift) >>> 0;
    return head.toString(16).padStart(8, '0') + dice(seed, `${name}/id/${index}`).uuid().slice(8);
  };
  return {
    id,
    indexOf: (text: string): number | undefined => {
      const index = Math.imul(Number.parseInt(text.slice(0, 8), 16) ^ shift, gather) >>> 0;
      return index < count && id(index) === text ? index : undefined;
    },
  };
}
