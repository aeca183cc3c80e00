/** departure.ts: a connection for one write alone, and the proof whether a byte of the request left on it. */

import type { Socket } from 'node:net';
import { ConnectFailure } from './connector.ts';
import type { buildConnector } from './undici.ts';

export interface Departure {
  /** For a dispatcher that carries this one request: a second connection is refused. */
  readonly connect: buildConnector.connector;
  /** `nothing`: it is certain that not a byte of the request was written. */
  left(): 'nothing' | 'something';
  /** What has to happen first did not: the request was held back. */
  heldBack(): boolean;
  /** Settles once `before` has, if it was begun at all. */
  settled(): Promise<void>;
}

/**
 * Connects, waits for `before`, and only then lets the request out: a rejection of `before` holds it back. A connection
 * that ended meanwhile is given up unused.
 */
export function departure(connect: buildConnector.connector, before: () => Promise<void>): Departure {
  let socket: Socket | undefined;
  let writtenBefore = 0;
  let used = false;
  let heldBack = false;
  let settled = Promise.resolve();

  const open = (opened: Socket, callback: buildConnector.Callback): void => {
    if (opened.destroyed) {
      callback(new ConnectFailure({ code: 'ECONNRESET' }), null);
      return;
    }
    socket = opened;
    writtenBefore = opened.bytesWritten;
    callback(null, opened);
  };

  return {
    connect(target, callback) {
      // Whatever became of the first connection, the request is not taken to another one.
      if (used) return callback(new ConnectFailure({ code: 'ECONNRESET' }), null);
      used = true;
      connect(target, (error, opened) => {
        if (opened === null) return callback(error ?? new ConnectFailure({ code: 'ECONNRESET' }), null);
        // While nobody reads, an end of the connection has nobody to tell.
        opened.on('error', () => {});
        settled = before().then(
          () => open(opened, callback),
          () => {
            heldBack = true;
            opened.destroy();
            callback(new ConnectFailure({ code: 'ECANCELED' }), null);
          },
        );
      });
    },
    left: () => (socket === undefined || socket.bytesWritten === writtenBefore ? 'nothing' : 'something'),
    heldBack: () => heldBack,
    settled: () => settled,
  };
}
