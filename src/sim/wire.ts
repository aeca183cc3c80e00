// What really crossed the wire: every request as it came in, and the status that answered it.
import type { IncomingMessage } from 'node:http';

export interface WireRecord {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly path: string;
  /** What follows the question mark, as sent; empty without one. */
  readonly query: string;
  /** By lower-case name; a repeated header's values in the order they came. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
  /** The operation it was taken for, if any. */
  readonly operation: string | undefined;
  /** When it came, epoch milliseconds of the service's clock. */
  readonly at: number;
  /** When it was read whole, epoch milliseconds of this machine's clock. */
  readonly receivedAt: number;
  /** The HTTP status that was answered; undefined while there is none, and for ever after a reset. */
  readonly status: number | undefined;
}

/** A long-running simulator keeps the last so many. */
const kept = 10_000;

export interface WireLog {
  readonly records: readonly WireRecord[];
  /** Adds it, and gives what sets its status later. */
  add(record: Omit<WireRecord, 'status'>): (status: number) => void;
}

export function wireLog(): WireLog {
  const records: (Omit<WireRecord, 'status'> & { status: number | undefined })[] = [];
  return {
    records,
    add: record => {
      const entry = { ...record, status: undefined as number | undefined };
      records.push(entry);
      if (records.length > kept) records.shift();
      return status => {
        entry.status = status;
      };
    },
  };
}

/** A request, read whole. */
export interface Received {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** Reads all of it, a GET's body too, which the router would not show. */
export async function receive(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const target = incoming.url ?? '/';
  const mark = target.indexOf('?');
  return {
    method: incoming.method ?? '',
    target,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: headersOf(incoming.rawHeaders),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function headersOf(raw: readonly string[]): Record<string, readonly string[]> {
  const headers: Record<string, string[]> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const values = Object.hasOwn(headers, name) ? (headers[name] ?? []) : [];
    headers[name] = [...values, raw[i + 1] ?? ''];
  }
  return headers;
}
