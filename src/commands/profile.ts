// `purser profile`: the profiles in config.json, with those of the machine.

import { didYouMean } from '../lib/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type ConfigFile, openConfigFile } from '../system/config.ts';
import { forgetKeys } from '../system/forget-keys.ts';
import { hiddenNames, hiddenSentence, isShared, sayShared, withMachine } from '../system/machine-limits.ts';
import { type CommandParts, command, prints } from './command-parts.ts';
import { ownJson } from './json-text.ts';
import { type NamedProfile, PROFILE, type ProfileLine, profileLine, profileText } from './profile-text.ts';

/** Exit codes: 0, 1 for a failure or no confirmation, 2 for wrong usage or an unusable file. */
export const profile = command(PROFILE, async (line, parts) => {
  const { refuse } = parts;
  const [word, name] = line.words;
  const wrong = wrongNames(line.words);
  if (wrong !== undefined) return refuse(wrong);
  if (line.has('names') && line.has('json'))
    return refuse(t`--names and --json contradict each other: give one of them.`);
  if (word !== 'add' && word !== 'rotate-key') forgetKeys(parts.process);
  const file = openConfigFile(parts);
  if ('why' in file) return refuse(file.why);
  if (word === 'list') return list(file, line, parts);
  if (word === 'path') return prints(parts, `${visible(file.path)}\n`);
  const found = word === 'add' ? undefined : profileNamed(name ?? '', file, word !== 'remove');
  if (found && 'why' in found) return refuse(found.why);
  if (found && word === 'show') return show(found, file, line, parts);
  if (found && word === 'rotate-key')
    return (await import('./profile-rotate.ts')).rotateKey(found, line, file, parts);
  const { addProfile, removeProfile } = await import('./profile-add.ts');
  return found ? removeProfile(found, line, file, parts) : addProfile(name, line, file, parts);
});

function wrongNames([word = '', name, another]: readonly string[]): Visible | undefined {
  const takesNone = word === 'list' || word === 'path';
  if (takesNone) return name === undefined ? undefined : t`purser profile ${visible(word)} takes no name.`;
  if (another !== undefined) return t`purser profile ${visible(word)} takes one name.`;
  return name === undefined && word !== 'add'
    ? t`purser profile ${visible(word)} needs the name of a profile. purser profile list shows them.`
    : undefined;
}

/** `shows`: also a profile of the machine, which only an administrator can change. */
function profileNamed(
  name: string,
  { config, machine }: ConfigFile,
  shows: boolean,
): NamedProfile | { readonly why: Visible } {
  const profiles = (shows ? withMachine(config, machine) : config)?.profiles ?? {};
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return { name, profile, shared: shows && isShared(name, machine) };
  if (isShared(name, machine)) return { why: sayShared(name, machine) };
  if (name === 'demo') return { why: t`demo is the embedded simulator and has no profile.` };
  const hint = didYouMean(name, Object.keys(profiles), t`purser profile list shows the profiles.`);
  return { why: t`There is no profile ${visible(name, 60)}. ${hint}` };
}

function list(file: ConfigFile, line: ProfileLine, parts: CommandParts): number {
  const { machine } = file;
  const config = withMachine(file.config, machine);
  const all = Object.entries(config?.profiles ?? {}).map(([name, profile]) => ({
    ...{ name, profile },
    shared: isShared(name, machine),
  }));
  const opens = config?.profile ?? 'demo';
  for (const name of hiddenNames(file.config, machine))
    parts.err(`purser: ${hiddenSentence(name, machine)}\n`);
  if (line.has('names')) return prints(parts, all.map(({ name }) => `${visible(name)}\n`).join(''));
  if (line.has('json')) {
    const rows = all.map(({ name, profile, shared }) => ({
      name,
      default: name === opens,
      shared,
      ...profile,
    }));
    return prints(parts, ownJson(rows));
  }
  if (all.length === 0)
    parts.err('purser: there are no profiles except demo. purser profile add makes one.\n');
  const width = Math.max(0, ...all.map(({ name }) => name.length));
  return prints(parts, all.map(one => profileLine(one, one.name === opens, width)).join(''));
}

function show(named: NamedProfile, file: ConfigFile, line: ProfileLine, parts: CommandParts) {
  const { name, profile, shared } = named;
  const opens = withMachine(file.config, file.machine)?.profile === name;
  const json = () => ownJson({ name, default: opens, shared, ...profile });
  return prints(parts, line.has('json') ? json() : profileText(named, opens, file));
}
