// The path of one request through the simulator: find its operation, log it, apply its faults, answer, deliver.
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { type Dialect, formOf } from '../api/contract/dialect.ts';
import type { Operation, RequestForm } from '../api/contract/operation.ts';
import { type OperationId, operations } from '../api/contract/operations.ts';
import type { Clock } from '../lib/clock.ts';
import { isObject, parseJson } from '../lib/json.ts';
import type { Fault, WantedPage } from './faults/fault.ts';
import type { FaultBook } from './faults/rule.ts';
import { deliver, type Family, type HttpAnswer, head, type Reply, refusal, written } from './response.ts';
import { perform, type SimulatedService } from './service.ts';
import { type Received, receive, type WireLog } from './wire.ts';

export interface Exchanges {
  readonly service: SimulatedService;
  readonly faults: FaultBook;
  readonly wire: WireLog;
  readonly time: Clock;
  /** They end the waits when the server closes. */
  readonly waits: Set<() => void>;
}

function of<S extends Fault['stage']>(struck: readonly Fault[], stage: S): Extract<Fault, { stage: S }>[] {
  return struck.filter((fault): fault is Extract<Fault, { stage: S }> => fault.stage === stage);
}

/** `address` and `params` come from the router. An unknown path has no address. */
export async function exchange(
  parts: Exchanges,
  incoming: IncomingMessage,
  out: ServerResponse,
  address: RoutedAddress | undefined,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  out.sendDate = false;
  // The client may be gone. Without a listener, Node would end the process on the error.
  out.on('error', () => undefined);
  const received = await receive(incoming);
  const id = address && operationAt(address, received.body);
  const times = { at: parts.service.clock.now(), receivedAt: parts.time.wall() };
  const answered = parts.wire.add({ ...received, ...times, operation: id });
  const { faults: struck, executed } = parts.faults.strike({
    operation: id,
    path: received.path,
    body: received.body,
  });
  const carryOut = once(() => carriedOut(parts, struck, received, id, params));
  // The operation is carried out first, whatever a fault does with the answer later.
  if (executed) carryOut();
  const resets = new Set(of(struck, 'reset').map(({ when }) => when));
  const cut = (): void => void incoming.socket.resetAndDestroy();

  if (!(await waited(parts, struck))) return;
  if (resets.has('before')) return cut();
  const answer = makeAnswer(parts, struck, received, id, carryOut);
  if (resets.has('after')) return cut();
  if (out.destroyed) return;
  answered(answer.status);
  if (!resets.has('headers'))
    return (of(struck, 'delivery').at(-1)?.deliver ?? deliver)(out, answer, parts.time);
  head(out, answer);
  out.flushHeaders();
  // Node sends the head before the next turn of the event loop.
  setImmediate(cut);
}

function carriedOut(
  { service }: Exchanges,
  struck: readonly Fault[],
  received: Received,
  id: OperationId | undefined,
  params: Readonly<Record<string, string>>,
): Reply {
  const change = (page: WantedPage): WantedPage =>
    of(struck, 'page').reduce((list, fault) => fault.change(list), page);
  return id === undefined
    ? refusal(familyOf(received), 404, 'There is nothing at this address.')
    : perform(service, id, received, params, change);
}

function makeAnswer(
  { service, faults }: Exchanges,
  struck: readonly Fault[],
  received: Received,
  operation: OperationId | undefined,
  carryOut: () => Reply,
): HttpAnswer {
  const family = familyOf(received);
  const [instead] = of(struck, 'instead');
  const replying = { family, operation, luck: faults.luck };
  const spoilt = (): Reply =>
    of(struck, 'reply').reduce((reply, fault) => fault.change(reply, replying), carryOut());
  const plain = instead === undefined ? written(spoilt()) : instead.answer(family);
  const date = new Date(service.clock.now()).toUTCString();
  const dated = { ...plain, headers: { date, ...plain.headers } };
  return of(struck, 'answer').reduce<HttpAnswer>((answer, fault) => fault.change(answer), dated);
}

const familyOf = ({ path }: Received): Family => (/^\/(?:svc|zoqq)\//.test(path) ? 'B' : 'A');

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** False if no answer follows: the request hangs, or the server closed. */
function waited({ faults, time, waits }: Exchanges, struck: readonly Fault[]): Promise<boolean> {
  const ms = of(struck, 'wait').reduce((sum, wait) => sum + wait.ms(faults.luck), 0);
  if (ms === 0 || ms === Number.POSITIVE_INFINITY) return Promise.resolve(ms === 0);
  return new Promise(resolve => {
    const giveUp = (): void => {
      cancel();
      resolve(false);
    };
    const cancel = time.after(ms, () => {
      waits.delete(giveUp);
      resolve(true);
    });
    waits.add(giveUp);
  });
}

/** The operations that need a literal in the body come first. */
export interface RoutedAddress {
  readonly method: RequestForm['method'];
  readonly path: string;
  readonly ids: readonly OperationId[];
}

export function addresses(dialect: Partial<Dialect>): readonly RoutedAddress[] {
  const found = new Map<string, RoutedAddress>();
  for (const operation of Object.values(operations)) {
    const { method, path } = formOf(operation, dialect);
    const key = `${method} ${path}`;
    const ids: OperationId[] = [...(found.get(key)?.ids ?? []), operation.id];
    found.set(key, {
      method,
      path,
      ids: ids.toSorted((a, b) => literalsOf(b).length - literalsOf(a).length),
    });
  }
  return [...found.values()];
}

/**
 * Finds the operation by the literals in the body: `card_status: "CLOSED"` is card.close. If no literal matches, returns
 * the operation that needs no literal.
 */
function operationAt({ ids }: RoutedAddress, body: string): OperationId | undefined {
  if (ids.length < 2) return ids[0];
  const read = parseJson(body);
  const sent = read.ok && isObject(read.value) ? read.value : {};
  return ids.find(id => literalsOf(id).every(([name, values]) => values.has(sent[name])));
}

function literalsOf(id: OperationId): readonly (readonly [string, ReadonlySet<unknown>])[] {
  const { body }: Operation = operations[id];
  if (typeof body !== 'object') return [];
  return Object.entries(body.shape).flatMap(([name, field]) =>
    field instanceof z.ZodLiteral ? [[name, field.values] as const] : [],
  );
}
