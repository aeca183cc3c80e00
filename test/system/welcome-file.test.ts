// The first-run card appears once on a machine, and never if Purser can't remember that.

import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { systemDisk } from '../../src/system/disk.ts';
import { firstRun } from '../../src/system/welcome-file.ts';
import { temporaryFolder } from '../harness/folder.ts';

const disk = systemDisk(() => 'part');
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

it('the first-run card appears until it was closed once; closing makes the state folder if it is missing', () => {
  const state = join(folder, 'state', 'purser');
  expect(firstRun(disk, state)).toBeDefined();
  firstRun(disk, state)?.();
  expect(readdirSync(state)).toEqual(['welcome.json']);
  expect(firstRun(disk, state)).toBeUndefined();
});

it('the first-run card needs a state folder', () => expect(firstRun(disk, undefined)).toBeUndefined());

it('the first-run card stays away if its file exists but is unreadable', () => {
  const file = join(folder, 'welcome.json');
  writeFileSync(file, 'not JSON');
  expect(firstRun(disk, folder)).toBeUndefined();
  chmodSync(file, 0);
  expect(firstRun(disk, folder)).toBeUndefined();
});

it("closing the first-run card is no error if the folder can't be written", () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const inFile = join(file, 'state');
  expect(() => firstRun(disk, inFile)?.()).not.toThrow();
});
