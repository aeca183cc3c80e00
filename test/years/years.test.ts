// Fixed seeds, because a new seed would make unrelated work fail. `npm run years` takes new ones.

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { bundleYears } from './bundle.ts';
import { bugs, checkPatch, FOUND } from './plant.ts';

const root = join(import.meta.dirname, '../..');
/** Inside node_modules, so that the program finds its packages. */
const out = join(root, 'node_modules/.purser-years-test');
const LIMIT = 600_000;

let program: string;
beforeAll(async () => {
  mkdirSync(out, { recursive: true });
  program = await bundleYears(root, out);
}, LIMIT);

interface World {
  readonly seed: number;
  readonly hash: string;
  readonly acts: number;
  readonly violation?: { readonly oracle: string; readonly what: string };
}
interface Sum {
  readonly counts: Readonly<Record<string, number>>;
  readonly worlds: number;
}

const execute = promisify(execFile);

async function years(...given: readonly string[]) {
  const node = ['--disable-warning=ExperimentalWarning', program, '--json', ...given, '--minutes', '3'];
  const { stdout } = await execute(process.execPath, node, { maxBuffer: 64 * 1024 * 1024 });
  const lines = stdout.split('\n').filter(line => line.startsWith('{'));
  const all = lines.map(line => JSON.parse(line));
  return { worlds: all.slice(0, -1) as readonly World[], sum: all.at(-1) as Sum };
}

it(
  'no oracle is broken in these worlds, and each oracle has looked; a seed has the same bytes again',
  async () => {
    const [{ worlds, sum }, again] = await Promise.all([
      years('--seed', '71', '--worlds', '4'),
      // Another process, in which it is the first world. It is the world of a team.
      years('--seed', '73', '--worlds', '1'),
    ]);
    expect(worlds.filter(({ violation }) => violation)).toEqual([]);
    expect(worlds).toHaveLength(4);
    expect(Object.entries(sum.counts).filter(([, count]) => count === 0)).toEqual([]);
    expect(again.worlds[0]?.hash).toBe(worlds.find(({ seed }) => seed === 73)?.hash);
  },
  LIMIT,
);

it('each planted bug fits the sources', () => {
  const wrong = bugs().filter(bug => {
    try {
      checkPatch(root, bug);
      return false;
    } catch {
      return true;
    }
  });
  expect(bugs().length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

it('each planted bug stands in the table of what the worlds found', () => {
  const rows = readFileSync(FOUND, 'utf8').matchAll(/^\| ([a-z][\w-]+) \| /gm);
  expect(Array.from(rows, ([, bug]) => bug)).toEqual(bugs());
});
