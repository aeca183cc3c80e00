// Faults on the wire, as a bare socket sees them.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { manualClock } from '../../harness/clock.ts';
import { type Bare, bare, type Desk, openDesk, type Sent, startDesk } from '../http.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.sim.close());
beforeEach(() => desk.control('/faults', undefined, 'DELETE'));

function sample(): Sent {
  const sent = desk.good('account.balances', {});
  return { ...sent, headers: { ...sent.headers, connection: 'close' } };
}

async function struck(rule: string, enough?: (bytes: Buffer) => boolean): Promise<Bare> {
  const got = await desk.control('/faults', rule);
  expect(got.status, got.text).toBe(200);
  return bare(desk.sim.url, sample(), enough);
}

const text = (got: Bare): string => got.bytes.toString('utf8');
const body = (got: Bare): Buffer => got.bytes.subarray(got.bytes.indexOf('\r\n\r\n') + 4);
const length = (got: Bare): number => Number(/content-length: (\d+)/.exec(text(got))?.[1]);
const last = (): number | undefined => desk.sim.wire.at(-1)?.status;

it('a reset before or after the effect sends no byte', async () => {
  for (const rule of ['* reset=before', '* reset=after']) {
    const got = await struck(rule);
    expect([got.ended, got.bytes.length, last()]).toEqual(['reset', 0, undefined]);
    await desk.control('/faults', undefined, 'DELETE');
  }
});

it('a reset after the head sends a whole head and no body', async () => {
  const got = await struck('* reset=headers');
  expect(got.ended).toBe('reset');
  expect(text(got)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(body(got)).toHaveLength(0);
  expect(length(got)).toBeGreaterThan(100);
});

it('a truncated answer announces its whole length and sends less', async () => {
  const got = await struck('* truncate=37');
  expect([got.ended, body(got).length]).toEqual(['closed', 37]);
  expect(length(got)).toBeGreaterThan(100);
  await desk.control('/faults', undefined, 'DELETE');
  const half = await struck('* truncate');
  expect(body(half)).toHaveLength(length(half) >> 1);
});

it('a dripped or sliced answer arrives whole, in many pieces', async () => {
  const whole = body(await struck('account.list hang')).toString();
  const dripped = await struck('* drip=1 bytes=40');
  expect(body(dripped).toString()).toBe(whole);
  expect(dripped.chunks).toBeGreaterThan(3);
  await desk.control('/faults', undefined, 'DELETE');
  const sliced = await struck('* slice');
  expect(body(sliced).toString()).toBe(whole);
  expect(sliced.chunks).toBeGreaterThan(3);
});

it('a hanging request is read and not answered until the server closes', async () => {
  const own = await openDesk({ faults: ['account.list hang'] });
  const waiting = bare(own.sim.url, own.good('account.list', {}));
  while (own.sim.wire.at(-1)?.operation !== 'account.list') await new Promise(setImmediate);
  expect((await own.ask('account.balances', {})).status).toBe(200);
  expect(own.sim.wire.at(-2)).toMatchObject({ operation: 'account.list', status: undefined });
  await own.sim.close();
  expect((await waiting).bytes).toHaveLength(0);
});

it("a delay runs on the service's clock, and ends when the server closes", async () => {
  const time = manualClock(Date.parse('2026-11-20T09:00:00Z'));
  const own = await openDesk({ faults: ['account.list delay=3000 jitter=1000'], time });
  const first = bare(own.sim.url, { ...own.good('account.list', {}) }, bytes => bytes.length > 0);
  while (own.sim.wire.at(-1)?.operation !== 'account.list') await new Promise(setImmediate);
  await new Promise(setImmediate);
  time.advance(1999);
  await new Promise(setImmediate);
  expect(own.sim.wire.at(-1)?.status).toBeUndefined();
  time.advance(2001);
  expect(text(await first)).toMatch(/^HTTP\/1\.1 200/);
  const second = bare(own.sim.url, own.good('account.list', {}));
  while (own.sim.wire.filter(({ operation }) => operation === 'account.list').length < 2)
    await new Promise(setImmediate);
  await own.sim.close();
  expect((await second).bytes).toHaveLength(0);
});

it('garbage is not HTTP', async () => {
  const got = await struck("* garbage='SSH-2.0-Nothing'");
  expect([got.ended, text(got)]).toEqual(['closed', 'SSH-2.0-Nothing\r\n']);
});

it('trailing bytes follow the end of the answer', async () => {
  const got = await struck('* extra=MORE');
  expect(body(got).length - length(got)).toBe(4);
  expect(text(got).endsWith('}MORE')).toBe(true);
});

it('interim answers come before the answer, and an answer can have a flood of headers', async () => {
  const hinted = await struck('* hints=50');
  expect(text(hinted).match(/HTTP\/1\.1 103 /g)).toHaveLength(50);
  expect(text(hinted)).toContain('HTTP/1.1 200 OK');
  await desk.control('/faults', undefined, 'DELETE');
  expect(text(await struck('* header-flood=1000')).match(/x-flood-\d+: y{88}\r\n/g)).toHaveLength(1000);
});

it('an endless body is sent as fast as the client reads', async () => {
  const got = await struck('* oversize=3');
  expect(got.bytes.length).toBeGreaterThan(3 * 1_048_576);
  expect(got.ended).toBe('closed');
  await desk.control('/faults', undefined, 'DELETE');
  const left = await struck('* oversize=4000', bytes => bytes.length > 200_000);
  expect(left.ended).toBe('open');
  await desk.control('/faults', undefined, 'DELETE');
  expect((await desk.ask('account.list', {})).status).toBe(200);
});

it('the simulator survives a client that leaves early', async () => {
  for (const rule of ['* drip=1', '* slice', '* delay=30', '* truncate']) {
    await struck(rule, bytes => bytes.length > 10);
    await desk.control('/faults', undefined, 'DELETE');
  }
  expect((await desk.ask('account.list', {})).status).toBe(200);
});
