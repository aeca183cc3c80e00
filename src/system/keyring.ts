// Keeps API keys in the system's keyring, in a separate process that may hang (FAULTS G1 to G3).

import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { attempt } from '../lib/attempt.ts';
import { Secret } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { askProgram } from './asked-program.ts';
import type { KeyringAnswer, KeyringOrder } from './keyring-order.ts';
import { NO_DEBUGGER } from './no-debugger.ts';

/** `baseUrl`: as `checkBaseUrl` returns it. */
export interface KeyOwner {
  readonly environment: 'demo' | 'production';
  readonly baseUrl: string;
  readonly clientId: string;
}

/** `sharedApiKey`: Family B's x-api-key, if it differs. */
export interface KeptKeys {
  readonly apiKey: Secret;
  readonly sharedApiKey?: Secret;
}

export interface KeyringRefusal {
  readonly why: Visible;
}

/** No call throws, and each ends within the time limit. */
export interface Keyring {
  read(owner: KeyOwner): Promise<KeptKeys | KeyringRefusal>;
  keep(owner: KeyOwner, keys: KeptKeys): Promise<KeyringRefusal | undefined>;
  /** A missing key counts as removed. */
  remove(owner: KeyOwner): Promise<KeyringRefusal | undefined>;
}

interface KeyringProcess {
  /** Absent in the single executable, which can't contain the keyring module's machine code. */
  readonly file?: string;
  readonly withinMs: number;
}

const FILE = import.meta.url.endsWith('.ts') ? './keyring-child.ts' : './keyring-child.mjs';

const systemProcess = (): KeyringProcess => ({
  ...(!isSea() && { file: fileURLToPath(new URL(FILE, import.meta.url)) }),
  withinMs: 5000,
});

type KeyringReply = KeyringAnswer | { readonly failed: 'late' | 'broken' | 'single-file' };

export function systemKeyring(child: KeyringProcess = systemProcess()): Keyring {
  const ask = (order: KeyringOrder) => askChild(child, order);
  const changed = async (order: KeyringOrder): Promise<KeyringRefusal | undefined> => {
    const answer = await ask(order);
    return 'failed' in answer ? refusal(answer, child) : undefined;
  };
  return {
    async read(owner) {
      const answer = await ask({ act: 'read', account: accountOf(owner) });
      if ('failed' in answer) return refusal(answer, child);
      if (!('text' in answer)) return refusal({ failed: 'broken' }, child);
      if (answer.text === null)
        return { why: t`The system's keyring has no API key for this client ID at this address.` };
      return keysIn(answer.text, owner) ?? { why: NOT_THIS };
    },
    keep: (owner, keys) => changed({ act: 'keep', account: accountOf(owner), text: itemOf(owner, keys) }),
    remove: owner => changed({ act: 'remove', account: accountOf(owner) }),
  };
}

const NOT_THIS = t`The key in the system's keyring belongs to another environment, address or client ID. Purser does not use it.`;

/** No part contains a space, so two owners never have the same name. */
const accountOf = ({ environment, baseUrl, clientId }: KeyOwner): string =>
  `${environment} ${baseUrl} ${clientId}`;

/** With the owner, so that a key is never sent to another service. */
const itemOf = ({ environment, baseUrl, clientId }: KeyOwner, { apiKey, sharedApiKey }: KeptKeys): string =>
  JSON.stringify({
    ...{ environment, baseUrl, clientId, apiKey: apiKey.reveal() },
    ...(sharedApiKey && { sharedApiKey: sharedApiKey.reveal() }),
  });

function keysIn(text: string, owner: KeyOwner): KeptKeys | undefined {
  const item = parsed(text);
  const own = (['environment', 'baseUrl', 'clientId'] as const).every(name => item?.[name] === owner[name]);
  const apiKey = item?.['apiKey'];
  const shared = item?.['sharedApiKey'];
  if (!own || typeof apiKey !== 'string' || apiKey === '') return undefined;
  return {
    apiKey: new Secret(apiKey),
    ...(typeof shared === 'string' && shared !== '' && { sharedApiKey: new Secret(shared) }),
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  const value: unknown = attempt(() => JSON.parse(text));
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

type KeyringFailure = Extract<KeyringReply, { failed: string }>;

function refusal(answer: KeyringFailure, { withinMs }: KeyringProcess): KeyringRefusal {
  const detail = 'detail' in answer ? visible(answer.detail, 160) : t``;
  const sentences: Readonly<Record<KeyringFailure['failed'], Visible>> = {
    late: t`The system's keyring did not answer within ${withinMs / 1000} seconds. It may be locked, or wait for your permission.`,
    broken: t`The program that reads the system's keyring ended without an answer.`,
    'single-file': t`This executable can't use the system's keyring. Purser installed with npm can use the keyring.`,
    'no-module': t`The system's keyring is not available: the package @napi-rs/keyring is not installed here.`,
    'no-keyring': t`The system's keyring can't be used: ${detail}.`,
  };
  return { why: sentences[answer.failed] };
}

/** The order goes through a pipe, because other users can read a command line. */
async function askChild({ file, withinMs }: KeyringProcess, order: KeyringOrder): Promise<KeyringReply> {
  if (file === undefined) return { failed: 'single-file' };
  const end = await askProgram(
    {
      ...{ command: process.execPath, args: [NO_DEBUGGER, file] },
      // The keyring's code may keep the pipe open.
      isWhole: output => output.endsWith('\n'),
    },
    JSON.stringify(order),
    withinMs,
  );
  if (end.kind === 'late') return { failed: 'late' };
  return end.kind === 'ended' ? answerIn(end.output) : { failed: 'broken' };
}

/** The child is our own, so the form is not checked. */
function answerIn(text: string): KeyringReply {
  const answer = parsed(text);
  return answer === undefined ? { failed: 'broken' } : (answer as unknown as KeyringAnswer);
}
