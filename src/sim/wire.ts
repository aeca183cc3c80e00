// The log of the wire: every request as received, with the status of its answer.
import type { IncomingMessage } from 'node:http';

/** A complete request. */
export interface Received {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly path: string;
  /** The text after the question mark, as sent. Empty without a question mark. */
  readonly query: string;
  /** By lower-case name. A repeated header has all its values in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

export interface WireRecord extends Received {
  /** The operation that the simulator recognised, if any. */
  readonly operation: string | undefined;
  /** Arrival, in epoch milliseconds of the service's clock. */
  readonly at: number;
  /** When the request was complete, in epoch milliseconds of this machine's clock. */
  readonly receivedAt: number;
  /** The HTTP status of the answer. Undefined before the answer, and after a reset. */
  readonly status: number | undefined;
}

/** How many records the log keeps. It drops the oldest. */
const kept = 10_000;

export interface WireLog {
  readonly records: readonly WireRecord[];
  /** Adds a record and returns a function that sets its status later. */
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

/** Reads the whole request, including the body of a GET, which the router hides. */
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
