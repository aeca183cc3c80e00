// The log of the wire: every request as received, with the status of its answer.
import type { IncomingMessage } from 'node:http';

export interface Received {
  readonly method: string;
  /** Exactly as sent. */
  readonly target: string;
  readonly path: string;
  /** As sent. Empty without a question mark. */
  readonly query: string;
  /** By lower-case name. A repeated header has all its values in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

export interface WireRecord extends Received {
  readonly operation: string | undefined;
  /** On the service's clock, in epoch ms. */
  readonly at: number;
  /** When the request was complete, in epoch ms of this machine's clock. */
  readonly receivedAt: number;
  /** Undefined before the answer, and after a reset. */
  readonly status: number | undefined;
}

const kept = 10_000;

export type WireLog = ReturnType<typeof wireLog>;

export function wireLog() {
  const records: (Omit<WireRecord, 'status'> & { status: number | undefined })[] = [];
  return {
    records: records as readonly WireRecord[],
    add: (record: Omit<WireRecord, 'status'>) => {
      const entry = { ...record, status: undefined as number | undefined };
      records.push(entry);
      if (records.length > kept) records.shift();
      return (status: number): void => {
        entry.status = status;
      };
    },
  };
}

/** With the body of a GET, which the router hides. */
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
