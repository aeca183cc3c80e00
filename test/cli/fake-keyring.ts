// Keyrings for tests: a process of its own, as for the real one, with another module or other manners.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Keyring, systemKeyring } from '../../src/cli/keyring.ts';

function processOf(script: string, withinMs = 20_000): Keyring {
  const folder = mkdtempSync(join(tmpdir(), 'purser-keyring-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'child.mjs');
  writeFileSync(file, script);
  return systemKeyring({ file, withinMs });
}

interface FakeKeyring {
  readonly keyring: Keyring;
  /** What is kept, by account. */
  items(): Readonly<Record<string, string>>;
  put(account: string, text: string): void;
}

/** One that keeps what it is given, as `module` would on a `platform`; `body` is what its module's methods do first. */
export function fakeKeyring({ body = '', platform = 'linux' } = {}): FakeKeyring {
  const folder = mkdtempSync(join(tmpdir(), 'purser-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'items.json');
  const read = (): Record<string, string> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const orders = new URL('../../src/cli/keyring-order.ts', import.meta.url).href;
  const keyring = processOf(`
    import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
    import { carryOut } from ${JSON.stringify(orders)};
    const file = ${JSON.stringify(file)};
    const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
    class Entry {
      constructor(service, account, options) {
        if (service !== 'purser' || options?.linux?.store !== 'secret-service') throw new Error('wrong store');
        this.account = account;
        ${body}
      }
      getPassword() { return read()[this.account] ?? null; }
      setPassword(text) { writeFileSync(file, JSON.stringify({ ...read(), [this.account]: text })); }
      deletePassword() {
        const { [this.account]: gone, ...rest } = read();
        writeFileSync(file, JSON.stringify(rest));
        return gone !== undefined;
      }
    }
    const order = JSON.parse(readFileSync(0, 'utf8'));
    const answer = await carryOut(order, async () => ({ Entry }), ${JSON.stringify(platform)});
    writeSync(1, JSON.stringify(answer) + '\\n');
  `);
  return {
    keyring,
    items: read,
    put: (account, text) => writeFileSync(file, JSON.stringify({ ...read(), [account]: text })),
  };
}

/** One that never answers. */
export const hangingKeyring = (withinMs: number): Keyring =>
  processOf('setInterval(() => {}, 1000);', withinMs);

/** One whose process ends without a word. */
export const brokenKeyring = (): Keyring => processOf('process.exit(3);');

/** One for whose machine there is no module. */
export const missingModule = (): Keyring =>
  processOf(`
    import { readFileSync, writeSync } from 'node:fs';
    import { carryOut } from ${JSON.stringify(new URL('../../src/cli/keyring-order.ts', import.meta.url).href)};
    const order = JSON.parse(readFileSync(0, 'utf8'));
    writeSync(1, JSON.stringify(await carryOut(order, () => import('./nowhere.mjs'), 'linux')) + '\\n');
  `);
