// The API key that a profile keeps in the system's keyring, for a sign-in and for unlocking; loaded where a profile says so.

import type { KeptKeys, KeyringRefusal } from './cli/keyring.ts';
import type { Setup } from './cli/setup.ts';

/** The keys, or a whole sentence why they must be typed; it answers within seconds, whatever the system does. */
export type UnlockKey = () => Promise<KeptKeys | KeyringRefusal>;

/** Undefined where the profile keeps no key, or it isn't known yet whose key it would be. */
export function unlockKeyOf({ keyring, environment, baseUrl, clientId }: Setup): UnlockKey | undefined {
  if (!keyring || baseUrl === undefined || clientId === undefined) return undefined;
  return async () => {
    const { systemKeyring } = await import('./cli/keyring.ts');
    return systemKeyring().read({ environment, baseUrl, clientId });
  };
}
