// Takes the console's first data from a set-up: service, customers, keys and messages.

import { HOUR } from '../lib/time.ts';
import { join, t, type Untrusted, type Visible, visible } from '../lib/visible.ts';
import { type KeptCall, readCallPlace } from '../store/calls.ts';
import type { KnownCustomer, Reach } from '../store/state.ts';
import { customerIds } from '../store/workspace.ts';
import type { MissingField, Setup } from '../system/setup.ts';
import type { Credentials, Keys } from './session.ts';

export const reachOf = (setup: Setup): Reach => ({
  profile: visible(setup.profileName),
  environment: setup.environment,
  ...(setup.unprovenDemo && { unprovenDemo: true as const }),
  baseUrl: setup.baseUrl ?? '',
  clientId: setup.clientId ?? '',
  programId: setup.programId ?? '',
  readOnly: setup.readOnlyReason,
  ...(setup.keyring && { keyring: true }),
  ...(setup.keyHelper && { keyHelper: true }),
  ...(setup.limits && { limits: setup.limits }),
  ...(setup.started && { started: setup.started }),
  zone: setup.timeZone,
});

/** A shift, in ms. Calls that are older are not opened again. */
const SHIFT = 12 * HOUR;

/** The calls of an earlier console, the one used last at the end. `now`: epoch ms. */
export const keptCalls = (recent: readonly KeptCustomer[], now: number): readonly KeptCall[] =>
  recent.toReversed().flatMap(({ call, seenAt, ...customer }) => {
    const at = now - seenAt < SHIFT ? readCallPlace(call) : undefined;
    return at ? [{ customer: customerOf(customer), at }] : [];
  });

interface KeptCustomer extends OpenedCustomer {
  readonly seenAt: number;
  readonly call?: object;
}

interface OpenedCustomer {
  readonly userId: string;
  readonly onBehalfOf?: string | undefined;
  readonly name?: Untrusted | string;
  readonly pinned?: true;
}

const customerOf = ({ name, pinned, ...ids }: OpenedCustomer): KnownCustomer => ({
  ...customerIds(ids),
  name: name === undefined ? undefined : visible(name, 60),
  ...(pinned && { pinned }),
});

/**
 * `known`: the recent customers, then those of the profile. `customer`: the customer to open, if the set-up names one.
 */
export function customersOf(recent: readonly OpenedCustomer[], setup: Setup) {
  const all: readonly OpenedCustomer[] = [...recent, ...setup.customers];
  const keys = all.map(({ userId, onBehalfOf }) => JSON.stringify([userId, onBehalfOf]));
  const nameAt = (i: number) => all.find((one, j) => keys[j] === keys[i] && one.name !== undefined)?.name;
  const known = all.flatMap((one, i) => {
    if (keys.indexOf(keys[i] ?? '') !== i) return [];
    const name = nameAt(i);
    return [customerOf({ ...one, ...(name !== undefined && { name }) })];
  });
  const { userId, onBehalfOf } = setup;
  if (userId === undefined) return { known, customer: undefined };
  const given = customerOf({ userId, onBehalfOf });
  const [only, ...others] = known.filter(
    c => c.userId === given.userId && (onBehalfOf === undefined || c.onBehalfOf === onBehalfOf),
  );
  const same = known.find(c => c.userId === given.userId && c.onBehalfOf === onBehalfOf);
  // A user with one known connected account gets that account.
  return { known, customer: only && others.length === 0 ? only : (same ?? given) };
}

/** The credentials. Undefined if Purser must ask the person for a part of them. The program may still be missing. */
export function credentialsOf(setup: Setup): Credentials | undefined {
  const { start, baseUrl, clientId, apiKey, sharedApiKey, programId = '' } = setup;
  if (start !== 'sign-in' || baseUrl === undefined || clientId === undefined || apiKey === undefined) {
    return undefined;
  }
  return { baseUrl, clientId, apiKey, programId, ...(sharedApiKey === undefined ? {} : { sharedApiKey }) };
}

/** Adds keys from the keyring, or typed keys, to the set-up. The set-up's own shared key has priority. */
export function withKeys(setup: Setup, { apiKey, sharedApiKey: kept }: Keys): Setup {
  const sharedApiKey = setup.sharedApiKey ?? kept;
  const missing = setup.missing.filter(name => name !== 'apiKey');
  return {
    ...setup,
    apiKey,
    ...(sharedApiKey && { sharedApiKey }),
    missing,
    start: missing.every(name => name === 'programId') ? 'sign-in' : 'login',
  };
}

const NAMES: Readonly<Record<MissingField, Visible>> = {
  baseUrl: t`the service's address`,
  clientId: t`the client ID`,
  apiKey: t`the API key`,
  programId: t`the program`,
};

export const missingSentence = ({ missing }: Setup): Visible => {
  const names = missing.map(name => NAMES[name]);
  return t`Signing in needs ${join(names)}.`;
};
