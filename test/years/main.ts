// `npm run years`: builds the worlds' program and runs it. See docs/years.md.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleYears } from './bundle.ts';
import { bugsWith, findAll } from './plant.ts';

const root = join(import.meta.dirname, '../..');
/** Of the search for one planted bug. */
const TEN_MINUTES = 600;

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}

async function run(given: readonly string[]): Promise<number> {
  if (given[0] === '--planted') {
    const [, only, text] = given;
    const seconds = Number(text ?? TEN_MINUTES);
    if (!(seconds > 0)) return refuse(`${text} is no number of seconds.`);
    if (bugsWith(only).length === 0) return refuse(`No planted bug has ${only} in its name.`);
    return (await findAll(root, seconds, only)) === 0 ? 0 : 1;
  }
  // Inside node_modules, so that the program finds its packages.
  const out = join(root, 'node_modules/.purser-years');
  mkdirSync(out, { recursive: true });
  const file = await bundleYears(root, out);
  const node = ['--disable-warning=ExperimentalWarning', file, ...given];
  return spawnSync(process.execPath, node, { stdio: 'inherit' }).status ?? 1;
}

process.exitCode = await run(process.argv.slice(2));
