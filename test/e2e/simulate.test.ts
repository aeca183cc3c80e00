// `purser simulate` in one terminal, and a console in another terminal that signs in to it.
import { expect, test } from 'vitest';
import { sees, startPurser } from './purser.ts';

test('the simulator prints how to sign in, and a console signs in', async () => {
  const simulator = await startPurser({
    args: ['simulate', '--port', '0', '--seed', '7', '--rows', '30', '--clock', '2026-11-20T09:00:00Z'],
    cols: 160,
    rows: 40,
  });
  await sees(simulator.screen, /Purser Demo Platform/);
  expect(simulator.screen.lines()[0]).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
  const said = simulator.screen.lines().slice(1, 6).join(' ');
  const env = Object.fromEntries(
    [...said.matchAll(/(PURSER_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(env)).toEqual([
    ...['PURSER_BASE_URL', 'PURSER_CLIENT_ID', 'PURSER_API_KEY', 'PURSER_PROGRAM_ID'],
    ...['PURSER_USER_ID', 'PURSER_ON_BEHALF_OF'],
  ]);
  const console = await startPurser({ env });
  await sees(console.screen, '7 accounts, all');
  console.screen.press('enter');
  await sees(console.screen, '30 transactions, all');
  console.screen.type(':q\r');
  expect(await console.exit).toMatchObject({ code: 0 });
  simulator.screen.press('ctrl-c');
  expect(await simulator.exit).toBeDefined();
});
