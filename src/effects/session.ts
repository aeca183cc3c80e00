// Signs in, keeps the session, and goes back to Login when the service no longer accepts the token.

import type { AccessToken, Service, TokenPort } from '../api/client/call-context.ts';
import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import { checkAllowed, checkReadOnlyAt, environmentAt } from '../api/contract/allowed-services.ts';
import { checkBaseUrl } from '../api/contract/base-url.ts';
import type { AuditEntry } from '../journal/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { isCodeGone } from '../lib/later.ts';
import { remembered } from '../lib/remembered.ts';
import { t, type Visible } from '../lib/visible.ts';
import { loginForm, signInKey } from '../store/lock-state.ts';
import type { Reach } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { isGuarded } from '../store/writing.ts';

const NOTHING_KNOWN = {
  grant: undefined,
  workspaces: {},
  outcomeChecks: {},
  exchanges: [],
  known: [],
  customer: undefined,
  statusChanges: [],
} as const;

type Addressed = Pick<Reach, 'baseUrl' | 'clientId' | 'programId'>;

const limitsIn = ({ limits }: Reach): Pick<Reach, 'limits'> => (limits ? { limits } : {});

/** Empty parts of `before` are ignored, because they may be unknown at the start. */
const sameService = (before: Addressed, now: Addressed): boolean =>
  (['baseUrl', 'clientId', 'programId'] as const).every(
    part => before[part] === '' || before[part] === now[part],
  );

/**
 * The address with which Purser started keeps its environment. Any other address is production, unless Purser started
 * as a demo, the address is on this machine, and no profile knows better. `simulator`: the address of the embedded one.
 */
export function reachOf(
  { baseUrl, clientId, programId }: Addressed,
  start: Reach,
  simulator?: string | undefined,
): Reach {
  const now = { ...start, baseUrl, clientId, programId };
  const { unprovenDemo: _, ...known } = now;
  if (baseUrl === simulator) return { ...known, environment: 'demo' };
  const under = (said: Reach['environment']) => environmentAt(start.limits, baseUrl, said);
  if (baseUrl === start.baseUrl) return { ...now, environment: under(start.environment) };
  const checked = checkBaseUrl(baseUrl);
  const demo = checked.ok && checked.loopback && start.environment === 'demo';
  return {
    ...known,
    environment: under(demo ? 'demo' : 'production'),
    readOnly: start.readOnly ?? checkReadOnlyAt(start.limits, baseUrl),
  };
}

/** The rest of a `Service` comes from the profile. */
export type Credentials = Pick<Service, 'baseUrl' | 'clientId' | 'apiKey' | 'sharedApiKey' | 'programId'>;

export type Keys = Pick<Service, 'apiKey' | 'sharedApiKey'>;

/** The root decides when to load its code. */
type Connect = (credentials: Credentials, tokens: TokenPort) => Promise<Client>;

interface SessionDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly connect: Connect;
  /** After a sign-in, if no customer is selected. */
  readonly chooseCustomer: () => void;
  /** Until no write is in flight, the connection of a replaced client stays open. */
  readonly quiet: () => Promise<unknown>;
  readonly note: (entry: AuditEntry) => unknown;
}

export type SessionEffects = ReturnType<typeof createSession>;

/** What every read needs. */
export interface ReadDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
}

/** Calls `ended` if the service refused a renewed token. */
export const tellingEnd = (client: Client, ended: (failure: Failure) => void): Client => ({
  ...client,
  async perform(id, input, options) {
    const outcome = await client.perform(id, input, options);
    if (!outcome.ok && outcome.failure.kind === 'signed-out') ended(outcome.failure);
    return outcome;
  },
});

export function whoAndWhere(reach: Reach): AuditEntry['detail'] {
  const { profile, environment, baseUrl: service, clientId: client, programId: program } = reach;
  return { profile, environment, service, client, program };
}

