// The simulated network: undici and Node's HTTP server speak to each other over it, byte for byte, without a socket.

import { Buffer } from 'node:buffer';
import net from 'node:net';
import { Duplex } from 'node:stream';
import type { Dice } from '../../src/sim/random.ts';
import { currentPlace, type Place, type WorldTime } from './world-time.ts';

/** What the network does to a new connection and to what it carries. Probabilities from 0 to 1, times in ms. */
export interface Weather {
  /** One way. */
  readonly latency: readonly [least: number, most: number];
  /** Nothing listens there. */
  readonly refused: number;
  /** The connection is never made. */
  readonly swallowed: number;
  /** The name is not known. */
  readonly nameless: number;
  /** A connection that ends with a reset after some bytes to the service. */
  readonly resetGoing: number;
  /** A connection that ends with a reset after some bytes from the service. */
  readonly resetComing: number;
  /** The bytes stop after some bytes from the service, and nothing ends. */
  readonly silent: number;
  /** What is written arrives in several pieces. */
  readonly pieces: number;
}

export const CALM: Weather = {
  latency: [5, 40],
  refused: 0,
  swallowed: 0,
  nameless: 0,
  resetGoing: 0,
  resetComing: 0,
  silent: 0,
  pieces: 0,
};

/** Where a connection breaks. */
interface Fate {
  readonly after: number;
  readonly kind: 'reset' | 'silent';
}

const failure = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall, errno: -1 });

type Report = (from: Place | undefined, what: string | Uint8Array) => void;

interface Wires {
  readonly time: WorldTime;
  readonly report: Report;
}

/** One end of a connection. It has what undici and Node's server use of a socket. */
class End extends Duplex {
  peer: End | undefined;
  connecting = false;
  bytesWritten = 0;
  readonly place: Place | undefined;
  readonly remoteAddress = '127.0.0.1';
  readonly remotePort = 1;
  readonly luck: Dice;
  fate: Fate | undefined;
  weather: Weather;
  readonly #wires: Wires;
  /** What is sent arrives in order. */
  #lastArrival = 0;
  #carried = 0;

  constructor(wires: Wires, place: Place | undefined, luck: Dice, weather: Weather, allowHalfOpen: boolean) {
    super({ allowHalfOpen, autoDestroy: true });
    this.#wires = wires;
    this.place = place;
    this.luck = luck;
    this.weather = weather;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    this.bytesWritten += chunk.length;
    if (this.place?.alive !== false) this.#send(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.#arrive(() => this.peer?.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { peer } = this;
    if (peer && !peer.destroyed && !this.writableFinished)
      this.#arrive(() => {
        if (!peer.destroyed) peer.destroy(peer.readableEnded ? undefined : failure('ECONNRESET', 'read'));
      });
    done(error);
  }

  resetAndDestroy(): this {
    return this.destroy();
  }
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  #send(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk);
    this.#wires.report(this.place, bytes);
    const { fate } = this;
    const room = fate ? Math.max(0, fate.after - this.#carried) : bytes.length;
    this.#carried += bytes.length;
    for (const piece of this.#cut(bytes.subarray(0, room)))
      this.#arrive(() => {
        if (this.peer && !this.peer.destroyed && !this.peer.readableEnded) this.peer.push(piece);
      });
    if (fate?.kind !== 'reset' || bytes.length <= room) return;
    this.#arrive(() => {
      this.#wires.report(this.place, 'reset');
      this.peer?.destroy(failure('ECONNRESET', 'read'));
      this.destroy(failure('ECONNRESET', 'read'));
    });
  }

  #cut(bytes: Buffer): Buffer[] {
    if (bytes.length < 2 || this.luck.next() >= this.weather.pieces) return bytes.length > 0 ? [bytes] : [];
    const cuts = Array.from({ length: this.luck.whole(1, 4) }, () => this.luck.whole(1, bytes.length - 1));
    const ends = [...new Set([...cuts, bytes.length])].sort((a, b) => a - b);
    return ends.map((end, nth) => bytes.subarray(ends[nth - 1] ?? 0, end));
  }

  /** Later than everything that was sent before, and not while the other machine sleeps. */
  #arrive(run: () => void): void {
    const { time } = this.#wires;
    const [least, most] = this.weather.latency;
    const { peer } = this;
    this.#lastArrival = Math.max(this.#lastArrival, time.now() + this.luck.whole(least, most));
    const look = (): void => {
      const wait = (peer?.place?.asleepUntil ?? 0) - time.now();
      if (wait > 0) time.addAt(peer?.place, wait, look);
      else if (peer?.place?.alive !== false) run();
    };
    time.addAt(peer?.place, this.#lastArrival - time.now(), look);
  }
}

export interface Network {
  weather: Weather;
  /** Gets the service's end of each new connection. */
  listener: ((end: Duplex) => void) | undefined;
  /** Ends the connections of a machine without a word, as its kernel does when the process is killed. */
  cut(place: Place): void;
}

let connect: ((options: net.TcpNetConnectOpts) => Duplex) | undefined;

/** `report` gets every byte and every event of a connection. */
export function createNetwork(time: WorldTime, report: Report): Network {
  const wires: Wires = { time, report };
  const open = new Set<End>();
  let count = 0;
  const network: Network = {
    weather: CALM,
    listener: undefined,
    cut(place) {
      for (const end of open) {
        if (end.place !== place) continue;
        end.on('error', () => {});
        end.destroy();
        open.delete(end);
      }
    },
  };

  connect = () => {
    const place = currentPlace();
    const luck = time.luckOf(`connection/${place?.name}/${++count}`);
    const { weather } = network;
    const near = new End(wires, place, luck, weather, false);
    near.connecting = true;
    open.add(near);
    near.on('close', () => open.delete(near));
    const draw = luck.next();
    const fails = (code: string, syscall: string, ms: number) =>
      time.add(ms, () => {
        report(place, code);
        near.destroy(failure(code, syscall));
      });
    const wait = luck.whole(...weather.latency) * 2;
    if (place && !place.alive) return near;
    if (draw < weather.nameless) fails('ENOTFOUND', 'getaddrinfo', wait);
    else if (draw < weather.nameless + weather.refused || !network.listener)
      fails('ECONNREFUSED', 'connect', wait);
    else if (draw >= weather.nameless + weather.refused + weather.swallowed)
      time.add(wait, () => made(near, luck, weather));
    else report(place, 'swallowed');
    return near;
  };

  function made(near: End, luck: Dice, weather: Weather): void {
    if (near.destroyed || near.place?.alive === false) return;
    const far = new End(wires, undefined, luck, weather, true);
    near.peer = far;
    far.peer = near;
    const draw = luck.next();
    const going = weather.resetGoing;
    const coming = going + weather.resetComing;
    if (draw < going) near.fate = { kind: 'reset', after: luck.whole(0, 700) };
    else if (draw < coming) far.fate = { kind: 'reset', after: luck.whole(0, 400) };
    else if (draw < coming + weather.silent) far.fate = { kind: 'silent', after: luck.whole(0, 400) };
    near.connecting = false;
    far.on('error', () => {});
    network.listener?.(far);
    near.emit('connect');
    near.emit('ready');
  }
  return network;
}

/** Every connection of this process is one of the simulated network from now on. */
export function takeOverNetwork(): void {
  const simulated = (options: net.TcpNetConnectOpts): Duplex => {
    if (!connect) throw new Error('no world has begun');
    return connect(options);
  };
  Object.assign(net, { connect: simulated, createConnection: simulated });
}
