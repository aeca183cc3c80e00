// Each command's answer to wrong usage, before it sends a request or makes a file.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandName } from '../../src/system/arguments.ts';
import { expectReviewed, wordsOf } from '../harness/reviewed.ts';
import { calls, desk, openCalls } from './caller.ts';

test('each wrong usage gets the exit code and the sentence of the reviewed file', async () => {
  await openCalls();
  const before = desk.sim.wire.length;
  await expectReviewed(join(import.meta.dirname, 'wrong-usage.txt'), async line => {
    const [, name = '', ...rest] = wordsOf(line);
    // The cast is safe: the file names only commands.
    const { code, out, err } = await calls.run(name as CommandName, rest);
    return `${code}: ${out}${err}`;
  });
  expect(readdirSync(calls.folder)).toEqual([]);
  expect(desk.sim.wire.length).toBe(before);
});
