/** Opens connections within a time limit, proves whether a byte of a write left, and reads their errors. */

import type { Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import errors from 'undici/lib/core/errors.js';
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Failure } from './failure.ts';

/** In ms, TLS included (FAULTS A3). */
export const CONNECT_LIMIT_MS = 5_000;

/** No byte of the request was sent. */
export class ConnectFailure extends Error {
  constructor(cause: unknown) {
    super('no connection', { cause });
  }
}

/** Certificates are checked even if NODE_TLS_REJECT_UNAUTHORIZED is 0. */
export const tlsOptions = (caPem: string | undefined) => ({
  rejectUnauthorized: true,
  ...(caPem !== undefined && { ca: caPem }),
});

/** undici's own timer fires a second later and closes the abandoned socket. */
export function connector(clock: Clock, caPem: string | undefined): buildConnector.connector {
  const connect = buildConnector({
    ...tlsOptions(caPem),
    allowH2: false,
    timeout: CONNECT_LIMIT_MS + 1_000,
    // Node gives the first address of a name a quarter of a second, too little for a slow network.
    autoSelectFamilyAttemptTimeout: CONNECT_LIMIT_MS / 2,
  });
  return (target, callback) => {
    let settled = false;
    const cancel = clock.after(CONNECT_LIMIT_MS, () => {
      settled = true;
      callback(new ConnectFailure({ code: 'UND_ERR_CONNECT_TIMEOUT' }), null);
    });
    connect(target, (error, socket) => {
      if (settled) return void socket?.destroy();
      cancel();
      if (error === null) callback(null, socket);
      else callback(new ConnectFailure(error), null);
    });
  };
}

export interface Departure {
  /** Refuses a second connection. */
  readonly connect: buildConnector.connector;
  /** `nothing`: certainly no byte of the request was written. */
  left(): 'nothing' | 'something';
  /** undici's parser accepts any version in the first line of an answer, such as HTTP/2.0. */
  isHttp1(): boolean;
  /** `mayLeave` did not answer true, so the request was not sent. */
  heldBack(): boolean;
  /** Settles with `mayLeave`, or immediately if `mayLeave` was never asked. */
  settled(): Promise<void>;
}

const HTTP1 = 'HTTP/1.';

/** Connects, asks `mayLeave`, and only then lets undici send. If either fails, nothing is sent. */
export function departure(connect: buildConnector.connector, mayLeave: () => Promise<boolean>): Departure {
  let socket: Socket | undefined;
  let writtenBefore = 0;
  let used = false;
  let heldBack = false;
  let isHttp1 = true;
  let settled = Promise.resolve();

  const open = (opened: Socket, callback: buildConnector.Callback) => {
    if (opened.destroyed) return callback(new ConnectFailure({ code: 'ECONNRESET' }), null);
    socket = opened;
    writtenBefore = opened.bytesWritten;
    const read = opened.read.bind(opened);
    let first = '';
    opened.read = size => {
      const piece: unknown = read(size);
      if (first.length < HTTP1.length && piece instanceof Uint8Array)
        first += Buffer.from(piece.subarray(0, HTTP1.length)).toString('latin1');
      isHttp1 = first.startsWith(HTTP1) || HTTP1.startsWith(first);
      return piece;
    };
    callback(null, opened);
  };

  return {
    connect(target, callback) {
      if (used) return callback(new ConnectFailure({ code: 'ECONNRESET' }), null);
      used = true;
      connect(target, (error, opened) => {
        if (opened === null) return callback(error ?? new ConnectFailure({ code: 'ECONNRESET' }), null);
        // Without a listener, an error of the socket would end the process.
        opened.on('error', () => {});
        settled = mayLeave()
          .catch(() => false)
          .then(may => {
            if (may) return open(opened, callback);
            heldBack = true;
            opened.destroy();
            callback(new ConnectFailure({ code: 'ECANCELED' }), null);
          });
      });
    },
    left: () => (socket === undefined || socket.bytesWritten === writtenBefore ? 'nothing' : 'something'),
    isHttp1: () => isHttp1,
    heldBack: () => heldBack,
    settled: () => settled,
  };
}

type Cause = Extract<Failure, { kind: 'unreachable' }>['cause'];

/** These codes occur only before there is a connection, so they prove that nothing was sent. */
const NOT_CONNECTED: Readonly<Record<string, Cause>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ECONNREFUSED: 'refused',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
};

const CERTIFICATE =
  /^(?:ERR_TLS_CERT|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;

export function transportFailure(error: unknown, host: Visible): Failure {
  const connecting = error instanceof ConnectFailure;
  const cause = connecting ? error.cause : error;
  const code = textOf(cause, 'code');
  const message = textOf(cause, 'message');
  const reason = NOT_CONNECTED[code] ?? (CERTIFICATE.test(code) ? 'tls' : undefined);
  if (connecting || reason !== undefined) {
    const detail =
      tlsAlert(code) ??
      visible((reason === undefined || reason === 'tls') && message !== '' ? message : code, 200);
    return { kind: 'unreachable', cause: reason ?? connectingCause(code), host, detail };
  }
  const proxy = /proxy.*\((\d{3})\)/i.exec(message);
  if (proxy) return { kind: 'not-the-service', detail: t`the proxy answered HTTP ${Number(proxy[1])}` };
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return { kind: 'oversized' };
  }
  // undici's parser errors have no code. "EOF" in the message means that the answer was cut off.
  const parser = cause instanceof errors.HTTPParserError && !/\bEOF\b/i.test(message);
  return { kind: parser ? 'not-http' : 'cut-off' };
}

/** What the other side's TLS alert means. */
function tlsAlert(code: string): Visible | undefined {
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL')) return undefined;
  if (code.includes('APPLICATION_PROTOCOL'))
    return t`the address speaks only HTTP/2, and Purser speaks HTTP/1.1`;
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code))
    return t`the address offers only an old version of TLS, and Purser needs TLS 1.2`;
  if (/HANDSHAKE_FAILURE|CERTIFICATE_REQUIRED/.test(code))
    return t`the address refused the TLS handshake: it may ask for a client certificate, which Purser can't send`;
  return t`the address does not speak TLS: is this an https port?`;
}

/** ETIMEDOUT is not in NOT_CONNECTED, because an open connection can time out too. */
const connectingCause = (code: string): Cause => (code === 'ETIMEDOUT' ? 'connect-timeout' : 'network');

function textOf(error: unknown, key: 'code' | 'message'): string {
  if (typeof error !== 'object' || error === null || !(key in error)) return '';
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}
