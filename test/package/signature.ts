// Signs a file as minisign does, so that `minisign -V` verifies the signature. Node has Ed25519 and BLAKE2b.

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface SigningKey {
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** What comes before a key's 32 bytes in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const LENGTH = 158;
const KEY = {
  algorithm: [0, 2],
  derivation: [2, 4],
  id: [54, 62],
  seed: [62, 94],
  public: [94, 126],
} as const;

/** The key of a file from `minisign -G -W`. Throws for another text, and for a key with a password. */
export function readSigningKey(text: string): SigningKey {
  const bytes = Buffer.from(text.trim().split('\n').at(-1) ?? '', 'base64');
  const part = ([from, to]: readonly [number, number]): Buffer => bytes.subarray(from, to);
  if (bytes.length !== LENGTH || part(KEY.algorithm).toString('latin1') !== 'Ed')
    throw new Error('The signing key is not a secret key of minisign.');
  if (part(KEY.derivation).some(byte => byte !== 0))
    throw new Error('The signing key has a password. Make a copy without a password: minisign -C -W');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, part(KEY.seed)]), format: 'der', type: 'pkcs8' });
  if (!publicBytes(key).equals(part(KEY.public))) throw new Error('The signing key is damaged.');
  return { id: part(KEY.id), key };
}

/** The key that the environment names, as a file or itself. */
export function signingKeyIn(env: NodeJS.ProcessEnv): SigningKey | undefined {
  const file = env['PURSER_SIGNING_KEY_FILE'];
  // A build service sets an empty variable where it keeps the key from a job.
  const text = file ? readFileSync(file, 'utf8') : env['PURSER_SIGNING_KEY'];
  return text ? readSigningKey(text) : undefined;
}

function publicBytes(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
}

/** For `minisign -P`. */
export const publicKeyOf = ({ id, key }: SigningKey): string =>
  Buffer.concat([Buffer.from('Ed'), id, publicBytes(key)]).toString('base64');

/** The text of the `.minisig` file. `comment` is signed too. */
export function signatureOf(content: Buffer, { id, key }: SigningKey, comment: string): string {
  const signed = sign(null, createHash('blake2b512').update(content).digest(), key);
  const whole = sign(null, Buffer.concat([signed, Buffer.from(comment)]), key);
  return [
    'untrusted comment: signature of Purser',
    Buffer.concat([Buffer.from('ED'), id, signed]).toString('base64'),
    `trusted comment: ${comment}`,
    whole.toString('base64'),
    '',
  ].join('\n');
}
