// A process's connection to the team's server over simulated time. Its failures mean what they mean in pg-link.ts.

import { Closed, type Link, NoAnswer } from '../../src/journal/postgres/link.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { errorCode } from '../../src/lib/error-code.ts';
import type { Dice } from '../../src/sim/random.ts';
import type { TeamServer } from './team-server.ts';
import type { Place, WorldTime } from './world-time.ts';

/** What happens between a console and the database. Probabilities from 0 to 1, times in ms. */
export interface DatabaseWeather {
  /** One way. */
  readonly latency: readonly [least: number, most: number];
  /** Before a statement begins. The server refuses a statement that would take too long. */
  readonly busy: readonly [least: number, most: number];
  /** Nothing listens there. */
  readonly refused: number;
  /** The request never reaches the server. Nothing says so. */
  readonly lostRequest: number;
  /** The server acts, but its answer is lost. */
  readonly lostAnswer: number;
  /** The connection ends before the server acts, or after. */
  readonly resetBefore: number;
  readonly resetAfter: number;
}

export const FAIR: DatabaseWeather = {
  latency: [1, 15],
  busy: [0, 0],
  refused: 0,
  lostRequest: 0,
  lostAnswer: 0,
  resetBefore: 0,
  resetAfter: 0,
};

/** As in pg-link.ts. */
const CONNECT = 2000;
const CALL = 3000;
const REST = 1000;
const STATEMENT = 0.8 * CALL;

/** When the network still delivers a request that seemed lost. Purser expects it within 30 seconds. */
const LATE = [3000, 25_000] as const;

