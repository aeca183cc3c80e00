// A request as a curl command for a shell: without secrets, and with nothing that the shell would run.

import type { Exchange } from '../../api/client/exchange.ts';
import { leavingText } from '../../lib/leaving.ts';
import { maskBody } from '../../lib/redact.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';

/** Between single quotes a shell runs nothing; a quote itself is outside them. */
const quoted = (text: Visible): Visible =>
  t`'${join(
    text.split("'").map(part => visible(part)),
    "'\\''",
  )}'`;

/** curl counts them itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['content-length', 'host', 'connection', 'accept-encoding']);

/** The placeholder for a secret or a card's digits. */
const HIDDEN = /•/;

const isSecret = (name: string): boolean => ['authorization', 'x-api-key'].includes(name.toLowerCase());

/** The command, and whether it sends exactly the same request: masked, cut or escaped parts differ. */
export interface Curl {
  readonly command: Visible;
  readonly exact: boolean;
}

/**
 * One line. Keys and the token are the variables PURSER_API_KEY, PURSER_SHARED_API_KEY and PURSER_TOKEN, which a person
 * sets.
 */
export function curlOf({ method, url, requestHeaders, requestBody, operation }: Exchange): Curl {
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => !LEFT_OUT.has(name.toLowerCase()))
    .map(([name, value]) => t`-H ${headerOf(name, value, operation === 'login')}`);
  // Not --data, which reads a file where the text begins with "@"; and no globs: brackets are only brackets.
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
      // curl sends a header without a value only if it ends so.
      return quoted(value === '' ? t`${leavingText(name)};` : t`${leavingText(name)}: ${leavingText(value)}`);
  }
}
