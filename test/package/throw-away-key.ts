// A secret key without a password, as `minisign -G -W` writes it, for tests and trials.

import { generateKeyPairSync, randomBytes } from 'node:crypto';

export function throwAwayKey(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const open = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  // No derivation, and no checksum, which needs a hash that Node lacks.
  const head = Buffer.concat([Buffer.from('Ed\0\0B2', 'latin1'), Buffer.alloc(48)]);
  const bytes = Buffer.concat([head, randomBytes(8), seed, open, Buffer.alloc(32)]);
  return `untrusted comment: minisign unencrypted secret key\n${bytes.toString('base64')}\n`;
}
