// `npm run years`: builds the worlds' program and runs it. See docs/years.md.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleYears } from './bundle.ts';

const root = join(import.meta.dirname, '../..');
// Inside node_modules, so that the program finds its packages.
const out = join(root, 'node_modules/.purser-years');
mkdirSync(out, { recursive: true });
const file = await bundleYears(root, out);
const { status } = spawnSync(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', file, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
