// This machine's own key. It signs what its consoles know of the team's log, so that an owner of the schema can't rewrite the log alone.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import fs from 'node:fs';
import type { ServiceAccount } from '../intent.ts';
import type { ServerHead } from '../postgres/server-console.ts';

export type MachineKey = NonNullable<ReturnType<typeof machineKeyIn>>;

/** Makes the key if `file` does not exist. Undefined if the file can't be read or written. */
export function machineKeyIn(file: string) {
  const key = readKey(file) ?? makeKey(file);
  if (key === undefined) return undefined;
  return {
    /** Base64 of the public key. */
    name: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
    signed: (service: ServiceAccount, head: Pick<ServerHead, 'number' | 'hash'>): string =>
      sign(null, wordsOf(service, head), key).toString('base64'),
  };
}

export function isSigned(
  service: ServiceAccount,
  head: Pick<ServerHead, 'number' | 'hash'>,
  { name, signature }: { readonly name: string; readonly signature: string },
): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(name, 'base64'), type: 'spki', format: 'der' });
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, wordsOf(service, head), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

/** The exact bytes under the signature. */
const wordsOf = (
  { baseUrl, clientId }: ServiceAccount,
  { number, hash }: Pick<ServerHead, 'number' | 'hash'>,
): Buffer =>
  Buffer.from(JSON.stringify(['purser team log', baseUrl.replace(/\/+$/, ''), clientId, number, hash]));

function readKey(file: string): KeyObject | undefined {
  try {
    return createPrivateKey(fs.readFileSync(file));
  } catch {
    return undefined;
  }
}

function makeKey(file: string): KeyObject | undefined {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    // Another process may have made the key meanwhile. A damaged file stays.
    fs.writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    return privateKey;
  } catch {
    return readKey(file);
  }
}
