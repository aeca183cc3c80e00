/** connector.ts: opens connections within a time limit. A `ConnectFailure` proves that nothing was sent. */

import type { Clock } from '../../lib/clock.ts';
import { buildConnector } from './undici.ts';

/** The longest time to connect in ms, TLS included (FAULTS A3). */
export const CONNECT_LIMIT_MS = 5_000;

/** There was no connection, so no byte of the request was sent. `cause` says why. */
export class ConnectFailure extends Error {
  constructor(cause: unknown) {
    super('no connection', { cause });
  }
}

/**
 * The TLS options for direct connections and for connections through a proxy. Certificates are checked even if
 * NODE_TLS_REJECT_UNAUTHORIZED is 0.
 */
export function tlsOptions(caPem: string | undefined) {
  return { rejectUnauthorized: true, ...(caPem !== undefined && { ca: caPem }) };
}

/** A connector with a time limit on `clock`. undici's own timer fires a second later and closes the abandoned socket. */
export function connector(clock: Clock, caPem: string | undefined): buildConnector.connector {
  const connect = buildConnector({ ...tlsOptions(caPem), allowH2: false, timeout: CONNECT_LIMIT_MS + 1_000 });
  return (target, callback) => {
    let settled = false;
    const cancel = clock.after(CONNECT_LIMIT_MS, () => {
      settled = true;
      callback(new ConnectFailure({ code: 'UND_ERR_CONNECT_TIMEOUT' }), null);
    });
    connect(target, (error, socket) => {
      if (settled) {
        socket?.destroy();
        return;
      }
      cancel();
      if (error === null) callback(null, socket);
      else callback(new ConnectFailure(error), null);
    });
  };
}
