// The options of every build, for the bundle in dist/ and for the single executable.

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { plugins } from './plugins.ts';

/** For sources outside a repository of their own, or without Git. */
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

/** For `purser --version`. */
export const versionText = (version: string, folder: string): string =>
  `${version} (commit ${commitOf(folder)})`;

export const bundleOptions = (version: string) =>
  ({
    entryPoints: { purser: 'src/bin.ts' },
    // Machine code, one package for each kind of machine; loaded where a profile keeps its key in the system's keyring.
    // pg asks for the other two only where somebody chose them.
    external: ['@napi-rs/keyring', 'pg-native', 'pg-cloudflare'],
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    // jsonc-parser's CommonJS form loads its parts by names that a bundle doesn't have.
    mainFields: ['module', 'main'],
    target: 'node24',
    jsx: 'automatic',
    minifySyntax: true,
    legalComments: 'none',
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      PURSER_VERSION: JSON.stringify(versionText(version, join(import.meta.dirname, '..'))),
    },
    plugins,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  }) satisfies BuildOptions;
