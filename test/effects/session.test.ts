// Signing in: accepted, refused, stopped, or replaced by another attempt. And the data that stays after a session ends.

import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessToken, TokenPort } from '../../src/api/client/call-context.ts';
import { type Failure, failed, type Outcome } from '../../src/api/client/failure.ts';
import { type Credentials, createSession, type SessionEffects } from '../../src/effects/session.ts';
import type { AuditEntry } from '../../src/journal/audit.ts';
import { Secret } from '../../src/lib/redact.ts';
import { t } from '../../src/lib/visible.ts';
import { fieldValue, setField } from '../../src/store/form-state.ts';
import { overlayWith } from '../../src/store/open-overlays.ts';
import type { State } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { openView } from '../../src/store/view.ts';
import { goTo, pushView } from '../../src/store/workspace.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { alpha, NOW, reach, signedInStore, token } from '../store/signed-in.ts';
import { type FakeClient, fakeClient, turn } from './fake-client.ts';

const credentials: Credentials = {
  baseUrl: reach.baseUrl,
  clientId: 'client-1',
  apiKey: new Secret('canary-key'),
  programId: 'program-1',
};
const accepted = (text: string): Outcome<AccessToken> => ({
  ok: true,
  value: token(text),
  drift: [],
  receivedAt: NOW,
  raw: null,
});
const REFUSED: Failure = { kind: 'refused', status: 401 };
const SIGNED_OUT: Failure = { kind: 'signed-out', status: 401 };

/** A client that is being made. The test decides when it is ready. */
interface Connecting {
  readonly client: FakeClient;
  readonly tokens: TokenPort;
  readonly credentials: Credentials;
  ready(): Promise<void>;
}

let store: Store;
let clock: ManualClock;
let session: SessionEffects;
let connecting: Connecting[];
let choices: number;
let noted: AuditEntry[];

function open(start = reach): void {
  store = signedInStore(alpha);
  store.setState({ session: { phase: 'signed-out' }, reach: start });
  clock = manualClock(NOW);
  connecting = [];
  choices = 0;
  noted = [];
  session = createSession({
    store,
    clock,
    note: entry => noted.push(entry),
    connect: (given, tokens) =>
      new Promise(resolve => {
        const client = fakeClient();
        connecting.push({
          client,
          tokens,
          credentials: given,
          ready() {
            resolve(client);
            return turn();
          },
        });
      }),
    quiet: async () => undefined,
    chooseCustomer: () => {
      choices += 1;
    },
  });
}
beforeEach(() => open());

const state = (): State => store.getState();
const attempt = (number: number): Connecting => {
  const one = connecting[number];
  if (!one) throw new Error(`there was no attempt ${number}`);
  return one;
};
/** The sign-in request of an attempt, once its client is ready. */
async function asking(number: number) {
  await attempt(number).ready();
  const [signIn] = attempt(number).client.signIns;
  if (!signIn) throw new Error('nothing asked to sign in');
  return signIn;
}
/** Signs in, and the service gives this answer. */
async function signIn(outcome: Outcome<AccessToken>, given: Credentials = credentials): Promise<void> {
  const done = session.signIn(given);
  await (await asking(connecting.length - 1)).end(outcome);
  await done;
}
const reason = (): string => state().login?.reason.join(' ') ?? '';

describe('under a policy', () => {
  const demoStart = { ...reach, baseUrl: '' };
  const limits = { services: [], demos: [], productionWrites: false };
  const elsewhere = { ...credentials, baseUrl: 'http://127.0.0.1:4999' };

  it('the embedded simulator is a demo, and no other address is', async () => {
    open({ ...demoStart, limits });
    store.setState({ demo: { toCancel: t`x`, baseUrl: credentials.baseUrl } });
    void session.signIn(credentials);
    expect([connecting.length, state().reach.environment]).toEqual([1, 'demo']);
    await session.signIn(elsewhere);
    expect([connecting.length, reason()]).toEqual([
      1,
      `The policy of this machine does not allow the address ${elsewhere.baseUrl}.`,
    ]);
  });

  it('an address that nobody lists is production', () => {
    open({ ...demoStart, limits: { demos: [], productionWrites: false } });
    void session.signIn(elsewhere);
    expect(state().reach.environment).toBe('production');
    open({ ...demoStart, limits: { demos: [elsewhere.baseUrl], productionWrites: false } });
    void session.signIn(elsewhere);
    expect(state().reach.environment).toBe('demo');
  });
});

it('an address typed on Login keeps what its profile says', async () => {
  const tunnel = {
    name: 'live',
    baseUrl: 'http://127.0.0.1:4999',
    environment: 'production',
    readOnly: true,
  } as const;
  open({ ...reach, environment: 'demo', baseUrl: '', limits: { known: [tunnel], productionWrites: true } });
  void session.signIn({ ...credentials, baseUrl: 'http://localhost:4999' });
  expect(state().reach).toMatchObject({
    environment: 'production',
    readOnly: 'the profile live of this service is read-only',
  });
});

