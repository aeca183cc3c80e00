/** base-url.ts: the addresses that keys may be sent to. */

import { t, type Visible } from '../../lib/visible.ts';

export type CheckedBaseUrl =
  | { readonly ok: true; readonly baseUrl: string; readonly host: string; readonly loopback: boolean }
  | { readonly ok: false; readonly reason: Visible };

/**
 * Accepts `https` anywhere and `http` on this machine alone (FAULTS A5, A6). `baseUrl` comes back in its normal form,
 * a path before `/api/v1` kept, without a slash at the end.
 */
export function checkBaseUrl(text: string): CheckedBaseUrl {
  if (!URL.canParse(text)) return { ok: false, reason: t`is not an address such as https://host` };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, reason: t`must begin with https://` };
  }
  if (url.username !== '' || url.password !== '') return { ok: false, reason: t`must not hold a user name` };
  if (url.search !== '' || url.hash !== '') return { ok: false, reason: t`must end before any ? or #` };
  const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !loopback) {
    return { ok: false, reason: t`must begin with https://; plain http is for this machine alone` };
  }
  return { ok: true, baseUrl: url.origin + url.pathname.replace(/\/+$/, ''), host: url.host, loopback };
}
