/** writes.ts: what changes something: made exact before it leaves, sent once, never repeated by a machine. */

import { Secret } from '../../lib/redact.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Input, Result, WriteId } from '../contract/operations.ts';
import type { Calls, Ready } from './calls.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import type { Customer, Token } from './service.ts';
import type { Tokens } from './tokens.ts';

/**
 * A write as it will leave, plain data that can be kept and sent after a restart: the very bytes of its body, and the
 * request ID that stays the same for every attempt at it. It holds no secret: keys and token are added when it is sent.
 */
export interface Prepared<Id extends WriteId = WriteId> extends Ready {
  readonly operation: Id;
  readonly requestId: string;
  readonly customer?: Customer;
}

export interface Writes {
  /** Checks and builds a write; nothing is sent. `requestId` is the intent's own; without it, a new one. */
  prepare<Id extends WriteId>(
    id: Id,
    input: Input<Id>,
    context: { readonly customer?: Customer | undefined; readonly requestId?: string | undefined },
  ):
    | { readonly ok: true; readonly prepared: Prepared<Id> }
    | { readonly ok: false; readonly failure: Failure };
  /**
   * Sends it once, within 30 seconds, on a connection of its own. `before` is awaited when that stands and not a byte
   * has left: what has to be recorded as sent is recorded there, and nothing is sent if it rejects. It isn't called
   * where no connection comes about (through a proxy it is). Where writing is barred not even a connection is opened.
   * `firstAttempt`: nothing was sent under its request ID before. Only then can some answers prove a refusal (proof.ts).
   * Never throws; `outcomeOf` says what the answer means.
   */
  send<Id extends WriteId>(
    prepared: Prepared<Id>,
    before: () => Promise<void>,
    attempt?: { readonly firstAttempt: boolean },
  ): Promise<Outcome<Result<Id>>>;
}

export function createWrites(parts: {
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly uuid: () => string;
  readonly barred: () => Visible | undefined;
  readonly renewLater: (refused: Token) => void;
  readonly closing: AbortSignal;
}): Writes {
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

    async send({ operation, requestId, customer, method, target, headers, body }, before, attempt) {
      // Renewed before, where it is nearly over: never inside the sending (FAULTS D10).
      const granted = await tokens.usable(closing);
      if (!granted.ok) return failed({ kind: 'unsent', cause: 'sign-in', failure: granted.failure });
      const ready: Ready = { method, target, headers, ...(body !== undefined && { body }) };
      // After all that takes time: what was allowed when it was asked for may be over.
      const why = parts.barred();
      if (why !== undefined) return failed({ kind: 'unsent', cause: 'barred', why });
      const firstAttempt = attempt?.firstAttempt ?? false;
      const call = calls.open(operation, ready, { customer, requestId }, closing);
      const outcome = await call.send(granted.value, { before, firstAttempt });
      const unauthorised = !outcome.ok && 'status' in outcome.failure && outcome.failure.status === 401;
      if (unauthorised) parts.renewLater(granted.value);
      return outcome;
    },
  };
}
