// `purser check` in the built program: its exit codes.

import { expect, test } from 'vitest';
import { startPurser, startService } from './purser.ts';

test.each([
  { books: undefined, code: 0, says: /^FOLLOWS\. Read /m },
  { books: ['missing'] as const, code: 1, says: /^DOES NOT FOLLOW\. Read /m },
  { fault: 'account.balanceHistory status=403', code: 3, says: /^NOT CHECKED\. Read /m },
])('purser check ends with $code', async ({ books, fault, code, says }) => {
  const service = await startService({ ...(books && { books }), seed: 4 });
  if (fault !== undefined) await service.breaks(fault);
  const env = service.variables();
  const purser = await startPurser({ args: ['check'], cols: 200, rows: 50, env });
  expect(await purser.exit).toEqual({ code, signal: undefined });
  expect(purser.screen.text()).toMatch(says);
});
