// Median, 95th percentile and maximum of measured values.

export interface Figures {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** A percentile of the sorted values. `share` is 0.95 for p95. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

export function figures(values: readonly number[]): Figures {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: quantile(sorted, 1),
  };
}
