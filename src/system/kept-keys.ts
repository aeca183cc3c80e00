// Gets a profile's API key from the system's keyring or the key helper, to sign in or to unlock. Loads the code for that
// only if it is needed.

import { later } from '../lib/later.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { KeptKeys, KeyOwner, Keyring } from './keyring.ts';
import type { Setup } from './setup.ts';

const keyringModule = later(() => import('./keyring.ts'));
const helperModule = later(() => import('./key-helper.ts'));

/** Gives the keys of this service and client ID within seconds, or the reason why they must be typed. */
type KeepsKeys = (owner: KeyOwner) => Promise<KeptKeys | { readonly why: Visible }>;

const OTHER_SERVICE = t`The profile's key helper is for another address or client ID. Purser does not use it.`;

/** If `ring` is absent, Purser uses the system's keyring. Undefined if a person has to type the key. */
export function unlockKeyOf(
  { keyring, keyHelper }: Pick<Setup, 'keyring' | 'keyHelper'>,
  ring?: Keyring,
): KeepsKeys | undefined {
  if (keyHelper) {
    const { baseUrl, clientId } = keyHelper;
    // A variable or Login may lead to another service, which must not get this key (FAULTS G3).
    return async owner =>
      owner.baseUrl === baseUrl && owner.clientId === clientId
        ? (await helperModule()).keyFromHelper(keyHelper, owner)
        : { why: OTHER_SERVICE };
  }
  if (!keyring) return undefined;
  return async ({ environment, baseUrl, clientId }) => {
    const source = ring ?? (await keyringModule()).systemKeyring();
    return source.read({ environment, baseUrl, clientId });
  };
}

/** The profile's keys for its own service; undefined if a person has to type them, or if the service isn't known yet. */
export async function keptKeysOf(
  setup: Setup,
  ring?: Keyring,
): Promise<KeptKeys | { readonly why: Visible } | undefined> {
  const { environment, baseUrl, clientId } = setup;
  if (baseUrl === undefined || clientId === undefined) return undefined;
  return unlockKeyOf(setup, ring)?.({ environment, baseUrl, clientId });
}

export const keepsKey = ({ keyring, keyHelper }: Pick<Setup, 'keyring' | 'keyHelper'>): boolean =>
  keyring || keyHelper !== undefined;

export const askingFor = ({ keyHelper }: Pick<Setup, 'keyHelper'>): Visible =>
  keyHelper ? t`Asking the key helper for the API key …` : t`Reading the API key from the system's keyring …`;
