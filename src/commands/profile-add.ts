// `purser profile add`: asks for missing fields, tries the profile, prints the result, and saves after a confirmation.

import fs from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import { Secret } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { askLine } from '../system/ask-line.ts';
import { askSecret } from '../system/ask-secret.ts';
import { NEW_CONFIG, type ProfileFields, withDefault, withProfile } from '../system/config-edit.ts';
import type { Profile } from '../system/config-schema.ts';
import { forgetKeys, secretVariables } from '../system/forget-keys.ts';
import { type KeptKeys, systemKeyring } from '../system/keyring.ts';
import { keepMemoryIn, unsafeProcess } from '../system/safety.ts';
import type { CommandParts } from './commands.ts';
import type { ConfigFile } from './config-file.ts';
import type { ProfileLine } from './profile.ts';
import { type Answers, type Ask, answersOf, saidYes } from './profile-answers.ts';
import { profileText } from './profile-text.ts';
import { type ProfileTrial, tryProfile } from './profile-trial.ts';

interface Desk {
  readonly line: ProfileLine;
  readonly file: ConfigFile;
  readonly parts: CommandParts;
  /** Undefined if nobody can answer at a terminal. */
  readonly ask: Ask | undefined;
  readonly say: (sentence: Visible) => void;
}

const GAVE_UP = 'gave up';

export async function addProfile(
  name: string | undefined,
  line: ProfileLine,
  file: ConfigFile,
  parts: CommandParts,
): Promise<number> {
  const { process, err, refuse } = parts;
  const unsafe = unsafeProcess(process.env, process.execArgv, debuggerUrl());
  if (unsafe) return refuse(unsafe);
  keepMemoryIn(process);
  const caPem = pemIn(line.value('ca-file'));
  if (caPem instanceof Error) return refuse(t`The file of --ca-file can't be read.`);
  const say = (sentence: Visible): void => err(`purser: ${sentence}\n`);
  const ask: Ask | undefined =
    process.stdin.isTTY && !line.has('yes') ? question => askLine(process.stdin, err, question) : undefined;
  const desk: Desk = { line, file, parts, ask, say };
  const answers = await answersOf(name, line, file.config, ask, say);
  if (answers === GAVE_UP) return unsaved(desk);
  if ('why' in answers) return refuse(answers.why);
  const keys = await keysOf(desk);
  if (keys === GAVE_UP) return unsaved(desk);
  if (!keys && line.has('keyring'))
    return refuse(t`--keyring keeps the API key, but there is no key. Set PURSER_API_KEY.`);
  const trial = keys && (await tryProfile(answers.profile, keys, caPem, parts));
  for (const found of trial?.said ?? [t`Not tried: there is no API key.`]) say(found);
  parts.out(profileText(answers.name, answers.profile, file.config?.profile === answers.name));
  return confirmed(desk, answers, keys, trial);
}

function unsaved({ say }: Desk): number {
  say(t`Nothing was saved.`);
  return 1;
}

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
  // Purser offers to keep a key only if the trial did not fail.
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

/** Saves the key first, then the profile, which says that the keyring has the key. */
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
  const fields = changed({ ...profile, unlock: kept ? 'keyring' : stillKept(profile, before) }, before);
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

/** Keeps `unlock` only if the kept key still belongs to the same service. */
function stillKept(profile: Profile, before: Profile | undefined): Profile['unlock'] {
  const same = (['environment', 'baseUrl', 'clientId'] as const).every(
    name => before?.[name] === profile[name],
  );
  return same ? before?.unlock : undefined;
}

/** Only the changed fields, so that nothing else in the file changes. */
function changed(fields: ProfileFields, before: Profile | undefined): ProfileFields {
  const names = Object.keys({ ...before, ...fields }) as (keyof Profile)[];
  return Object.fromEntries(
    names
      .filter(name => JSON.stringify(fields[name]) !== JSON.stringify(before?.[name]))
      .map(name => [name, fields[name]]),
  );
}

/** The keys from the environment, or else the typed keys. Undefined without a key. */
async function keysOf({ parts, ask }: Desk): Promise<KeptKeys | undefined | typeof GAVE_UP> {
  const { process, err } = parts;
  const [given, shared] = secretVariables.map(name => process.env[name]?.trim());
  forgetKeys(process);
  if (given) return keysFrom(given, shared);
  if (!ask) return undefined;
  const typed = await askSecret(process, err, t`API key, to try the profile (hidden; Enter: no trial):`);
  if (typed === undefined) return GAVE_UP;
  if (typed === '') return undefined;
  const other = await askSecret(
    process,
    err,
    t`Shared API key, Family B's x-api-key (Enter: same as the API key):`,
  );
  return other === undefined ? GAVE_UP : keysFrom(typed, other);
}

const keysFrom = (apiKey: string, shared: string | undefined): KeptKeys => ({
  apiKey: new Secret(apiKey),
  ...(shared && { sharedApiKey: new Secret(shared) }),
});

function pemIn(file: string | undefined): string | undefined | Error {
  if (file === undefined) return undefined;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable');
  }
}
