// Reads a profile's API key from the system's keyring, to sign in or to unlock. Loads the keyring only if it is needed.

import { later } from '../lib/later.ts';
import type { KeptKeys, KeyOwner, Keyring, KeyringRefusal } from './keyring.ts';
import type { Setup } from './setup.ts';

const keyringModule = later(() => import('./keyring.ts'));

/** Gives the keys of this service and client ID within seconds, or the reason why they must be typed. */
type UnlockFromKeyring = (owner: KeyOwner) => Promise<KeptKeys | KeyringRefusal>;

/** If `ring` is absent, Purser uses the system's keyring. Undefined if the profile keeps no key. */
export function unlockKeyOf({ keyring }: Setup, ring?: Keyring): UnlockFromKeyring | undefined {
  if (!keyring) return undefined;
  return async ({ environment, baseUrl, clientId }) => {
    const source = ring ?? (await keyringModule()).systemKeyring();
    return source.read({ environment, baseUrl, clientId });
  };
}

/** The profile's keys for its own service; undefined if the profile keeps no key, or if the service isn't known yet. */
export async function keptKeysOf(
  setup: Setup,
  ring?: Keyring,
): Promise<KeptKeys | KeyringRefusal | undefined> {
  const { environment, baseUrl, clientId } = setup;
  if (baseUrl === undefined || clientId === undefined) return undefined;
  return unlockKeyOf(setup, ring)?.({ environment, baseUrl, clientId });
}
