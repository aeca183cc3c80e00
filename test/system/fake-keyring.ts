// Keyrings for tests. Each uses a separate process, as the real one does, but with another program.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Keyring, systemKeyring } from '../../src/system/keyring.ts';
import { temporaryFolder } from '../harness/folder.ts';

function processOf(script: string, withinMs = 20_000): Keyring {
  const folder = temporaryFolder();
  const file = join(folder, 'child.mjs');
  writeFileSync(file, script);
  return systemKeyring({ file, withinMs });
}

interface FakeKeyring {
  readonly keyring: Keyring;
  /** The kept texts, by account. */
  items(): Readonly<Record<string, string>>;
  put(account: string, text: string): void;
}

/** A keyring that keeps its items in a file. `body`: code that runs first in the module's constructor. */
export function fakeKeyring({ body = '', platform = 'linux' } = {}): FakeKeyring {
  const folder = temporaryFolder();
  const file = join(folder, 'items.json');
  const read = (): Record<string, string> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const orders = new URL('../../src/system/keyring-order.ts', import.meta.url).href;
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

/** A keyring that never answers. */
export const hangingKeyring = (withinMs: number): Keyring =>
  processOf('setInterval(() => {}, 1000);', withinMs);

/** A keyring whose process ends without an answer. */
export const brokenKeyring = (): Keyring => processOf('process.exit(3);');

/** A keyring whose module is not installed. */
export const missingModule = (): Keyring =>
  processOf(`
    import { readFileSync, writeSync } from 'node:fs';
    import { carryOut } from ${JSON.stringify(new URL('../../src/system/keyring-order.ts', import.meta.url).href)};
    const order = JSON.parse(readFileSync(0, 'utf8'));
    writeSync(1, JSON.stringify(await carryOut(order, () => import('./nowhere.mjs'), 'linux')) + '\\n');
  `);
