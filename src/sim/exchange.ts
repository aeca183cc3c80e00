// One request's way through the simulator: logged, struck by its faults, answered, delivered.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '../api/contract/operations.ts';
import type { Clock } from '../lib/clock.ts';
import { type Address, operationAt } from './address.ts';
import { type Answer, type Family, type Reply, refusal, written } from './answer.ts';
import { deliver, head } from './deliver.ts';
import type { FaultBook } from './faults/book.ts';
import type { Asked, Fault } from './faults/fault.ts';
import { perform, type Service } from './service.ts';
import { type Received, receive, type WireLog } from './wire.ts';

export interface Exchanges {
  readonly service: Service;
  readonly faults: FaultBook;
  readonly wire: WireLog;
  readonly time: Clock;
  /** Waits that a closing server gives up: each is called once. */
  readonly waits: Set<() => void>;
}

/** The faults of one stage among those that struck. */
function of<S extends Fault['stage']>(struck: readonly Fault[], stage: S): Extract<Fault, { stage: S }>[] {
  return struck.filter((fault): fault is Extract<Fault, { stage: S }> => fault.stage === stage);
}

/** `address` and `params` as the router found them; without an address the path is unknown. */
export async function exchange(
  parts: Exchanges,
  incoming: IncomingMessage,
  out: ServerResponse,
  address: Address | undefined,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  out.sendDate = false;
  // Whoever left before the answer has no use for it; without a listener Node would end the process over it.
  out.on('error', () => undefined);
  const received = await receive(incoming);
  const id = address && operationAt(address, received.body);
  const times = { at: parts.service.clock.now(), receivedAt: parts.time.wall() };
  const answered = parts.wire.add({ ...received, ...times, operation: id });
  const { faults: struck, executed } = parts.faults.strike({ operation: id, path: received.path });
  const carryOut = once(() => carriedOut(parts, struck, received, id, params));
  // Whatever a fault does with the answer: an effect that is to be there is there first.
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
  // The head is on its way once the next turn of the loop comes.
  setImmediate(cut);
}

/** What the operation answers; its effect is then there. */
function carriedOut(
  { service }: Exchanges,
  struck: readonly Fault[],
  received: Received,
  id: OperationId | undefined,
  params: Readonly<Record<string, string>>,
): Reply {
  const change = (asked: Asked): Asked =>
    of(struck, 'asked').reduce((list, fault) => fault.change(list), asked);
  return id === undefined
    ? refusal(familyOf(received), 404, 'There is nothing at this address.')
    : perform(service, id, received, params, change);
}

/** Carries the operation out, unless a fault answers in its place, and lets the other faults at the answer. */
function makeAnswer(
  { service, faults }: Exchanges,
  struck: readonly Fault[],
  received: Received,
  operation: OperationId | undefined,
  carryOut: () => Reply,
): Answer {
  const family = familyOf(received);
  const [instead] = of(struck, 'instead');
  const replying = { family, operation, luck: faults.luck };
  const spoilt = (): Reply =>
    of(struck, 'reply').reduce((reply, fault) => fault.change(reply, replying), carryOut());
  const plain = instead === undefined ? written(spoilt()) : instead.answer(family);
  const date = new Date(service.clock.now()).toUTCString();
  const dated = { ...plain, headers: { date, ...plain.headers } };
  return of(struck, 'answer').reduce<Answer>((answer, fault) => fault.change(answer), dated);
}

function familyOf({ path }: Received): Family {
  return path.startsWith('/svc/') ? 'B' : 'A';
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Waits as the faults say; false when no answer is to come: it hangs, or the server closed meanwhile. */
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
