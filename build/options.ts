// The options of every build, for the bundle in dist/ and for the single executable.

import type { BuildOptions } from 'esbuild';
import { helpTexts } from './all-help.ts';
import { plugins } from './plugins.ts';
import { versionText } from './version.ts';

export const bundleOptions = (build: Parameters<typeof versionText>[0]) =>
  ({
    entryPoints: { purser: 'src/bin.ts' },
    // Machine code, one package for each kind of machine; loaded where a profile keeps its key in the system's keyring.
    external: ['@napi-rs/keyring'],
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    // jsonc-parser's CommonJS form loads its parts by names that a bundle doesn't have.
    mainFields: ['module', 'main'],
    target: 'node24',
    jsx: 'automatic',
    // Node reads and checks fewer bytes at each start. Names stay, for stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'none',
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      PURSER_VERSION: JSON.stringify(versionText(build)),
      // As one text: esbuild puts an object into a file that every start loads.
      PURSER_TEXTS: JSON.stringify(JSON.stringify(helpTexts(versionText(build)))),
    },
    plugins,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  }) satisfies BuildOptions;
