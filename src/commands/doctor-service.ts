// Findings of `purser doctor` on the service: the way to it, then the sign-in, a read, and the dialect.

import dns from 'node:dns/promises';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { Customer, Service } from '../api/client/call-context.ts';
import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Dialect } from '../api/contract/dialect.ts';
import { proxyFor } from '../api/contract/http-proxy.ts';
import type { OperationId } from '../api/contract/operations.ts';
import { counted } from '../lib/counted.ts';
import { errorCode } from '../lib/error-code.ts';
import { DAY } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Variables } from '../system/folders.ts';
import { commandClient, keptToken, whatFailed } from './command-session.ts';
import { type DialectClients, dialectFindings, type ServiceQuestions } from './doctor-dialect.ts';
import { type Check, check, type DoctorFinding } from './doctor-finding.ts';

const SIGN_IN = check(t`Sign-in`);
const DIALECT_SCOPE = check(t`Dialect scope`);

interface ServiceParts {
  readonly service: Service;
  readonly uuid: () => string;
}

function dialectClients({ service, uuid }: ServiceParts): DialectClients {
  const tokens = keptToken();
  const clients: Client[] = [];
  return {
    clientFor(dialect) {
      const barred = () => t`purser doctor only reads.`;
      const client = commandClient({ service: { ...service, dialect }, uuid, tokens, barred });
      clients.push(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map(client => client.close()));
    },
  };
}

export async function serviceFindings(
  parts: ServiceParts,
  { dialect, customer, conversions }: ServiceQuestions,
): Promise<readonly DoctorFinding[]> {
  const clients = dialectClients(parts);
  try {
    const client = clients.clientFor(dialect);
    const first = await client.signIn();
    if (!first.ok) return [await refusedSignIn(first.failure, dialect, clients)];
    return [
      SIGN_IN.ok(t`the client ID and the API key are valid`),
      clockFinding(client.clockSkewMs()),
      await readFinding(client, customer),
      DIALECT_SCOPE.ok(dialect.scope === 'none' ? t`works without a scope` : t`the profile's scope works`),
      ...(await dialectFindings(clients, { dialect, customer, conversions })),
    ];
  } finally {
    await clients.close();
  }
}

/** Tries once without a scope, unless the keys are wrong. */
async function refusedSignIn(
  failure: Failure,
  dialect: Dialect,
  clients: DialectClients,
): Promise<DoctorFinding> {
  const what = said(failure, 'login');
  if (failure.kind !== 'refused' || failure.status === 401)
    return SIGN_IN.fail(
      what,
      t`Check the client ID and the API key: each pair belongs to one environment and one account.`,
    );
  if (dialect.scope === 'none')
    return SIGN_IN.fail(
      what,
      t`The service may need a scope. Get the permission names from the service's support, and put "scope": "NAME NAME" into "dialect" of the profile.`,
    );
  const without = await clients.clientFor({ ...dialect, scope: 'none' }).signIn();
  return without.ok
    ? DIALECT_SCOPE.fail(
        t`this service takes no scope, and the profile sends one`,
        t`Put "scope": "none" into "dialect" of the profile.`,
      )
    : SIGN_IN.fail(what, t`Refused with the profile's scope and without one. Ask the service's support.`);
}

async function readFinding(client: Client, customer: Customer | undefined): Promise<DoctorFinding> {
  const READING = check(t`Reading`);
  if (!customer)
    return READING.warn(
      t`not tried: no customer is known`,
      t`Give a user ID in PURSER_USER_ID or in the profile.`,
    );
  const read = await client.perform('account.list', { query: {} }, { customer });
  if (!read.ok)
    return READING.fail(
      said(read.failure, 'account.list'),
      'status' in read.failure && read.failure.status === 404
        ? t`The paths of this service may begin differently: see "Dialect basePath".`
        : t`Check the program, the user ID and the shared API key (PURSER_SHARED_API_KEY).`,
    );
  const count = read.value.length;
  return READING.ok(t`the customer ${visible(customer.userId, 60)} has ${counted(count, t`account`)}`);
}

/** A finding is a part of a sentence. */
const said = (failure: Failure, id: OperationId): Visible =>
  visible(whatFailed(failure, id).replace(/\.$/, ''));

interface ReachedAddress {
  /** As `checkBaseUrl` returns it. */
  readonly baseUrl: string;
  readonly loopback: boolean;
  readonly caPem: string | undefined;
  /** The policy decides the certificate authorities, so no flag does. */
  readonly decided: boolean;
}

interface WayFound {
  readonly findings: readonly DoctorFinding[];
  readonly reached: boolean;
}

const LIMIT = 5000;
const CHECK_NETWORK = t`Check the network and the VPN.`;

