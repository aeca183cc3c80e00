// `purser profile`: the environments that Purser knows, in config.json: list, show, add, remove, and where the file is.

import { type CommandLine, type FlagKind, readCommandLine } from '../cli/command-line.ts';
import type { Profile } from '../cli/config-schema.ts';
import { forgetKeys } from '../cli/forget-keys.ts';
import { nearest } from '../cli/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { CommandParts } from './commands.ts';
import { type ConfigFile, openConfigFile } from './config-file.ts';
import { seenText } from './json-text.ts';
import { profileLine, profileText } from './profile-text.ts';

const FLAGS = {
  json: {},
  help: {},
  'base-url': { takes: 'address' },
  'client-id': { takes: 'client ID' },
  'program-id': { takes: 'program ID' },
  environment: { takes: 'word, demo or production,' },
  zone: { takes: 'time zone' },
  'user-id': { takes: 'user ID' },
  'on-behalf-of': { takes: 'connected account' },
  'read-only': {},
  'ca-file': { takes: 'file' },
  keyring: {},
  default: {},
  replace: {},
  yes: {},
} as const satisfies Readonly<Record<string, FlagKind>>;

export type ProfileFlag = keyof typeof FLAGS;
export type ProfileLine = CommandLine<ProfileFlag>;

const HELP = `Usage: purser profile list [--json]
       purser profile show NAME [--json]
       purser profile add [NAME] [FLAGS]
       purser profile remove NAME [--yes]
       purser profile path

A profile is one environment of one account, kept in config.json. add asks at
the terminal for what it isn't given, tries it, and saves it when you say so.
The API key is asked for hidden, or taken from PURSER_API_KEY; it is never
written into the file. The system's keyring keeps it if you want.

  --base-url ADDRESS       https, or http for this machine only
  --environment WORD       demo or production
  --client-id ID           --program-id ID
  --user-id ID             the customer to begin with, and with
  --on-behalf-of ID        that customer's connected account
  --zone ZONE              such as Europe/London; else this machine's
  --read-only              nothing can ever be written with it
  --default                opens where no profile is named
  --keyring                keeps the API key in the system's keyring
  --ca-file FILE           for the try: the only authorities to trust
  --replace                a profile of this name may be changed
  --yes                    saves or removes without asking
`;

/** The words of the sub-command, and the flags of each. */
const TAKES: Readonly<Record<string, readonly ProfileFlag[]>> = {
  list: ['json'],
  show: ['json'],
  path: [],
  remove: ['yes'],
  add: [
    ...(['base-url', 'client-id', 'program-id', 'environment', 'zone', 'user-id', 'on-behalf-of'] as const),
    ...(['read-only', 'ca-file', 'keyring', 'default', 'replace', 'yes'] as const),
  ],
};

/** The result is the exit code: 0, 1 if it failed or wasn't confirmed, 2 for wrong usage or an unusable file. */
export async function profile(rest: readonly string[], parts: CommandParts): Promise<number> {
  const { out, refuse } = parts;
  const read = readCommandLine(t`purser profile`, rest, FLAGS);
  if (!read.ok) return refuse(read.why);
  const { line } = read;
  if (line.has('help')) {
    out(HELP);
    return 0;
  }
  const [word = '', name, another] = line.words;
  const wrong = misused(word, name, another, line);
  if (wrong !== undefined) return refuse(wrong);
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

function misused(word: string, name: string | undefined, another: string | undefined, line: ProfileLine) {
  const takes = Object.hasOwn(TAKES, word) ? TAKES[word] : undefined;
  if (!takes) {
    const meant = nearest(word, Object.keys(TAKES));
    return meant === undefined
      ? t`purser profile takes list, show, add, remove or path. See purser profile --help.`
      : t`purser profile takes list, show, add, remove or path. Did you mean ${visible(meant)}?`;
  }
  const named = word === 'list' || word === 'path' ? 0 : 1;
  const extra = named === 0 ? name : another;
  if (extra !== undefined)
    return named === 0
      ? t`purser profile ${visible(word)} takes no name.`
      : t`purser profile ${visible(word)} takes one name.`;
  if (name === undefined && named === 1 && word !== 'add')
    return t`purser profile ${visible(word)} needs the name of a profile. purser profile list shows them.`;
  const flags = Object.keys(FLAGS) as ProfileFlag[];
  const stray = flags.find(flag => line.has(flag) && !takes.includes(flag));
  return stray === undefined
    ? undefined
    : t`purser profile ${visible(word)} has no flag --${visible(stray)}.`;
}

export interface Named {
  readonly name: string;
  readonly profile: Profile;
}

function profileNamed(name: string, { config }: ConfigFile): Named | { readonly why: Visible } {
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
  if (line.has('json')) {
    const rows = all.map(({ name, profile }) => ({ name, default: name === opens, ...profile }));
    out(seenText(JSON.stringify(rows, null, 2)));
    return 0;
  }
  const width = Math.max(0, ...all.map(({ name }) => name.length));
  for (const one of all) out(profileLine(one, one.name === opens, width));
  if (all.length === 0) err('purser: there are no profiles except demo. purser profile add makes one.\n');
  return 0;
}

function show({ name, profile }: Named, { config }: ConfigFile, line: ProfileLine, { out }: CommandParts) {
  const opens = config?.profile === name;
  out(
    line.has('json')
      ? seenText(JSON.stringify({ name, default: opens, ...profile }, null, 2))
      : profileText(name, profile, opens),
  );
  return 0;
}
