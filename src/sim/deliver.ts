// Sends an answer as the real service does: whole, with its length, without Node's own headers.
import type { ServerResponse } from 'node:http';
import type { HttpAnswer } from './answer.ts';

/** Status line and headers, including the length of the whole body. */
export function head(out: ServerResponse, answer: HttpAnswer): void {
  const length =
    answer.status === 204 || answer.status === 304 ? {} : { 'content-length': String(answer.body.length) };
  out.writeHead(answer.status, { ...answer.headers, ...length });
}

export function deliver(out: ServerResponse, answer: HttpAnswer): void {
  head(out, answer);
  out.end(answer.body);
}
