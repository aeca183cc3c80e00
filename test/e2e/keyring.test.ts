// A machine without a usable keyring: Purser says why, asks for the API key, and does not wait for a D-Bus.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { type Service, sees, startPurser, startService } from './purser.ts';

/** The environment for a profile whose key is in the keyring, with a D-Bus socket at `bus`. */
function settings({ simulator: { url, credentials, customers } }: Service) {
  const folder = temporaryFolder();
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

// On other systems the test would use the real keyring of the person who runs it.
describe.runIf(process.platform === 'linux')('a profile with its key in the keyring', () => {
  it("without a D-Bus, Purser says why the keyring can't be used, and asks for the key [G1a–b]", async () => {
    const service = await startService();
    const { env } = settings(service);
    const { screen } = await startPurser({ env, cols: 120, rows: 30 });
    await sees(screen, "The system's keyring can't be used", 'Signing in needs the API key.');
    screen.type(service.simulator.credentials.apiKey);
    screen.press('enter', 'enter', 'enter', 'enter');
    await sees(screen, '7 accounts, all');
    expect(screen.bytes).not.toContain(service.simulator.credentials.apiKey);
  });

  it('Purser can be used while a D-Bus does not answer, and gives up after five seconds [G2a–b]', async () => {
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
