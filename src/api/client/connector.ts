/** connector.ts: opens connections under a limit of time, and marks each failure to as proof that nothing was sent. */

import type { Clock } from '../../lib/clock.ts';
import { buildConnector } from './undici.ts';

/** How long a connection, TLS included, may take (FAULTS A3). */
export const CONNECT_LIMIT_MS = 5_000;

/** No connection came about, so no byte of the request left; `cause` says why. */
export class ConnectFailure extends Error {
  constructor(cause: unknown) {
    super('no connection', { cause });
  }
}

/** How TLS is done, here and through a proxy: always verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says. */
export function tlsOptions(caPem: string | undefined) {
  return { rejectUnauthorized: true, ...(caPem !== undefined && { ca: caPem }) };
}

/** A connector whose limit runs on `clock`; undici's own timer, a little later, closes the socket that was given up. */
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
