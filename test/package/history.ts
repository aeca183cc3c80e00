// Tries the program with the journals of earlier releases: up, with the files that they wrote, and down, with their programs, which must
// refuse the newer file. The repository's history has these programs.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundleOptions } from '../../build/options.ts';
import { NEWEST, OLDEST } from '../../src/journal/sqlite/sqlite-schema.ts';
import { type Call, pay, serve, variables } from './trial.ts';

/** By the version that the last commit's Purser writes: of 0.1.0 and of 0.2.0. */
const LAST_COMMITS = { 3: 'da5e5e1c', 7: '9b3c1d29' } as const;

const FILES = resolve('test/journal/files');

interface Tried {
  readonly program: string;
  /** An empty folder. */
  readonly work: string;
  readonly told: (line: string) => void;
}

export async function tryHistory({ program, work, told }: Tried): Promise<void> {
  const simulator = spawn(program, ['simulate', '--json'], {
    stdio: 'pipe',
    env: { HOME: work, LANG: 'C.UTF-8' },
  });
  try {
    const signedIn = { ...variables(await serve(simulator)), HOME: work, LANG: 'C.UTF-8' };
    const caller =
      (words: readonly string[], state: string): Call =>
      (...args) => {
        const [file = '', ...first] = words;
        const env = { ...signedIn, PURSER_STATE_DIR: state };
        const ran = spawnSync(file, [...first, 'call', ...args], { env, encoding: 'utf8' });
        return { code: ran.status, out: ran.stdout, err: ran.stderr };
      };
    for (const name of readdirSync(FILES).toSorted()) {
      const state = stateWith(join(work, name), gunzipSync(readFileSync(join(FILES, name))));
      const before = versionIn(state);
      if (before < OLDEST) {
        assert.throws(
          () => pay(caller([program], state), '34.56', 'never sent'),
          /Nothing in the file is lost/,
        );
        assert.equal(versionIn(state), before, name);
        told(`it refuses the journal of version ${before}, and does not change the file`);
        continue;
      }
      pay(caller([program], state), `12.${name.replace(/\D/g, '').padStart(2, '0')}`, `trial of ${name}`);
      assert.equal(versionIn(state), NEWEST, name);
      const verified = spawnSync(program, ['audit', 'verify', '--json'], {
        ...{ env: { ...signedIn, PURSER_STATE_DIR: state }, encoding: 'utf8' },
      });
      assert.equal(JSON.parse(verified.stdout).intact, true, verified.stdout);
      told(`it upgrades the journal of version ${before}, records a payout, and the audit log is complete`);
    }
    const state = stateWith(join(work, 'newest'));
    pay(caller([program], state), '45.67', 'trial of a step back');
    for (const [version, commit] of Object.entries(LAST_COMMITS)) {
      const earlier = await programOf(commit, join(work, commit));
      if (earlier === undefined) {
        told(
          `left out: a step back to version ${version} of the journal, because the history lacks its commit`,
        );
        continue;
      }
      const file = join(state, 'journal.db');
      const bytes = readFileSync(file);
      assert.throws(() => pay(caller([process.execPath, earlier], state), '56.78', 'never sent'), /newer/);
      assert.ok(readFileSync(file).equals(bytes), `version ${version} changed a newer file`);
      told(
        `the Purser of journal version ${version} refuses to write to the file, and does not change the file`,
      );
    }
  } finally {
    simulator.kill('SIGKILL');
  }
}

function stateWith(state: string, journal?: Buffer): string {
  mkdirSync(state, { mode: 0o700 });
  if (journal) writeFileSync(join(state, 'journal.db'), journal, { mode: 0o600 });
  return state;
}

function versionIn(state: string): number {
  const database = new DatabaseSync(join(state, 'journal.db'), { readOnly: true });
  try {
    return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  } finally {
    database.close();
  }
}

/** The program of an earlier commit, built with today's packages; undefined if the history lacks the commit. */
async function programOf(commit: string, folder: string): Promise<string | undefined> {
  const archive = spawnSync('git', ['archive', commit, 'src', 'package.json', 'tsconfig.json'], {
    maxBuffer: 1 << 28,
  });
  if (archive.status !== 0) return undefined;
  mkdirSync(folder);
  execFileSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const { plugins, entryPoints: _, ...options } = bundleOptions({ version: 'earlier', commit });
  // The other changes of the bundle are for today's code.
  const kept = plugins.filter(({ name }) => name === 'left-out');
  const outfile = join(folder, 'purser.mjs');
  await build({ ...options, absWorkingDir: folder, entryPoints: ['src/bin.ts'], outfile, plugins: kept });
  return outfile;
}
