// `purser profile`: lists, shows, adds and removes the profiles in config.json, and prints the file's path.

import { type CommandHelp, type CommandWord, helpText } from '../lib/command-help.ts';
import { nearest } from '../lib/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type CommandLine, misuse, readCommandLine } from '../system/command-line.ts';
import type { FlagKind } from '../system/flags.ts';
import { forgetKeys } from '../system/forget-keys.ts';
import { SUMMARIES } from '../system/usage.ts';
import type { CommandParts } from './commands.ts';
import { type ConfigFile, openConfigFile } from './config-file.ts';
import { safeJson } from './json-text.ts';
import { type NamedProfile, profileLine, profileText } from './profile-text.ts';

const FLAGS = {
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
  'ca-file': {
    takes: 'file',
    says: 'add: the only certificate authorities to trust in the trial',
    offers: 'files',
  },
  replace: { says: 'add: changes the profile if it exists already' },
  yes: { says: 'add, remove: saves or removes without asking' },
  names: { says: 'list: only the names, one on each line' },
  json: { says: 'list, show: as JSON' },
  help: { says: 'shows this help', short: 'h' },
} as const satisfies Readonly<Record<string, FlagKind>>;

export type ProfileFlag = keyof typeof FLAGS;
export type ProfileLine = CommandLine<ProfileFlag>;

const OF_ADD = [
  ...(['base-url', 'environment', 'client-id', 'program-id', 'user-id', 'on-behalf-of', 'zone'] as const),
  ...(['read-only', 'default', 'keyring', 'ca-file', 'replace', 'yes'] as const),
];

/** The words of the command, each with its flags. */
const WORDS = {
  list: { says: 'the profiles', flags: ['names', 'json'] },
  show: { says: 'one profile', flags: ['json'], offers: 'profiles' },
  add: { says: 'asks for a profile, tries it and saves it', flags: OF_ADD },
  remove: { says: 'removes a profile and its kept key', flags: ['yes'], offers: 'profiles' },
  path: { says: 'where config.json is', flags: [] },
} as const satisfies Readonly<Record<string, CommandWord>>;

export const PROFILE: CommandHelp = {
  name: 'profile',
  summary: SUMMARIES.profile,
  usage: [
    'profile list [--names] [--json]',
    'profile show NAME [--json]',
    'profile add [NAME] [FLAGS]',
    'profile remove NAME [--yes]',
    'profile path',
  ],
  about:
    "A profile is one environment of one account. Profiles are in config.json. add asks at the terminal for missing values and tries the profile. It saves the profile after you confirm.\n\nThe API key comes from PURSER_API_KEY, or you type it and the terminal does not show it. Purser never writes the key into the file. The system's keyring keeps the key if you want.",
  flags: FLAGS,
  words: WORDS,
  examples: [
    {
      line: 'purser profile add staging --base-url https://pay.example.com',
      says: 'asks for the other values',
    },
    { line: 'purser profile list', says: 'the profiles, and which one opens by default' },
    { line: 'purser profile show staging --json', says: 'one profile, as JSON' },
  ],
};

/** Returns the exit code: 0, 1 for a failure or no confirmation, 2 for wrong usage or an unusable file. */
export async function profile(rest: readonly string[], parts: CommandParts): Promise<number> {
  const { out, refuse } = parts;
  const read = readCommandLine(t`purser profile`, rest, FLAGS);
  if (!read.ok) return refuse(read.why);
  const { line } = read;
  if (line.has('help')) {
    out(helpText(PROFILE));
    return 0;
  }
  const [word, name] = line.words;
  const wrong = misuse(PROFILE, line) ?? wrongNames(line.words);
  if (wrong !== undefined) return refuse(wrong);
  if (line.has('names') && line.has('json'))
    return refuse(t`--names and --json contradict each other: give one of them.`);
  if (word !== 'add') forgetKeys(parts.process);
  const file = openConfigFile(parts);
  if ('why' in file) return refuse(file.why);
  switch (word) {
    case 'list':
      return list(file, line, parts);
    case 'path':
      out(`${visible(file.path)}\n`);
      return 0;
    case 'add': {
      const { addProfile } = await import('./profile-add.ts');
      return addProfile(name, line, file, parts);
    }
    default: {
      const found = profileNamed(name ?? '', file);
      if ('why' in found) return refuse(found.why);
      if (word === 'show') return show(found, file, line, parts);
      const { removeProfile } = await import('./profile-remove.ts');
      return removeProfile(found, line, file, parts);
    }
  }
}

/** Why the names after `list`, `show` or another word are wrong. Undefined if they are right. */
function wrongNames([word = '', name, another]: readonly string[]): Visible | undefined {
  const takesNone = word === 'list' || word === 'path';
  if (takesNone) return name === undefined ? undefined : t`purser profile ${visible(word)} takes no name.`;
  if (another !== undefined) return t`purser profile ${visible(word)} takes one name.`;
  return name === undefined && word !== 'add'
    ? t`purser profile ${visible(word)} needs the name of a profile. purser profile list shows them.`
    : undefined;
}

function profileNamed(name: string, { config }: ConfigFile): NamedProfile | { readonly why: Visible } {
  const profiles = config?.profiles ?? {};
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return { name, profile };
  if (name === 'demo') return { why: t`demo is the embedded simulator and has no profile.` };
  const meant = nearest(name, Object.keys(profiles));
  const hint =
    meant === undefined ? t`purser profile list shows the profiles.` : t`Did you mean ${visible(meant)}?`;
  return { why: t`There is no profile ${visible(name, 60)}. ${hint}` };
}

function list({ config }: ConfigFile, line: ProfileLine, { out, err }: CommandParts): number {
  const all = Object.entries(config?.profiles ?? {}).map(([name, profile]) => ({ name, profile }));
  const opens = config?.profile ?? 'demo';
  if (line.has('names')) {
    out(all.map(({ name }) => `${visible(name)}\n`).join(''));
    return 0;
  }
  if (line.has('json')) {
    const rows = all.map(({ name, profile }) => ({ name, default: name === opens, ...profile }));
    out(safeJson(JSON.stringify(rows, null, 2)));
    return 0;
  }
  const width = Math.max(0, ...all.map(({ name }) => name.length));
  for (const one of all) out(profileLine(one, one.name === opens, width));
  if (all.length === 0) err('purser: there are no profiles except demo. purser profile add makes one.\n');
  return 0;
}

function show(
  { name, profile }: NamedProfile,
  { config }: ConfigFile,
  line: ProfileLine,
  { out }: CommandParts,
) {
  const opens = config?.profile === name;
  out(
    line.has('json')
      ? safeJson(JSON.stringify({ name, default: opens, ...profile }, null, 2))
      : profileText(name, profile, opens),
  );
  return 0;
}
