import { globSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files of the last project that take longest for their size. They start first, or the last of them would run alone
 * at the end.
 */
const LONG = [
  'years/years',
  'console/approvals',
  'console/look',
  'console/strange-service',
  'console/every-kind-again',
  'console/timeline',
  'system/keyring',
  'commands/timeline',
  'console/direct-debit-cancelling',
  'console/every-operation',
  'sim/operations',
  'console/strange-writes',
  'system/terminal-life',
  'lib/corpus',
  'lib/agreed-cells',
  'lib/huge-texts',
];

/** Keeps the projects one after the other, because a worker ends when the next file is of another project. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex(name => moduleId.includes(`/test/${name}.test.`));
      return at < 0 ? LONG.length : at;
    };
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap(own => own.toSorted((a, b) => rank(a) - rank(b)));
  }
}

/** Its oracle replaces modules, so no other test may share its modules. */
const ALONE = ['test/ui/paint/equality.test.ts'];
/** These have oracles after each case. */
const END_TO_END = ['test/e2e/**/*.test.ts'];
/** These start a PostgreSQL in their process, which keeps hundreds of megabytes. */
const DATABASE = ['test/journal/**/*.test.ts', 'test/commands/{call-approval,journal-team,team-*}.test.ts'];
const ALL = ['test/**/*.test.{ts,tsx}'];

/** A test that names one of these starts a process. */
const PROCESS = /node:child_process|\/pty\.ts'|\/program\.ts'/;
const startsProcess = (file: string): boolean => PROCESS.test(readFileSync(file, 'utf8'));
/** The whole console key by key, and the files that take longest: thousands of texts, screens, bodies or operations. */
const NOT_QUICK = [
  'test/console/*',
  // test/check.ts chooses the writes.
  ...(process.env['PURSER_WRITES'] ? [] : ['test/console/every-write/**']),
  'test/api/client/{proof,writes}.test.ts',
  'test/system/{keyring,plain-config,plain-policy,policy-watch,terminal-life}.test.ts',
  'test/commands/{call-*,check-*,doctor*,journal-prune,keys,policy,profile}.test.ts',
  'test/effects/exports.test.ts',
  'test/lib/{agreed-cells,corpus,huge-texts,visible.*}.test.ts',
  'test/sim/{forms,operations}.test.ts',
  'test/ui/kit/{columns,theme}.test.ts',
  'test/ui/paint/*',
  'test/keys/proxy-waiting.test.ts',
  'test/start/first-paint.test.ts',
  'test/subjects/books/{dense,own}.test.ts',
  'test/words.test.ts',
  'test/money/{identity,money-model}.test.ts',
];

interface Own {
  readonly isolate?: boolean;
  readonly exclude?: readonly string[];
  readonly setupFiles?: string[];
  readonly testTimeout?: number;
}

/** Files that share a worker load and compile each module once. That saves a third of the time. */
const project = (name: string, include: string[], { exclude = [], ...own }: Own = {}) => ({
  extends: true as const,
  test: { name, include, isolate: false, exclude: [...configDefaults.exclude, ...exclude], ...own },
});

const OTHER = [...ALONE, ...DATABASE, ...END_TO_END];
const all = [
  project('alone', ALONE, { isolate: true }),
  // The first test of a worker starts the PostgreSQL, which takes a busy machine long.
  project('database', DATABASE, { testTimeout: 120_000 }),
  project('end-to-end', END_TO_END, { setupFiles: ['./test/e2e/after-each.ts'] }),
  project('shared', ALL, { exclude: OTHER }),
];
/** The tests of `npm run check`. */
const quick = () =>
  project('quick', ALL, { exclude: [...OTHER, ...NOT_QUICK, ...globSync(ALL).filter(startsProcess)] });

/**
 * Where tests put their files: in memory on Linux, because a journal waits for the disk at each step, a quarter of the
 * console tests' time. `npm run faults` uses the disk.
 */
function filesFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    // Tests run scripts in their folders.
    const runs = !/ \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'));
    return runs && bavail * bsize > 2 ** 31 && process.env['PURSER_WHOLE'] !== '1' ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

export default defineConfig({
  // The tests run production React, as the bundle does, and that has no development JSX.
  oxc: { jsx: { development: false } },
  test: {
    testTimeout: 30_000,
    // A database that starts in a hook is slow on a busy machine.
    hookTimeout: 60_000,
    // Most of a console's test is waiting for its screen: two cores have room for more of them than two.
    maxWorkers: 4,
    // Ink's own colours need a terminal, which CI has not.
    env: { NODE_ENV: 'production', FORCE_COLOR: '1', TMPDIR: filesFolder() },
    // A test that fails must not leave its spies to the next file of the worker.
    restoreMocks: true,
    sequence: { sequencer: LongFirst },
    projects: process.env['PURSER_QUICK'] === '1' ? [quick()] : all,
  },
});
