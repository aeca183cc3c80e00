// Faults on the wire: a good answer arrives slowly, in pieces, in part, or with more bytes.
import type { ServerResponse } from 'node:http';
import { head } from '../response.ts';
import { counted, type Deliver, type Fault, type FaultEntry, whole } from './fault.ts';

export const deliveryFaults = {
  truncate: {
    usage: 'truncate[=BYTES]',
    does: 'promises the whole length, sends only this many bytes (half), and closes',
    build: ({ value }) => {
      const count = whole(value, -1);
      if (count === undefined) return { problem: 'needs a number of bytes' };
      return sent((out, answer) => {
        head(out, answer);
        out.write(answer.body.subarray(0, count < 0 ? answer.body.length >> 1 : count), () =>
          out.socket?.destroySoon(),
        );
      });
    },
  },
  drip: {
    usage: 'drip[=MS]',
    options: ['bytes=N'],
    does: 'sends the body N bytes (1) at a time, every MS milliseconds (300)',
    build: ({ value, options }) => {
      const ms = whole(value, 300);
      const size = whole(options['bytes'], 1);
      if (ms === undefined || size === undefined || size < 1)
        return { problem: 'needs milliseconds, and bytes of 1 or more' };
      return sent((out, answer, clock) => {
        head(out, answer);
        inPieces(out, answer.body, size, next => clock.after(ms, next));
      });
    },
  },
  slice: {
    usage: 'slice',
    does: 'sends the body byte by byte, each in its own segment',
    build: () =>
      sent((out, answer) => {
        out.socket?.setNoDelay(true);
        head(out, answer);
        inPieces(out, answer.body, 1, next => {
          const waiting = setImmediate(next);
          return () => clearImmediate(waiting);
        });
      }),
  },
  oversize: {
    usage: 'oversize[=MB]',
    does: 'sends that many megabytes (64) of a text that never ends',
    build: counted(
      64,
      megabytes =>
        sent((out, answer) => {
          out.writeHead(answer.status, answer.headers);
          out.write('{"message":"');
          flood(out, Buffer.alloc(65_536, 'x'), megabytes * 16);
        }),
      4096,
    ),
  },
  garbage: {
    usage: 'garbage[=TEXT]',
    does: 'sends something that is not HTTP and closes',
    build: ({ value = 'SSH-2.0-OpenSSH_9.9' }) => sent(out => out.socket?.end(`${value}\r\n`)),
  },
  extra: {
    usage: 'extra[=TEXT]',
    does: 'sends bytes after the end of the answer, on the same connection',
    build: ({ value = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]' }) =>
      sent((out, answer) => {
        const { socket } = out;
        socket?.cork();
        head(out, answer);
        out.end(answer.body);
        socket?.write(value);
        socket?.uncork();
      }),
  },
  hints: {
    usage: 'hints[=N]',
    does: 'sends N (100) interim 103 answers first',
    build: counted(100, n =>
      sent((out, answer) => {
        for (let i = 0; i < n; i++) out.writeEarlyHints({ link: '</x>; rel=preload' });
        head(out, answer);
        out.end(answer.body);
      }),
    ),
  },
  'header-flood': {
    usage: 'header-flood[=N]',
    does: 'sends N (1000) headers of 100 bytes each',
    build: counted(1000, n =>
      sent((out, answer) => {
        const flood = Array.from({ length: n }, (_, i): [string, string] => [`x-flood-${i}`, 'y'.repeat(88)]);
        head(out, { ...answer, headers: { ...answer.headers, ...Object.fromEntries(flood) } });
        out.end(answer.body);
      }),
    ),
  },
} as const satisfies Record<string, FaultEntry>;

const sent = (deliver: Deliver): Fault => ({ stage: 'delivery', deliver });

function inPieces(
  out: ServerResponse,
  body: Uint8Array,
  size: number,
  later: (next: () => void) => () => void,
): void {
  let at = 0;
  let cancel = (): void => undefined;
  const next = (): void => {
    if (out.destroyed) return;
    if (at >= body.length) return void out.end();
    out.write(body.subarray(at, at + size));
    at += size;
    cancel = later(next);
  };
  out.once('close', () => cancel());
  next();
}

/** Writes only as fast as the client reads, so that the waiting bytes don't fill the simulator's memory. */
function flood(out: ServerResponse, chunk: Uint8Array, times: number): void {
  let left = times;
  const more = (): void => {
    while (left > 0 && !out.destroyed) {
      left--;
      if (!out.write(chunk)) return void out.once('drain', more);
    }
    out.end();
  };
  more();
}
