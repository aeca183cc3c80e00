// The version of a build: a release's own, or one between releases that names the commit. Packagers write it differently.

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** For sources outside a repository of their own, or without Git. */
export const NO_COMMIT = 'not known';

interface Build {
  /** Semantic versioning: npm, `purser --version`, file names. */
  readonly version: string;
  /** For dpkg and rpm, which put `~` before the release. */
  readonly packaged: string;
  /** With `changed` if the files differ from the commit. */
  readonly commit: string;
  /** The commit's time in seconds: each file of a package has it. */
  readonly time: number;
  readonly changed: boolean;
  readonly release: boolean;
}

export const tagOf = (version: string): string => `v${version}`;

/** `version` is the last release's, or the release's that the commit's tag names. */
export function buildOf(version: string, folder: string): Build {
  const git = repositoryIn(folder);
  if (!git) return between(version, { commit: NO_COMMIT, time: 0, changed: false });
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const time = Number(git('log', '-1', '--format=%ct'));
  const changed = git('status', '--porcelain') !== '';
  const tags = git('tag', '--points-at', 'HEAD').split('\n');
  if (changed || !tags.includes(tagOf(version))) return between(version, { commit, time, changed });
  return { version, packaged: version, commit, time, changed, release: true };
}

function between(last: string, { commit, time, changed }: Pick<Build, 'commit' | 'time' | 'changed'>): Build {
  const next = last.replace(/\d+$/, patch => String(Number(patch) + 1));
  const clock = new Date(time * 1000).toISOString().replace(/\D/g, '').slice(0, 14);
  // A part of digits alone must not begin with 0, so the commit begins with a letter.
  const known = commit === NO_COMMIT ? '0' : `${clock}.g${commit}`;
  const build = changed ? `${known}.changed` : known;
  return {
    version: `${next}-git.${build}`,
    packaged: `${next}~git${build}`,
    commit: changed ? `${commit}, changed` : commit,
    ...{ time, changed, release: false },
  };
}

/** For `purser --version`. */
export const versionText = ({ version, commit }: Pick<Build, 'version' | 'commit'>): string =>
  `${version} (commit ${commit})`;

function repositoryIn(folder: string): ((...args: readonly string[]) => string) | undefined {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    // Unpacked inside another project, the nearest repository says nothing about this one.
    return realpathSync(git('rev-parse', '--show-toplevel')) === realpathSync(folder) ? git : undefined;
  } catch {
    return undefined;
  }
}
