/** departure.ts: a connection for one write only, with proof whether a byte of the request left on it. */

import type { Socket } from 'node:net';
import { ConnectFailure } from './connector.ts';
import type { buildConnector } from './undici.ts';

export interface Departure {
  /** For a dispatcher that carries this one request; refuses a second connection. */
  readonly connect: buildConnector.connector;
  /** `nothing`: certainly no byte of the request was written. */
  left(): 'nothing' | 'something';
  /** Whether `before` failed, so that the request was held back. */
  heldBack(): boolean;
  /** Settles when `before` has settled, if it was started. */
  settled(): Promise<void>;
}

/**
 * Connects, waits for `before`, and only then lets the request out. A rejection of `before` holds the request back.
 * A connection that ended meanwhile is not used.
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
      // The request never moves to a second connection, whatever happened to the first.
      if (used) return callback(new ConnectFailure({ code: 'ECONNRESET' }), null);
      used = true;
      connect(target, (error, opened) => {
        if (opened === null) return callback(error ?? new ConnectFailure({ code: 'ECONNRESET' }), null);
        // Node would end the process on an error that has no listener.
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