/** Of a write, in the database. */
const STEP = /purser\.(?:prepare|sent|repeat|settle)\(/;

const failure = (code: string): Error => Object.assign(new Error(code), { code });

interface LinkParts {
  readonly time: WorldTime;
  readonly server: TeamServer;
  readonly place: Place;
  readonly clock: Clock;
  readonly role: string;
  readonly weather: () => DatabaseWeather;
  /** Called when a step of a write reaches the server, and when it has been done there. */
  readonly onStep: (place: Place, done: boolean) => void;
  readonly luck: Dice;
  readonly report: (place: Place, what: string) => void;
}

interface Line {
  /** For the process. */
  open: boolean;
  /** By the server. */
  ended: boolean;
}

interface Connection {
  readonly rows: Link['rows'];
  readonly listen: (channel: string) => Promise<void>;
  readonly cut: () => void;
}

export function teamLink({
  time,
  server,
  place,
  clock,
  role,
  weather,
  onStep,
  luck,
  report,
}: LinkParts): Link {
  let connection: Promise<Connection> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  let failed: { readonly at: number; readonly error: unknown } | undefined;
  let greeting: ((rows: Link['rows']) => Promise<void>) | undefined;
  const listeners = new Map<string, () => void>();

  /** To the process: not after its death, and not while it sleeps. */
  function arrives(run: () => void): void {
    const look = (): void => {
      if (!place.alive) return;
      if (place.asleepUntil > time.now()) time.addAt(place, place.asleepUntil - time.now(), look);
      else run();
    };
    time.addAt(place, luck.whole(...weather().latency), look);
  }

  /** Nothing that a dead process waits for ever comes. */
  function within<T>(ms: number, work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const cancel = clock.after(ms, () => reject(new NoAnswer()));
    work.then(resolve, reject).finally(cancel);
    return promise;
  }

  /** One exchange on a connection: `run` happens on the server when the request arrives. */
  function exchange<T>(own: Line, name: string, run: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.add(reject);
    void promise.catch(() => undefined).finally(() => waiting.delete(reject));
    if (!place.alive) return promise;
    const now = weather();
    const draw = luck.next();
    const over = (upTo: number): boolean => draw < upTo;
    const reset = (): void => {
      report(place, `${name}: reset`);
      own.open = false;
      arrives(() => reject(failure('ECONNRESET')));
    };
    if (over(now.lostRequest)) {
      report(place, `${name}: lost on its way`);
      // Nobody hears the answer.
      if (luck.next() < 0.5)
        time.addAt(undefined, luck.whole(...LATE), async () => {
          if (!own.ended) await run().catch(() => undefined);
        });
      return promise;
    }
    const busy = luck.whole(...now.busy);
    const there = luck.whole(...now.latency) + Math.min(busy, STATEMENT);
    time.addAt(undefined, there, async () => {
      // What has left a process arrives, even if the process cuts the connection or dies.
      if (own.ended) return;
      if (over(now.lostRequest + now.resetBefore)) return reset();
      if (busy > STATEMENT) return arrives(() => reject(failure('57014')));
      const done = await Promise.allSettled([run()]);
      report(place, `${name}: ${JSON.stringify(done)}`);
      if (!own.open || over(now.lostRequest + now.resetBefore + now.lostAnswer)) return;
      if (over(now.lostRequest + now.resetBefore + now.lostAnswer + now.resetAfter)) return reset();
      const [answer] = done;
      if (answer.status === 'fulfilled') arrives(() => resolve(answer.value));
      else arrives(() => reject(answer.reason));
    });
    return promise;
  }
  const waiting = new Set<(error: Error) => void>();

  async function connect(): Promise<Connection> {
    const own: Line = { open: true, ended: false };
    server.connected({
      ended() {
        // A request of a connection that the process has cut does not arrive any more either.
        own.ended = true;
        if (!own.open) return;
        own.open = false;
        const broken = [...waiting];
        arrives(() => {
          for (const reject of broken) reject(failure('ECONNRESET'));
        });
        if (connection === made) connection = undefined;
      },
      notified(channel) {
        if (!own.open || luck.next() < weather().lostAnswer) return;
        arrives(() => {
          if (own.open) listeners.get(channel)?.();
        });
      },
    });
    const made = connection;
    const cut = (): void => {
      own.open = false;
      if (connection === made) connection = undefined;
    };
    const rows: Link['rows'] = (sql, ...values) =>
      exchange(own, `${sql} ${JSON.stringify(values)}`, async () => {
        const isStep = STEP.test(sql);
        if (isStep) onStep(place, false);
        if (own.ended) throw failure('ECONNRESET');
        const found = await server.rowsAs(role, sql, values);
        if (isStep) onStep(place, true);
        return found;
      });
    const listen = async (channel: string): Promise<void> => {
      await exchange(own, `LISTEN ${channel}`, () => server.listens(channel));
    };
    try {
      await within(
        CONNECT,
        exchange(own, 'connect', async () => {
          if (luck.next() < weather().refused) throw failure('ECONNREFUSED');
        }),
      );
      await within(
        CALL,
        (async () => {
          await greeting?.(rows);
          for (const [channel, listener] of listeners) {
            await listen(channel);
            listener();
          }
        })(),
      );
      failed = undefined;
      return { rows, listen, cut };
    } catch (error) {
      cut();
      failed = { at: clock.monotonic(), error };
      throw error;
    }
  }

  function inTurn<T>(work: (connected: Connection) => Promise<T>): Promise<T> {
    const next = last.then(async () => {
      if (closed) throw new Closed();
      if (!connection && failed && clock.monotonic() - failed.at < REST) throw failed.error;
      connection ??= Promise.resolve().then(connect);
      const connected = await connection;
      return within(CALL, work(connected)).catch(error => {
        // A refusal of the server does not end the connection.
        if (error instanceof NoAnswer || errorCode(error) === 'ECONNRESET') connected.cut();
        throw error;
      });
    });
    last = next.catch(() => undefined);
    return next;
  }

  return {
    rows: (sql, ...values) => inTurn(connected => connected.rows(sql, ...values)),
    greet(check) {
      greeting = check;
    },
    listen(channel, listener) {
      listeners.set(channel, listener);
      return inTurn(connected => connected.listen(channel));
    },
    async close() {
      await last;
      closed = true;
      (await connection?.catch(() => undefined))?.cut();
    },
  };
}
