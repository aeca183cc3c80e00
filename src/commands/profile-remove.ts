// `purser profile remove`: removes a profile from config.json, and its API key from the system's keyring.

import { t, type Visible, visible } from '../lib/visible.ts';
import { askLine } from '../system/ask-line.ts';
import { withDefault, withoutProfile } from '../system/config-edit.ts';
import { type KeyOwner, systemKeyring } from '../system/keyring.ts';
import type { CommandParts } from './commands.ts';
import type { ConfigFile } from './config-file.ts';
import type { ProfileLine } from './profile.ts';
import { saidYes } from './profile-answers.ts';
import type { NamedProfile } from './profile-text.ts';
import { profileText } from './profile-text.ts';

export async function removeProfile(
  { name, profile }: NamedProfile,
  line: ProfileLine,
  file: ConfigFile,
  parts: CommandParts,
): Promise<number> {
  const { process, out, err, refuse } = parts;
  const say = (sentence: Visible): void => err(`purser: ${sentence}\n`);
  const opens = file.config?.profile === name;
  if (!line.has('yes')) {
    out(profileText(name, profile, opens));
    const { stdin } = process;
    const sure = stdin.isTTY
      ? await saidYes(t`Remove this profile?`, false, question => askLine(stdin, err, question))
      : false;
    if (!sure) {
      say(stdin.isTTY ? t`Nothing was removed.` : t`Nothing was removed. --yes removes the profile.`);
      return 1;
    }
  }
  const rest = withoutProfile(file.text ?? '', name);
  const refused = file.save(opens ? withDefault(rest, undefined) : rest);
  if (refused) return refuse(refused.why);
  say(t`Removed ${visible(name)}.`);
  if (opens) say(t`${visible(name)} was the default profile. Now the demo opens by default.`);
  if (profile.unlock !== 'keyring') return 0;
  if (isOthers(profile, name, file)) {
    say(t`The profile's API key stays in the system's keyring, because another profile uses it.`);
    return 0;
  }
  const { environment, baseUrl, clientId } = profile;
  const { keyring = systemKeyring() } = parts;
  const kept = await keyring.remove({ environment, baseUrl, clientId });
  if (!kept) {
    say(t`The profile's API key is no longer in the system's keyring.`);
    return 0;
  }
  say(kept.why);
  say(t`The profile's API key may still be in the keyring. Look for purser in the keyring's own program.`);
  return 1;
}

const isOthers = (own: KeyOwner, name: string, { config }: ConfigFile): boolean =>
  Object.entries(config?.profiles ?? {}).some(
    ([other, profile]) =>
      other !== name &&
      profile.unlock === 'keyring' &&
      (['environment', 'baseUrl', 'clientId'] as const).every(field => profile[field] === own[field]),
  );
