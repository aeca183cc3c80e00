// Signing in, staying signed in, and what follows when the service no longer takes the token.

import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Service, TokenPort } from '../api/client/service.ts';
import { checkBaseUrl } from '../api/contract/base-url.ts';
import type { Clock } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import { loginForm } from '../store/login-form.ts';
import type { Reach } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** What signs in; the rest of a `Service` comes from the profile. */
export type Credentials = Pick<Service, 'baseUrl' | 'clientId' | 'apiKey' | 'sharedApiKey' | 'programId'>;

/** Makes a client; the root decides when its code is loaded. */
type Connect = (credentials: Credentials, tokens: TokenPort) => Promise<Client>;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly connect: Connect;
  /** Signed in, and no customer is chosen yet. */
  readonly chooseCustomer: () => void;
}

export interface SessionEffects {
  client(): Client | undefined;
  signIn(credentials: Credentials): Promise<void>;
  /** Gives up waiting for a sign-in. */
  abandon(): boolean;
  /** The token was refused even after a renewal: back to Login, with everything else kept. */
  ended(failure: Failure): void;
  showLogin(reason: readonly Visible[]): void;
  close(): Promise<void>;
}

/** The store holds the session; the client reads and renews the token through this, until another one takes its place. */
function tokenPort(store: Store, current: () => boolean): TokenPort {
  return {
    current: () => {
      const { session } = store.getState();
      return session.phase === 'signed-in' ? session.token : undefined;
    },
    save(token) {
      if (current())
        store.setState({ session: token ? { phase: 'signed-in', token } : { phase: 'signed-out' } });
    },
  };
}

export function createSession({ store, clock, connect, chooseCustomer }: Parts): SessionEffects {
  let client: Client | undefined;
  /** The newest one, also when it is over: the session is its. */
  let attempt: AbortController | undefined;

  const showLogin = (reason: readonly Visible[]): void =>
    store.setState({
      session: { phase: 'signed-out' },
      login: { form: loginForm(store.getState().reach), reason },
      overlay: undefined,
      prompt: undefined,
    });

  async function signIn(credentials: Credentials): Promise<void> {
    attempt?.abort();
    const mine = new AbortController();
    attempt = mine;
    store.setState(({ reach }) => ({
      session: { phase: 'signing-in', since: clock.monotonic() },
      reach: reachOf(credentials, reach),
    }));
    const current = (): boolean => attempt === mine;
    const connected = await connect(credentials, tokenPort(store, current));
    if (!current()) return connected.close();
    const previous = client;
    client = connected;
    await previous?.close();
    const outcome = await connected.signIn(mine.signal);
    if (!current()) return;
    if (!outcome.ok) {
      showLogin(
        outcome.failure.kind === 'abandoned' ? [t`Signing in was stopped.`] : sentences(outcome.failure),
      );
      return;
    }
    store.setState({ session: { phase: 'signed-in', token: outcome.value }, login: undefined });
    if (!store.getState().customer) chooseCustomer();
  }

  return {
    client: () => client,
    signIn,
    abandon() {
      if (store.getState().session.phase !== 'signing-in') return false;
      attempt?.abort();
      return true;
    },
    ended(failure) {
      const { login, session } = store.getState();
      // Several answers say so, and some of them when somebody is signing in again already.
      if (!login && session.phase !== 'signing-in') showLogin(sentences(failure));
    },
    showLogin,
    close: async () => client?.close(),
  };
}

/** Another address than the profile's is judged by itself: only this machine is a demo. */
function reachOf({ baseUrl, clientId, programId }: Credentials, reach: Reach): Reach {
  if (baseUrl === reach.baseUrl) return { ...reach, clientId, programId };
  const checked = checkBaseUrl(baseUrl);
  return {
    ...reach,
    baseUrl,
    clientId,
    programId,
    environment: checked.ok && checked.loopback ? 'demo' : 'production',
  };
}

function sentences(failure: Failure): readonly Visible[] {
  const { what, todo } = explain(failure, t`Sign in`);
  return [what, todo];
}
