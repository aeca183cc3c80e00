// The first job, in one process: find a customer's account, its balances, and the one transaction that matters.

import { afterEach, test } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';

let console: TestConsole;
afterEach(() => console.close());

test('signs in, lists accounts, opens one, finds a transaction by what is said of it', async () => {
  console = await startConsole();
  await console.sees('7 accounts, all');
  await console.sees('Thameside Clearing Bank');
  console.press('enter');
  await console.sees(/transactions loaded so far/);
  console.type('/');
  console.type('ashdown 727971');
  await console.sees(/1 match of \d+ loaded/);
  console.press('enter');
  await console.sees(/Description +Refund 727971 Ashdown/);
});