/** A replaced client has its own token instead of the store's. */
function tokenPort(store: Store, current: () => boolean): TokenPort {
  /** After the client's replacement. It must never get another service's token. */
  let own: AccessToken | undefined;
  return {
    current: () => {
      const { session } = store.getState();
      if (!current()) return own;
      return session.phase === 'signed-in' ? session.token : undefined;
    },
    save(token) {
      own = token;
      if (!current()) return;
      // `attemptWith` changes the phase itself, after it has dropped the data of another service.
      if (token && store.getState().session.phase === 'signing-in') return;
      store.setState({ session: token ? { phase: 'signed-in', token } : { phase: 'signed-out' } });
    },
  };
}

export function createSession(parts: SessionDeps) {
  const { store, clock, connect, chooseCustomer, quiet, note } = parts;
  const begun = store.getState().reach;
  /** The policy may be stricter now. */
  const startNow = (): Reach => ({ ...begun, ...limitsIn(store.getState().reach) });
  let client: Client | undefined;
  /** Also after its end, because the session belongs to it. */
  let attempt: AbortController | undefined;
  let tried: Credentials | undefined;
  /** After a lock. No `keys` if a person has to type them. */
  let locked: (Omit<Credentials, keyof Keys> & { readonly keys?: Keys }) | undefined;
  let signedInTo: Addressed | undefined;

  /** For this address and client ID, so that Login need not ask again. Only in memory. */
  const keysFor = (baseUrl: string, clientId: string): Keys | undefined =>
    tried?.baseUrl === baseUrl && tried.clientId === clientId ? tried : undefined;

  const showLogin = (reason: readonly Visible[]): void =>
    store.setState(({ reach }) => ({
      session: { phase: 'signed-out' },
      // Write access belongs to one session, not to the next person who signs in.
      grant: undefined,
      login: { form: loginForm(reach, keysFor(reach.baseUrl, reach.clientId) !== undefined), reason },
      overlay: undefined,
      prompt: undefined,
    }));

  const signIn = (credentials: Credentials): Promise<void> => attemptWith(credentials, showLogin);

  /** `refused` gets the reason of a failure, in whole sentences. */
  async function attemptWith(
    credentials: Credentials,
    refused: (reason: readonly Visible[]) => void,
  ): Promise<void> {
    const simulator = store.getState().demo?.baseUrl;
    const start = startNow();
    const reach = reachOf(credentials, start, simulator);
    const barred =
      credentials.baseUrl === simulator
        ? undefined
        : checkAllowed(start.limits, { ...credentials, ...reach });
    if (barred) return refused([barred]);
    attempt?.abort();
    const mine = new AbortController();
    attempt = mine;
    tried = credentials;
    store.setState({
      session: { phase: 'signing-in', since: clock.monotonic() },
      reach,
    });
    const current = (): boolean => attempt === mine;
    let connected: Client;
    try {
      connected = await connect(credentials, tokenPort(store, current));
    } catch (error) {
      if (current())
        refused([
          isCodeGone(error)
            ? t`Purser was updated while it was open, so it can't sign in. Quit, and start Purser again.`
            : t`No connection. Check that HTTPS_PROXY in the environment is a valid address.`,
        ]);
      return;
    }
    if (!current()) return connected.close();
    const previous = client;
    client = connected;
    leave(previous);
    const outcome = await connected.signIn(mine.signal);
    if (!current()) return;
    if (!outcome.ok) {
      const { failure } = outcome;
      // Keys that the service refused are not used again.
      if (failure.kind === 'signed-out' || failure.kind === 'refused') tried = undefined;
      refused(failure.kind === 'abandoned' ? [t`Signing in was stopped.`] : said(failure));
      return;
    }
    const { baseUrl, clientId, programId } = credentials;
    const now = { baseUrl, clientId, programId };
    if (!sameService(signedInTo ?? begun, now)) store.setState(NOTHING_KNOWN);
    signedInTo = now;
    if (programId === '') {
      // The sign-in needs no program, but every request of Family B does.
      part();
      showLogin([t`The keys are valid. Now type the program ID: every Family B request needs it.`]);
      return;
    }
    store.setState({ session: { phase: 'signed-in', token: outcome.value }, login: undefined });
    const { started } = start;
    note({ kind: 'signed-in', detail: { ...whoAndWhere(store.getState().reach), ...started } });
    if (!store.getState().customer) chooseCustomer();
  }

  function said(failure: Failure): readonly Visible[] {
    const { what, todo } = explain(failure, t`Sign in`, { key: signInKey(store.getState()) });
    return [what, todo];
  }

  /** A running sign-in stops, and the client is closed. */
  function part(): void {
    attempt?.abort();
    attempt = undefined;
    leave(client);
    client = undefined;
  }

  function end(why: string, reason: readonly Visible[]): void {
    part();
    note({ kind: 'signed-out', detail: { ...whoAndWhere(store.getState().reach), why } });
    showLogin(reason);
  }

  /** Reads stop immediately; the connection closes when no write is in flight. */
  function leave(leaving: Client | undefined): void {
    leaving?.abandonReads();
    void quiet().then(() => leaving?.close());
  }

  const readerOf = remembered((one: Client) => tellingEnd(one, failure => one === client && ended(failure)));

  /** After the service refused a renewed token. Ends write access, and keeps the loaded data. */
  function ended(failure: Failure): void {
    const { login, lock, session } = store.getState();
    // Several answers may report the same end of the session, some of them during the next sign-in.
    if (login || lock || session.phase === 'signing-in') return;
    end(failure.kind, said(failure));
  }

  return {
    client: () => client,
    /** A read that the service refuses ends the session. */
    reader: () => client && readerOf(client),
    ended,
    signIn,
    keysFor,
    /** False if none is running. */
    abandon(): boolean {
      if (store.getState().session.phase !== 'signing-in') return false;
      attempt?.abort();
      return true;
    },
    /** After the policy changed. A locked console finds out when it signs in again. */
    notAllowed(why: Visible): void {
      const { login, lock } = store.getState();
      if (login || lock) return;
      tried = undefined;
      end('policy', [why]);
    },
    showLogin,
    /** Also drops the keys in production. Writes go on. `sharedKey`: the session had a separate one. */
    lock(): { readonly sharedKey: boolean } {
      const guarded = isGuarded(store.getState().reach);
      const sharedKey = tried?.sharedApiKey !== undefined;
      if (tried) {
        const { apiKey, sharedApiKey, ...others } = tried;
        const keys = { apiKey, ...(sharedApiKey && { sharedApiKey }) };
        locked = guarded ? others : { ...others, keys };
        if (guarded) tried = undefined;
      } else locked = undefined;
      part();
      store.setState({ session: { phase: 'signed-out' } });
      return { sharedKey };
    },
    /** After `lock`. Returns why that failed, in whole sentences. */
    async resume(typed?: Keys): Promise<readonly Visible[] | undefined> {
      const keys = typed ?? locked?.keys;
      if (!locked || !keys) return [t`Required to sign in: the API key.`];
      let why: readonly Visible[] | undefined = [t`Signing in was stopped.`];
      const { keys: _, ...others } = locked;
      await attemptWith({ ...others, ...keys }, reason => {
        why = reason;
        store.setState({ session: { phase: 'signed-out' } });
      });
      if (store.getState().session.phase === 'signed-in') return undefined;
      if (isGuarded(store.getState().reach)) tried = undefined;
      return why;
    },
    /** Login then asks for everything again. */
    forget(reason: readonly Visible[]): void {
      tried = undefined;
      showLogin(reason);
    },
    close: async () => {
      attempt?.abort();
      attempt = undefined;
      const leaving = client;
      client = undefined;
      await leaving?.close();
    },
  };
}
