// A request as a curl command for a shell: without secrets, and with nothing that the shell would run.

import type { Exchange } from '../api/client/exchange.ts';
import { leavingText } from '../lib/leaving.ts';
import { maskBody } from '../lib/redact.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';

/** A shell runs nothing inside single quotes. A single quote itself is written outside the quotes. */
const quoted = (text: Visible): Visible =>
  t`'${join(
    text.split("'").map(part => visible(part)),
    "'\\''",
  )}'`;

/** curl sets these headers itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['content-length', 'host', 'connection', 'accept-encoding']);

/** The placeholder for a secret or a card's digits. */
const HIDDEN = /•/;

const isSecret = (name: string): boolean => ['authorization', 'x-api-key'].includes(name.toLowerCase());

/** Not `exact`: parts are masked, cut or escaped. */
export interface Curl {
  readonly command: Visible;
  readonly exact: boolean;
}

/** The user sets PURSER_API_KEY, PURSER_SHARED_API_KEY and PURSER_TOKEN as shell variables. */
export function curlOf({ method, url, requestHeaders, requestBody, operation }: Exchange): Curl {
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => !LEFT_OUT.has(name.toLowerCase()))
    .map(([name, value]) => t`-H ${headerOf(name, value, operation === 'login')}`);
  // --data would read a file if the text begins with "@". Without --globoff, curl would expand brackets in the URL.
  const body = requestBody === undefined ? [] : [t`--data-raw ${quoted(visible(maskBody(requestBody)))}`];
  const parts = [
    t`curl --globoff -X ${quoted(visible(method))}`,
    ...headers,
    ...body,
    t`--url ${quoted(leavingText(url))}`,
  ];
  const sent = Object.entries(requestHeaders).flatMap(([name, value]) =>
    isSecret(name) ? [name] : [name, value],
  );
  const whole = requestBody === undefined || visible(maskBody(requestBody)) === requestBody;
  const exact =
    whole &&
    !HIDDEN.test(requestBody ?? '') &&
    [url, ...sent].every(text => leavingText(text) === text && !HIDDEN.test(text));
  return { command: join(parts, ' '), exact };
}

function headerOf(name: string, value: string, login: boolean): Visible {
  switch (name.toLowerCase()) {
    case 'authorization':
      return t`'Authorization: Bearer '"$PURSER_TOKEN"`;
    case 'x-api-key':
      return login
        ? t`'x-api-key: '"$PURSER_API_KEY"`
        : t`'x-api-key: '"\${PURSER_SHARED_API_KEY:-$PURSER_API_KEY}"`;
    default:
      // curl sends a header with an empty value only if it is written as "name;".
      return quoted(value === '' ? t`${leavingText(name)};` : t`${leavingText(name)}: ${leavingText(value)}`);
  }
}
