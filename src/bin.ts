#!/usr/bin/env node
// The program's first file: on too old a Node it says so in a sentence, before anything is loaded that such a Node can't read.

import { shutDebugger } from './cli/no-debugger.ts';
import { oldNode } from './cli/node-version.ts';

const old = oldNode(process.versions.node);
if (old === undefined) {
  shutDebugger(process);
  await compileCache();
  const { main } = await import('./main.ts');
  const code = await main();
  if (code !== undefined) process.exit(code);
} else {
  process.stderr.write(`purser: ${old}\n`);
  process.exitCode = 2;
}

/** What was compiled at the last start is read back at this one, from a folder that only this user can write. */
async function compileCache(): Promise<void> {
  const { findFolders } = await import('./cli/folders.ts');
  const { state } = findFolders(process.env);
  if (state === undefined) return;
  const { makeFolders } = await import('./cli/make-folders.ts');
  const { statSync } = await import('node:fs');
  const { enableCompileCache } = await import('node:module');
  const folder = `${state}/compiled`;
  try {
    makeFolders(folder);
    const { uid, mode } = statSync(folder);
    if (uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0) enableCompileCache(folder);
  } catch {
    // Without a cache it only starts later.
  }
}
