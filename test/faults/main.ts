// `npm run faults`: runs every test that names a case, every end-to-end case with its oracles, and the limits.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OracleRan, type Ran, rowsIn, score } from './score.ts';

interface Report {
  readonly testResults: readonly {
    /** The file. */
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'purser-faults-'));
const oracleFile = join(folder, 'oracles.jsonl');
/** Tests whose title names a case. */
const NUMBERED = ['-t', '\\[[A-GO]\\d'];
/** The tests of the oracles themselves are no cases. */
const OWN_TESTS = 'test/e2e/oracles.test.ts';
/** Tests without a case of which `npm test` takes only some repetitions. */
const LONG_TOURS = [
  'test/console/find-service.test.ts',
  'test/console/look.test.ts',
  'test/console/strange-service.test.ts',
  'test/journal/team-model.test.ts',
  'test/money/money-model.test.ts',
  'test/ui/paint/equality.test.ts',
];
/** A limit is valid only if no other test runs. */
const ALONE = ['--maxWorkers=1', '--no-file-parallelism'];

let part = 0;

const run: readonly Ran[] = [
  ...vitest('plain', [...NUMBERED, '--project', 'shared', '--project', 'database']),
  ...vitest('plain', LONG_TOURS),
  ...vitest('end-to-end', ['test/e2e', ...ALONE]),
  ...vitest('limits', ['--config', 'test/faults/limits/vitest.config.ts', ...ALONE]),
];
const oracles: readonly OracleRan[] = (existsSync(oracleFile) ? readFileSync(oracleFile, 'utf8') : '')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line))
  .map(found => ({ ...found, test: oneName(found.test) }));
rmSync(folder, { recursive: true });

const { line, failed, uncovered, broken } = score(
  rowsIn(readFileSync('test/faults/FAULTS.md', 'utf8')),
  run,
  oracles,
);
console.log(line);
const endToEnd = run.filter(({ kind }) => kind === 'end-to-end').length;
console.log(`${run.length} tests, ${endToEnd} of them end to end; ${oracles.length} oracle results`);
const red = run.filter(({ passed }) => !passed);
for (const { name } of red) console.log(`failed: ${name}`);
for (const sentence of broken) console.log(sentence);
if (failed.length > 0) console.log(`did not survive: ${failed.join(' ')}`);
console.log(uncovered.length > 0 ? `not yet covered: ${uncovered.join(' ')}` : 'every case is covered');
process.exitCode = red.length + failed.length + broken.length + uncovered.length > 0 ? 1 : 0;

/** Runs tests of one kind and returns their results. */
function vitest(kind: Ran['kind'], args: readonly string[]): readonly Ran[] {
  const file = join(folder, `${kind}-${args.length}.json`);
  const limits = kind === 'plain' ? {} : { PURSER_LIMITS: '1', PURSER_ORACLES: oracleFile };
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=json',
    '--reporter=test/faults/progress.ts',
    `--outputFile=${file}`,
    ...args,
  ];
  spawnSync(process.execPath, command, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...limits, PURSER_WHOLE: '1', PURSER_FAULTS_PART: `${++part} of 4, ${kind}` },
  });
  if (!existsSync(file)) return [{ name: `the ${kind} tests did not run`, passed: false, kind }];
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  return report.testResults
    .filter(({ name }) => !name.endsWith(OWN_TESTS))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status }) => ({ name: oneName(fullName), passed: status === 'passed', kind }));
}

/** The test's name in one form, because vitest joins its parts in two ways. */
function oneName(name: string): string {
  return name.replaceAll(' > ', ' ');
}
