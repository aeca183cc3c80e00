/** Operations that change something. Purser fixes their exact bytes, then sends them once. */

import { Secret } from '../../lib/redact.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Input, Result, WriteId } from '../contract/operations.ts';
import type { AccessToken, Customer } from './call-context.ts';
import type { Calls, Ready } from './call-operation.ts';
import { failed, type Outcome } from './failure.ts';
import type { AccessTokens } from './session-tokens.ts';

/** Plain data, to store and to send after a restart: exact bytes, one request ID for every attempt, no secret. */
export interface Prepared<Id extends WriteId = WriteId> extends Ready {
  readonly operation: Id;
  readonly requestId: string;
  readonly customer?: Customer;
}

type RecordedRequest = Omit<Prepared, 'operation' | 'headers' | 'method'> & { readonly method: string };

export interface ClientWrites {
  /** Sends nothing. A new ID is made if `requestId` is absent. */
  prepare<Id extends WriteId>(
    id: Id,
    input: Input<Id>,
    context: { readonly customer?: Customer | undefined; readonly requestId?: string | undefined },
  ): { readonly ok: true; readonly prepared: Prepared<Id> } | ReturnType<typeof failed>;
  /** Undefined if a request that is built from the input differs from the recorded bytes. */
  recorded<Id extends WriteId>(id: Id, request: RecordedRequest): Input<Id> | undefined;
  /**
   * Sends once, within 30 seconds. `mayLeave` records the attempt; unless its answer is true, nothing is sent. It runs before
   * the first byte or, with a proxy, before connecting. Never throws; `outcomeOf` gives the outcome.
   */
  send<Id extends WriteId>(
    prepared: Prepared<Id>,
    mayLeave: () => Promise<boolean>,
  ): Promise<Outcome<Result<Id>>>;
}

export function createWrites(parts: {
  readonly calls: Calls;
  readonly tokens: AccessTokens;
  readonly uuid: () => string;
  readonly barred: () => Visible | undefined;
  readonly renewLater: (refused: AccessToken) => void;
  readonly closing: AbortSignal;
}): ClientWrites {
  const { calls, tokens, closing } = parts;
  return {
    prepare(id, input, { customer, requestId = parts.uuid() }) {
      const built = calls.build(id, input, requestId);
      if (!built.ok) return built;
      const failure = calls.headerFailure(id, { customer, requestId }, new Secret('not-known-yet'));
      if (failure !== undefined) return failed(failure);
      const prepared = { ...built.ready, operation: id, requestId, ...(customer && { customer }) };
      return { ok: true, prepared };
    },

    recorded<Id extends WriteId>(id: Id, { requestId, method, target, body }: RecordedRequest) {
      const read = calls.read(id, { target, ...(body !== undefined && { body }) });
      const built = read && calls.build(id, read, requestId);
      if (!built?.ok || built.ready.method !== method) return undefined;
      return built.ready.target === target && built.ready.body === body ? read : undefined;
    },

    async send({ operation, requestId, customer, method, target, headers, body }, mayLeave) {
      // Never during the attempt (FAULTS D10).
      const granted = await tokens.usable(closing);
      if (!granted.ok) return failed({ kind: 'unsent', cause: 'sign-in', failure: granted.failure });
      const ready: Ready = { method, target, headers, ...(body !== undefined && { body }) };
      // Last, because write access may end during the steps above.
      const why = parts.barred();
      if (why !== undefined) return failed({ kind: 'unsent', cause: 'barred', why });
      const call = calls.open(operation, ready, { customer, requestId }, closing);
      const outcome = await call.send(granted.value, { mayLeave });
      const unauthorised = !outcome.ok && 'status' in outcome.failure && outcome.failure.status === 401;
      if (unauthorised) parts.renewLater(granted.value);
      return outcome;
    },
  };
}
