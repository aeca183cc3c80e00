// A session for the sub-commands, with the same set-up, client and journal as the console.

import type { AccessToken, TokenPort } from '../api/client/call-context.ts';
import { type Client, type ClientParts, createClient } from '../api/client/client.ts';
import type { Exchange } from '../api/client/exchange.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Operation } from '../api/contract/operation.ts';
import { type OperationId, operations } from '../api/contract/operations.ts';
import { startDemo } from '../effects/demo.ts';
import { type Credentials, whoAndWhere } from '../effects/session.ts';
import { credentialsOf, customersOf, missingSentence, reachOf, withKeys } from '../effects/starting.ts';
import type { AuditEntry } from '../journal/audit.ts';
import { type JournalPort, journalIn } from '../journal/open-journal.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { DescribedFlag } from '../lib/flag-lines.ts';
import { Secret } from '../lib/redact.ts';
import { isDate } from '../lib/time.ts';
import { t, type Visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { JournalEffects } from '../money/journal-effects.ts';
import type { KnownCustomer, Reach, State } from '../store/state.ts';
import { CA_FILE, KEY_FILE } from '../system/arguments.ts';
import { askSecret } from '../system/ask-secret.ts';
import type { CommandLine } from '../system/command-line.ts';
import { keptKeysOf } from '../system/kept-keys.ts';
import type { Setup } from '../system/setup.ts';
import { readStart, type Start } from '../system/start.ts';
import { systemUser } from '../system/system-user.ts';
import { type CommandParts, unlessLost } from './command-parts.ts';

export const SESSION_FLAGS = {
  profile: { takes: 'name', says: 'the profile of config.json to use', offers: 'profiles' },
  'ca-file': CA_FILE,
  'key-file': KEY_FILE,
  'read-only': { says: 'bars writing' },
} as const satisfies Readonly<Record<string, DescribedFlag>>;

/** Overrides environment and profile. */
export type ChosenCustomer = { readonly [Name in 'userId' | 'onBehalfOf' | 'programId']: string | undefined };

export interface Session {
  readonly setup: Setup;
  readonly reach: Reach;
  readonly customer: KnownCustomer | undefined;
  /** Signs in at the first request that needs a token. */
  readonly client: Client;
  readonly clock: Clock;
  /** `locked`: why Purser can't send writes. */
  readonly openJournal: () => Promise<JournalPort | { readonly locked: Visible }>;
  close(): Promise<void>;
}

interface Hooks {
  /** Without this hook, the command only reads. */
  readonly barred?: () => Visible | undefined;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called once. */
  readonly onSignedIn?: () => void;
  /** Standard input has the request's body, so Purser can't ask there. */
  readonly inputTaken?: boolean;
}

/** As the console does. */
export async function startOf(
  { process, uuid, machine, err, version }: CommandParts,
  line: Pick<CommandLine<keyof typeof SESSION_FLAGS>, 'has' | 'value'>,
) {
  const flags = withoutUndefined({
    profile: line.value('profile'),
    caFile: line.value('ca-file'),
    keyFile: line.value('key-file'),
    readOnly: line.has('read-only'),
    write: false,
    screenReader: false,
  });
  const read = await readStart(process, flags, uuid, machine, version);
  if (read.ok && read.start.hidden) err(`purser: ${read.start.hidden}\n`);
  return read;
}

export type TeamStart = Exclude<Awaited<ReturnType<typeof teamStart>>, number>;

/** Says what is missing, and returns the exit code, without the address of a team journal. */
export async function teamStart(profile: string | undefined, parts: CommandParts) {
  const value = (name: string) => (name === 'profile' ? profile : undefined);
  const started = await startOf(parts, { has: () => false, value });
  if (!started.ok) return parts.refuse(started.why);
  const { setup, folders } = started.start;
  const { environment, journal, baseUrl, clientId } = setup;
  if (journal === undefined || baseUrl === undefined || clientId === undefined)
    return parts.refuse(t`This profile has no journal block. See docs/team.md.`);
  return { environment, journal, service: { baseUrl, clientId }, state: folders.state };
}

export const chosenOn = (
  line: Pick<CommandLine<'user' | 'on-behalf-of' | 'program'>, 'value'>,
): ChosenCustomer => ({
  userId: line.value('user'),
  onBehalfOf: line.value('on-behalf-of'),
  programId: line.value('program'),
});

/** Calls of Family B need a program and a customer. */
export function noCustomer({ family, unrequired = [] }: Operation, { customer, reach }: Session) {
  if (family === 'A') return undefined;
  if (reach.programId === '') return t`Give the program with --program ID or PURSER_PROGRAM_ID.`;
  return customer === undefined && !unrequired.includes('x-user-id')
    ? t`Give the customer with --user ID or PURSER_USER_ID.`
    : undefined;
}

/** What is wrong with the days of `--from` and `--to`. */
export function wrongPeriod({ value }: Pick<CommandLine<'from' | 'to'>, 'value'>): Visible | undefined {
  const [from, to] = [value('from'), value('to')];
  if ([from, to].some(day => day !== undefined && !isDate(day)))
    return t`--from and --to take a day such as 2026-11-20.`;
  return from !== undefined && to !== undefined && from > to ? t`--from is after --to.` : undefined;
}

interface ReadingCommand extends Pick<Hooks, 'onExchange' | 'inputTaken'> {
  readonly start: Start;
  readonly chosen: ChosenCustomer;
  /** Decides whether the command needs a customer. */
  readonly reads: OperationId;
}

/** Runs a command that only reads. Its sign-in gets into the audit log. Returns the exit code. */
export async function inSession(
  { start, chosen, reads, ...hooks }: ReadingCommand,
  parts: CommandParts,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  let isSignedIn = false;
  const onSignedIn = (): void => {
    isSignedIn = true;
  };
  const session = await openSession(parts, start, chosen, { ...hooks, onSignedIn });
  if ('why' in session) return parts.refuse(session.why);
  try {
    const missing = noCustomer(operations[reads], session);
    return missing === undefined ? unlessLost(await work(session), parts) : parts.refuse(missing);
  } finally {
    const problem = isSignedIn ? await noteSignIn(session) : undefined;
    if (problem !== undefined) parts.err(`purser: this sign-in is not in the audit log. ${problem}\n`);
    await session.close();
  }
}

/** A demo starts a simulator, which ends with the session. */
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
): Promise<Session | { readonly why: Visible }> {
  const demo = setup.start === 'demo' ? await startDemo() : undefined;
  const given = demo?.credentials ?? (await askedFor(parts, setup, inputTaken));
  if (given === undefined)
    return {
      why: t`${missingSentence(setup)} Give the keys in the environment (see purser --help). Give the other values there or in a profile.`,
    };
  const credentials = { ...given, programId: chosen.programId ?? given.programId };
  const { baseUrl, clientId, programId } = credentials;
  const clock = systemClock();
  const service = { ...credentials, dialect: setup.dialect, ...(caPem !== undefined && { caPem }) };
  const tokens = keptToken(onSignedIn);
  const successWords = () => setup.limits?.successWords;
  const { uuid } = parts;
  const client = commandClient({ service, tokens, clock, uuid, onExchange, barred, successWords });
  return {
    setup,
    reach: { ...reachOf(setup), baseUrl, clientId, programId },
    customer: customerOf(setup, chosen, demo?.customers ?? []),
    client,
    clock,
    openJournal: parts.openJournal ?? journalIn(folders, clock, systemUser(), setup),
    async close() {
      await client.close();
      await demo?.close();
    },
  };
}

