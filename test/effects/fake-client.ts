// A client for tests. The test decides when, and in what order, each request is answered.

import type { AccessToken, Customer } from '../../src/api/client/call-context.ts';
import type { Client } from '../../src/api/client/client.ts';
import { type Failure, failed, type Outcome } from '../../src/api/client/failure.ts';
import { decode } from '../../src/api/contract/decode.ts';
import { type OperationId, operations } from '../../src/api/contract/operations.ts';
import { jsonOf } from '../harness/answers.ts';

/** One request that waits for its answer. */
export interface Asked {
  readonly id: OperationId;
  readonly input: object;
  readonly customer: Customer | undefined;
  readonly signal: AbortSignal | undefined;
  /** Reports that the answer has arrived, before it is read. */
  arrive(): Promise<void>;
  /** Answers with this payload, decoded by the operation's own contract. `receivedAt`: epoch ms. */
  answer(payload: unknown, receivedAt?: number): Promise<void>;
  fail(failure: Failure): Promise<void>;
}

interface SignIn {
  readonly signal: AbortSignal | undefined;
  end(outcome: Outcome<AccessToken>): Promise<void>;
}

export interface FakeClient extends Client {
  /** All requests so far, oldest first. */
  readonly asked: readonly Asked[];
  /** Waits for the next request. Throws if none comes. */
  next(): Promise<Asked>;
  readonly signIns: readonly SignIn[];
  readonly closed: boolean;
}

/** Lets all pending promises settle. */
export const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** The number of turns after which all pending code has sent its requests. A loaded module needs some turns too. */
const TURNS = 50;

/** Lets all pending code send its requests. */
export async function settled(): Promise<void> {
  for (let n = 0; n < TURNS; n++) await turn();
}

export function fakeClient(): FakeClient {
  const asked: Asked[] = [];
  const signIns: SignIn[] = [];
  let given = 0;
  let closed = false;
  return {
    asked,
    signIns,
    async next() {
      const number = given++;
      for (let n = 0; n < TURNS && asked.length <= number; n++) await turn();
      const one = asked[number];
      if (!one) throw new Error(`request ${number + 1} never came`);
      return one;
    },
    get closed() {
      return closed;
    },
    perform(id, input, { customer, signal, arrived }) {
      return new Promise(resolve => {
        const settle = (outcome: Outcome<unknown>): Promise<void> => {
          // Decoded by the contract of the requested operation. The compiler can't follow that.
          resolve(outcome as Parameters<typeof resolve>[0]);
          return turn();
        };
        asked.push({
          id,
          input,
          customer,
          signal,
          arrive() {
            arrived?.();
            return turn();
          },
          answer: (payload, receivedAt = 0) => settle(answered(id, payload, receivedAt)),
          fail: failure => settle(failed(failure)),
        });
      });
    },
    signIn: signal =>
      new Promise(resolve => {
        signIns.push({
          signal,
          end(outcome) {
            resolve(outcome);
            return turn();
          },
        });
      }),
    writes: {
      recorded: () => {
        throw new Error('nothing writes here');
      },
      prepare: () => {
        throw new Error('nothing writes here');
      },
      send: () => {
        throw new Error('nothing writes here');
      },
    },
    clockSkewMs: () => undefined,
    abandonReads: () => {},
    async close() {
      closed = true;
    },
  };
}

function answered(id: OperationId, payload: unknown, receivedAt: number): Outcome<unknown> {
  const raw = jsonOf(JSON.stringify(payload));
  const decoded = decode(operations[id].result, raw);
  if ('shapeError' in decoded) return failed({ kind: 'malformed', detail: decoded.shapeError });
  return { ok: true, value: decoded.value, drift: decoded.drift, receivedAt, raw };
}
