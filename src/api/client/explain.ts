/** Every failure in plain English: what happened, what it means for the money, what to do. */

import { showDuration } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { isChanging, type OperationClass } from '../contract/operation.ts';
import { meaningOfClass, type WriteMeaning } from '../contract/write-meaning.ts';
import { type Failure, quoted } from './failure.ts';
import { afterWrite, codeOf, writeWhat } from './outcome.ts';

export { ownWords } from './failure.ts';

export interface FailureText {
  readonly what: Visible;
  readonly money: Visible;
  readonly todo: Visible;
}

const RELOAD = t`r`;

/** Where another key repeats the read, `@` may be typed text of a form. */
const inspect = (key: Visible, why = t``): Visible =>
  key === RELOAD ? t` Press @ to see the request${why}.` : t``;

/** `meaning` says what the outcome of a write means. `key` repeats a read on this screen. */
export function explain(
  failure: Failure,
  title: Visible,
  {
    does = 'read',
    meaning,
    key = RELOAD,
  }: { readonly does?: OperationClass; readonly meaning?: WriteMeaning; readonly key?: Visible } = {},
): FailureText {
  const [what, todo] = sentences(failure, title, key);
  if (isChanging(does)) {
    return {
      what: writeWhat(failure, title) ?? what,
      ...afterWrite(failure, meaning ?? meaningOfClass(does)),
    };
  }
  if (does === 'quote' && failure.kind === 'refused' && failure.status === 401) {
    return {
      what: writeWhat(failure, title) ?? what,
      money: t`Nothing was changed.`,
      todo: t`Press r for a new quote.`,
    };
  }
  return { what, money: t`Nothing was changed.`, todo };
}

function sentences(failure: Failure, title: Visible, key: Visible): readonly [what: Visible, todo: Visible] {
  switch (failure.kind) {
    case 'invalid-input':
      return invalidInput(failure, title, key);
    case 'unsent':
      return [t`${title}: not sent.`, t`Try again.`];
    case 'unreachable':
      return unreachable(failure, title, key);
    case 'timeout':
      return [
        t`${title}: no complete answer within ${failure.afterMs / 1000} seconds.`,
        t`Press ${key} to try again. A shorter period may help.`,
      ];
    case 'cut-off':
      return [
        t`${title}: the connection broke before the response was complete.`,
        t`Press ${key} to try again.`,
      ];
    case 'not-http':
      return [
        t`${title}: the program at this address does not speak HTTP.`,
        t`Check the base URL and its port in the profile, then press ${key}.`,
      ];
    case 'oversized':
      return [
        t`${title}: the answer was too large and was not read.`,
        t`Ask for less, with a filter or a shorter period, then press ${key}.`,
      ];
    case 'abandoned':
      return [t`${title}: abandoned before an answer arrived.`, t`Press ${key} to try again.`];
    case 'not-the-service':
      return [
        t`${title}: something other than the payments service answered: ${failure.detail}.`,
        t`Check the network's own sign-in, the VPN, the proxy and the base URL, then press ${key}.`,
      ];
    case 'malformed':
      return [
        t`${title}: ${failure.detail}.`,
        t`Press ${key} to try again.${inspect(key, t` for the service's support`)}`,
      ];
    case 'contradiction':
      return [
        t`${title}: the answer contradicts itself: ${failure.detail}. None of it is shown.`,
        t`Press ${key} to try again.${inspect(key, t` for the service's support`)}`,
      ];
    case 'refused':
      return refused(failure, title, key);
    case 'unproven':
      return [
        t`${title}: the service answered HTTP ${failure.status}${quoted(failure)}.`,
        t`Press ${key} to try again.`,
      ];
    case 'signed-out':
      return signedOut(failure, title, key);
    case 'throttled':
      return [
        t`${title}: the service asks for fewer requests (HTTP 429)${quoted(failure)}.`,
        failure.retryAfterMs === undefined
          ? t`Wait a minute, then press ${key}.`
          : t`Wait ${showDuration(failure.retryAfterMs)}, then press ${key}.`,
      ];
    case 'server-error':
      return [
        t`${title}: the service failed (HTTP ${failure.status})${quoted(failure)}.`,
        t`Press ${key} to retry.${inspect(key, t` for the service's support, if the service fails again`)}`,
      ];
  }
}

function invalidInput(failure: Extract<Failure, { kind: 'invalid-input' }>, title: Visible, key: Visible) {
  if (failure.field === 'x-user-id') {
    return [t`${title}: not sent. No valid customer is chosen.`, t`Press u to choose a customer.`] as const;
  }
  return [
    t`${title}: not sent. ${failure.field} ${failure.reason}.`,
    t`Correct the value, then press ${key}. The profile's values are in config.json.`,
  ] as const;
}

function unreachable(failure: Extract<Failure, { kind: 'unreachable' }>, title: Visible, key: Visible) {
  const { host, detail } = failure;
  switch (failure.cause) {
    case 'dns':
      return [
        t`${title}: no machine has the name ${host}.`,
        t`Check the network, the VPN and the base URL in the profile, then press ${key}.`,
      ] as const;
    case 'refused':
      return [
        t`${title}: ${host} refused the connection.`,
        t`Check the base URL and its port, and whether the service is up, then press ${key}.`,
      ] as const;
    case 'connect-timeout':
      return [
        t`${title}: connecting to ${host} took too long.`,
        t`Check the network, the VPN and the proxy, then press ${key}.`,
      ] as const;
    case 'tls':
      return [
        t`${title}: the certificate of ${host} was not accepted (${detail}). Nothing was sent.`,
        t`If your organisation has its own certificate authority, start Purser again with --ca-file FILE. Otherwise tell your security staff.`,
      ] as const;
    case 'network':
      return [
        t`${title}: ${host} can't be reached over this network (${detail}).`,
        t`Check the network and the VPN, then press ${key}.`,
      ] as const;
  }
}

function refused(failure: Extract<Failure, { kind: 'refused' }>, title: Visible, key: Visible) {
  const { status, code } = failure;
  const what = t`${title}: the service refused the request (HTTP ${status}${codeOf(code, status)})${quoted(failure)}.`;
  switch (status) {
    case 401:
      return [
        t`${title}: the service did not accept the client ID and API key (HTTP 401)${quoted(failure)}.`,
        t`Check both: each pair belongs to one environment and one account.`,
      ] as const;
    case 403:
      return [what, t`The API keys lack this permission. Ask the person who manages the keys.`] as const;
    case 404:
      return [
        what,
        t`The record may be gone. Press Esc to go back, then ${key} to reload the list.`,
      ] as const;
    default:
      return [what, t`Check your input, then press ${key}.${inspect(key)}`] as const;
  }
}

function signedOut(failure: Extract<Failure, { kind: 'signed-out' }>, title: Visible, key: Visible) {
  if (failure.waitMs !== undefined) {
    return [
      t`${title}: not sent. Two sign-ins within a minute failed, and a third could lock the keys.`,
      t`Wait ${showDuration(failure.waitMs)}, then press ${key}.`,
    ] as const;
  }
  const status = failure.status === undefined ? t`` : t` (HTTP ${failure.status})`;
  return [
    t`${title}: the service does not accept Purser's sign-in${status}${quoted(failure)}.`,
    t`Sign in again. If that fails too, check the client ID and the API key.`,
  ] as const;
}
