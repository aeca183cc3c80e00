// The balance check in the built program: on the screen with its keys, and as a command with its exit codes.

import { expect, test } from 'vitest';
import { confirms, payee, reviews } from './paying.ts';
import { sees, startPurser, startService, startSignedIn } from './purser.ts';

test('a wrong entry is named with what is not explained, and Enter shows its day', async () => {
  const { service, purser } = await startSignedIn({ simulator: { books: ['jump'], seed: 4 } });
  const { screen } = purser;
  screen.press('=');
  await sees(screen, 'Balance check DOES NOT FOLLOW', 'Unexplained');
  screen.press('j');
  await sees(screen, 'has no', 'Since this entry');
  const [fault] = service.simulator.world.customers[0]?.bookFaults ?? [];
  await sees(screen, fault?.first[0] ?? 'no fault');
  screen.press('enter');
  await sees(screen, 'Balance history', '[service: ');
  screen.press('q');
  await sees(screen, 'Balance check DOES NOT FOLLOW');
  screen.press('1');
  await sees(screen, /DOES NOT FOLLOW +Balances and history: \d not explained/);
  expect(service.asked().filter(sent => !/^GET |login/.test(sent))).toEqual([]);
});

test('an UNKNOWN payout has its candidate in the check, and Enter goes to its outcome check', async () => {
  const { service, purser } = await startSignedIn({ simulator: { seed: 4 } });
  const { screen } = purser;
  await service.breaks('payout.create reset=after count=1');
  await reviews(screen, payee(service.simulator), '12.50');
  await confirms(screen, '12.50');
  await sees(screen, 'UNKNOWN');
  screen.press('esc');
  await sees(screen, '1 UNRESOLVED');
  screen.press('esc');
  screen.type(':check\r');
  await sees(screen, 'Press r to check');
  screen.press('r');
  await sees(screen, 'Balance check NOT CHECKED', 'Outcome unknown');
  screen.press('j');
  await sees(screen, '1 candidate with its amount', 'Candidate 1');
  screen.press('enter');
  await sees(screen, 'At the service now', 'Candidates in the balance history');
  expect(service.requestsFor('payout.create')).toHaveLength(1);
});

test('Esc stops a check that reads a large history, at once', async () => {
  const { purser } = await startSignedIn({ simulator: { rows: 20_000 } });
  const { screen } = purser;
  screen.press('=');
  await sees(screen, /reading, [1-9][\d,]* entries so far/);
  screen.press('esc');
  await sees(screen, /stopped after [\d,]+ entries, r starts again/);
});

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
