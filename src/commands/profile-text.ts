// A profile as text: one line for a list, or all its fields.

import { join, t, type Visible, visible } from '../lib/visible.ts';
import type { Profile } from '../system/config-schema.ts';

export interface NamedProfile {
  readonly name: string;
  readonly profile: Profile;
}

export function profileLine({ name, profile }: NamedProfile, opens: boolean, width: number): string {
  const word = profile.environment === 'production' ? t`PRODUCTION` : t`DEMO      `;
  const notes = [
    ...(opens ? [t`default`] : []),
    ...(profile.readOnly ? [t`read-only`] : []),
    ...(profile.unlock === 'keyring' ? [t`keyring`] : []),
  ];
  const said = notes.length === 0 ? t`` : t`  (${join(notes, ', ')})`;
  return `${visible(name.padEnd(width))}  ${word}  ${visible(profile.baseUrl, 120)}${said}\n`;
}

/** All fields in words, without the API key. */
export function profileText(name: string, profile: Profile, opens: boolean): string {
  const { environment, baseUrl, clientId, programId, userId, onBehalfOf, timeZone, unlock } = profile;
  const rows: readonly (readonly [string, Visible | undefined])[] = [
    ['Profile', t`${visible(name)}${opens ? t` (opens by default)` : t``}`],
    ['Environment', environment === 'production' ? t`PRODUCTION` : t`DEMO`],
    ['Service address', visible(baseUrl, 400)],
    ['Client ID', visible(clientId)],
    ['Program', visible(programId)],
    ['Customer', userId === undefined ? undefined : pair({ userId, onBehalfOf })],
    ['Time zone', timeZone === undefined ? t`this machine's` : visible(timeZone)],
    ['Writing', writing(profile)],
    ['API key', unlock === 'keyring' ? t`in the system's keyring` : t`asked for at the start`],
    ...(profile.customers ?? []).map(one => ['Also', pair(one)] as const),
    ...Object.entries(profile.dialect ?? {}).map(
      ([name, value]) => ['Dialect', t`${visible(name)}: ${visible(value, 200)}`] as const,
    ),
  ];
  return rows
    .flatMap(([label, value]) => (value === undefined ? [] : [`${label.padEnd(16)} ${value}\n`]))
    .join('');
}

function writing({ readOnly, environment }: Profile): Visible {
  if (readOnly) return t`never: read-only`;
  return environment === 'production' ? t`after w and a reason` : t`from the start`;
}

interface ProfileCustomer {
  readonly userId: string;
  readonly onBehalfOf?: string | undefined;
  readonly name?: string | undefined;
}

const pair = ({ userId, onBehalfOf, name }: ProfileCustomer): Visible =>
  t`${visible(userId)}${onBehalfOf === undefined ? t`, the platform's own account` : t`, for ${visible(onBehalfOf)}`}${name === undefined ? t`` : t`: ${visible(name, 80)}`}`;
