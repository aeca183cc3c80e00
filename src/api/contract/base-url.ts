/** The addresses that keys may be sent to: https anywhere, http only to this machine (FAULTS A5, A6). */

import { t, type Visible } from '../../lib/visible.ts';

/** `baseUrl` has no trailing slash. `loopback`: the address leads to this machine. */
export type CheckedBaseUrl =
  | { readonly ok: true; readonly baseUrl: string; readonly host: string; readonly loopback: boolean }
  | { readonly ok: false; readonly reason: Visible };

const loopbackNames: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
const no = (reason: Visible): CheckedBaseUrl => ({ ok: false, reason });

/**
 * Purser calls the host that `URL` finds: `http://0x7f.1` is this machine, `http://127.0.0.1.evil.com` is not.
 * `reason` completes "the base URL …" and never quotes the address, which may contain a password.
 */
export function checkBaseUrl(text: string): CheckedBaseUrl {
  if (/[\s\p{C}\\]/u.test(text)) return no(t`must not contain spaces, control characters or backslashes`);
  const scheme = /^https?:\/\/([^/?#]*)/i.exec(text);
  if (scheme === null) return no(t`must begin with https:// (or with http:// for this machine)`);
  if (scheme[1]?.includes('@')) return no(t`must not contain a user name or password`);
  if (/[?#]/.test(text)) return no(t`must not contain a query (?) or a fragment (#)`);
  const url = parsed(text);
  if (url === null) return no(t`is not an address`);
  const loopback = loopbackNames.includes(url.hostname);
  if (url.protocol === 'http:' && !loopback) {
    return no(
      t`must be https://: plain http:// would send the API key unprotected, and is allowed only for 127.0.0.1, [::1] and localhost`,
    );
  }
  const baseUrl = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  return { ok: true, baseUrl, host: url.host, loopback };
}

/** Without the dot that DNS allows after a host: it is the same host. */
function parsed(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}

/** All names of this machine are one, and a slash at the end does not matter. */
export function serviceOf(baseUrl: string): string {
  const url = parsed(baseUrl);
  if (url === null) return baseUrl;
  if (!loopbackNames.includes(url.hostname)) return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  return `localhost:${portOf(url)}${url.pathname.replace(/\/+$/, '')}`;
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** IPv4 and IPv6 addresses that reach this machine, and its names. */
const THIS_MACHINE =
  /^(?:localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\])$/;

/** Wider than `isSameService`: no path, scheme or name of this machine makes another server of one. */
export function isSameServer(one: string, other: string): boolean {
  const [server, another] = [serverOf(one), serverOf(other)];
  return server !== undefined && server === another;
}

function serverOf(baseUrl: string): string | undefined {
  const url = parsed(baseUrl);
  return url === null
    ? undefined
    : `${THIS_MACHINE.test(url.hostname) ? 'localhost' : url.hostname}:${portOf(url)}`;
}

/** Both base URLs are checked. */
export const isSameService = (one: string, other: string): boolean =>
  one === other || serviceOf(one) === serviceOf(other);
