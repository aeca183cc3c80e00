// The first-run card comes once on a machine, and never where that can't be kept.

import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemDisk } from '../../src/cli/disk.ts';
import { firstRun } from '../../src/cli/welcome-file.ts';

const disk = systemDisk(() => 'part');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-welcome-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the welcome comes until somebody closed it once, and makes the state folder if needed', () => {
  const state = join(folder, 'state', 'purser');
  expect(firstRun(disk, state)).toBeDefined();
  firstRun(disk, state)?.();
  expect(readdirSync(state)).toEqual(['welcome.json']);
  expect(firstRun(disk, state)).toBeUndefined();
});

it('the welcome never comes without a state folder', () => expect(firstRun(disk, undefined)).toBeUndefined());

it("the welcome never comes if the file can't be read, whatever its content", () => {
  const file = join(folder, 'welcome.json');
  writeFileSync(file, 'not JSON');
  expect(firstRun(disk, folder)).toBeUndefined();
  chmodSync(file, 0);
  expect(firstRun(disk, folder)).toBeUndefined();
});

it("a folder that can't be written is no error", () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const inFile = join(file, 'state');
  expect(() => firstRun(disk, inFile)?.()).not.toThrow();
});
