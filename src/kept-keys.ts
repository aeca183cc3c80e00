// The API key that a profile keeps in the system's keyring, for a sign-in and for unlocking; loaded where a profile says so.

import type { KeptKeys, Keyring, KeyringRefusal } from './cli/keyring.ts';
import type { Setup } from './cli/setup.ts';

/** The keys, or a whole sentence why they must be typed; it answers within seconds, whatever the system does. */
export type UnlockKey = () => Promise<KeptKeys | KeyringRefusal>;

/** `ring` is the system's own unless it is given. Undefined where the profile keeps no key, or it isn't known yet whose key it would be. */
export function unlockKeyOf(
  { keyring, environment, baseUrl, clientId }: Setup,
  ring?: Keyring,
): UnlockKey | undefined {
  if (!keyring || baseUrl === undefined || clientId === undefined) return undefined;
  return async () => {
    const asked = ring ?? (await import('./cli/keyring.ts')).systemKeyring();
    return asked.read({ environment, baseUrl, clientId });
  };
}
