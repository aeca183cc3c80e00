// The proxy that the environment names for an address. Purser uses HTTP proxies only.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { checkBaseUrl } from './base-url.ts';

/** From the same variables as in undici: lower case first. */
export function proxyFor(
  { protocol, hostname, port }: URL,
  env: NodeJS.ProcessEnv,
): { readonly variable: Visible; readonly url: URL } | { readonly why: Visible } | undefined {
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
  if (spared) return undefined;
  const [name, url] = [visible(variable), URL.parse(env[variable] ?? '')];
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return { variable: name, url };
  // undici would try SOCKS with code that it calls experimental.
  return url?.protocol.startsWith('socks')
    ? {
        why: t`${name} names a SOCKS proxy, and Purser uses HTTP proxies only. Name an HTTP proxy, or unset ${name}.`,
      }
    : { why: t`${name} is not the address of an HTTP proxy. Correct ${name}, or unset it.` };
}

/** A whole sentence. Purser calls an address on this machine without a proxy. */
export function checkProxy(baseUrl: string, env: NodeJS.ProcessEnv): Visible | undefined {
  const address = checkBaseUrl(baseUrl);
  const proxy = address.ok && !address.loopback ? proxyFor(new URL(address.baseUrl), env) : undefined;
  return proxy && 'why' in proxy ? proxy.why : undefined;
}
