// The timeline in the built program: on the screen with its keys, and as a command with its exit codes.

import { expect, test } from 'vitest';
import { sees, startPurser, startService, startSignedIn } from './purser.ts';

test('T shows one axis, G loads the rest, a record opens and Esc comes back, z zooms', async () => {
  const { service, purser } = await startSignedIn({ simulator: { rows: 60, seed: 4 } });
  const { screen } = purser;
  screen.press('1', 'T');
  await sees(screen, /Timeline +· complete back to \d\d \w{3}/);
  screen.press('G');
  await sees(screen, /Timeline +· complete +[─[]/);
  screen.press('g');
  screen.type('/source:account\r');
  await sees(screen, '[loaded: source:account]', /\d of [\d,]+ /);
  screen.press('enter');
  await sees(screen, '› Transactions');
  screen.press('esc');
  await sees(screen, 'Timeline', '[loaded: source:account]');
  screen.press('esc', 'z', 'z', 'z');
  await sees(screen, /[█░]{8} [\d,]+ events/);
  expect(service.asked().filter(sent => !/^GET |login/.test(sent))).toEqual([]);
});

test('Esc stops the reading at once, and nothing looks complete', async () => {
  const { service, purser } = await startSignedIn({ simulator: { rows: 60 } });
  await service.breaks('account.transactions delay=60000');
  const { screen } = purser;
  screen.press('1', 'T');
  await sees(screen, 'reading', 'Incomplete below.');
  screen.press('esc');
  await sees(screen, 'not complete yet · stopped, r continues');
});

test.each([
  { code: 0, says: /events, complete\.$/m },
  { fault: 'beneficiary.list status=403', code: 3, says: /events, not complete yet\.$/m },
])('purser timeline ends with $code', async ({ fault, code, says }) => {
  const service = await startService({ rows: 20, seed: 4 });
  if (fault !== undefined) await service.breaks(fault);
  const env = service.variables();
  const purser = await startPurser({ args: ['timeline'], cols: 200, rows: 50, env });
  expect(await purser.exit).toEqual({ code, signal: undefined });
  expect(purser.screen.text()).toMatch(says);
});
