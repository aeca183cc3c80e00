// What many measurements of one thing come to.

export interface Figures {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** The smallest value that this share of the values doesn't exceed. */
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