type CommandClientParts = Pick<ClientParts, 'service' | 'uuid' | 'barred' | 'successWords'> &
  Partial<Pick<ClientParts, 'tokens' | 'clock' | 'onExchange'>>;

export const commandClient = (parts: CommandClientParts): Client =>
  createClient({
    ...{ tokens: keptToken(), clock: systemClock(), random: Math.random, onExchange: () => {} },
    ...{ proxyFromEnvironment: true, ...parts },
  });

/** For a trial of keys or of a profile. */
export async function withClient<T>(
  parts: CommandClientParts,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = commandClient(parts);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** In memory only. */
export function keptToken(onFirst: () => void = () => {}): TokenPort {
  let token: AccessToken | undefined;
  let known = false;
  return {
    current: () => token,
    save(next) {
      token = next;
      if (next && !known) onFirst();
      known ||= next !== undefined;
    },
  };
}

/** If --user names a user with several connected accounts, only --on-behalf-of selects one. */
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

/** A missing API key comes from the system's keyring or the key helper if the profile says so, or is typed. */
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

export const signedIn = ({ reach }: Pick<Session, 'reach'>): AuditEntry => ({
  kind: 'signed-in',
  detail: { ...whoAndWhere(reach), ...reach.started },
});

/** Without keys of the console. */
export function whatFailed(failure: Failure, id: OperationId): Visible {
  const { title, class: does } = operations[id];
  return explain(failure, title, { does }).what;
}

/** Returns a sentence if that fails. */
async function noteSignIn(session: Session): Promise<Visible | undefined> {
  const opened = await session.openJournal();
  if ('locked' in opened) return opened.locked;
  const noted = await opened.journal.note(signedIn(session));
  await opened.journal.close();
  return noted.ok ? undefined : noted.unwritable;
}

/** Only production needs write access. Returns a sentence if that fails. */
export async function noteGrant(
  word: 'grant-given' | 'grant-ended',
  { grant }: Pick<State, 'grant'>,
  journal: Pick<JournalEffects, 'note'>,
): Promise<Visible | undefined> {
  if (!grant) return undefined;
  const { reason, baseUrl: service } = grant;
  const detail = { reason, service, ...(word === 'grant-ended' && { why: 'ended' }) };
  return journal.note({ kind: word, detail });
}
