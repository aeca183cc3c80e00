// `npm run check`: types, lint, the quick tests and the console tests of the writes that changed, side by side, in less than a
// minute. With `sources`, as in `npm test`: types, lint and dead code.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { changedFiles, writesOf } from './changed-writes.ts';

const ofSources = process.argv[2] === 'sources';

type Command = readonly [file: string, ...args: string[]];

const CHECKS: Readonly<Record<string, Command>> = {
  // One checker, because more of them check shared types several times.
  types: ['typescript/bin/tsc', '--noEmit', '--checkers', '1'],
  lint: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ...(ofSources
    ? { unused: ['knip/bin/knip.js'] }
    : { tests: ['vitest/vitest.mjs', 'run', '--reporter=dot', '--no-color'] }),
};

/** For vitest.config.ts, which has the list of the quick tests. Knip reads all tests there. */
const env = ofSources
  ? process.env
  : { ...process.env, PURSER_QUICK: '1', PURSER_WRITES: writesOf(changedFiles()).join() };

/** Prints the output of a check that fails, at its end, so that the outputs do not mix. */
const passes = ([name, [file, ...args]]: [string, Command]): Promise<boolean> =>
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
