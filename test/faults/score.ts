// The scoreboard of faults: the cases of FAULTS.md, and the score of a test run from the cases that its titles name.

/** Each row of FAULTS.md with its cases: its clauses, such as `A4a` and `A4b`, or the row itself if it has no letters. */
export type Rows = ReadonlyMap<string, readonly string[]>;

/** Reads the rows of the families A to G from the text of FAULTS.md. */
export function rowsIn(text: string): Rows {
  return new Map(
    [...text.matchAll(/^\| ([A-G]\d+) \|(.+)\|$/gm)].map(([, row = '', cells = '']) => {
      const clauses = [...cells.matchAll(/\*\*([a-z])\*\*/g)].map(([, letter]) => `${row}${letter}`);
      return [row, clauses.length > 0 ? clauses : [row]];
    }),
  );
}

/** Cases with a limit of time or memory, which needs a quiet machine. Only `npm run faults` asserts them. */
export const LIMITS: readonly string[] = ['C5b', 'C6c', 'C27b', 'D5b', 'F9b', 'F10b'];

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
  /** Tests that name a case which FAULTS.md does not have, and oracles that failed or did not run, one sentence each. */
  readonly broken: readonly string[];
}

/** The rows and clauses that a test's name has in brackets: `[A10 B3a]`, and ranges with both ends: `[F1–F14]`, `[A4a–c]`. */
export function numbersIn(name: string): readonly string[] {
  const listed = [...name.matchAll(/\[([A-GO]\d[^[\]]*)\]/g)].map(([, list]) => list).join(' ');
  const found = listed.matchAll(/\b([A-GO])(\d{1,2})(?:([a-z])(?:[–-]([a-z]))?|[–-]\1?(\d{1,2}))?\b/g);
  return [...found].flatMap(([, family, row, letter, lastLetter, lastRow]) =>
    letter === undefined
      ? range(Number(row), Number(lastRow ?? row)).map(number => `${family}${number}`)
      : range(letter.charCodeAt(0), (lastLetter ?? letter).charCodeAt(0)).map(
          code => `${family}${row}${String.fromCharCode(code)}`,
        ),
  );
}

/** The numbers from `first` to `last`; only `first` if `last` is smaller. */
function range(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(last - first, 0) + 1 }, (_, i) => first + i);
}

/** The rows and clauses in a test's name that FAULTS.md does not have. */
export function unknownIn(name: string, rows: Rows): readonly string[] {
  return numbersIn(name).filter(
    number => !number.startsWith('O') && !rows.has(number) && !rows.get(rowOf(number))?.includes(number),
  );
}

function rowOf(number: string): string {
  return number.replace(/[a-z]$/, '');
}

/** The score of a run. `oracles` are the reports of all oracles of the end-to-end cases. */
export function score(rows: Rows, run: readonly Ran[], oracles: readonly OracleRan[]): Score {
  const cases = [...rows.values()].flat();
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
  const isCovered = (one: string): boolean =>
    named.some(({ numbers, kind }) => numbers.includes(one) && (kind === 'limits' || !LIMITS.includes(one)));
  const covered = cases.filter(isCovered);
  // A test that names only the row proves no lettered case, but its failure fails every clause of the row.
  const failed = covered.filter(one =>
    named.some(
      ({ numbers, survived }) => !survived && (numbers.includes(one) || numbers.includes(rowOf(one))),
    ),
  );
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
    uncovered: cases.filter(one => !isCovered(one)),
    broken: [
      ...run.flatMap(({ name }) =>
        unknownIn(name, rows).map(number => `"${name}" names ${number}, which FAULTS.md does not have`),
      ),
      ...(oracles.length > 0 ? idle : []).map(oracle => `${oracle} looked at nothing in the whole run`),
      ...missing.map(({ name, oracle }) => `${oracle} did not run in "${name}"`),
      ...details.map(({ test, oracle, what, detail }) => `${oracle} ${what} in "${test}": ${detail}`),
    ],
  };
}
