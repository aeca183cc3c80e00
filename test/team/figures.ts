/** The figures of a run, one line each, and the number of failed ones. */
export interface Figures {
  tell(name: string, found: string, well?: boolean): void;
  readonly bad: number;
}

export function createFigures(): Figures {
  let bad = 0;
  return {
    tell(name, found, well) {
      if (well === false) bad++;
      console.log(`${well === undefined ? '    ' : well ? 'ok  ' : 'BAD '}  ${name}: ${found}`);
    },
    get bad() {
      return bad;
    },
  };
}

/** Up to five of the values, for the end of a line. */
export const few = (all: readonly string[]): string =>
  all.length === 0 ? '' : `: ${all.slice(0, 5).join('; ')}`;

/** A percentile of the values, for a `part` between 0 and 1. */
export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** An event loop's delay, in milliseconds. */
export const delayOf = (delay: { percentile(part: number): number; readonly max: number }) => ({
  p50: Math.round(delay.percentile(50) / 1e6),
  p99: Math.round(delay.percentile(99) / 1e6),
  max: Math.round(delay.max / 1e6),
});