it('a policy that became stricter after the start counts for the address of the start too', () => {
  open({ ...reach, environment: 'demo' });
  store.setState(state => ({ reach: { ...state.reach, limits: { demos: [], productionWrites: true } } }));
  void session.signIn(credentials);
  expect(state().reach).toMatchObject({ baseUrl: reach.baseUrl, environment: 'production' });
});

describe('signing in', () => {
  it('shows that it is running, and since when', () => {
    clock.advance(400);
    void session.signIn(credentials);
    expect(state().session).toEqual({ phase: 'signing-in', since: 400 });
  });

  it('takes the token, closes Login, and then uses the new client', async () => {
    const started = { version: '1.2.3', policy: 'none' };
    open({ ...reach, started });
    session.showLogin([]);
    await signIn(accepted('one'));
    expect(state()).toMatchObject({ session: { phase: 'signed-in' }, login: undefined });
    expect(session.client()).toBe(attempt(0).client);
    expect(attempt(0).credentials).toBe(credentials);
    expect(choices).toBe(0);
    expect(noted).toMatchObject([
      { kind: 'signed-in', detail: { client: credentials.clientId, ...started } },
    ]);
    expect(JSON.stringify(noted)).not.toContain(credentials.apiKey.reveal());
  });

  it('asks for a customer if none is selected', async () => {
    store.setState({ customer: undefined });
    await signIn(accepted('one'));
    expect(choices).toBe(1);
  });

  it('treats a typed address as a demo only on this machine', async () => {
    await signIn(accepted('one'), { ...credentials, baseUrl: 'https://pay.example', programId: 'p-2' });
    expect(state().reach).toMatchObject({
      environment: 'production',
      baseUrl: 'https://pay.example',
      programId: 'p-2',
    });
    await signIn(accepted('two'), { ...credentials, baseUrl: 'http://127.0.0.1:9' });
    expect(state().reach.environment).toBe('demo');
  });

  it("keeps the profile's environment for the profile's address", async () => {
    open({ ...reach, environment: 'production' });
    await signIn(accepted('one'), { ...credentials, clientId: 'client-2' });
    expect(state().reach).toMatchObject({ environment: 'production', clientId: 'client-2' });
  });

  it('keeps a production session in production, whatever address is typed', async () => {
    open({ ...reach, environment: 'production' });
    await signIn(accepted('one'), { ...credentials, baseUrl: 'http://127.0.0.1:9' });
    expect(state().reach.environment).toBe('production');
    await signIn(accepted('two'));
    expect(state().reach.environment).toBe('production');
  });

  it('drops all data and customers when the service changes', async () => {
    await signIn(accepted('one'));
    const kept = state().workspaces;
    await signIn(accepted('two'));
    expect(state().workspaces).toBe(kept);
    await signIn(accepted('three'), { ...credentials, programId: 'another' });
    expect(state()).toMatchObject({ workspaces: {}, known: [], exchanges: [], customer: undefined });
    expect(choices).toBe(1);
  });

  it('asks for the program if it is missing, and remembers the keys', async () => {
    open({ ...reach, programId: '' });
    await signIn(accepted('one'), { ...credentials, programId: '' });
    expect(reason()).toContain('Now type the program');
    expect(session.keysFor(credentials.baseUrl, credentials.clientId)?.apiKey).toBe(credentials.apiKey);
    expect(state().session.phase).toBe('signed-out');
  });

  it('keeps the keys in memory for another attempt, but not refused keys', async () => {
    await signIn({ ok: false, failure: { kind: 'timeout', afterMs: 15_000 } });
    expect(session.keysFor(credentials.baseUrl, credentials.clientId)).toBeDefined();
    expect(session.keysFor(credentials.baseUrl, 'somebody else')).toBeUndefined();
    await signIn({ ok: false, failure: { kind: 'signed-out', status: 401 } });
    expect(session.keysFor(credentials.baseUrl, credentials.clientId)).toBeUndefined();
  });

  it('reports at Login that no client can be made', async () => {
    const broken = createSession({
      store,
      clock,
      connect: () => Promise.reject(new TypeError('Invalid URL')),
      quiet: async () => undefined,
      note: () => {},
      chooseCustomer: () => {},
    });
    await broken.signIn(credentials);
    expect(reason()).toContain('No connection.');
  });
});

