#!/usr/bin/env node
// The program's first file. It checks the version of Node before it loads code that an old Node can't read.

import fs from 'node:fs';
import module from 'node:module';
import { findFolders } from './system/folders.ts';
import { forgetKeys } from './system/forget-keys.ts';
import { systemPlace } from './system/machine-place.ts';
import { makeFolders } from './system/make-folders.ts';
import { ignoreDebugSignal, shutDebugger } from './system/no-debugger.ts';
import { oldNode } from './system/node-version.ts';

declare const PURSER_VERSION: string;

const old = oldNode(process.versions.node);
const [word, ...others] = process.argv.slice(2);
const alone = others.length === 0;
if (old === undefined && alone && word === '--version') {
  leaveNothingOpen();
  process.stdout.write(`${PURSER_VERSION}\n`);
} else if (old === undefined) {
  if (alone && (word === '--help' || word === '-h')) leaveNothingOpen();
  else shutDebugger(process);
  compileCache();
  const { main } = await import('./main.ts');
  const code = await main();
  if (code !== undefined) process.exit(code);
} else {
  process.stderr.write(`purser: ${old}\n`);
  process.exitCode = 2;
}

/**
 * Removes the keys, which `--version` and `--help` do not need. Without keys, Purser need not restart with Node's
 * switch.
 */
function leaveNothingOpen(): void {
  ignoreDebugSignal(process);
  forgetKeys(process);
}

/**
 * Uses the code that an earlier start compiled, if only this user can write to the folder of that code. Where an
 * administrator limits this user, the user could put other code there.
 */
function compileCache(): void {
  if (fs.existsSync(systemPlace(process.platform).folder)) return;
  const { state } = findFolders(process.env);
  if (state === undefined) return;
  const folder = `${state}/compiled`;
  try {
    makeFolders(folder);
    const { uid, mode } = fs.statSync(folder);
    if (uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0) module.enableCompileCache(folder);
  } catch {
    // Without a cache the start is only slower.
  }
}
