// The journal without the screen: read as it is, and never written to.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Desk, openDesk } from '../sim/http.ts';
import { inputFor } from '../sim/samples.ts';
import { type Caller, caller, setsOf } from './caller.ts';

let desk: Desk;
let calls: Caller;
beforeEach(async () => {
  desk = await openDesk();
  calls = caller(desk.sim);
});
afterEach(() => desk.sim.close());

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
  const others = await calls.run('journal', ['list', '--customer', 'nobody']);
  expect(others.out).toBe('');
  const later = await calls.run('journal', ['list', '--since', '2099-01-01']);
  expect(later.out).toBe('');
  const one = await calls.run('journal', ['list', '--limit', '1']);
  expect(one.out.trimEnd().split('\n')).toHaveLength(1);
  expect(readFileSync(file)).toEqual(before);
});

it('show prints the whole entry: what was confirmed, the request and every step', async () => {
  const [, refused = ''] = await writes();
  const { out } = await calls.run('journal', ['show', refused]);
  expect(out).toMatch(/^State +REFUSED$/m);
  expect(out).toContain('  Payout ID: pay_1234');
  expect(out).toContain('PATCH /svc/api/v1/transfer/cancelpayout');
  expect(out).toContain('{"id":"pay_1234"}');
  expect(out).toContain('  HTTP status: 400');
});

it.each([
  [['lst'], 2, 'takes list, or show'],
  [['show'], 2, 'takes one request ID'],
  [['show', 'x'], 1, 'no request ID x'],
  [['list', '--limit', '0'], 2, '--limit must be a whole number'],
  [['list', '--since', 'monday'], 2, '--since takes a day'],
  [['show', 'x', '--limit', '1'], 2, 'works only with purser journal list'],
  [['list'], 0, 'there is no journal yet'],
] as const)('%j exits with its code and a sentence', async (rest, code, says) => {
  const got = await calls.run('journal', rest);
  expect([got.code, got.err]).toEqual([code, expect.stringContaining(says)]);
  expect(existsSync(join(calls.folder, 'journal.db'))).toBe(false);
});