describe('an ended session', () => {
  it('is ended by a read whose token the service refused, but not by a read of an earlier client', async () => {
    await signIn(accepted('one'));
    const first = session.reader();
    await signIn(accepted('two'));
    const read = async (reader = session.reader(), number = 1) => {
      void reader?.perform('account.balances', {}, { customer: alpha });
      await (await attempt(number).client.next()).fail(SIGNED_OUT);
    };
    await read(first, 0);
    expect(state()).toMatchObject({ session: { phase: 'signed-in' }, login: undefined });
    await read();
    expect(reason()).toContain("does not accept Purser's sign-in");
  });

  it('does not come back while Login is open: its client is closed, and a renewed token is dropped', async () => {
    await signIn(accepted('one'));
    session.ended({ kind: 'signed-out', status: 401 });
    expect(session.client()).toBeUndefined();
    attempt(0).tokens.save(token('late'));
    expect(state().session.phase).toBe('signed-out');
    expect(state().login).toBeDefined();
  });
});

describe('a refusal', () => {
  it('is shown in sentences, with all fields but the keys still filled in', async () => {
    await signIn(failed(REFUSED), { ...credentials, clientId: 'client-9' });
    expect(state().session.phase).toBe('signed-out');
    expect(reason()).toContain('did not accept the client ID and API key');
    const form = state().login?.form;
    expect(form && [fieldValue(form, 'clientId'), fieldValue(form, 'apiKey')]).toEqual(['client-9', '']);
    expect(JSON.stringify(state().login)).not.toContain('canary');
  });

  it('allows another attempt', async () => {
    await signIn(failed(REFUSED));
    await signIn(accepted('two'));
    expect(state()).toMatchObject({ session: { phase: 'signed-in' }, login: undefined });
    expect(attempt(0).client.closed).toBe(true);
    expect(session.client()).toBe(attempt(1).client);
  });
});

describe('stopping a sign-in', () => {
  it('stops the request, and says so', async () => {
    const done = session.signIn(credentials);
    const signing = await asking(0);
    expect(session.abandon()).toBe(true);
    expect(signing.signal?.aborted).toBe(true);
    await signing.end(failed({ kind: 'abandoned' }));
    await done;
    expect(reason()).toBe('Signing in was stopped.');
    expect(state().session.phase).toBe('signed-out');
  });

  it('reports that no sign-in is running', async () => {
    expect(session.abandon()).toBe(false);
    await signIn(accepted('one'));
    expect(session.abandon()).toBe(false);
  });
});

describe('a sign-in that another sign-in replaced', () => {
  it('is stopped, and its answer changes nothing', async () => {
    void session.signIn(credentials);
    const older = await asking(0);
    void session.signIn(credentials);
    expect(older.signal?.aborted).toBe(true);
    const newer = await asking(1);
    await newer.end(accepted('new'));
    await older.end(failed({ kind: 'abandoned' }));
    expect(state()).toMatchObject({ session: { phase: 'signed-in' }, login: undefined });
    expect(session.client()).toBe(attempt(1).client);
    expect(attempt(0).client.closed).toBe(true);
  });

  it('never gives its client to the session, even if its client is ready last', async () => {
    void session.signIn(credentials);
    void session.signIn({ ...credentials, baseUrl: 'http://127.0.0.1:9' });
    const newer = await asking(1);
    await newer.end(accepted('new'));
    await attempt(0).ready();
    expect(session.client()).toBe(attempt(1).client);
    expect(attempt(0).client).toMatchObject({ closed: true, signIns: [] });
  });

  it('can neither start nor end a session with its token', async () => {
    void session.signIn(credentials);
    await asking(0);
    void session.signIn(credentials);
    attempt(0).tokens.save(token('of the old one'));
    expect(state().session.phase).toBe('signing-in');
    await (await asking(1)).end(accepted('new'));
    attempt(0).tokens.save(undefined);
    expect(state().session).toMatchObject({ phase: 'signed-in' });
  });
});

describe.each([
  ['the lock', () => void session.lock()],
  ['the end of the session', () => session.ended(SIGNED_OUT)],
  ['the end of Purser', () => void session.close()],
])('a login that ends after %s', (_, leave) => {
  it('stores no token: the sign-in itself', async () => {
    void session.signIn(credentials);
    const asked = await asking(0);
    // `ended` never ends a running sign-in.
    if (leave.toString().includes('ended')) store.setState({ session: { phase: 'signed-out' } });
    leave();
    expect(asked.signal?.aborted).toBe(true);
    attempt(0).tokens.save(token('late'));
    await asked.end(accepted('late'));
    expect(state().session.phase).not.toBe('signed-in');
    expect(noted.filter(({ kind }) => kind === 'signed-in')).toEqual([]);
  });

  it('stores no token: the renewal of a call that was still under way', async () => {
    await signIn(accepted('one'));
    const { tokens } = attempt(0);
    leave();
    const { session: before } = state();
    tokens.save(token('renewed'));
    expect(state().session).toBe(before);
    expect(JSON.stringify(state().session)).not.toContain('renewed');
  });
});

