// `npm run years -- --planted`: plants each bug of `planted/` in a copy of the sources, and looks for it with the worlds.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleYears } from './bundle.ts';

interface Planted {
  readonly bug: string;
  /** The first broken oracle. Undefined: not found. */
  readonly oracle?: string;
  readonly seed?: number;
  readonly worlds: number;
  /** Of CPU. */
  readonly seconds: number;
}

const PLANTED = join(import.meta.dirname, 'planted');
/** The table of the last search for all bugs. */
export const FOUND = join(PLANTED, 'FOUND.md');

export const bugs = (): readonly string[] =>
  readdirSync(PLANTED)
    .filter(name => name.endsWith('.patch'))
    .map(name => name.slice(0, -'.patch'.length))
    .sort();

/** All of them by default. */
export const bugsWith = (part = ''): readonly string[] => bugs().filter(bug => bug.includes(part));

/** A world of a team costs three times as much, so only the bugs of its journal are looked for there, and nowhere else. */
const isOfTeams = (bug: string): boolean =>
  /^\+\+\+ b\/src\/(?:journal\/(?:team|postgres)|commands\/team)/m.test(
    readFileSync(join(PLANTED, `${bug}.patch`), 'utf8'),
  );

/** Throws if the patch does not fit the sources any more. */
export const checkPatch = (root: string, bug: string): void =>
  void execFileSync('git', ['apply', '--check', join(PLANTED, `${bug}.patch`)], { cwd: root, stdio: 'pipe' });

/** A copy of the sources with the bug. */
function withBug(root: string, bug: string): string {
  const copy = join(root, 'node_modules/.purser-planted', bug);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const folder of ['src', 'build', 'test/harness', 'test/years', 'tsconfig.json', 'package.json'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  // Inside a repository, git would leave out what is not under the present folder.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: join(root, 'node_modules') };
  execFileSync('git', ['apply', join(PLANTED, `${bug}.patch`)], { cwd: copy, env, stdio: 'pipe' });
  return copy;
}

/** Looks until the worlds have used `seconds` of CPU: other work on the machine makes no difference. */
async function find(root: string, bug: string, seconds: number): Promise<Planted> {
  const copy = withBug(root, bug);
  try {
    const worlds = await run(await bundleYears(copy, copy), seconds, isOfTeams(bug));
    const broken = worlds.find(({ violation }) => violation);
    return {
      bug,
      ...(broken?.violation && { oracle: broken.violation.oracle, seed: broken.seed }),
      worlds: worlds.length,
      seconds: Math.round(secondsOf(worlds)),
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

interface World {
  readonly seed: number;
  readonly cpuMs: number;
  readonly violation?: { readonly oracle: string };
}

const secondsOf = (worlds: readonly World[]): number =>
  worlds.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000;

/** Worlds of six minutes, from seed 1 on, until one is broken or the time is over. */
function run(program: string, seconds: number, teams: boolean): Promise<readonly World[]> {
  const args = ['--json', '--until-failure', '--seed', '1', '--minutes', '6', '--worlds', '100000'];
  args.push('--teams', teams ? 'all' : 'none');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const worlds: World[] = [];
  createInterface({ input: child.stdout }).on('line', line => {
    // The last line is the sum, without a seed.
    if (!line.startsWith('{"seed"')) return;
    worlds.push(JSON.parse(line));
    if (secondsOf(worlds) >= seconds) child.kill();
  });
  return new Promise(resolve => child.on('close', () => resolve(worlds)));
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** One search on each core. Prints a line for each bug. A search for all bugs writes FOUND.md. Returns how many were not found. */
export async function findAll(root: string, seconds: number, only: string | undefined): Promise<number> {
  const chosen = bugsWith(only);
  const waiting = [...chosen];
  const ended: Planted[] = [];
  const search = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const found = await find(root, bug, seconds);
      ended.push(found);
      print(line(found));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, search));
  const missed = ended.filter(({ oracle }) => oracle === undefined).length;
  const sum = `${chosen.length - missed} of ${chosen.length} found`;
  print(sum);
  if (only === undefined) writeFileSync(FOUND, table(ended, sum, seconds));
  return missed;
}

const line = ({ bug, oracle, seed, worlds, seconds }: Planted): string =>
  oracle === undefined
    ? `${bug}: NOT FOUND in ${worlds} worlds, ${seconds} s of CPU`
    : `${bug}: ${oracle}, seed ${seed}, ${seconds} s of CPU`;

/** In Markdown. */
function table(ended: readonly Planted[], sum: string, limit: number): string {
  const rows = ended.map(
    ({ bug, oracle, seed, worlds, seconds }) =>
      `| ${bug} | ${oracle ?? `NOT FOUND in ${worlds} worlds`} | ${seed ?? ''} | ${seconds} |\n`,
  );
  return `# The planted bugs, and the oracle that found each

\`npm run years -- --planted\` wrote this file: ${sum}, within ${limit} s of CPU for each bug.

| Bug | Oracle | Seed | CPU s |
|---|---|--:|--:|
${rows.sort().join('')}`;
}
