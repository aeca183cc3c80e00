/** transport-failure.ts: what an error of the network, TLS or HTTP layer means. */

import { t, type Visible, visible } from '../../lib/visible.ts';
import { ConnectFailure } from './connector.ts';
import type { Failure } from './failure.ts';
import { errors } from './undici.ts';

type Cause = Extract<Failure, { kind: 'unreachable' }>['cause'];

/** Codes that occur only before there is a connection. They prove that nothing was sent, whatever layer reports them. */
const NOT_CONNECTED: Readonly<Record<string, Cause>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ECONNREFUSED: 'refused',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
};

const CERTIFICATE =
  /^(?:ERR_TLS_CERT|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;

/** The failure for an undici error. For a certificate error or an unknown code, `detail` is the error's own message. */
export function transportFailure(error: unknown, host: Visible): Failure {
  const connecting = error instanceof ConnectFailure;
  const cause = connecting ? error.cause : error;
  const code = textOf(cause, 'code');
  const message = textOf(cause, 'message');
  const reason = NOT_CONNECTED[code] ?? (CERTIFICATE.test(code) ? 'tls' : undefined);
  if (connecting || reason !== undefined) {
    const detail = noTls(code)
      ? t`the address does not speak TLS: is this an https port?`
      : visible((reason === undefined || reason === 'tls') && message !== '' ? message : code, 200);
    return { kind: 'unreachable', cause: reason ?? connectingCause(code), host, detail };
  }
  const proxy = /proxy.*\((\d{3})\)/i.exec(message);
  if (proxy) return { kind: 'not-the-service', detail: t`the proxy answered HTTP ${Number(proxy[1])}` };
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return { kind: 'oversized' };
  }
  // undici's parser errors have no code, so the message decides. "EOF" in the message means that the answer was cut off.
  const parser = cause instanceof errors.HTTPParserError && !/\bEOF\b/i.test(message);
  return { kind: parser ? 'not-http' : 'cut-off' };
}

/** TLS failed before any certificate arrived: the peer does not speak TLS, or speaks only another version. */
const noTls = (code: string): boolean => code === 'EPROTO' || code.startsWith('ERR_SSL');

/** The cause of an error while connecting. ETIMEDOUT is not in NOT_CONNECTED: an open connection can time out too. */
function connectingCause(code: string): Cause {
  if (code === 'ETIMEDOUT') return 'connect-timeout';
  return 'network';
}

function textOf(error: unknown, key: 'code' | 'message'): string {
  if (typeof error !== 'object' || error === null || !(key in error)) return '';
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}
