// `purser --version` names the commit of the build, and says so where there is none.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitOf, NO_COMMIT, versionText } from '../../esbuild.commit.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a folder without a repository has no commit, and the version says so', () => {
  const folder = emptyFolder();
  expect(commitOf(folder)).toBe(NO_COMMIT);
  expect(versionText('1.2.3', folder)).toBe('1.2.3 (commit not known)');
});

// Nothing else in `npm test` needs Git.
const noGit = spawnSync('git', ['--version']).error !== undefined;

test.skipIf(noGit)(
  "the version has the commit, says if the sources differ, and never names an outer project's commit",
  () => {
    const folder = emptyFolder();
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
