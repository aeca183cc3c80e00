// `purser timeline` in the built program: its exit codes.

import { expect, test } from 'vitest';
import { startPurser, startService } from './purser.ts';

test.each([
  { code: 0, says: /events, complete\.$/m },
  { fault: 'beneficiary.list status=403', code: 3, says: /events, not complete\.$/m },
])('purser timeline ends with $code', async ({ fault, code, says }) => {
  const service = await startService({ rows: 20, seed: 4 });
  if (fault !== undefined) await service.breaks(fault);
  const env = service.variables();
  const purser = await startPurser({ args: ['timeline'], cols: 200, rows: 50, env });
  expect(await purser.exit).toEqual({ code, signal: undefined });
  expect(purser.screen.text()).toMatch(says);
});
