/** Reports each request and answer to the request inspector, step by step, without secrets. */

import { attempt } from '../../lib/attempt.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  echoHidden,
  maskBody,
  maskCardNumbers,
  redactHeaders,
  type Secret,
  withoutPersonal,
} from '../../lib/redact.ts';
import { hideSpelled, spellingsOf } from '../../lib/spelled-secret.ts';
import { fromServer, type Untrusted, unsafeText } from '../../lib/visible.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import type { Drift } from '../contract/drift.ts';
import { secretHeaders } from '../contract/family.ts';
import type { Declaration } from '../contract/operation.ts';
import type { OperationId } from '../contract/operations.ts';
import type { RefusalWords } from '../contract/refusal-words.ts';
import type { Exchange } from './exchange.ts';
import type { Failure } from './failure.ts';
import type { AnswerArrival } from './transport.ts';

/** In bytes. */
const BODY_KEPT = 64 * 1024;

/** Kept until the body is masked: a secret or a card number may cross the cut. */
const BEYOND_CUT = 16 * 1024;

interface CallEnd {
  readonly arrival?: AnswerArrival;
  readonly drift?: readonly Drift[];
  readonly failure?: Failure;
}

export type Recorder = ReturnType<typeof createRecorder>;

export function createRecorder(parts: {
  readonly clock: Clock;
  readonly onExchange: (exchange: Exchange) => void;
  readonly scrub: (text: string) => string;
}) {
  const { clock, onExchange, scrub } = parts;
  let lastId = 0;

  function scrubbed(headers: Readonly<Record<string, string>>): Record<string, string> {
    const shown = redactHeaders(headers, secretHeaders);
    return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, cleaned(value)]));
  }

  /** Scrubs at once, because tokens change. Masking card numbers is slow, so it waits for a reader. */
  function keptBody(operation: Declaration, bytes: Uint8Array): (() => string) | undefined {
    if (operation.class === 'sensitive') return undefined;
    // Purser can find the personal members only in a whole body.
    const some = operation.personal ? bytes : bytes.subarray(0, BODY_KEPT + BEYOND_CUT);
    const text = impersonal(operation, new TextDecoder().decode(some));
    if (text === undefined) return undefined;
    const window = text.slice(0, BODY_KEPT + BEYOND_CUT);
    const whole = some.length === bytes.length && window.length === text.length;
    const { length } = bytes;
    const scrubbed = scrub(window);
    return () => {
      const clean = maskBody(scrubbed);
      if (whole && clean.length <= BODY_KEPT) return clean;
      const reached = Math.max(0, Math.min(BODY_KEPT, whole ? BODY_KEPT : clean.length - BEYOND_CUT));
      return `${clean.slice(0, reached)}…(cut: ${length} bytes in all)`;
    };
  }

  const impersonal = ({ personal }: Declaration, text: string): string | undefined =>
    personal ? withoutPersonal(text, personal) : text;

  const cleaned = (text: string): string => maskCardNumbers(scrub(text));

  /** A typed ID may be a card number, percent-encoded. */
  const cleanedUrl = (url: string): string =>
    url.replace(/[^/?&=]+/g, part => {
      const decoded = attempt(() => decodeURIComponent(part.replaceAll('+', ' '))) ?? part;
      const clean = cleaned(decoded);
      return clean === decoded ? part : clean;
    });

  return {
    call(operation: Declaration & { readonly id: OperationId }, url: string) {
      let hide = (text: string): string => text;
      let attempt = 0;
      let current: Exchange | undefined;
      let sentAt = 0;

      function openExchange(): Exchange {
        if (current !== undefined && current.state !== 'done') return current;
        lastId += 1;
        attempt += 1;
        return {
          id: lastId,
          operation: operation.id,
          title: operation.title,
          method: operation.method,
          url: cleanedUrl(url),
          requestHeaders: {},
          attempt,
          startedAt: clock.wall(),
          state: 'waiting',
          drift: [],
        };
      }

      function show(change: Partial<Exchange>): void {
        current = { ...openExchange(), ...change };
        onExchange(current);
      }

      return {
        /** A moment of the monotonic clock. */
        waiting: (waitUntilMonotonic: number): void => show({ state: 'waiting', waitUntilMonotonic }),
        sent(headers: Readonly<Record<string, string>>, body?: string): void {
          sentAt = clock.monotonic();
          const requestId = headers['x-request-id'];
          const shown = body === undefined ? undefined : impersonal(operation, body);
          if (body !== undefined && operation.personal)
            hide = echoHidden(body, operation.personal, operation.impersonalWords);
          show({
            state: 'in-flight',
            startedAt: clock.wall(),
            requestHeaders: scrubbed(headers),
            ...(requestId !== undefined && { requestId }),
            ...(shown !== undefined &&
              operation.class !== 'sensitive' && { requestBody: maskBody(scrub(shown)) }),
          });
        },
        /** Ends the last try, or a wait without a next try. */
        done({ arrival, drift = [], failure }: CallEnd): void {
          if (current === undefined || current.state === 'done') return;
          const head = arrival?.head;
          const body = arrival && 'body' in arrival ? keptBody(operation, arrival.body) : undefined;
          show({
            state: 'done',
            drift,
            ...(current.state === 'in-flight' && { durationMs: clock.monotonic() - sentAt }),
            ...(head && { status: head.status, responseHeaders: scrubbed(head.headers) }),
            ...(body !== undefined && { responseBody: memoised(() => hide(body())) }),
            ...(failure && { failure: scrubFailure(failure, hide) }),
          });
        },
      };
    },
  };
}

function memoised(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export type Scrub = (text: string) => string;

/** Asks `known` at each call, because tokens change. */
export function scrubber(known: () => readonly (Secret | undefined)[]): Scrub {
  const spelled = new WeakMap<Secret, readonly string[]>();
  const wordsOf = (secret: Secret): readonly string[] => {
    const words = spelled.get(secret) ?? spellingsOf(secret.reveal());
    spelled.set(secret, words);
    return words;
  };
  return text =>
    hideSpelled(
      text,
      known().flatMap(secret => (secret ? wordsOf(secret) : [])),
    );
}

/** All other words of the failure are Purser's own. */
export function scrubFailure(failure: Failure, scrub: Scrub): Failure {
  const clean = (words: Untrusted | undefined): Untrusted | undefined =>
    words && fromServer(scrub(unsafeText(words)));
  // A cast: most failures have no words of the service.
  const { message, code, errors } = failure as RefusalWords;
  const words = {
    message: clean(message),
    code: clean(code),
    errors: errors?.map(error => withoutUndefined({ field: clean(error.field), words: clean(error.words) })),
  };
  return { ...failure, ...withoutUndefined(words) };
}
