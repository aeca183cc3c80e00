// The simulator's own controls under /__sim, and its log of the wire.
import { beforeEach, describe, expect, it } from 'vitest';
import { wireLog } from '../../src/sim/wire.ts';
import { manualClock } from '../harness/clock.ts';
import { type Desk, openDesk, send } from './http.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk({ time: manualClock(0) });
});

const json = async (answer: Promise<{ text: string }>): Promise<Record<string, unknown>> =>
  JSON.parse((await answer).text);

describe('the clock', () => {
  it('starts at the given time, runs on, and can be set and advanced', async () => {
    const time = manualClock(0);
    const own = await openDesk({ time, clock: '2026-01-01T00:00:00+0100' });
    expect(await json(own.control('/clock', undefined, 'GET'))).toEqual({ now: '2025-12-31T23:00:00.000Z' });
    time.advance(1500);
    expect(await json(own.control('/clock', undefined, 'GET'))).toEqual({ now: '2025-12-31T23:00:01.500Z' });
    expect(await json(own.control('/clock', { advance_ms: 60_000 }))).toEqual({
      now: '2025-12-31T23:01:01.500Z',
    });
    expect(await json(own.control('/clock', { set: '2030-05-05T00:00:00Z' }))).toEqual({
      now: '2030-05-05T00:00:00.000Z',
    });
    time.advance(1000);
    expect(await json(own.control('/clock', undefined, 'GET'))).toEqual({ now: '2030-05-05T00:00:01.000Z' });
  });

  it.each([
    {},
    { set: 'noon' },
    { set: '2030-05-05' },
    { advance_ms: '5' },
    { set: '2030-05-05T00:00:00Z', advance_ms: 1 },
    7,
  ])('refuses %j', async order => {
    expect((await desk.control('/clock', order)).status).toBe(400);
  });
});

describe('tokens', () => {
  it('live thirty minutes or the given time, have an expiry with an offset, and can be revoked', async () => {
    const login = await json(desk.ask('login', {}));
    expect(login['expires_at']).toBe('2026-11-20T09:30:00+0000');
    await desk.control('/token', { life_s: 90 });
    expect((await json(desk.ask('login', {})))['expires_at']).toBe('2026-11-20T09:01:30+0000');
    expect((await desk.ask('account.list', {})).status).toBe(200);
    await desk.control('/token', { revoke: true });
    expect((await desk.ask('account.list', {})).status).toBe(401);
    expect((await desk.control('/token', { life_s: -1 })).status).toBe(400);
  });
});

describe('faults', () => {
  it('are added as lines, as JSON or as lists of both, are listed with counts, and can be cleared', async () => {
    const added = await json(
      desk.control('/faults', ['account.list status=503', { match: '*', action: 'delay', value: 0 }]),
    );
    expect(added['rules']).toHaveLength(2);
    expect((await desk.ask('account.list', {})).status).toBe(503);
    const { rules, reference } = await json(desk.control('/faults', undefined, 'GET'));
    expect(rules).toMatchObject([
      { rule: 'account.list status=503', seen: 1, struck: 1 },
      { seen: 1, struck: 1 },
    ]);
    expect(String(reference)).toContain('status=N');
    await desk.control('/faults', undefined, 'DELETE');
    expect((await desk.ask('account.list', {})).status).toBe(200);
  });

  it('are all refused if one is wrong, and never affect the controls', async () => {
    const got = await desk.control('/faults', ['* status=500', 'nothing']);
    expect([got.status, JSON.parse(got.text).problem]).toEqual([400, expect.stringContaining('an action')]);
    expect((await desk.ask('account.list', {})).status).toBe(200);
    await desk.control('/faults', '* reset=before');
    expect((await desk.control('/clock', undefined, 'GET')).status).toBe(200);
  });
});

describe('the wire', () => {
  it('keeps every request as sent, with the status of its answer', async () => {
    const sent = desk.good('account.list', { query: { currency: 'GBP' } });
    await send(desk.sim.url, {
      ...sent,
      target: `${sent.target}&x=%20a`,
      headers: { ...sent.headers, 'X-Twice': ['1', '2'], 'content-length': '2' },
      body: 'hm',
    });
    expect(desk.sim.wire).toHaveLength(2);
    expect(desk.sim.wire[1]).toMatchObject({
      method: 'GET',
      target: '/svc/api/v1/account?currency=GBP&x=%20a',
      path: '/svc/api/v1/account',
      query: 'currency=GBP&x=%20a',
      body: 'hm',
      operation: 'account.list',
      status: 400,
      at: Date.parse('2026-11-20T09:00:00Z'),
    });
    expect(desk.sim.wire[1]?.headers['x-twice']).toEqual(['1', '2']);
    const read = JSON.parse((await desk.control('/wire', undefined, 'GET')).text);
    expect(read).toEqual(JSON.parse(JSON.stringify(desk.sim.wire)));
  });
});

describe('a long-running wire log', () => {
  it('keeps the latest ten thousand records', () => {
    const log = wireLog();
    const record = {
      method: 'GET',
      target: '/',
      path: '/',
      query: '',
      headers: {},
      body: '',
      operation: undefined,
      receivedAt: 0,
    };
    for (let at = 0; at <= 10_000; at++) log.add({ ...record, at })(200);
    expect([log.records.length, log.records[0]?.at, log.records.at(-1)?.status]).toEqual([10_000, 1, 200]);
  });
});

describe('the world', () => {
  it('has a summary', async () => {
    const summary = await json(desk.control('/world', undefined, 'GET'));
    expect(summary).toMatchObject({ seed: 1, rows: 240, credentials: desk.sim.credentials });
    expect(summary['customers']).toHaveLength(desk.sim.customers.length);
    expect(JSON.stringify(summary)).toContain('"transactions":240');
  });

  it.each([{ rows: -1 }, { rows: 100_001 }, { rows: 1.5 }, { clock: 'noon' }, { faults: ['* explode'] }])(
    'is refused with %j',
    async options => {
      await expect(openDesk(options)).rejects.toThrow(/rows|clock|fault/);
    },
  );
});