describe('the token', () => {
  it('is kept in the session of its client, and is renewed there', async () => {
    await signIn(accepted('one'));
    const { tokens } = attempt(0);
    expect(tokens.current()?.secret.reveal()).toBe('one');
    tokens.save(token('renewed'));
    expect(state().session).toMatchObject({ phase: 'signed-in' });
    expect(tokens.current()?.secret.reveal()).toBe('renewed');
    tokens.save(undefined);
    expect(state().session.phase).toBe('signed-out');
    expect(tokens.current()).toBeUndefined();
  });
});

describe('a session that ended', () => {
  beforeEach(async () => {
    await signIn(accepted('one'));
    store.setState(now =>
      pushView(goTo(now, 'accounts'), { ...openView('transactions', 'acc-1'), filter: 'rent' }),
    );
  });

  it('opens Login with the reason, and keeps the customer, the views and all data', () => {
    const { workspaces, customer } = state();
    store.setState({ overlay: overlayWith({ kind: 'quit' }), prompt: { kind: 'goto', value: 'fx' } });
    session.ended(SIGNED_OUT);
    expect(reason()).toContain("does not accept Purser's sign-in");
    expect(state()).toMatchObject({
      session: { phase: 'signed-out' },
      overlay: undefined,
      prompt: undefined,
    });
    expect(state().workspaces).toBe(workspaces);
    expect(state().customer).toBe(customer);
  });

  it('continues at the same place after a new sign-in', async () => {
    const before = state().workspaces;
    session.ended(SIGNED_OUT);
    await signIn(accepted('two'));
    expect(state()).toMatchObject({ login: undefined, workspaces: before });
    expect(choices).toBe(0);
  });

  it('ends only once: another refused answer deletes no typed text', () => {
    session.ended(SIGNED_OUT);
    store.setState(({ login }) =>
      login ? { login: { ...login, form: setField(login.form, 'apiKey', 'half a k') } } : {},
    );
    session.ended(SIGNED_OUT);
    const form = state().login?.form;
    expect(form && fieldValue(form, 'apiKey')).toBe('half a k');
  });

  it('does not end the next sign-in', () => {
    session.ended(SIGNED_OUT);
    void session.signIn(credentials);
    session.ended(SIGNED_OUT);
    expect(state().session.phase).toBe('signing-in');
  });
});

describe('a lock in production', () => {
  const shared = { ...credentials, sharedApiKey: new Secret('canary-shared') };
  beforeEach(async () => {
    open({ ...reach, environment: 'production' });
    await signIn(accepted('one'), shared);
  });

  it('drops both keys, and reports that there was a shared key', async () => {
    expect(session.lock()).toEqual({ sharedKey: true });
    expect(session.keysFor(shared.baseUrl, shared.clientId)).toBeUndefined();
    expect(await session.resume()).toEqual(['Required to sign in: the API key.']);
    expect(connecting).toHaveLength(1);
  });

  it('signs in with the typed keys only', async () => {
    session.lock();
    const apiKey = new Secret('another');
    const done = session.resume({ apiKey });
    await (await asking(1)).end(accepted('two'));
    expect(await done).toBeUndefined();
    expect(attempt(1).credentials).toEqual({
      baseUrl: shared.baseUrl,
      clientId: shared.clientId,
      programId: shared.programId,
      apiKey,
    });
  });
});

it('a policy that no longer allows the service ends the session, and opens no lock', async () => {
  await signIn(accepted('one'));
  const lock = { form: undefined, reason: [] };
  store.setState({ lock });
  session.notAllowed(t`Not allowed.`);
  expect(state()).toMatchObject({ lock, login: undefined });
  store.setState({ lock: undefined });
  session.notAllowed(t`Not allowed.`);
  expect(state()).toMatchObject({ session: { phase: 'signed-out' } });
  expect(reason()).toBe('Not allowed.');
});

it('a lock of the demo keeps the keys', async () => {
  await signIn(accepted('one'));
  expect(session.lock()).toEqual({ sharedKey: false });
  const done = session.resume();
  await (await asking(1)).end(accepted('two'));
  expect(await done).toBeUndefined();
  expect(attempt(1).credentials).toEqual(credentials);
});

it('Login says why it is shown', () => {
  session.showLogin([t`Signing in needs PURSER_API_KEY.`]);
  expect(reason()).toBe('Signing in needs PURSER_API_KEY.');
});

it('the end of Purser closes the client, if there is one', async () => {
  await session.close();
  await signIn(accepted('one'));
  await session.close();
  expect(attempt(0).client.closed).toBe(true);
});
