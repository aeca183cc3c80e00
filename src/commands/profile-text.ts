// The words of `purser profile`: its flags and help, and a profile as text.

import type { CommandWord } from '../lib/command-help.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { CA_FILE, KEY_FILE } from '../system/arguments.ts';
import type { CommandLine } from '../system/command-line.ts';
import type { ConfigFile } from '../system/config.ts';
import type { Profile, ProfileCustomer } from '../system/config-schema.ts';
import type { Machine } from '../system/machine.ts';
import { underPolicy } from '../system/machine-limits.ts';
import { commandHelp } from './command-parts.ts';

const OF_ADD = [
  ...(['base-url', 'environment', 'client-id', 'program-id', 'user-id', 'on-behalf-of', 'zone'] as const),
  ...(['read-only', 'default', 'keyring', 'ca-file', 'key-file', 'replace', 'yes'] as const),
];

const WORDS = {
  list: { says: 'the profiles' },
  show: { says: 'one profile', offers: 'profiles' },
  add: { says: 'asks for a profile, tries it and saves it', flags: OF_ADD },
  remove: { says: 'removes a profile and its kept key', offers: 'profiles' },
  'rotate-key': { says: 'tries a new API key, then replaces the kept key', offers: 'profiles' },
  path: { says: 'where config.json is' },
} as const satisfies Readonly<Record<string, CommandWord>>;

export const PROFILE = commandHelp({
  name: 'profile',
  usage: [
    'profile list [--names] [--json]',
    'profile show NAME [--json]',
    'profile add [NAME] [FLAGS]',
    'profile remove NAME [--yes]',
    'profile rotate-key NAME [--key-file FILE] [--ca-file FILE] [--json]',
    'profile path',
  ],
  about:
    "A profile is one environment of one account. Profiles are in config.json. add asks at the terminal for missing values and tries the profile. It saves the profile after you confirm.\n\nThe API key comes from PURSER_API_KEY, or you type it and the terminal does not show it. Purser never writes the key into the file. The system's keyring keeps the key if you want.\n\nrotate-key signs in with the new key. If the service accepts the new key, it replaces the key in the keyring. Otherwise the old key stays.",
  flags: {
    'base-url': { takes: 'address', says: 'add: the service, with https; http for this machine only' },
    environment: { takes: 'word', says: 'add: demo or production', offers: ['demo', 'production'] },
    'client-id': { takes: 'client ID', says: 'add: the client ID' },
    'program-id': { takes: 'program ID', says: 'add: the program ID' },
    'user-id': { takes: 'user ID', says: 'add: the first customer' },
    'on-behalf-of': { takes: 'account', says: 'add: the connected account of that customer' },
    zone: { takes: 'time zone', says: "add: such as Europe/London; the default is this machine's" },
    'read-only': { says: 'add: nobody can write with this profile' },
    default: { says: 'add: this profile opens by default' },
    keyring: { says: "add: keeps the API key in the system's keyring" },
    'ca-file': { ...CA_FILE, says: `add, rotate-key: ${CA_FILE.says}` },
    'key-file': { ...KEY_FILE, says: `add, rotate-key: ${KEY_FILE.says}` },
    replace: { says: 'add: changes the profile if it exists already' },
    yes: { says: 'add, remove: saves or removes without asking' },
    names: { says: 'list: only the names, one on each line' },
    json: { says: 'list, show, rotate-key: as JSON' },
  },
  words: WORDS,
  examples: [
    {
      line: 'purser profile add staging --base-url https://pay.example.com',
      says: 'asks for the other values',
    },
    { line: 'purser profile list', says: 'the profiles, and which one opens by default' },
    { line: 'purser profile show staging --json', says: 'one profile, as JSON' },
  ],
});

export type ProfileFlag = keyof typeof PROFILE.flags;
export type ProfileLine = CommandLine<ProfileFlag>;

export interface NamedProfile {
  readonly name: string;
  readonly profile: Profile;
  /** It is in the config.json of the machine. */
  readonly shared: boolean;
}

export function profileLine({ name, profile, shared }: NamedProfile, opens: boolean, width: number): string {
  const word = profile.environment === 'production' ? t`PRODUCTION` : t`DEMO      `;
  const notes = [
    ...(opens ? [t`default`] : []),
    ...(shared ? [t`of this machine`] : []),
    ...(profile.readOnly ? [t`read-only`] : []),
    ...(profile.unlock === 'keyring' ? [t`keyring`] : profile.unlock === 'helper' ? [t`key helper`] : []),
  ];
  const said = notes.length === 0 ? t`` : t`  (${join(notes)})`;
  return `${visible(name.padEnd(width))}  ${word}  ${visible(profile.baseUrl, 120)}${said}\n`;
}

/** Without the API key. */
export function profileText(
  { name, profile, shared }: NamedProfile,
  opens: boolean,
  { machine, config }: Pick<ConfigFile, 'machine' | 'config'>,
): string {
  const { environment, barred } = underPolicy(machine, profile, config);
  const { baseUrl, clientId, programId, userId, onBehalfOf, timeZone, caFile } = profile;
  const rows: readonly (readonly [string, Visible | undefined])[] = [
    ['Profile', t`${visible(name)}${opens ? t` (opens by default)` : t``}`],
    ['File', shared ? visible(machine.configFile, 400) : undefined],
    ['Environment', environment === 'production' ? t`PRODUCTION` : t`DEMO`],
    ['Service address', visible(baseUrl, 400)],
    ['Client ID', visible(clientId)],
    ['Program', visible(programId)],
    ['Customer', userId === undefined ? undefined : pair({ userId, onBehalfOf })],
    ['Time zone', timeZone === undefined ? t`this machine's` : visible(timeZone)],
    ['Writing', barred ? t`never: ${barred}` : writing(profile)],
    ['API key', keySource(profile, machine)],
    ['Authorities', caFile === undefined ? undefined : visible(caFile, 400)],
    ...(profile.customers ?? []).map(one => ['Also', pair(one)] as const),
    ...Object.entries(profile.dialect ?? {}).map(
      ([name, value]) => ['Dialect', t`${visible(name)}: ${visible(value, 200)}`] as const,
    ),
  ];
  return rows
    .flatMap(([label, value]) => (value === undefined ? [] : [`${label.padEnd(16)} ${value}\n`]))
    .join('');
}

function keySource({ unlock, keyHelper }: Profile, { policy }: Machine): Visible {
  if (unlock === 'keyring') return t`in the system's keyring`;
  const helper = policy?.keyHelper ?? keyHelper;
  if (unlock !== 'helper' || !helper) return t`asked for at the start`;
  return t`from the key helper ${visible(helper.command, 300)}`;
}

function writing({ readOnly, environment }: Profile): Visible {
  if (readOnly) return t`never: read-only`;
  return environment === 'production' ? t`after w and a reason` : t`from the start`;
}

const pair = ({ userId, onBehalfOf, name }: ProfileCustomer): Visible =>
  t`${visible(userId)}${onBehalfOf === undefined ? t`, the platform's own account` : t`, for ${visible(onBehalfOf)}`}${name === undefined ? t`` : t`: ${visible(name, 80)}`}`;
