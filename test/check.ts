// `npm run check`: types, lint and the quick tests, side by side, in about a minute. `npm test` runs everything.

import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CHECKS = {
  types: ['typescript/bin/tsc', '--noEmit'],
  lint: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  tests: ['vitest/vitest.mjs', 'run', '--reporter=dot', '--no-color'],
} as const;

/** For vitest.config.ts, which has the list of the quick tests. */
const env = { ...process.env, PURSER_QUICK: '1' };

/** Prints the output of a check that fails, at its end, so that the outputs do not mix. */
const passes = ([name, [file, ...args]]: [string, readonly [string, ...string[]]]): Promise<boolean> =>
  new Promise(resolve => {
    const child = spawn(process.execPath, [join('node_modules', file), ...args], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('close', code => {
      process.stdout.write(code === 0 ? `${name}: passed\n` : `${output}\n${name}: FAILED\n`);
      resolve(code === 0);
    });
  });

const results = await Promise.all(Object.entries(CHECKS).map(passes));
if (results.includes(false)) process.exitCode = 1;
