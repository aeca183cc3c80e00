// The scoreboard of faults: the cases, and the score of a test run from the case numbers in its titles.

/** The number of cases in each family: connection, HTTP status, body, paging and time, money, terminal, secrets. */
const FAMILIES = { A: 24, B: 21, C: 28, D: 15, E: 25, F: 20, G: 15 } as const;

export const cases: readonly string[] = Object.entries(FAMILIES).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, i) => `${family}${i + 1}`),
);

/** Cases with a limit of time or memory, which needs a quiet machine. Only `npm run faults` asserts them. */
export const LIMITS: readonly string[] = ['C5', 'C6', 'C27', 'D5', 'F9', 'F10'];

const ORACLES = ['O1', 'O2', 'O3', 'O4', 'O5', 'O6'] as const;

/** A test of the run, by its whole name. */
export interface Ran {
  readonly name: string;
  readonly passed: boolean;
  /** The run that the test belongs to: `end-to-end` cases have oracles, `limits` assert time and memory. */
  readonly kind: 'plain' | 'end-to-end' | 'limits';
}

/** The findings of one oracle in one end-to-end case. */
export interface OracleRan {
  readonly test: string;
  readonly oracle: string;
  /** How many things the oracle checked. */
  readonly looked: number;
  readonly broken: readonly { readonly what: string; readonly detail: string }[];
}

export interface Score {
  readonly line: string;
  /** Cases with a failed test, or whose oracles failed or did not run. */
  readonly failed: readonly string[];
  /** Cases that no test names yet, and limits that nothing asserts. */
  readonly uncovered: readonly string[];
  /** Oracles that failed or did not run, one sentence each. */
  readonly broken: readonly string[];
}

/** The case numbers in a test's name, at any place: `A10:`, `[A10 B3]`, `F1–F14` (a range with both ends), `O3`. */
export function numbersIn(name: string): readonly string[] {
  return [...name.matchAll(/\b([A-GO])(\d{1,2})(?:[–-]\1?(\d{1,2}))?\b/g)].flatMap(([, family, from, to]) => {
    const first = Number(from);
    const last = Math.max(first, Number(to ?? from));
    return Array.from({ length: last - first + 1 }, (_, i) => `${family}${first + i}`);
  });
}

/** The score of a run. `oracles` are the reports of all oracles of the end-to-end cases. */
export function score(run: readonly Ran[], oracles: readonly OracleRan[]): Score {
  const reports = Map.groupBy(oracles, ({ test }) => test);
  const missing = run
    .filter(({ kind, passed }) => kind === 'end-to-end' && passed)
    .flatMap(({ name }) => {
      const ran = new Set(reports.get(name)?.map(({ oracle }) => oracle));
      return ORACLES.filter(oracle => !ran.has(oracle)).map(oracle => ({ name, oracle }));
    });
  const unsound = new Set([
    ...missing.map(({ name }) => name),
    ...oracles.filter(({ broken }) => broken.length > 0).map(({ test }) => test),
  ]);
  const named = run.map(({ name, passed, kind }) => ({
    numbers: numbersIn(name),
    survived: passed && !unsound.has(name),
    kind,
  }));
  const of = (number: string) => named.filter(({ numbers }) => numbers.includes(number));
  const isCovered = (number: string): boolean =>
    of(number).some(({ kind }) => kind === 'limits' || !LIMITS.includes(number));
  const covered = cases.filter(isCovered);
  const failed = covered.filter(number => of(number).some(({ survived }) => !survived));
  const details = oracles.flatMap(({ test, oracle, broken }) =>
    broken.map(({ what, detail }) => ({ test, oracle, what, detail })),
  );
  const idle = ORACLES.filter(oracle => !oracles.some(one => one.oracle === oracle && one.looked > 0));
  const count = (wanted: string): number => details.filter(({ what }) => what === wanted).length;
  const line = [
    `faults survived ${covered.length - failed.length}/${cases.length}`,
    `effects duplicated ${count('duplicated')}`,
    `effects lost ${count('lost')}`,
    `unknowns left unresolved ${count('unresolved')}`,
    `secrets leaked ${count('leaked')}`,
    `terminals left dirty ${count('dirty')}`,
    `oracles not run ${missing.length}`,
  ].join(' · ');
  return {
    line,
    failed,
    uncovered: cases.filter(number => !isCovered(number)),
    broken: [
      ...(oracles.length > 0 ? idle : []).map(oracle => `${oracle} looked at nothing in the whole run`),
      ...missing.map(({ name, oracle }) => `${oracle} did not run in "${name}"`),
      ...details.map(({ test, oracle, what, detail }) => `${oracle} ${what} in "${test}": ${detail}`),
    ],
  };
}
