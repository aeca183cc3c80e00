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
  /** Empty for a read. */
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
  const ofWrite = writeWhat(failure, title) ?? what;
  if (isChanging(does)) return { what: ofWrite, ...afterWrite(failure, meaning ?? meaningOfClass(does)) };
  return does === 'quote' && failure.kind === 'refused' && failure.status === 401
    ? { what: ofWrite, money: t``, todo: t`Press r for a new quote.` }
    : { what, money: t``, todo };
}

type Sentences = readonly [what: Visible, todo: Visible];

function sentences(failure: Failure, title: Visible, key: Visible): Sentences {
  const again = t`Press ${key} to try again.`;
  switch (failure.kind) {
    case 'invalid-input':
      return invalidInput(failure, title, key);
    case 'unsent':
      return [t`${title}: not sent.`, t`Try again.`];
    case 'unreachable':
      return unreachable(failure, title, key);
    case 'timeout': {
      const within = t`no complete answer within ${failure.afterMs / 1000} seconds`;
      return [t`${title}: ${within}.`, t`${again} A shorter period may help.`];
    }
    case 'cut-off':
      return [t`${title}: the connection broke before the response was complete.`, again];
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
      return [t`${title}: abandoned before an answer arrived.`, again];
    case 'not-the-service':
      return [
        t`${title}: something other than the payments service answered: ${failure.detail}.`,
        t`Check the network's own sign-in, the VPN, the proxy and the base URL, then press ${key}.`,
      ];
    case 'malformed':
      return [t`${title}: ${failure.detail}.`, t`${again}${inspect(key, t` for the service's support`)}`];
    case 'contradiction':
      return [
        t`${title}: the answer contradicts itself: ${failure.detail}. None of it is shown.`,
        t`${again}${inspect(key, t` for the service's support`)}`,
      ];
    case 'refused':
      return refused(failure, title, key);
    case 'unproven':
      return [t`${title}: the service answered HTTP ${failure.status}${quoted(failure)}.`, again];
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

type Of<Kind extends Failure['kind']> = Extract<Failure, { kind: Kind }>;

function invalidInput({ field, reason }: Of<'invalid-input'>, title: Visible, key: Visible): Sentences {
  if (field === 'x-user-id')
    return [t`${title}: not sent. No valid customer is chosen.`, t`Press u to choose a customer.`];
  const todo = t`Correct the value, then press ${key}. The profile's values are in config.json.`;
  return [t`${title}: not sent. ${field} ${reason}.`, todo];
}

const BAD_CERTIFICATE = t`If your organisation has its own certificate authority, start Purser again with --ca-file FILE. Otherwise tell your security staff.`;

function unreachable({ cause, host, detail }: Of<'unreachable'>, title: Visible, key: Visible): Sentences {
  const sentencesOf: Readonly<Record<typeof cause, Sentences>> = {
    dns: [
      t`no machine has the name ${host}.`,
      t`Check the network, the VPN and the base URL in the profile, then press ${key}.`,
    ],
    refused: [
      t`${host} refused the connection.`,
      t`Check the base URL and its port, and whether the service is up, then press ${key}.`,
    ],
    'connect-timeout': [
      t`connecting to ${host} took too long.`,
      t`Check the network, the VPN and the proxy, then press ${key}.`,
    ],
    tls: [t`the certificate of ${host} was not accepted (${detail}). Nothing was sent.`, BAD_CERTIFICATE],
    network: [
      t`${host} can't be reached over this network (${detail}).`,
      t`Check the network and the VPN, then press ${key}.`,
    ],
  };
  const [what, todo] = sentencesOf[cause];
  return [t`${title}: ${what}`, todo];
}

function refused(failure: Of<'refused'>, title: Visible, key: Visible): Sentences {
  const { status, code } = failure;
  const what = t`${title}: the service refused the request (HTTP ${status}${codeOf(code, status)})${quoted(failure)}.`;
  if (status === 401)
    return [
      t`${title}: the service did not accept the client ID and API key (HTTP 401)${quoted(failure)}.`,
      t`Check both: each pair belongs to one environment and one account.`,
    ];
  if (status === 403)
    return [what, t`The API keys lack this permission. Ask the person who manages the keys.`];
  if (status === 404)
    return [what, t`The record may be gone. Press Esc to go back, then ${key} to reload the list.`];
  return [what, t`Check your input, then press ${key}.${inspect(key)}`];
}

function signedOut(failure: Of<'signed-out'>, title: Visible, key: Visible): Sentences {
  if (failure.waitMs !== undefined)
    return [
      t`${title}: not sent. Two sign-ins within a minute failed, and a third could lock the keys.`,
      t`Wait ${showDuration(failure.waitMs)}, then press ${key}.`,
    ];
  const status = failure.status === undefined ? t`` : t` (HTTP ${failure.status})`;
  return [
    t`${title}: the service does not accept Purser's sign-in${status}${quoted(failure)}.`,
    t`Sign in again. If that fails too, check the client ID and the API key.`,
  ];
}
