/** departure.ts: a connection for one write. It proves whether a byte of the request left this machine. */

import type { Socket } from 'node:net';
import { ConnectFailure } from './connector.ts';
import type { buildConnector } from './undici.ts';

export interface Departure {
  /** The connector of a dispatcher that sends only this request. It refuses a second connection. */
  readonly connect: buildConnector.connector;
  /** `nothing`: certainly no byte of the request was written. */
  left(): 'nothing' | 'something';
  /** Whether `before` failed, so that the request was not sent. */
  heldBack(): boolean;
  /** Settles when `before` has settled, and immediately if `before` was never called. */
  settled(): Promise<void>;
}

/**
 * Connects, waits for `before`, and only then lets undici send the request. If `before` rejects, or the connection
 * ends meanwhile, nothing is sent.
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
        // Without a listener, an error of the socket would end the process.
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
