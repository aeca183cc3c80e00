// The PIN of the lock: a salted hash in the state folder, for all consoles of this user. A person with the user's shell needs
// no PIN, so the file protects an open console and nothing else.

import path from 'node:path';
import { isObject } from '../lib/json.ts';
import type { Secret } from '../lib/redact.ts';
import { jsonIn } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Disk } from './disk.ts';

const SALT = 16;
const LENGTH = 32;

interface PinHash {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Undefined without a state folder. */
export function lockPin(disk: Disk, folder: string | undefined) {
  if (folder === undefined) return undefined;
  const file = path.join(folder, 'lock-pin.json');
  const kept = (): PinHash | undefined => {
    const found = disk.read(file);
    return found.kind === 'file' ? keptIn(jsonIn(found.bytes)) : undefined;
  };
  return {
    isChosen: (): boolean => kept() !== undefined,
    /** Returns why the PIN can't be kept. */
    async choose(pin: Secret): Promise<Visible | undefined> {
      const salt = crypto().randomBytes(SALT);
      const hash = await hashOf(pin, salt);
      const made = disk.makePrivateFolder(folder);
      const [saltText, hashText] = [salt, hash].map(bytes => bytes.toString('base64'));
      const done = made.ok
        ? disk.replace(file, JSON.stringify({ version: 1, salt: saltText, hash: hashText }))
        : made;
      return done.ok ? undefined : t`The PIN can't be kept (${visible(done.code)}).`;
    },
    async isRight(pin: Secret): Promise<boolean> {
      const own = kept();
      return own !== undefined && crypto().timingSafeEqual(await hashOf(pin, own.salt), own.hash);
    },
  };
}

const crypto = () => process.getBuiltinModule('node:crypto');

function hashOf(pin: Secret, salt: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // The form of the text must not depend on the keyboard.
  crypto().scrypt(pin.reveal().normalize('NFC'), salt, LENGTH, (error, hash) =>
    error ? reject(error) : resolve(hash),
  );
  return promise;
}

function keptIn(value: unknown): PinHash | undefined {
  if (!isObject(value) || value['version'] !== 1) return undefined;
  const [salt, hash] = [value['salt'], value['hash']].map(text =>
    Buffer.from(typeof text === 'string' ? text : '', 'base64'),
  );
  return salt?.length === SALT && hash?.length === LENGTH ? { salt, hash } : undefined;
}
