// What the client makes of the service's answers, for tests without a client.

import { decode } from '../../src/api/contract/decode.ts';
import { type OperationId, operations, type Result } from '../../src/api/contract/operations.ts';
import { type Json, parseJson } from '../../src/lib/json.ts';

/** Every digit of a number stays. Throws if the text is not JSON. */
export function jsonOf(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

/** The result of an operation for this JSON text or value. Throws if it has not the shape of the result. */
export function resultOf<Id extends OperationId>(id: Id, sent: string | object): Result<Id> {
  const read = decode(operations[id].result, jsonOf(typeof sent === 'string' ? sent : JSON.stringify(sent)));
  if ('shapeError' in read) throw new Error(read.shapeError);
  // The compiler can't follow the ID to its schema.
  return read.value as Result<Id>;
}
