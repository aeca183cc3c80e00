// A session for the sub-commands, with the same set-up, client and journal as the console.

import { type Client, createClient } from '../api/client/client.ts';
import type { Exchange } from '../api/client/exchange.ts';
import type { AccessToken } from '../api/client/service.ts';
import { startDemo } from '../effects/demo.ts';
import type { Credentials } from '../effects/session.ts';
import { credentialsOf, customersOf, missingSentence, reachOf, withKeys } from '../effects/starting.ts';
import { type JournalPort, journalIn } from '../journal/open-journal.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { Secret } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { KnownCustomer, Reach } from '../store/state.ts';
import { askSecret } from '../system/ask-secret.ts';
import type { CommandLine } from '../system/command-line.ts';
import type { FlagKind } from '../system/flags.ts';
import { keptKeysOf } from '../system/kept-keys.ts';
import type { Setup } from '../system/setup.ts';
import { readStart, type Start } from '../system/start.ts';
import { systemUser } from '../system/system-user.ts';
import type { CommandParts } from './commands.ts';

/** The flags of all commands that open a session. */
export const SESSION_FLAGS = {
  profile: { takes: 'name', says: 'the profile of config.json to use', offers: 'profiles' },
  'ca-file': {
    takes: 'file',
    says: 'the only certificate authorities to trust, in PEM',
    offers: 'files',
  },
  'read-only': { says: 'bars writing' },
  help: { says: 'shows this help', short: 'h' },
} as const satisfies Readonly<Record<string, FlagKind>>;

type SessionFlag = keyof typeof SESSION_FLAGS;

/** The customer from the command line, which overrides environment and profile. */
export interface ChosenCustomer {
  readonly userId?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly programId?: string | undefined;
}

export interface Session {
  readonly setup: Setup;
  readonly reach: Reach;
  readonly customer: KnownCustomer | undefined;
  /** Signs in at the first request that needs a token. */
  readonly client: Client;
  readonly clock: Clock;
  /** Opens the journal, or returns why Purser can't send writes. */
  readonly openJournal: () => Promise<JournalPort | { readonly locked: Visible }>;
  close(): Promise<void>;
}

type OpenedSession =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly why: Visible };

interface Hooks {
  /** Why Purser may not send writes now. Without this hook, the command only reads. */
  readonly barred?: () => Visible | undefined;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called after the first sign-in. */
  readonly onSignedIn?: () => void;
  /** Whether standard input has the request's body, so that Purser can't ask there. */
  readonly inputTaken?: boolean;
}

/** Reads set-up, folders and configuration, as the console does. */
export function startOf({ process, uuid }: CommandParts, line: CommandLine<SessionFlag>) {
  const [profile, caFile] = [line.value('profile'), line.value('ca-file')];
  return readStart(
    process,
    {
      readOnly: line.has('read-only'),
      write: false,
      screenReader: false,
      ...(profile !== undefined && { profile }),
      ...(caFile !== undefined && { caFile }),
    },
    uuid,
  );
}

/** Opens a session, or returns a sentence about what is missing. A demo starts a simulator, which ends with the session. */
export async function openSession(
  parts: CommandParts,
  { setup, folders, caPem }: Start,
  chosen: ChosenCustomer,
  {
    barred = () => t`This command only reads.`,
    onExchange = () => {},
    onSignedIn = () => {},
    inputTaken = false,
  }: Hooks = {},
): Promise<OpenedSession> {
  const demo = setup.start === 'demo' ? await startDemo() : undefined;
  const given = demo?.credentials ?? (await askedFor(parts, setup, inputTaken));
  if (given === undefined) return { ok: false, why: whatIsMissing(setup) };
  const credentials = chosen.programId === undefined ? given : { ...given, programId: chosen.programId };
  const { baseUrl, clientId, programId } = credentials;
  const clock = systemClock();
  let token: AccessToken | undefined;
  let known = false;
  const client = createClient({
    service: { ...credentials, dialect: setup.dialect, ...(caPem === undefined ? {} : { caPem }) },
    tokens: {
      current: () => token,
      save(next) {
        token = next;
        if (next && !known) onSignedIn();
        known ||= next !== undefined;
      },
    },
    clock,
    uuid: parts.uuid,
    random: Math.random,
    onExchange,
    barred,
    proxyFromEnvironment: true,
  });
  return {
    ok: true,
    session: {
      setup,
      reach: { ...reachOf(setup), baseUrl, clientId, programId },
      customer: customerOf(setup, chosen, demo?.customers ?? []),
      client,
      clock,
      openJournal: parts.openJournal ?? journalIn(folders.state, clock, systemUser(), setup),
      async close() {
        await client.close();
        await demo?.close();
      },
    },
  };
}

/**
 * The call's customer. Undefined if no customer is known. If --user names a user with several connected accounts, only
 * --on-behalf-of selects one of them.
 */
function customerOf(
  setup: Setup,
  { userId, onBehalfOf }: ChosenCustomer,
  ofDemo: readonly KnownCustomer[],
): KnownCustomer | undefined {
  const own = customersOf([], setup);
  const matching = [...ofDemo, ...own.known].filter(known => known.userId === userId);
  const [only = own.customer ?? ofDemo[0]] = matching;
  const named = userId === undefined || matching.length === 1 ? only : { userId, name: undefined };
  return named && onBehalfOf !== undefined ? { ...named, onBehalfOf } : named;
}

/**
 * The credentials. Takes a missing API key from the system's keyring if the profile says so, or asks the person.
 * Undefined if anything else is missing.
 */
export async function askedFor(
  { process, err, keyring }: CommandParts,
  setup: Setup,
  inputTaken: boolean,
): Promise<Credentials | undefined> {
  const known = credentialsOf(setup);
  const onlyKey = setup.missing.every(name => name === 'apiKey' || name === 'programId');
  if (known || !onlyKey) return known;
  const kept = await keptKeysOf(setup, keyring);
  if (kept && !('why' in kept)) return credentialsOf(withKeys(setup, kept));
  if (kept) err(`purser: ${kept.why}\n`);
  if (inputTaken || !process.stdin.isTTY) return undefined;
  const typed = await askSecret(process, err, t`API key (hidden):`);
  if (typed === undefined || typed === '') return undefined;
  return credentialsOf(withKeys(setup, { apiKey: new Secret(typed) }));
}

const whatIsMissing = (setup: Setup): Visible =>
  t`${missingSentence(setup)} Give the keys in the environment (see purser --help). Give the other values there or in a profile.`;
