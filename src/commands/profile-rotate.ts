// `purser profile rotate-key`: the service must accept the new key before it replaces the old key in the keyring.

import { url as debuggerUrl } from 'node:inspector';
import { t, type Visible, visible } from '../lib/visible.ts';
import { askSecret } from '../system/ask-secret.ts';
import type { ConfigFile } from '../system/config.ts';
import type { Profile } from '../system/config-schema.ts';
import { type KeptKeys, type KeyOwner, type Keyring, systemKeyring } from '../system/keyring.ts';
import { inOneForm, whyNotProfile } from '../system/machine-limits.ts';
import { keepMemoryIn, unsafeProcess } from '../system/safety.ts';
import { type CommandParts, fails, prints } from './command-parts.ts';
import { commandClient, whatFailed } from './command-session.ts';
import { ownJson } from './json-text.ts';
import { authoritiesFor, givenKeys, keysFrom } from './profile-add.ts';
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
  const unsafe = unsafeProcess(process.env, process.execArgv, debuggerUrl());
  if (unsafe) return refuse(unsafe);
  keepMemoryIn(process);
  const notAllowed = whyNotProfile(file.machine, profile);
  if (notAllowed) return refuse(notAllowed);
  if (profile.unlock !== 'keyring')
    return refuse(
      t`The keyring keeps no key of the profile ${visible(name)}. purser profile add ${visible(name)} --replace --keyring keeps the key.`,
    );
  const authorities = authoritiesFor(line.value('ca-file'), named, { file, parts });
  if (authorities && 'why' in authorities) return refuse(authorities.why);
  const { environment, clientId } = profile;
  const owner = { environment, baseUrl: inOneForm(profile.baseUrl), clientId };
  const ended = (why: Visible): number => {
    if (line.has('json')) parts.out(ownJson({ profile: name, ...owner, rotated: false, why }));
    return fails(parts, why);
  };
  const before = await keyring.read(owner);
  const keys = await newKeys(line, parts);
  if (keys === undefined) return ended(t`There is no new API key. Nothing was changed.`);
  if ('why' in keys) return refuse(keys.why);
  const why =
    whyNotNew(keys, before) ?? (await whyNotAccepted(owner, profile, keys, authorities?.text, parts));
  if (why) return ended(t`${why} The keyring still has the old key.`);
  const refused = await keyring.keep(owner, keys);
  if (refused) return ended(t`${refused.why} Purser could not replace the key in the keyring.`);
  if (line.has('json')) return prints(parts, ownJson({ profile: name, ...owner, rotated: true }));
  return prints(
    parts,
    `The service accepts the new key, and the keyring has it. Open consoles use the old key until they lock or end. Then revoke the old key.\n`,
  );
}

/** From a file or the environment, or typed. */
async function newKeys(
  line: ProfileLine,
  parts: CommandParts,
): Promise<KeptKeys | { readonly why: Visible } | undefined> {
  const given = givenKeys(line, parts);
  const { process, err } = parts;
  if (given || !process.stdin.isTTY) return given;
  const typed = await askSecret(process, err, t`New API key (hidden):`);
  if (!typed) return undefined;
  const shared = await askSecret(
    process,
    err,
    t`New shared API key, Family B's x-api-key (Enter: same as the API key):`,
  );
  return shared === undefined ? undefined : keysFrom(typed, shared);
}

const whyNotNew = (keys: KeptKeys, before: Awaited<ReturnType<Keyring['read']>>): Visible | undefined =>
  'apiKey' in before && before.apiKey.reveal() === keys.apiKey.reveal()
    ? t`This is the key that the keyring has already.`
    : undefined;

async function whyNotAccepted(
  { baseUrl, clientId }: KeyOwner,
  { programId, dialect = {} }: Profile,
  keys: KeptKeys,
  caPem: string | undefined,
  { uuid }: CommandParts,
): Promise<Visible | undefined> {
  const client = commandClient({
    service: { ...{ baseUrl, clientId, programId, dialect }, ...keys, ...(caPem !== undefined && { caPem }) },
    ...{ uuid, barred: () => t`Not sent. Purser sends no write while it tries a key.` },
  });
  try {
    const signedIn = await client.signIn();
    return signedIn.ok ? undefined : whatFailed(signedIn.failure, 'login');
  } finally {
    await client.close();
  }
}
