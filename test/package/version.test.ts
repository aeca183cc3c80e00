// `purser --version` names the commit of the build, or says that it is not known.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildOf, NO_COMMIT, tagOf, versionText } from '../../build/version.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { JOURNAL } from './forms.ts';

test('a folder without a repository has no commit, and the version says so', () => {
  const built = buildOf('1.2.3', temporaryFolder());
  expect(built).toMatchObject({ version: '1.2.4-git.0', packaged: '1.2.4~git0', commit: NO_COMMIT, time: 0 });
  expect(versionText(built)).toBe('1.2.4-git.0 (commit not known)');
});

// Git is needed only here, so `npm test` also runs without it.
const noGit = spawnSync('git', ['--version']).error !== undefined;

test.skipIf(noGit)(
  'the version names the commit and its time; a tag makes a release of unchanged files; an enclosing project does not count',
  () => {
    const folder = temporaryFolder();
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
        encoding: 'utf8',
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-27T09:08:07Z' },
      });
    git('init', '--quiet');
    writeFileSync(join(folder, 'a'), 'one');
    git('add', 'a');
    git('commit', '--quiet', '--message', 'one');
    const commit = git('rev-parse', '--short=12', 'HEAD').trim();
    const between = `git.20261127090807.g${commit}`;
    expect(buildOf('1.2.9', folder)).toEqual({
      ...{ version: `1.2.10-${between}`, packaged: `1.2.10~${between.replace('git.', 'git')}` },
      ...{ commit, time: 1_795_770_487, changed: false, release: false },
    });
    git('tag', tagOf('1.2.9'));
    const release = { version: '1.2.9', packaged: '1.2.9', commit, release: true };
    expect(buildOf('1.2.9', folder)).toMatchObject(release);
    expect(versionText(buildOf('1.2.9', folder))).toBe(`1.2.9 (commit ${commit})`);
    expect(buildOf('1.3.0', folder)).toMatchObject({ version: `1.3.1-${between}`, release: false });
    writeFileSync(join(folder, 'a'), 'two');
    expect(buildOf('1.2.9', folder)).toMatchObject({
      ...{ version: `1.2.10-${between}.changed`, commit: `${commit}, changed`, changed: true },
    });
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    expect(buildOf('1.2.9', inner).commit).toBe(NO_COMMIT);
  },
);

test('package.json names the newest version of the changelog, and each version has its date', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  const sections = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, of]) => of);
  const released = sections.filter(of => of !== 'Unreleased');
  expect(released[0]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} \\(`));
  for (const of of released) expect(of).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/);
});

test('each version of the changelog names one version of the journal, and the newest is that of this program', () => {
  const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const named = sections.map(text => ({
    file: [...text.matchAll(/journal's file has version (\d+)/g)].map(([, version]) => Number(version)),
    team: [...text.matchAll(/team journal (?:has )?version (\d+)/g)].map(([, version]) => Number(version)),
  }));
  for (const { file, team } of named) {
    expect(file.length).toBeLessThanOrEqual(1);
    expect(team.length).toBeLessThanOrEqual(1);
  }
  expect(named.flatMap(({ file }) => file)[0]).toBe(JOURNAL.file.writes);
  expect(named.flatMap(({ team }) => team)[0]).toBe(JOURNAL.team.writes);
  expect(sections.join().match(/(?:journal|record)[^.]* (?:has|have) a new version/g)).toBeNull();
});

test("the administrators' table has the versions of this program", () => {
  const [file, team] = [JOURNAL.file, JOURNAL.team];
  const row = `| ${file.reads.join(' and ')} | ${file.writes} | ${team.writes}; consoles from ${team.consolesReadFrom} read it |`;
  expect(readFileSync('docs/admin.md', 'utf8')).toContain(row);
});