/** Sends no request, because every request of the API needs a key. */
export async function findWay(way: ReachedAddress, env: Variables): Promise<WayFound> {
  const url = new URL(way.baseUrl);
  const proxy = way.loopback ? undefined : proxyFor(url, env);
  if (proxy) return throughProxy(proxy);
  const connected = await connect(url, check(t`Connection`));
  if (!connected.reached || url.protocol !== 'https:') return connected;
  const secure = await tlsFinding(url, way);
  return { findings: [...connected.findings, secure], reached: secure.state !== 'fail' };
}

async function connect(url: URL, title: Check): Promise<WayFound> {
  const name = await nameFinding(hostOf(url));
  if (name.state === 'fail') return { findings: [name], reached: false };
  const connected = await connectionFinding(url, title);
  return { findings: [name, connected], reached: connected.state !== 'fail' };
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

async function nameFinding(host: string): Promise<DoctorFinding> {
  const NAME = check(t`Name`);
  if (net.isIP(host) !== 0) return NAME.ok(t`${visible(host)} is an address already`);
  try {
    const { address } = await within(dns.lookup(host));
    return NAME.ok(t`${visible(host, 100)} is ${visible(address, 60)}`);
  } catch {
    return NAME.fail(
      t`no machine has the name ${visible(host, 100)} (DNS)`,
      t`Check the base URL in the profile, the network and the VPN.`,
    );
  }
}

async function connectionFinding(url: URL, title: Check): Promise<DoctorFinding> {
  const [host, port] = [hostOf(url), portOf(url)];
  const where = t`${visible(host, 100)}, port ${port}`;
  try {
    await opened(net.connect({ host, port }), 'connect');
    return title.ok(t`${where} accepts the connection`);
  } catch (error) {
    return codeOf(error) === 'ECONNREFUSED'
      ? title.fail(t`${where} refuses the connection`, t`Check the port, and whether the service is up.`)
      : title.fail(t`no connection to ${where} (${visible(codeOf(error), 40)})`, CHECK_NETWORK);
  }
}

const TLS = check(t`TLS`);

async function tlsFinding(
  url: URL,
  { caPem, decided }: Pick<ReachedAddress, 'caPem' | 'decided'>,
): Promise<DoctorFinding> {
  const [host, port] = [hostOf(url), portOf(url)];
  const servername = net.isIP(host) === 0 ? host : '';
  const socket = tls.connect({ host, port, servername, ...(caPem !== undefined && { ca: caPem }) });
  let [protocol, ends]: [string, number | undefined] = ['', undefined];
  socket.once('secureConnect', () => {
    protocol = socket.getProtocol() ?? '';
    ends = Date.parse(socket.getPeerCertificate().valid_to);
  });
  try {
    await opened(socket, 'secureConnect');
  } catch (error) {
    return TLS.fail(
      t`the certificate of ${visible(host, 100)} is not accepted (${visible(codeOf(error), 60)})`,
      decided
        ? t`The policy of this machine decides the certificate authorities. Tell an administrator.`
        : t`If your organisation has its own certificate authority, give --ca-file FILE. Otherwise tell your security staff.`,
    );
  }
  const days = ends === undefined ? Number.NaN : Math.floor((ends - Date.now()) / DAY);
  const found = t`${visible(protocol, 20)}, the certificate is valid`;
  return days < 14
    ? TLS.warn(t`${found}; days left: ${days}`, t`Tell the service's support.`)
    : TLS.ok(found);
}

/** Only signing in shows whether the rest of the way works. */
async function throughProxy(proxy: NonNullable<ReturnType<typeof proxyFor>>): Promise<WayFound> {
  const PROXY = check(t`Proxy`);
  if ('why' in proxy)
    return { findings: [PROXY.fail(proxy.why, t`Correct the variable first.`)], reached: false };
  const { variable, url } = proxy;
  const named = PROXY.ok(t`${variable} goes through ${visible(hostOf(url), 100)}, port ${portOf(url)}`);
  const { findings, reached } = await connect(url, check(t`Connection to the proxy`));
  return { findings: [named, ...findings], reached };
}

const CLOCK = check(t`Clock`);
const BEARABLE = 60_000;

/** `skewMs`: the service's clock minus ours. Undefined before the first response. */
export function clockFinding(skewMs: number | undefined): DoctorFinding {
  if (skewMs === undefined)
    return CLOCK.warn(t`not compared: the service gives its time when Purser signs in`);
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const word = skewMs > 0 ? t`behind` : t`ahead of`;
  return Math.abs(skewMs) > BEARABLE
    ? CLOCK.warn(
        t`this machine's clock is ${seconds} seconds ${word} the service's`,
        t`Set the clock. Countdowns use the service's time, the journal uses this machine's.`,
      )
    : CLOCK.ok(t`same as the service's, to the minute`);
}

function opened(socket: net.Socket, event: string): Promise<unknown> {
  // A reset connection reports more than one error.
  socket.on('error', () => {});
  return within(once(socket, event)).finally(() => socket.destroy());
}

class Late extends Error {
  readonly code = 'ETIMEDOUT';
}

function within<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Late()), LIMIT);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

const codeOf = (error: unknown): string => errorCode(error) ?? 'unknown';
