// The scoreboard of faults: which cases there are, and how a run of tests that carry their numbers scores. Pure.

/** How many cases each family has: connection, HTTP status, body, paging and time, money, terminal, secrets. */
const FAMILIES = { A: 24, B: 20, C: 28, D: 15, E: 24, F: 20, G: 15 } as const;

export const cases: readonly string[] = Object.entries(FAMILIES).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, i) => `${family}${i + 1}`),
);

/** A test of the run, by its whole name. */
export interface Ran {
  readonly name: string;
  readonly passed: boolean;
}

export interface Score {
  readonly line: string;
  /** Cases with a test that failed. */
  readonly failed: readonly string[];
  /** Cases that no test names yet. */
  readonly uncovered: readonly string[];
}

/** The numbers in a test's name: `A10`, `F1–F14` (both ends and what is between them), `O3`. */
export function numbersIn(name: string): readonly string[] {
  return [...name.matchAll(/\b([A-GO])(\d{1,2})(?:[–-]\1?(\d{1,2}))?\b/g)].flatMap(([, family, from, to]) => {
    const first = Number(from);
    const last = Math.max(first, Number(to ?? from));
    return Array.from({ length: last - first + 1 }, (_, i) => `${family}${first + i}`);
  });
}

export function score(run: readonly Ran[]): Score {
  const named = run.map(({ name, passed }) => ({ numbers: numbersIn(name), passed }));
  const of = (number: string) => named.filter(({ numbers }) => numbers.includes(number));
  const failing = (number: string): number => of(number).filter(({ passed }) => !passed).length;
  const covered = cases.filter(number => of(number).length > 0);
  const failed = covered.filter(number => failing(number) > 0);
  const line = [
    `faults survived ${covered.length - failed.length}/${cases.length}`,
    `effects duplicated or lost ${failing('O1')}`,
    `terminals left dirty ${failing('O2')}`,
    `secrets leaked ${failing('O3')}`,
  ].join(' · ');
  return { line, failed, uncovered: cases.filter(number => !covered.includes(number)) };
}
