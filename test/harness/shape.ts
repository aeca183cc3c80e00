// How V8 stores an object.
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');
const hasFastProperties: unknown = runInThisContext('object => %HasFastProperties(object)');
// V8 compiles the function at its first call, which needs the flag.
if (typeof hasFastProperties === 'function') hasFastProperties({});
setFlagsFromString('--no-allow-natives-syntax');

/** The number of objects in a value that V8 stores with a table of their keys, which takes about three times the memory. */
export function objectsWithTables(value: unknown): number {
  if (typeof value !== 'object' || value === null || typeof hasFastProperties !== 'function') return 0;
  const own = Array.isArray(value) || hasFastProperties(value) ? 0 : 1;
  return Object.values(value).reduce((sum: number, inner) => sum + objectsWithTables(inner), own);
}
