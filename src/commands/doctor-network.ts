// Findings of `purser doctor` on the way to the service: the name, the connection, TLS, the proxy, and the clock.

import dns from 'node:dns/promises';
import net from 'node:net';
import tls from 'node:tls';
import { errorCode } from '../lib/error-code.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Variables } from '../system/folders.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

export interface ReachedAddress {
  /** In the form that `checkBaseUrl` returns. */
  readonly baseUrl: string;
  readonly loopback: boolean;
  readonly caPem: string | undefined;
}

interface WayFound {
  readonly findings: readonly DoctorFinding[];
  readonly reached: boolean;
}

const LIMIT = 5000;
const CHECK_NETWORK = t`Check the network and the VPN.`;

/** Connects, but sends no request, because every request of the API needs a key. */
export async function findWay(way: ReachedAddress, env: Variables): Promise<WayFound> {
  const url = new URL(way.baseUrl);
  const proxy = way.loopback ? undefined : proxyFor(url, env);
  if (proxy) return throughProxy(proxy);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const name = await nameFinding(host);
  if (name.state === 'fail') return { findings: [name], reached: false };
  const connected = await connectionFinding(host, port, t`Connection`);
  if (connected.state === 'fail') return { findings: [name, connected], reached: false };
  const secure = url.protocol === 'https:' ? [await tlsFinding(host, port, way.caPem)] : [];
  const findings = [name, connected, ...secure];
  if (secure.some(one => one.state === 'fail')) return { findings, reached: false };
  return { findings, reached: true };
}

async function nameFinding(host: string): Promise<DoctorFinding> {
  const NAME = t`Name`;
  if (net.isIP(host) !== 0) return ok(NAME, t`${visible(host)} is an address already`);
  try {
    const { address } = await within(dns.lookup(host));
    return ok(NAME, t`${visible(host, 100)} is ${visible(address, 60)}`);
  } catch {
    return fail(
      NAME,
      t`no machine has the name ${visible(host, 100)} (DNS)`,
      t`Check the base URL in the profile, the network and the VPN.`,
    );
  }
}

async function connectionFinding(host: string, port: number, check: Visible): Promise<DoctorFinding> {
  const where = t`${visible(host, 100)}, port ${port}`;
  try {
    await within(opened(net.connect({ host, port }), 'connect'));
    return ok(check, t`${where} accepts the connection`);
  } catch (error) {
    return codeOf(error) === 'ECONNREFUSED'
      ? fail(check, t`${where} refuses the connection`, t`Check the port, and whether the service is up.`)
      : fail(check, t`no connection to ${where} (${visible(codeOf(error), 40)})`, CHECK_NETWORK);
  }
}

const TLS = t`TLS`;
const DAY = 86_400_000;

async function tlsFinding(host: string, port: number, caPem: string | undefined): Promise<DoctorFinding> {
  const servername = net.isIP(host) === 0 ? host : '';
  const socket = tls.connect({ host, port, servername, ...(caPem !== undefined && { ca: caPem }) });
  let [protocol, ends]: [string, number | undefined] = ['', undefined];
  socket.once('secureConnect', () => {
    protocol = socket.getProtocol() ?? '';
    ends = Date.parse(socket.getPeerCertificate().valid_to);
  });
  try {
    await within(opened(socket, 'secureConnect'));
  } catch (error) {
    return fail(
      TLS,
      t`the certificate of ${visible(host, 100)} is not accepted (${visible(codeOf(error), 60)})`,
      t`If your organisation has its own certificate authority, give --ca-file FILE. Otherwise tell your security staff.`,
    );
  }
  const days = ends === undefined ? Number.NaN : Math.floor((ends - Date.now()) / DAY);
  const found = t`${visible(protocol, 20)}, the certificate is valid`;
  return days < 14
    ? warn(TLS, t`${found}; days left: ${days}`, t`Tell the service's support.`)
    : ok(TLS, found);
}

interface Proxy {
  readonly variable: string;
  readonly url: URL | undefined;
}

/** The proxy for a URL, from the same variables as in undici: lower case first. Undefined if no proxy is used. */
function proxyFor({ protocol, hostname, port }: URL, env: Variables): Proxy | undefined {
  const names = protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const variable = names.find(name => env[name]);
  if (variable === undefined) return undefined;
  const without = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/).filter(Boolean);
  const spared = without.some(entry => {
    const [name = '', only] = entry
      .toLowerCase()
      .replace(/^\*?\./, '')
      .split(':');
    if (only !== undefined && only !== port) return false;
    return entry === '*' || hostname === name || hostname.endsWith(`.${name}`);
  });
  return spared ? undefined : { variable, url: URL.parse(env[variable] ?? '') ?? undefined };
}

/** Checks the way to the proxy. Only signing in shows whether the rest of the way works. */
async function throughProxy({ variable, url }: Proxy): Promise<WayFound> {
  const PROXY = t`Proxy`;
  if (!url)
    return {
      findings: [fail(PROXY, t`${visible(variable)} is not an address`, t`Correct it, or unset it.`)],
      reached: false,
    };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const named = ok(PROXY, t`${visible(variable)} goes through ${visible(host, 100)}, port ${port}`);
  const name = await nameFinding(host);
  if (name.state === 'fail') return { findings: [named, name], reached: false };
  const connected = await connectionFinding(host, port, t`Connection to the proxy`);
  return { findings: [named, name, connected], reached: connected.state !== 'fail' };
}

const CLOCK = t`Clock`;
const BEARABLE = 60_000;

/** `skewMs`: how far the service's clock is ahead of this machine's. Undefined before the first response. */
export function clockFinding(skewMs: number | undefined): DoctorFinding {
  if (skewMs === undefined)
    return warn(CLOCK, t`not compared: the service gives its time when Purser signs in`);
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const word = skewMs > 0 ? t`behind` : t`ahead of`;
  return Math.abs(skewMs) > BEARABLE
    ? warn(
        CLOCK,
        t`this machine's clock is ${seconds} seconds ${word} the service's`,
        t`Set the clock. Countdowns use the service's time, the journal uses this machine's.`,
      )
    : ok(CLOCK, t`same as the service's, to the minute`);
}

function opened(socket: net.Socket, event: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    socket.once(event, () => resolve());
    // A reset connection reports more than one error.
    socket.on('error', reject);
    setTimeout(() => reject(new Late()), LIMIT).unref();
  }).finally(() => socket.destroy());
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
