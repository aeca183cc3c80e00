// `purser profile add` and `remove`: a new profile is tried before it is saved, and a removed profile loses its kept key.

import type { Failure } from '../api/client/failure.ts';
import type { OperationId } from '../api/contract/operations.ts';
import { counted } from '../lib/counted.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import { askLine } from '../system/ask-secret.ts';
import {
  type ConfigFile,
  NEW_CONFIG,
  type ProfileFields,
  withDefault,
  withoutProfile,
  withProfile,
} from '../system/config.ts';
import type { Profile } from '../system/config-schema.ts';
import { type KeptKeys, type KeyOwner, systemKeyring } from '../system/keyring.ts';
import { checkProfile, isShared, onlyShared, sayShared } from '../system/machine-limits.ts';
import { type CommandParts, fails } from './command-parts.ts';
import { whatFailed } from './command-session.ts';
import { type Answers, type Ask, answersOf, saidYes } from './profile-answers.ts';
import { authoritiesFor, GAVE_UP, keysOf, prepareForKey, tryingProfile } from './profile-keys.ts';
import { type NamedProfile, type ProfileLine, profileText } from './profile-text.ts';

interface Desk {
  readonly line: ProfileLine;
  readonly file: ConfigFile;
  readonly parts: CommandParts;
  /** Undefined if nobody can answer at a terminal. */
  readonly ask: Ask | undefined;
  readonly say: (sentence: Visible) => void;
}

const KEY_QUESTIONS = {
  key: t`API key, to try the profile (hidden; Enter: no trial):`,
  shared: t`Shared API key, Family B's x-api-key (Enter: same as the API key):`,
};

export async function addProfile(
  name: string | undefined,
  line: ProfileLine,
  file: ConfigFile,
  parts: CommandParts,
): Promise<number> {
  const { process, err, refuse } = parts;
  const unsafe = prepareForKey(parts);
  if (unsafe) return refuse(unsafe);
  const { machine } = file;
  if (machine.policy?.onlySystemProfiles) return refuse(onlyShared(machine));
  if (name !== undefined && isShared(name, machine)) return refuse(sayShared(name, machine));
  const say = (sentence: Visible): void => err(`purser: ${sentence}\n`);
  const ask: Ask | undefined =
    process.stdin.isTTY && !line.has('yes') ? question => askLine(process.stdin, err, question) : undefined;
  const desk: Desk = { line, file, parts, ask, say };
  const answers = await answersOf(name, line, file.config, ask, say);
  if (answers === GAVE_UP) return unsaved(desk);
  if ('why' in answers) return refuse(answers.why);
  if (isShared(answers.name, machine)) return refuse(sayShared(answers.name, machine));
  const notAllowed = checkProfile(machine, answers.profile);
  if (notAllowed) return refuse(notAllowed);
  const authorities = authoritiesFor(line, answers, file, parts);
  if (authorities && 'why' in authorities) return refuse(authorities.why);
  const keys = await keysOf(line, parts, ask && KEY_QUESTIONS);
  if (keys === GAVE_UP) return unsaved(desk);
  if (keys && 'why' in keys) return refuse(keys.why);
  if (!keys && line.has('keyring'))
    return refuse(
      t`--keyring keeps the API key, but there is no key. Set PURSER_API_KEY, or give --key-file.`,
    );
  const trial = keys && (await tryProfile(answers.profile, keys, authorities?.text, parts));
  for (const found of trial?.said ?? [t`Not tried: there is no API key.`]) say(found);
  const opens = file.config?.profile === answers.name;
  parts.out(profileText({ ...answers, shared: false }, opens, file));
  return confirmed(desk, answers, keys, trial);
}

const unsaved = ({ parts }: Desk): number => fails(parts, t`Nothing was saved.`);

async function confirmed(
  desk: Desk,
  answers: Answers,
  keys: KeptKeys | undefined,
  trial: ProfileTrial | undefined,
): Promise<number> {
  const { line, ask, say } = desk;
  const failed = trial?.ok === false;
  if (!ask) {
    if (!line.has('yes')) say(t`Add --yes to save the profile.`);
    else if (failed) say(t`The profile failed, so Purser saves it only if you confirm at the terminal.`);
    return line.has('yes') && !failed
      ? save(desk, answers, line.has('keyring') ? keys : undefined, line.has('default'))
      : unsaved(desk);
  }
  const kept =
    !keys || failed
      ? false
      : line.has('keyring') || (await saidYes(t`Keep the API key in this system's keyring?`, false, ask));
  if (kept === undefined) return unsaved(desk);
  const opens =
    line.has('default') ||
    desk.file.config?.profile === answers.name ||
    (await saidYes(t`Open this profile by default?`, false, ask));
  if (opens === undefined) return unsaved(desk);
  const question = failed ? t`The profile does not work. Save it anyway?` : t`Save it?`;
  return (await saidYes(question, false, ask))
    ? save(desk, answers, kept ? keys : undefined, opens)
    : unsaved(desk);
}

