// The commit that a build is made of, for `purser --version`.

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** What stands for a commit where the sources are not in a repository of their own, or Git is missing. */
export const NO_COMMIT = 'not known';

/** The commit of the repository in `folder`, and whether the sources differ from it. */
export function commitOf(folder: string): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    // Unpacked inside another project, the nearest repository says nothing about this one.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(folder)) return NO_COMMIT;
    const commit = git('rev-parse', '--short=12', 'HEAD');
    return git('status', '--porcelain') === '' ? commit : `${commit}, changed`;
  } catch {
    return NO_COMMIT;
  }
}

/** As `purser --version` says it. */
export const versionText = (version: string, folder: string): string =>
  `${version} (commit ${commitOf(folder)})`;
