// The API key that `purser profile` tries and keeps: from a file, the environment, or typed.

import { url as debuggerUrl } from 'node:inspector';
import { Secret } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import { askSecret } from '../system/ask-secret.ts';
import { readAuthorities } from '../system/authorities.ts';
import type { ConfigFile } from '../system/config.ts';
import type { Profile } from '../system/config-schema.ts';
import { forgetKeys, secretVariables } from '../system/forget-keys.ts';
import { givenKey } from '../system/key-file.ts';
import type { KeptKeys } from '../system/keyring.ts';
import { keepMemoryIn, unsafeProcess } from '../system/safety.ts';
import { caFileOf } from '../system/setup.ts';
import type { CommandParts } from './command-parts.ts';
import { withClient } from './command-session.ts';
import type { ProfileLine } from './profile-text.ts';

export const GAVE_UP = 'gave up';

/** Before a key comes into the process. Returns why it may not come. */
export function prepareForKey({ process }: CommandParts): Visible | undefined {
  const unsafe = unsafeProcess(process.env, process.execArgv, debuggerUrl());
  if (!unsafe) keepMemoryIn(process);
  return unsafe;
}

interface KeyQuestions {
  readonly key: Visible;
  readonly shared: Visible;
}

/** Also removes the keys from the environment. Without `questions`, nobody is asked. */
export async function keysOf(
  line: ProfileLine,
  { process, err }: CommandParts,
  questions: KeyQuestions | undefined,
): Promise<KeptKeys | { readonly why: Visible } | typeof GAVE_UP | undefined> {
  const inFile = givenKey(line.value('key-file'), process.env, process.getuid?.());
  const [inVariable, shared] = secretVariables.map(name => process.env[name]?.trim());
  forgetKeys(process);
  if ('why' in inFile) return inFile;
  const given = inFile.key ?? inVariable;
  if (given) return keysFrom(given, shared);
  if (!questions) return undefined;
  const typed = await askSecret(process, err, questions.key);
  if (typed === undefined) return GAVE_UP;
  if (typed === '') return undefined;
  const other = await askSecret(process, err, questions.shared);
  return other === undefined ? GAVE_UP : keysFrom(typed, other);
}

const keysFrom = (apiKey: string, shared: string | undefined): KeptKeys =>
  withoutUndefined({
    apiKey: new Secret(apiKey),
    sharedApiKey: shared ? new Secret(shared) : undefined,
  });

export function authoritiesFor(
  line: ProfileLine,
  named: { readonly name: string; readonly profile: Profile },
  { machine }: ConfigFile,
  { process }: CommandParts,
) {
  const given = { flag: line.value('ca-file'), variable: process.env['PURSER_CA_FILE'] };
  const chosen = caFileOf(given, named, machine);
  return chosen && 'sentence' in chosen
    ? { why: chosen.sentence }
    : readAuthorities(chosen, machine, process.env);
}

/** A client of the profile with these keys, which sends no write. */
export const tryingProfile = <T>(
  { baseUrl, clientId, programId, dialect = {} }: Profile,
  keys: KeptKeys,
  caPem: string | undefined,
  { uuid }: Pick<CommandParts, 'uuid'>,
  work: Parameters<typeof withClient<T>>[1],
): Promise<T> =>
  withClient(
    {
      service: withoutUndefined({ baseUrl, clientId, programId, dialect, ...keys, caPem }),
      uuid,
      barred: () => t`Not sent. Purser sends no write while it tries a profile.`,
    },
    work,
  );
