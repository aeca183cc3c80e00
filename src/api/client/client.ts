/** Performs the operations of the contract, with headers, token, retries and deadlines. */

import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/redact.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { findOtherIn } from '../contract/about.ts';
import { checkBaseUrl } from '../contract/base-url.ts';
import { checkProxy } from '../contract/http-proxy.ts';
import { type Input, isWrite, type OperationId, operations, type Result } from '../contract/operations.ts';
import type { SuccessWords } from '../contract/success-words.ts';
import { waitBeforeRetry } from './backoff.ts';
import type { AccessToken, Customer, Service, TokenPort } from './call-context.ts';
import { type Call, createCalls } from './call-operation.ts';
import type { Exchange } from './exchange.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import { createRecorder, scrubber } from './recorder.ts';
import { createTokens } from './session-tokens.ts';
import { readToken } from './token-life.ts';
import { createTransport } from './transport.ts';
import { type ClientWrites, createWrites } from './writes.ts';

/** `perform` refuses writes: use `writes`. */
type PerformId = Exclude<OperationId, 'login'>;

export interface Client {
  /**
   * Family B needs a `customer`. A read is tried up to three times, a quote once. `arrived` runs on a 2xx answer,
   * before the answer is decoded. Never throws.
   */
  perform<Id extends PerformId>(
    id: Id,
    input: Input<Id>,
    context: {
      readonly customer?: Customer | undefined;
      readonly signal?: AbortSignal | undefined;
      readonly arrived?: (() => void) | undefined;
    },
  ): Promise<Outcome<Result<Id>>>;
  /** Purser sends each write once, after the caller has recorded it. */
  readonly writes: ClientWrites;
  /** `raw` is null because the answer is a secret. At most two logins a minute reach the service. */
  signIn(signal?: AbortSignal): Promise<Outcome<AccessToken>>;
  /** In ms, exact to a second; positive if the service's clock is ahead. Undefined if not known. */
  clockSkewMs(): number | undefined;
  /** Writes continue. */
  abandonReads(): void;
  close(): Promise<void>;
}

export interface ClientParts {
  readonly service: Service;
  readonly tokens: TokenPort;
  readonly clock: Clock;
  readonly uuid: () => string;
  /** In [0, 1), for the waits between tries. */
  readonly random: () => number;
  /** Called at every step of every exchange. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Undefined if writing is allowed. Called before every write is sent. */
  readonly barred: () => Visible | undefined;
  /** From the policy of the machine. */
  readonly successWords?: () => SuccessWords | undefined;
  /** HTTPS_PROXY and NO_PROXY. A service on this machine is always called without a proxy. */
  readonly proxyFromEnvironment?: boolean;
}

