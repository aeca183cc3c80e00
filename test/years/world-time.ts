// Simulated time: a queue of events, and the process's own timers on it. Nothing in a simulated world waits for real time.

import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Clock } from '../../src/lib/clock.ts';
import { type Dice, dice } from '../../src/sim/random.ts';

interface Event {
  at: number;
  readonly nth: number;
  readonly place: Place | undefined;
  run: (() => unknown) | undefined;
}

/** A simulated machine with one process. Its clocks may be wrong, and stand still while it sleeps. */
export interface Place {
  readonly name: string;
  alive: boolean;
  /** World ms. The process gets nothing meanwhile. */
  asleepFrom: number;
  asleepUntil: number;
  /** Ms that its monotonic clock has lost by earlier sleeps. */
  slept: number;
  /** Ms that its wall clock is ahead. */
  wrong: number;
  readonly luck: Dice;
}

/** Ms that its monotonic clock has lost so far. */
const sleptOf = ({ slept, asleepFrom, asleepUntil }: Place, now: number): number =>
  slept + Math.max(0, Math.min(now, asleepUntil) - asleepFrom);

export function sleep(place: Place, now: number, ms: number): void {
  place.slept = sleptOf(place, now);
  place.asleepFrom = now;
  place.asleepUntil = Math.max(place.asleepUntil, now + ms);
}

const real = {
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  now: performance.now.bind(performance),
  cpu: process.cpuUsage.bind(process),
};

/** Real ms, for the figures of a run. */
export const realNow = real.now;

const here = new AsyncLocalStorage<Place>();

/** The machine whose code runs now. */
export const currentPlace = (): Place | undefined => here.getStore();

export const at = <T>(place: Place | undefined, run: () => T): T =>
  place ? here.run(place, run) : here.exit(run);

/** Resolves when every promise and stream that could go on has gone on. */
const settled = (): Promise<void> => new Promise(resolve => void real.setImmediate(resolve));

export type WorldTime = ReturnType<typeof createTime>;

/** `epoch`: the wall clock at the beginning, in epoch ms. */
function createTime(seed: number, epoch: number) {
  let now = 0;
  let count = 0;
  let steps = 0;
  const heap: Event[] = [];
  const held: Promise<unknown>[] = [];
  const lucks = new Map<string, Dice>();

  const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.nth < b.nth);

  function push(event: Event): void {
    let child = heap.length;
    heap.push(event);
    while (child > 0) {
      const parent = (child - 1) >> 1;
      const above = heap[parent];
      if (!above || !before(event, above)) break;
      heap[child] = above;
      child = parent;
    }
    heap[child] = event;
  }

  function pop(): Event | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      let below = heap[child];
      if (!below) break;
      const other = heap[child + 1];
      if (other && before(other, below)) {
        below = other;
        child += 1;
      }
      if (!before(below, last)) break;
      heap[parent] = below;
      parent = child;
    }
    heap[parent] = last;
    return first;
  }

  function addAt(place: Place | undefined, ms: number, run: () => unknown): Event {
    const event: Event = { at: now + Math.max(0, Math.ceil(ms) || 0), nth: ++count, place, run };
    push(event);
    return event;
  }

  /** On the machine whose code runs now. */
  const add = (ms: number, run: () => unknown): Event => addAt(here.getStore(), ms, run);

  const cancel = (event: Event): void => {
    event.run = undefined;
  };

  /** Runs all events until then, each with everything that follows at once. Stops after a step if `stop` says so. */
  async function runUntil(end: number, stop: () => boolean): Promise<void> {
    for (let next = heap[0]; next && next.at <= end; next = heap[0]) {
      pop();
      const { run, place } = next;
      if (!run) continue;
      if (place && place.asleepUntil > next.at) {
        next.at = place.asleepUntil;
        push(next);
        continue;
      }
      now = next.at;
      steps += 1;
      next.run = undefined;
      at(place, run);
      await settled();
      for (let work = held.shift(); work; work = held.shift()) {
        await work;
        await settled();
      }
      if (stop()) return;
    }
    now = Math.max(now, end);
  }

  /** The process of a machine has this clock. */
  const clockOf = (place: Place): Clock => ({
    wall: () => epoch + now + place.wrong,
    monotonic: () => now - sleptOf(place, now),
    after(ms, run) {
      // Counted on the monotonic clock, which may stand still meanwhile.
      let event: Event;
      const due = now - sleptOf(place, now) + Math.max(0, ms);
      const look = (): void => {
        if (!place.alive) return;
        const wait = Math.max(due + sleptOf(place, now), place.asleepUntil) - now;
        if (wait <= 0) run();
        else event = addAt(place, wait, look);
      };
      event = addAt(place, ms, look);
      return () => cancel(event);
    },
  });

  function luckOf(name: string): Dice {
    const known = lucks.get(name) ?? dice(seed, name);
    lucks.set(name, known);
    return known;
  }

  return {
    epoch,
    now: () => now,
    steps: () => steps,
    add,
    addAt,
    cancel,
    runUntil,
    /** The event that happens now ends when this work has ended. */
    hold: (work: Promise<unknown>) => void held.push(work),
    clockOf,
    luckOf,
    /** Of the service and of the colleagues who have no machine. */
    clock: {
      wall: () => epoch + now,
      monotonic: () => now,
      after: (ms: number, run: () => void) => {
        const event = addAt(undefined, ms, run);
        return () => cancel(event);
      },
    } satisfies Clock,
    place: (name: string): Place => ({
      name,
      alive: true,
      asleepFrom: 0,
      asleepUntil: 0,
      slept: 0,
      wrong: 0,
      luck: luckOf(`place/${name}`),
    }),
    drop: () => heap.splice(0),
  };
}

