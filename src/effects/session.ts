// Signs in, keeps the session, and reacts when the service no longer takes the token.

import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { AccessToken, Service, TokenPort } from '../api/client/service.ts';
import type { AuditEntry } from '../journal/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import { loginForm } from '../store/login-form.ts';
import type { Reach } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { type Addressed, NOTHING_KNOWN, reachOf, sameService } from './service-change.ts';

/** The sign-in's data; the rest of a `Service` comes from the profile. */
export type Credentials = Pick<Service, 'baseUrl' | 'clientId' | 'apiKey' | 'sharedApiKey' | 'programId'>;

export type Keys = Pick<Service, 'apiKey' | 'sharedApiKey'>;

/** Makes a client; the root decides when its code is loaded. */
type Connect = (credentials: Credentials, tokens: TokenPort) => Promise<Client>;

interface SessionDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly connect: Connect;
  /** Signed in, and no customer is chosen yet. */
  readonly chooseCustomer: () => void;
  /** Settles once no write is on its way: until then its connection stays open. */
  readonly quiet: () => Promise<unknown>;
  /** For the audit log. */
  readonly note: (entry: AuditEntry) => unknown;
}

export interface SessionEffects {
  client(): Client | undefined;
  signIn(credentials: Credentials): Promise<void>;
  /** The last keys for this address and client ID, in memory only: Login need not ask for them again. */
  keysFor(baseUrl: string, clientId: string): Keys | undefined;
  /** Stops waiting for a sign-in. */
  abandon(): boolean;
  /**
   * Drops the token and, in production, the keys, which have to be typed again; requests on their way keep what they
   * need. `sharedKey`: there was a separate one.
   */
  lock(): { readonly sharedKey: boolean };
  /** Signs in again after `lock`; the result is the reason of a failure, in whole sentences. */
  resume(keys?: Keys): Promise<readonly Visible[] | undefined>;
  /** Login asks for everything again. */
  forget(reason: readonly Visible[]): void;
  /** The token was refused even after a renewal: back to Login, with everything else kept. */
  ended(failure: Failure): void;
  showLogin(reason: readonly Visible[]): void;
  close(): Promise<void>;
}

/** The audit log's words for a session: its service and its keys. */
export const whoAndWhere = ({
  profile,
  environment,
  baseUrl,
  clientId,
  programId,
}: Reach): AuditEntry['detail'] => ({
  profile,
  environment,
  service: baseUrl,
  client: clientId,
  program: programId,
});

/** The store has the session; the client reads and renews the token through this, until another one replaces it. */
function tokenPort(store: Store, current: () => boolean): TokenPort {
  /** A replaced client's access: never the token of another service. */
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
      // The sign-in says so itself, once the data of another service is gone.
      if (token && store.getState().session.phase === 'signing-in') return;
      store.setState({ session: token ? { phase: 'signed-in', token } : { phase: 'signed-out' } });
    },
  };
}

export function createSession({
  store,
  clock,
  connect,
  chooseCustomer,
  quiet,
  note,
}: SessionDeps): SessionEffects {
  const start = store.getState().reach;
  let client: Client | undefined;
  /** The newest one, also after its end: the session belongs to it. */
  let attempt: AbortController | undefined;
  /** The keys of the last sign-in, whether or not it worked. */
  let tried: Credentials | undefined;
  /** The keys for a sign-in after a lock: none if they have to be typed. */
  let locked: (Omit<Credentials, keyof Keys> & { readonly keys?: Keys }) | undefined;
  let signedInTo: Addressed | undefined;

  const keysFor = (baseUrl: string, clientId: string): Keys | undefined =>
    tried?.baseUrl === baseUrl && tried.clientId === clientId ? tried : undefined;

  const showLogin = (reason: readonly Visible[]): void =>
    store.setState(({ reach }) => ({
      session: { phase: 'signed-out' },
      // Write access was given to a session, not to the next person who signs in.
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
    attempt?.abort();
    const mine = new AbortController();
    attempt = mine;
    tried = credentials;
    store.setState({
      session: { phase: 'signing-in', since: clock.monotonic() },
      reach: reachOf(credentials, start),
    });
    const current = (): boolean => attempt === mine;
    let connected: Client;
    try {
      connected = await connect(credentials, tokenPort(store, current));
    } catch {
      if (current()) refused([t`No connection. Check that the proxy in the environment is an address.`]);
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
      // Keys that the service refused are not offered again.
      if (failure.kind === 'signed-out' || failure.kind === 'refused') tried = undefined;
      refused(failure.kind === 'abandoned' ? [t`Signing in was stopped.`] : sentences(failure));
      return;
    }
    const { baseUrl, clientId, programId } = credentials;
    const now = { baseUrl, clientId, programId };
    if (!sameService(signedInTo ?? start, now)) store.setState(NOTHING_KNOWN);
    signedInTo = now;
    if (programId === '') {
      // The login needs no program, but every request of Family B does.
      part();
      showLogin([t`The keys are valid. Now type the program: every Family B request needs one.`]);
      return;
    }
    store.setState({ session: { phase: 'signed-in', token: outcome.value }, login: undefined });
    note({ kind: 'signed-in', detail: whoAndWhere(store.getState().reach) });
    if (!store.getState().customer) chooseCustomer();
  }

  /** An older sign-in must not finish or show itself. */
  function part(): void {
    attempt?.abort();
    attempt = undefined;
    leave(client);
    client = undefined;
  }

  /** Its reads stop at once, its connection only when no write is on its way. */
  function leave(leaving: Client | undefined): void {
    leaving?.abandonReads();
    void quiet().then(() => leaving?.close());
  }

  return {
    client: () => client,
    signIn,
    keysFor,
    abandon() {
      if (store.getState().session.phase !== 'signing-in') return false;
      attempt?.abort();
      return true;
    },
    ended(failure) {
      const { login, lock, session } = store.getState();
      // Several answers may say so, some of them during the next sign-in.
      if (login || lock || session.phase === 'signing-in') return;
      part();
      note({ kind: 'signed-out', detail: { ...whoAndWhere(store.getState().reach), why: failure.kind } });
      showLogin(sentences(failure));
    },
    showLogin,
    lock() {
      const { environment } = store.getState().reach;
      const sharedKey = tried?.sharedApiKey !== undefined;
      if (tried) {
        const { apiKey, sharedApiKey, ...others } = tried;
        const keys = { apiKey, ...(sharedApiKey && { sharedApiKey }) };
        locked = environment === 'production' ? others : { ...others, keys };
        if (environment === 'production') tried = undefined;
      } else locked = undefined;
      part();
      store.setState({ session: { phase: 'signed-out' } });
      return { sharedKey };
    },
    async resume(typed) {
      const keys = typed ?? locked?.keys;
      if (!locked || !keys) return [t`Required to sign in: the API key.`];
      let why: readonly Visible[] | undefined = [t`Signing in was stopped.`];
      const { keys: _, ...others } = locked;
      await attemptWith({ ...others, ...keys }, reason => {
        why = reason;
        store.setState({ session: { phase: 'signed-out' } });
      });
      if (store.getState().session.phase === 'signed-in') return undefined;
      if (store.getState().reach.environment === 'production') tried = undefined;
      return why;
    },
    forget(reason) {
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

function sentences(failure: Failure): readonly Visible[] {
  const { what, todo } = explain(failure, t`Sign in`, { key: t`Enter on Sign in` });
  return [what, todo];
}