/** The key comes first, because the profile says that the keyring has it. */
async function save(
  desk: Desk,
  { name, profile, before }: Answers,
  keys: KeptKeys | undefined,
  opens: boolean,
): Promise<number> {
  const { file, parts, say } = desk;
  const { environment, baseUrl, clientId } = profile;
  const owner = { environment, baseUrl, clientId };
  const { keyring = systemKeyring() } = parts;
  const refused = keys && (await keyring.keep(owner, keys));
  if (refused) {
    say(refused.why);
    say(t`Purser will ask for the API key at the start.`);
  }
  const kept = keys !== undefined && !refused;
  const stillKept = sameOwner(before, profile) ? before?.unlock : undefined;
  const fields = changed({ ...profile, unlock: kept ? 'keyring' : stillKept }, before);
  const edited = withProfile(file.text ?? NEW_CONFIG, name, fields, before !== undefined);
  const unsavedWhy = file.save(opens ? withDefault(edited, name) : edited);
  if (unsavedWhy) {
    if (kept) await keyring.remove(owner);
    return parts.refuse(unsavedWhy.why);
  }
  const where = kept ? t`, its API key in the system's keyring` : t``;
  say(t`Saved in ${visible(file.path, 400)}${where}. purser --profile ${visible(name)} opens it.`);
  return 0;
}

/** Whether both profiles have one kept key. */
const sameOwner = (one: KeyOwner | undefined, other: KeyOwner): boolean =>
  (['environment', 'baseUrl', 'clientId'] as const).every(name => one?.[name] === other[name]);

/** So that nothing else in the file changes. */
function changed(fields: ProfileFields, before: Profile | undefined): ProfileFields {
  const names = Object.keys({ ...before, ...fields }) as (keyof Profile)[];
  return Object.fromEntries(
    names
      .filter(name => JSON.stringify(fields[name]) !== JSON.stringify(before?.[name]))
      .map(name => [name, fields[name]]),
  );
}

interface ProfileTrial {
  readonly ok: boolean;
  readonly said: readonly Visible[];
}

const tryProfile = (
  profile: Profile,
  keys: KeptKeys,
  caPem: string | undefined,
  parts: CommandParts,
): Promise<ProfileTrial> =>
  tryingProfile(profile, keys, caPem, parts, async client => {
    const { userId, onBehalfOf } = profile;
    const signedIn = await client.signIn();
    if (!signedIn.ok) return failed('login', signedIn.failure);
    const good = t`Signed in: the client ID and the API key are valid.`;
    if (userId === undefined) {
      const read = await client.perform('directDebit.list', { query: {} }, {});
      if (!read.ok) return failed('directDebit.list', read.failure, good);
      return { ok: true, said: [good, t`The direct debits can be read.`] };
    }
    const customer = withoutUndefined({ userId, onBehalfOf });
    const read = await client.perform('account.list', { query: {} }, { customer });
    if (!read.ok) return failed('account.list', read.failure, good);
    return { ok: true, said: [good, t`The customer has ${counted(read.value.length, t`account`)}.`] };
  });

const failed = (id: OperationId, failure: Failure, ...before: readonly Visible[]): ProfileTrial => ({
  ok: false,
  said: [...before, whatFailed(failure, id)],
});

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
    out(profileText({ name, profile, shared: false }, opens, file));
    const { stdin } = process;
    if (!stdin.isTTY) return fails(parts, t`Nothing was removed. --yes removes the profile.`);
    const sure = await saidYes(t`Remove this profile?`, false, question => askLine(stdin, err, question));
    if (!sure) return fails(parts, t`Nothing was removed.`);
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
  say(kept ? kept.why : t`The profile's API key is no longer in the system's keyring.`);
  const look = t`The profile's API key may still be in the keyring. Look for purser in the keyring's own program.`;
  return kept ? fails(parts, look) : 0;
}

const isOthers = (own: KeyOwner, name: string, { config }: ConfigFile): boolean =>
  Object.entries(config?.profiles ?? {}).some(
    ([other, profile]) => other !== name && profile.unlock === 'keyring' && sameOwner(profile, own),
  );
