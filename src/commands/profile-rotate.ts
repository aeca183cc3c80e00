// `purser profile rotate-key`: the service must accept the new key before it replaces the old key in the keyring.

import { t, type Visible, visible } from '../lib/visible.ts';
import type { ConfigFile } from '../system/config.ts';
import { type KeptKeys, systemKeyring } from '../system/keyring.ts';
import { checkProfile, inOneForm } from '../system/machine-limits.ts';
import { type CommandParts, fails, prints } from './command-parts.ts';
import { whatFailed } from './command-session.ts';
import { ownJson } from './json-text.ts';
import { authoritiesFor, GAVE_UP, keysOf, prepareForKey, tryingProfile } from './profile-keys.ts';
import type { NamedProfile, ProfileLine } from './profile-text.ts';

/** Exit codes: 0 replaced, 1 not replaced, 2 wrong set-up. */
export async function rotateKey(
  named: NamedProfile,
  line: ProfileLine,
  file: ConfigFile,
  parts: CommandParts,
): Promise<number> {
  const { process, refuse, keyring = systemKeyring() } = parts;
  const { name, profile } = named;
  const unsafe = prepareForKey(parts);
  if (unsafe) return refuse(unsafe);
  const notAllowed = checkProfile(file.machine, profile);
  if (notAllowed) return refuse(notAllowed);
  if (profile.unlock !== 'keyring')
    return refuse(
      t`The keyring keeps no key of the profile ${visible(name)}. purser profile add ${visible(name)} --replace --keyring keeps the key.`,
    );
  const authorities = authoritiesFor(line, named, file, parts);
  if (authorities && 'why' in authorities) return refuse(authorities.why);
  const { environment, clientId } = profile;
  const owner = { environment, baseUrl: inOneForm(profile.baseUrl), clientId };
  const ended = (why: Visible): number => {
    if (line.has('json')) parts.out(ownJson({ profile: name, ...owner, rotated: false, why }));
    return fails(parts, why);
  };
  const refusalOf = (keys: KeptKeys): Promise<Visible | undefined> =>
    tryingProfile({ ...profile, ...owner }, keys, authorities?.text, parts, async client => {
      const signedIn = await client.signIn();
      return signedIn.ok ? undefined : whatFailed(signedIn.failure, 'login');
    });
  const before = await keyring.read(owner);
  const keys = await keysOf(line, parts, process.stdin.isTTY ? KEY_QUESTIONS : undefined);
  if (keys === undefined || keys === GAVE_UP) return ended(t`There is no new API key. Nothing was changed.`);
  if ('why' in keys) return refuse(keys.why);
  const isOld = 'apiKey' in before && before.apiKey.reveal() === keys.apiKey.reveal();
  const refusal = isOld ? IS_OLD : await refusalOf(keys);
  if (refusal) return ended(t`${refusal} The keyring still has the old key.`);
  const refused = await keyring.keep(owner, keys);
  if (refused) return ended(t`${refused.why} Purser could not replace the key in the keyring.`);
  if (line.has('json')) return prints(parts, ownJson({ profile: name, ...owner, rotated: true }));
  return prints(
    parts,
    `The service accepts the new key, and the keyring has it. Open consoles use the old key until they lock or end. Then revoke the old key.\n`,
  );
}

const IS_OLD = t`This is the key that the keyring has already.`;

const KEY_QUESTIONS = {
  key: t`New API key (hidden):`,
  shared: t`New shared API key, Family B's x-api-key (Enter: same as the API key):`,
};
