// Puts an answer on the wire as the service would: whole, with its length, and nothing of Node's own in the head.
import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Status line and headers, the whole body's length among them. */
export function head(out: ServerResponse, answer: Answer): void {
  const length =
    answer.status === 204 || answer.status === 304 ? {} : { 'content-length': String(answer.body.length) };
  out.writeHead(answer.status, { ...answer.headers, ...length });
}

export function deliver(out: ServerResponse, answer: Answer): void {
  head(out, answer);
  out.end(answer.body);
}
