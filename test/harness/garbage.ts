// Runs V8's garbage collector, for tests of what stays in memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc();
}

/** The bytes of the heap that the result of `make` takes. */
export function heldBy(make: () => unknown): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  collectGarbage();
  const after = process.memoryUsage().heapUsed;
  // Used after the measurement, so that it is still there.
  return made === undefined ? 0 : after - before;
}
