// Lists of any length that are never built: row i follows from its number alone, and filters become arithmetic.

/**
 * A list, newest row first. Row i has the kind `cycle[i % cycle.length]`, so the nth row of a kind needs no walk.
 * `timeOf` falls strictly as i grows, so a binary search finds a period.
 */
export interface RowPlan<Kind, Row> {
  readonly count: number;
  readonly cycle: readonly Kind[];
  /** Epoch milliseconds. */
  timeOf(index: number): number;
  row(index: number): Row;
  /** Rows added later, newest first, before row 0. Times are epoch milliseconds. */
  recent?(): readonly { readonly kind: Kind; readonly at: number; readonly row: Row }[];
}

export interface RowFilter<Kind> {
  /** Only rows at or after this epoch millisecond. */
  readonly from?: number;
  /** Only rows before this epoch millisecond. */
  readonly before?: number;
  readonly kind?: (kind: Kind) => boolean;
  /** Only rows from number `low` up to, not including, `high`. */
  readonly low?: number;
  readonly high?: number;
}

/** A short list whose rows all exist, newest first, as if all had been added later. */
export function wholeList<Kind, Row>(
  rows: ReturnType<NonNullable<RowPlan<Kind, Row>['recent']>>,
): RowPlan<Kind, Row> {
  const none = (): never => {
    throw new RangeError('no row of this list is made from its number');
  };
  return { count: 0, cycle: [], timeOf: none, row: none, recent: () => rows };
}

/** The matching rows from `offset`, at most `size`. Makes only those rows. */
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

/** The number of matching rows. Makes no row. */
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

/** The matching positions of the cycle, and the range of row numbers. */
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

/** The number of matching rows before row `index`. */
function rank(places: readonly number[], period: number, index: number): number {
  const within = places.filter(place => place < index % period).length;
  return Math.floor(index / period) * places.length + within;
}

/** The number of the newest row older than `epochMs`; `count` if there is none. */
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

/** Times for `count` rows back from `anchor`: every four hours, or closer if they would exceed two years. */
export function spread(
  anchor: number,
  count: number,
  jitter: (index: number) => number,
): (index: number) => number {
  const step = Math.max(1, Math.min(4 * 3600, Math.floor((730 * day) / second / Math.max(1, count))));
  const top = Math.floor(anchor / second) * second;
  return index => top - (index * step + Math.floor(jitter(index) * step)) * second;
}
