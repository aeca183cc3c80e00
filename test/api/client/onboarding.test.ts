/** Onboarding answers, with and without an envelope (FAULTS.md B). */

import { expect, it } from 'vitest';
import { resultOf } from './test-client.ts';
import { openTill } from './till.ts';

it.each([
  ['user.activate', '{}'],
  ['user.activate', '[]'],
  ['user.activate', '{"message":"Account Activated"}'],
  ['user.activate', '{"status":"ACCEPTED","message":"Account Activated"}'],
  ['user.activate', '{"status":"error","message":"Account Activated"}'],
  ['rfi.respond', '{}'],
  ['rfi.respond', '[]'],
  ['rfi.respond', '{"status":"SUBMITTED"}'],
  ['rfi.respond', '{"code":400,"status":"SUBMITTED","rfi_id":"r"}'],
  ['rfi.respond', '{"status":"error","message":"no","rfi_id":"r"}'],
  ['user.create', '[{"id":"acct_1"}]'],
] as const)('%s is UNKNOWN after %s, which proves nothing', async (id, body) => {
  await using till = await openTill();
  const prepared = await till.ready(id);
  await till.breaks(`* not-json='${body}'`);
  expect([(await till.send(prepared)).word, till.effects()]).toEqual(['UNKNOWN', 1]);
});

it('rfi.respond is DONE with the envelope and without it', async () => {
  for (const rule of ['* envelope=on', '* envelope=off']) {
    await using till = await openTill();
    const prepared = await till.ready('rfi.respond');
    await till.breaks(rule);
    const { word, outcome } = await till.send(prepared);
    expect([word, outcome.ok && outcome.drift]).toEqual(['DONE', []]);
    expect(outcome.ok && outcome.value).toMatchObject({ status: 'SUBMITTED' });
  }
});

it('a user and an RFI are the same with the envelope and without it', async () => {
  await using till = await openTill();
  for (const id of ['user.get', 'rfi.get'] as const) {
    const ask = async () => resultOf(await till.client.perform(id, {}, { customer: till.customer }));
    const plain = await ask();
    for (const rule of [`${id} envelope=on count=1`, `${id} envelope=off count=1`]) {
      await till.breaks(rule);
      expect(await ask()).toEqual(plain);
    }
  }
});

it("an activation reports the service's own words", async () => {
  await using till = await openTill();
  const { outcome } = await till.send(await till.ready('user.activate'));
  expect(outcome.ok && outcome.value).toMatchObject({ status: 'success', message: 'Account Activated' });
});
