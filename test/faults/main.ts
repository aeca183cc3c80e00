// `npm run faults`: runs every test that carries a case's number, and prints the score and what no test covers yet.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { score } from './score.ts';

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'purser-faults-'));
const file = join(folder, 'report.json');
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '-t',
    '\\b[A-GO]\\d{1,2}\\b',
    '--reporter=json',
    `--outputFile=${file}`,
  ],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
const report: Report = JSON.parse(readFileSync(file, 'utf8'));
rmSync(folder, { recursive: true });

const run = report.testResults
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status: ended }) => ended === 'passed' || ended === 'failed')
  .map(({ fullName, status: ended }) => ({ name: fullName, passed: ended === 'passed' }));
const { line, failed, uncovered } = score(run);
console.log(line);
console.log(`${run.length} tests carry a number`);
if (failed.length > 0) console.log(`failed: ${failed.join(' ')}`);
console.log(`not yet covered: ${uncovered.join(' ')}`);
process.exitCode = status ?? 1;