let current: WorldTime | undefined;

function time(): WorldTime {
  if (!current) throw new Error('no world has begun');
  return current;
}

/** Begins a world. All timers, clocks and random numbers of this process belong to it from now on. */
export function beginTime(seed: number, epoch: number): WorldTime {
  current = createTime(seed, epoch);
  return current;
}

/** What `setTimeout` and `setImmediate` return. */
class Handle {
  readonly #begin: () => Event;
  #event: Event;
  constructor(begin: () => Event) {
    this.#begin = begin;
    this.#event = begin();
  }
  stop(): void {
    this.#event.run = undefined;
  }
  refresh(): this {
    this.stop();
    this.#event = this.#begin();
    return this;
  }
  again(): void {
    this.#event = this.#begin();
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.dispose](): void {
    this.stop();
  }
  [Symbol.toPrimitive](): number {
    return this.#event.nth;
  }
}

type Callback = (...args: unknown[]) => unknown;

const stop = (handle: unknown): void => {
  if (handle instanceof Handle) handle.stop();
};

/** Puts simulated timers, clocks and random numbers in place of the process's. Must run before any other module is loaded. */
export function takeOverProcess(): void {
  const place = () => here.getStore();
  const after = (run: Callback, ms: number, args: unknown[]): Handle => {
    const owner = place();
    return new Handle(() => time().addAt(owner, ms, () => run(...args)));
  };
  const timers = {
    setTimeout: (run: Callback, ms = 0, ...args: unknown[]) => after(run, ms, args),
    setImmediate: (run: Callback, ...args: unknown[]) => after(run, 0, args),
    setInterval(run: Callback, ms = 0, ...args: unknown[]) {
      const handle: Handle = after(
        () => {
          handle.again();
          return run(...args);
        },
        Math.max(1, ms),
        [],
      );
      return handle;
    },
    clearTimeout: stop,
    clearInterval: stop,
    clearImmediate: stop,
  };
  Object.assign(globalThis, timers);
  const RealDate = Date;
  const wall = (): number => (current ? current.epoch + current.now() : RealDate.now());
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [], made) =>
      Reflect.construct(target, args.length === 0 ? [wall()] : args, made),
    apply: () => new RealDate(wall()).toString(),
    get: (target, name) => (name === 'now' ? wall : Reflect.get(target, name)),
  });
  performance.now = () => current?.now() ?? 0;
  const luck = (): Dice | undefined => place()?.luck ?? current?.luckOf('nobody');
  Math.random = () => luck()?.next() ?? 0.5;
  crypto.randomUUID = () => {
    const uuid = luck()?.uuid() ?? '00000000-0000-4000-8000-000000000000';
    return uuid as ReturnType<typeof crypto.randomUUID>;
  };
  crypto.randomBytes = ((size: number) =>
    Buffer.from(luck()?.hex(2 * size) ?? '00'.repeat(size), 'hex')) as typeof crypto.randomBytes;
  const fill = (view: ArrayBufferView): void => {
    const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
    bytes.write(luck()?.hex(2 * bytes.length) ?? '', 'hex');
  };
  // PGlite takes its random numbers from here.
  crypto.randomFillSync = (<View extends ArrayBufferView>(view: View) => {
    fill(view);
    return view;
  }) as typeof crypto.randomFillSync;
  syncBuiltinESMExports();
}

/** User and system CPU of this process so far, in ms. */
export const cpuMs = (): number => {
  const { user, system } = real.cpu();
  return (user + system) / 1000;
};
