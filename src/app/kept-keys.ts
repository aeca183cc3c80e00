// The API key that a profile keeps in the system's keyring, for a sign-in and for unlocking; loaded if a profile says
// so.

import type { KeptKeys, KeyOwner, Keyring, KeyringRefusal } from '../cli/keyring.ts';
import type { Setup } from '../cli/setup.ts';

/** The keys of this service and client ID, or a whole sentence why they must be typed; it answers within seconds. */
type UnlockFromKeyring = (owner: KeyOwner) => Promise<KeptKeys | KeyringRefusal>;

/** `ring` is the system's own unless it is given. Undefined where the profile keeps no key. */
export function unlockKeyOf({ keyring }: Setup, ring?: Keyring): UnlockFromKeyring | undefined {
  if (!keyring) return undefined;
  return async ({ environment, baseUrl, clientId }) => {
    const asked = ring ?? (await import('../cli/keyring.ts')).systemKeyring();
    return asked.read({ environment, baseUrl, clientId });
  };
}

/** The profile's keys for its own service; undefined if it keeps none, or if the service isn't known yet. */
export async function keptKeysOf(
  setup: Setup,
  ring?: Keyring,
): Promise<KeptKeys | KeyringRefusal | undefined> {
  const { environment, baseUrl, clientId } = setup;
  if (baseUrl === undefined || clientId === undefined) return undefined;
  return unlockKeyOf(setup, ring)?.({ environment, baseUrl, clientId });
}
