// The console on a machine whose keyring can't be had: it says why and asks for the key, and nothing waits for a D-Bus.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Service, sees, startPurser, startService } from './purser.ts';

/** A profile whose key is in the keyring, and a D-Bus at `bus` of its folder. */
function settings({ simulator: { url, credentials, customers } }: Service) {
  const folder = mkdtempSync(join(tmpdir(), 'purser-keyring-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { clientId, programId } = credentials;
  const { userId } = customers[0] ?? {};
  const live = { baseUrl: url, environment: 'demo', clientId, programId, userId, unlock: 'keyring' };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ profile: 'live', profiles: { live } }), {
    mode: 0o600,
  });
  const bus = join(folder, 'bus');
  const env = { PURSER_CONFIG_DIR: folder, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`, TZ: 'UTC' };
  return { env, bus };
}

// Elsewhere it would be the keyring of whoever runs the tests.
describe.runIf(process.platform === 'linux')('a profile with its key in the keyring', () => {
  it('says without a D-Bus why, and asks for the key [G1]', async () => {
    const service = await startService();
    const { env } = settings(service);
    const { screen } = await startPurser({ env, cols: 120, rows: 30 });
    await sees(screen, "The system's keyring can't be used", 'Signing in needs the API key.');
    screen.type(service.simulator.credentials.apiKey);
    screen.press('enter', 'enter', 'enter', 'enter');
    await sees(screen, '7 accounts, all');
    expect(screen.bytes).not.toContain(service.simulator.credentials.apiKey);
  });

  it('loses no time to a D-Bus that never answers, and abandons it after five seconds [G2]', async () => {
    const service = await startService();
    const { env, bus } = settings(service);
    const server = createServer(socket => void socket.on('error', () => {}));
    await new Promise<void>(resolve => server.listen(bus, resolve));
    onTestFinished(() => void server.close());
    const { screen, exit } = await startPurser({ env, cols: 120, rows: 30 });
    await sees(screen, "Reading the API key from the system's keyring");
    screen.press('?');
    await sees(screen, 'Keys here');
    screen.press('esc');
    await sees(screen, 'did not answer within 5 seconds', 'Signing in needs the API key.');
    screen.press('ctrl-c', 'ctrl-c');
    expect(await exit).toEqual({ code: 0, signal: undefined });
  });
});
