/** The connection to a team's server: what it does while nobody answers there. */
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isAway } from '../../src/journal/postgres/link.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { start } from './parts.ts';

/** A server that hangs up on everybody; how often somebody called. */
async function hangsUp(port = 0): Promise<{ readonly port: number; calls: number; stop(): Promise<void> }> {
  const server = net.createServer(socket => {
    told.calls += 1;
    socket.destroy();
  });
  await new Promise<void>(resolve => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const told = {
    port: typeof address === 'object' && address ? address.port : 0,
    calls: 0,
    stop: () => new Promise<void>(resolve => void server.close(() => resolve())),
  };
  return told;
}

test('asked again at once it rests, and after a second it calls the server again', async () => {
  const server = await hangsUp();
  onTestFinished(() => server.stop());
  const clock = manualClock(start);
  const link = pgLink(
    { host: '127.0.0.1', port: server.port, database: 'team', user: 'ana', password: 'x' },
    clock,
  );
  onTestFinished(() => link.close());
  await expect(link.rows('SELECT 1')).rejects.toThrow();
  await expect(link.rows('SELECT 1')).rejects.toThrow();
  expect(server.calls).toBe(1);
  clock.advance(1000);
  await expect(link.rows('SELECT 1')).rejects.toThrow();
  await vi.waitFor(() => expect(server.calls).toBe(2), patience);
});

test.each([
  ['EPIPE', true],
  ['ECONNRESET', true],
  ['08006', true],
  ['57P01', true],
  ['57014', false],
  ['42501', false],
])('%s: whether the server took no part', (code, away) => {
  expect(isAway(Object.assign(new Error('failed'), { code }))).toBe(away);
});
