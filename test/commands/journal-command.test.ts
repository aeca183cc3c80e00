// `purser journal` only reads the journal's file and never changes it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { patience } from '../harness/patience.ts';
import { inputFor } from '../sim/samples.ts';
import { calls, desk, openCalls, setsOf } from './caller.ts';

beforeEach(() => openCalls());

async function writes(): Promise<readonly string[]> {
  const cancel = ['payout.cancel', '--set', 'id=pay_1234', '--confirm', '1234'];
  await calls.call(...cancel);
  await desk.control('/faults', ['payout.create reset=after']);
  const input = await inputFor(desk, 'payout.create', 0);
  await calls.call('payout.create', ...setsOf(input ?? {}), '--confirm', '10.10');
  return calls.rows().map(({ intent }) => intent.requestId);
}

it('the list has every write, newest first, and changes nothing in the file', async () => {
  const [unknown = '', refused = ''] = await writes();
  const file = join(calls.folder, 'journal.db');
  const before = readFileSync(file);
  const all = await calls.run('journal', ['list']);
  expect(all.code).toBe(0);
  expect(all.out.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(new RegExp(`UNKNOWN .*${unknown}.*New payout: 10\\.10`)),
    expect.stringMatching(new RegExp(`REFUSED .*${refused}.*Cancel payout: pay_1234`)),
  ]);
  expect(all.err).toBe('purser: 1 of these writes is unresolved.\n');
  const open = await calls.run('journal', ['list', '--unresolved', '--json']);
  expect(JSON.parse(open.out)).toEqual([expect.objectContaining({ requestId: unknown, state: 'UNKNOWN' })]);
  for (const only of [[], ['--unresolved']]) {
    const others = await calls.run('journal', ['list', '--customer', 'nobody', ...only]);
    expect(others.out).toBe('');
  }
  const later = await calls.run('journal', ['list', '--since', '2099-01-01']);
  expect(later.out).toBe('');
  const one = await calls.run('journal', ['list', '--limit', '1']);
  expect(one.out.trimEnd().split('\n')).toHaveLength(1);
  expect(readFileSync(file)).toEqual(before);
});

it('a write that another process is sending does not count as unresolved', async () => {
  await desk.control('/faults', ['payout.cancel hang']);
  const call = calls.call('payout.cancel', '--set', 'id=pay_1234', '--confirm', '1234');
  await vi.waitFor(() => expect(calls.rows()[0]?.state).toBe('SENT'), patience);
  const { out, err } = await calls.run('journal', ['list', '--unresolved']);
  expect(out).toMatch(/SENT .*Cancel payout: pay_1234 \(being sent by another console\)\n$/);
  expect(err).toBe('purser: 1 of these writes is being sent by another console.\n');
  const [row] = calls.rows();
  const shown = await calls.run('journal', ['show', row?.intent.requestId ?? '']);
  expect(shown.out).toMatch(/^State +SENT, being sent by another console$/m);
  const second = await calls.call('payout.cancel', '--set', 'id=pay_5678');
  expect(second.err).toContain(
    `being sent by another console: Cancel payout, request ID ${row?.intent.requestId}`,
  );
  expect(second.err).not.toContain('purser: unresolved');
  await desk.sim.close();
  expect((await call).code).toBe(75);
});

it('show prints the whole entry: the confirmed values, the request and every step', async () => {
  const [, refused = ''] = await writes();
  const { out } = await calls.run('journal', ['show', refused]);
  expect(out).toMatch(/^State +REFUSED$/m);
  expect(out).toContain('  Payout ID: pay_1234');
  expect(out).toContain('PATCH /svc/api/v1/transfer/cancelpayout');
  expect(out).toContain('{"id":"pay_1234"}');
  expect(out).toContain('  HTTP status: 400');
});
