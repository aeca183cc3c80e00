// A service that is slow, fails, throttles or is replaced: Purser says so, keeps its data, and can continue.
import { expect, test } from 'vitest';
import { losesSight, sees, startService, startSignedIn } from './purser.ts';

test('a slow answer shows its wait, Esc abandons it, and the rows stay [A16a–b]', async () => {
  const { service, purser } = await startSignedIn();
  const { screen } = purser;
  await service.breaks('account.list delay=600000');
  screen.press('r');
  await sees(screen, /reloading, [1-9]\d* s, Esc stops · 7 accounts, all/, 'Jakarta collections');
  screen.press('j');
  await sees(screen, '› US sales');
  screen.press('esc');
  await sees(screen, 'stopped; r loads again · 7 accounts, all', 'Jakarta collections');
  await service.mends();
  screen.press('r');
  await sees(screen, /7 accounts, all {2}\d+ (?:s|min) ago/);
});

test('a service failure gets a sentence, and r recovers [B11a B11c–d]', async () => {
  const { service, purser } = await startSignedIn();
  const { screen } = purser;
  await service.breaks("account.balances status=500 message='\x1b]0;owned\x07 sorry'");
  screen.press('b');
  await sees(screen, 'the service failed (HTTP 500): "␛]0;owned␇ sorry".');
  const tries = service.requestsFor('account.balances');
  expect(tries.map(({ status }) => status)).toEqual([500, 500, 500]);
  expect(new Set(tries.map(({ headers }) => headers['x-request-id']?.[0])).size).toBe(1);
  await service.mends();
  screen.press('r');
  await sees(screen, '9 balances, all', '9,007,199,254,740,993.01');
});

test('a throttled read shows its wait, and continues automatically [B9a–b]', async () => {
  const { service, purser } = await startSignedIn();
  const { screen } = purser;
  await service.breaks('account.balances status=429 retry-after=2 count=1');
  screen.press('b');
  await sees(screen, /trying again in 0:0[12] \(attempt 2\)/);
  await sees(screen, '9 balances, all');
  expect(service.requestsFor('account.balances').map(({ status }) => status)).toEqual([429, 200]);
});

test('a token that is always refused is renewed once, and then the sign-in form opens [B3a–b]', async () => {
  const { service, purser } = await startSignedIn();
  const { screen } = purser;
  await service.breaks('account.balances status=401');
  screen.press('b');
  await sees(screen, 'Sign in again', 'API key', '[ Sign in ]');
  expect(service.requestsFor('account.balances')).toHaveLength(2);
  expect(service.requestsFor('login')).toHaveLength(2);
});

test('Purser does not accept a redirect or a captive portal as the service [A8a–c A20a–b]', async () => {
  const { service, purser } = await startSignedIn();
  const { screen } = purser;
  const elsewhere = await startService();
  await service.breaks(`account.balances redirect=${elsewhere.simulator.url}/login`);
  screen.press('b');
  await sees(screen, 'something other than the payments service answered');
  expect(elsewhere.asked()).toEqual([]);
  await service.mends();
  await service.breaks('account.balances html=200');
  screen.press('r');
  await expect.poll(() => service.requestsFor('account.balances').length, { timeout: 10_000 }).toBe(2);
  await losesSight(screen, 'Esc stops');
  await sees(screen, 'something other than the payments service answered', /web page|text\/html/);
  expect(service.requestsFor('account.balances')).toHaveLength(2);
  expect(screen.text()).not.toContain('Welcome');
});
