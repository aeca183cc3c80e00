// Sends messages to a syslog collector, in the form of RFC 5424: as datagrams, or on a connection with octet counting (RFC 6587).

import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { errorCode } from '../lib/error-code.ts';
import { type Visible, visible } from '../lib/visible.ts';

const PORTS = { udp: 514, tcp: 601, tls: 6514 } as const;

export interface SyslogAddress {
  readonly kind: keyof typeof PORTS;
  readonly host: string;
  readonly port: number;
}

/** `udp://HOST`, `tcp://HOST` or `tls://HOST`, with a port if it is another than 514, 601 or 6514. */
export function parseAddress(text: string): SyslogAddress | undefined {
  const [, kind, inBrackets, plain, port] =
    /^(udp|tcp|tls):\/\/(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?\/?$/.exec(text) ?? [];
  const host = inBrackets ?? plain;
  if (host === undefined || (kind !== 'udp' && kind !== 'tcp' && kind !== 'tls')) return undefined;
  const number = port === undefined ? PORTS[kind] : Number(port);
  return number >= 1 && number <= 65_535 ? { kind, host, port: number } : undefined;
}

export const addressText = ({ kind, host, port }: SyslogAddress): Visible =>
  visible(`${kind}://${host.includes(':') ? `[${host}]` : host}:${port}`, 100);

export interface SyslogMessage {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly host: string;
  readonly pid: number;
  /** The kind of message. */
  readonly id: string;
  /** JSON. */
  readonly text: string;
}

/** Facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6;

/** A header's field: printable ASCII without spaces. */
const headerText = (text: string, most: number): string =>
  text.replace(/[^\x21-\x7e]/g, '').slice(0, most) || '-';

/** Only ASCII, because other text would need a byte order mark, which some servers show. */
const escaped = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const syslogLine = ({ at, host, pid, id, text }: SyslogMessage): string =>
  `<${PRIORITY}>1 ${at} ${headerText(host, 255)} purser ${pid} ${headerText(id, 32)} - ${escaped(text)}`;

type SyslogSent = { readonly ok: true } | { readonly ok: false; readonly why: Visible };

export interface SyslogSender {
  /** Resolves when the system has taken the message. Syslog has no receipt. */
  send(line: string): Promise<SyslogSent>;
  close(): void;
}

/** In ms: for a connection, and for each message. */
const PATIENCE = 10_000;

/** `ca`: PEM. It replaces the authorities that Node trusts. */
export const syslogSender = (address: SyslogAddress, ca?: string): SyslogSender =>
  address.kind === 'udp' ? datagrams(address) : connection(address, ca);

function datagrams({ host, port }: SyslogAddress): SyslogSender {
  const socket = dgram.createSocket(host.includes(':') ? 'udp6' : 'udp4');
  return {
    send: line =>
      new Promise(resolve => {
        socket.send(line, port, host, error => resolve(error ? failed(error) : { ok: true }));
      }),
    close: () => socket.close(),
  };
}

function connection(address: SyslogAddress, ca: string | undefined): SyslogSender {
  let open: net.Socket | undefined;
  const end = (): void => {
    open?.destroy();
    open = undefined;
  };
  async function connected(): Promise<net.Socket> {
    if (open && !open.destroyed && open.writable) return open;
    end();
    open = await connect(address, ca);
    // A server that ends its side would get no more messages.
    open.on('error', end).on('end', end).on('close', end);
    open.resume();
    return open;
  }
  return {
    async send(line) {
      try {
        const socket = await connected();
        await written(socket, `${Buffer.byteLength(line)} ${line}`);
        return { ok: true };
      } catch (error) {
        end();
        return failed(error);
      }
    },
    close: end,
  };
}

async function connect({ kind, host, port }: SyslogAddress, ca: string | undefined): Promise<net.Socket> {
  const name = net.isIP(host) === 0 ? { servername: host } : {};
  const socket =
    kind === 'tls'
      ? tls.connect({ host, port, ...name, ...(ca !== undefined && { ca }) })
      : net.connect({ host, port });
  socket.setTimeout(PATIENCE, () => socket.destroy(tookTooLong()));
  await once(socket, kind === 'tls' ? 'secureConnect' : 'connect');
  socket.setTimeout(0);
  return socket;
}

const written = (socket: net.Socket, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tookTooLong()), PATIENCE);
    socket.write(text, error => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
  });

const tookTooLong = (): Error => Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' });

const failed = (error: unknown): SyslogSent => ({ ok: false, why: visible(errorCode(error) ?? 'EIO', 40) });