export function createClient(parts: ClientParts): Client {
  const { service, clock, random } = parts;
  const address = checkBaseUrl(service.baseUrl);
  const proxied = parts.proxyFromEnvironment === true && address.ok && !address.loopback;
  // Login may lead to an address that needs a proxy, although the start needed none.
  const badProxy = proxied ? checkProxy(address.baseUrl, process.env) : undefined;
  if (badProxy) throw new Error(badProxy);
  const closing = new AbortController();
  const reading = new AbortController();
  let issued: readonly Secret[] = [];
  const scrub = scrubber(() => [
    service.apiKey,
    service.sharedApiKey,
    parts.tokens.current()?.secret,
    ...issued,
  ]);
  const transport = createTransport({
    clock,
    host: address.ok ? address.host : '',
    caPem: service.caPem,
    proxied,
  });
  let skewMs: number | undefined;
  const calls = createCalls({
    service,
    clock,
    transport,
    recorder: createRecorder({ clock, onExchange: parts.onExchange, scrub }),
    scrub,
    onServerTime: (serverMs, localMs) => {
      skewMs = serverMs - localMs;
    },
    serverNow: () => clock.wall() + (skewMs ?? 0),
    successWords: parts.successWords ?? (() => undefined),
  });
  const tokens = createTokens({ port: parts.tokens, clock, login });

  async function login(signal: AbortSignal): Promise<Outcome<AccessToken>> {
    const built = calls.build('login', {});
    if (!built.ok) return built;
    const sender = { requestId: parts.uuid() };
    const call = calls.open('login', built.ready, sender, AbortSignal.any([signal, closing.signal]));
    return await repeating('login', call, async () => {
      const startedAt = clock.monotonic();
      const outcome = await call.send(undefined);
      if (!outcome.ok) return { outcome, final: false };
      const serverNow = skewMs === undefined ? undefined : outcome.receivedAt + skewMs;
      const token = readToken(outcome.value, startedAt, outcome.receivedAt, serverNow);
      if (token === undefined) {
        return { outcome: failed({ kind: 'malformed', detail: t`the login gave no token` }), final: true };
      }
      issued = [...issued.slice(-9), token.secret];
      return { outcome: { ...outcome, value: token, raw: null }, final: true };
    });
  }

  const renewLater = (refused: AccessToken): void => void tokens.replace(refused, closing.signal);

  /** After a 401, renews the token and sends once more. A quote is not sent again (FAULTS B1, B3). */
  async function withToken<T>(
    id: OperationId,
    send: (token: AccessToken) => Promise<Outcome<T>>,
    signal: AbortSignal,
  ): Promise<TryResult<T>> {
    const granted = await tokens.usable(signal);
    if (!granted.ok) return { outcome: failed(loginFailure(granted.failure)), final: true };
    const first = await send(granted.value);
    if (unauthorised(first) === undefined) return { outcome: first, final: false };
    if (operations[id].class === 'quote') {
      renewLater(granted.value);
      return { outcome: first, final: true };
    }
    const renewed = await tokens.replace(granted.value, signal);
    if (!renewed.ok) return { outcome: failed(loginFailure(renewed.failure)), final: true };
    const second = await send(renewed.value);
    const refusal = unauthorised(second);
    if (refusal === undefined) return { outcome: second, final: false };
    tokens.drop(renewed.value);
    return { outcome: failed(refusal), final: true };
  }

  async function repeating<Id extends OperationId, T>(
    id: Id,
    call: Call<Id>,
    step: () => Promise<TryResult<T>>,
  ): Promise<Outcome<T>> {
    for (let tried = 1; ; tried += 1) {
      const { outcome, final } = await step();
      if (outcome.ok) return outcome;
      const waitMs = final
        ? undefined
        : waitBeforeRetry(operations[id].class, outcome.failure, tried, random);
      if (waitMs === undefined) {
        call.giveUp(outcome.failure);
        return outcome;
      }
      if (await call.wait(waitMs)) continue;
      call.giveUp({ kind: 'abandoned' });
      return failed({ kind: 'abandoned' });
    }
  }

  return {
    async perform(id, input, { customer, signal = closing.signal, arrived }) {
      if (isWrite(id)) {
        const reason = t`is a write: prepare it, record it and send it once`;
        return failed({ kind: 'invalid-input', field: t`the operation`, reason });
      }
      const abandoned = AbortSignal.any([signal, reading.signal, closing.signal]);
      const built = calls.build(id, input);
      if (!built.ok) return built;
      const sender = { customer, requestId: parts.uuid() };
      const call = calls.open(id, built.ready, sender, abandoned, arrived);
      const outcome = await repeating(id, call, () => withToken(id, token => call.send(token), abandoned));
      const other = outcome.ok ? findOtherIn(outcome.raw, { operation: id, input, customer }) : undefined;
      return outcome.ok && other !== undefined ? { ...outcome, other } : outcome;
    },
    writes: createWrites({ ...parts, calls, tokens, renewLater, closing: closing.signal }),
    signIn: (signal = closing.signal) => tokens.signIn(AbortSignal.any([signal, closing.signal])),
    clockSkewMs: () => skewMs,
    abandonReads: () => reading.abort(),
    async close() {
      closing.abort();
      await transport.close();
    },
  };
}

/** `final`: not repeated, whatever the outcome. */
interface TryResult<T> {
  readonly outcome: Outcome<T>;
  readonly final: boolean;
}

const loginFailure = (failure: Failure): Failure =>
  failure.kind === 'refused' ? signedOut(failure) : failure;

function unauthorised(outcome: Outcome<unknown>): Failure | undefined {
  if (outcome.ok || outcome.failure.kind !== 'refused' || outcome.failure.status !== 401) return undefined;
  return signedOut(outcome.failure);
}

const signedOut = ({ status, message }: Extract<Failure, { kind: 'refused' }>): Failure => ({
  kind: 'signed-out',
  status,
  ...(message !== undefined && { message }),
});
