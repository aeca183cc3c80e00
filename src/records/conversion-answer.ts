// What the journal keeps of the service's response to a conversion.

import type { Row } from '../journal/intent.ts';
import { type Json, memberOf, parseJson } from '../lib/json.ts';

/** The values in the journal's response, as far as they are there. */
export interface ConversionAnswer {
  readonly id?: string;
  readonly status?: string;
  readonly reference?: string;
}

export const answerText = ({ transitions }: Row): string | undefined =>
  transitions.findLast(({ answer }) => answer?.text !== undefined)?.answer?.text;

/** INTERFACE.md, Conversion: the field names in the response that made it. */
export function answerOf(row: Row): ConversionAnswer {
  const answer = jsonOf(answerText(row));
  const [id, status, reference] = [
    textIn(answer, 'id'),
    textIn(answer, 'status'),
    textIn(answer, 'system_reference_number'),
  ];
  return {
    ...(id !== undefined && { id }),
    ...(status !== undefined && { status }),
    ...(reference !== undefined && { reference }),
  };
}

export function jsonOf(text: string | undefined): Json | undefined {
  const read = text === undefined ? undefined : parseJson(text);
  return read?.ok === true ? read.value : undefined;
}

function textIn(json: Json | undefined, name: string): string | undefined {
  const value = memberOf(json, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
