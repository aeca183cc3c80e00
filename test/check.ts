// `npm run check`: types, lint and the quick tests, side by side, in about a minute. `npm test` runs everything.

import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/** The whole console key by key, and the files that take longest: thousands of texts, screens, bodies or operations. */
const LONG = [
  'test/console/**',
  'test/api/client/{proof,writes}.test.ts',
  'test/system/keyring.test.ts',
  'test/commands/call-*.test.ts',
  'test/effects/exports.test.ts',
  'test/lib/{agreed-cells,corpus,huge-texts,visible.*}.test.ts',
  'test/sim/{forms,operations}.test.ts',
  'test/ui/kit/{columns,theme}.test.ts',
  'test/ui/paint/*',
  'test/words.test.ts',
  'test/money/{identity,money-model}.test.ts',
];
/** A test that names one of these starts a process. */
const PROCESS = /node:child_process|\/pty\.ts'|\/program\.ts'/;

const tests = globSync('test/**/*.test.{ts,tsx}').map(file => file.replaceAll('\\', '/'));
const quick = tests.filter(
  file => !LONG.some(glob => matchesGlob(file, glob)) && !PROCESS.test(readFileSync(file, 'utf8')),
);

const CHECKS = {
  types: ['typescript/bin/tsc', '--noEmit'],
  lint: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  // The project "shared" has neither the tests of the built program nor those of a database. Vitest ignores
  // `--exclude` beside a project, so the files are named.
  tests: ['vitest/vitest.mjs', 'run', '--project=shared', '--reporter=dot', ...quick],
} as const;

/** Prints the output of a check at its end, so that the outputs do not mix. */
const passes = ([name, [file, ...args]]: [string, readonly [string, ...string[]]]): Promise<boolean> =>
  new Promise(resolve => {
    const child = spawn(process.execPath, [join('node_modules', file), ...args]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('close', code => {
      process.stdout.write(`${name}: ${code === 0 ? 'passed' : 'FAILED'}\n${output}`);
      resolve(code === 0);
    });
  });

const results = await Promise.all(Object.entries(CHECKS).map(passes));
if (results.includes(false)) process.exitCode = 1;
