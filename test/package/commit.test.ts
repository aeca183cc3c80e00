// `purser --version` names the commit of the build, or says that it is not known.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitOf, NO_COMMIT, versionText } from '../../build/options.ts';
import { temporaryFolder } from '../harness/folder.ts';

test('a folder without a repository has no commit, and the version says so', () => {
  const folder = temporaryFolder();
  expect(commitOf(folder)).toBe(NO_COMMIT);
  expect(versionText('1.2.3', folder)).toBe('1.2.3 (commit not known)');
});

// Git is needed only here, so `npm test` also runs without it.
const noGit = spawnSync('git', ['--version']).error !== undefined;

test.skipIf(noGit)(
  'the version has the commit, says if the files changed after the commit, and never names the commit of an enclosing project',
  () => {
    const folder = temporaryFolder();
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
        encoding: 'utf8',
      });
    git('init', '--quiet');
    writeFileSync(join(folder, 'a'), 'one');
    git('add', 'a');
    git('commit', '--quiet', '--message', 'one');
    const commit = git('rev-parse', '--short=12', 'HEAD').trim();
    expect(commitOf(folder)).toBe(commit);
    expect(versionText('1.2.3', folder)).toBe(`1.2.3 (commit ${commit})`);
    writeFileSync(join(folder, 'a'), 'two');
    expect(commitOf(folder)).toBe(`${commit}, changed`);
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    expect(commitOf(inner)).toBe(NO_COMMIT);
  },
);
