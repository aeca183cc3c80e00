// Reads the service's response to a conversion from the journal.

import type { Row } from '../../journal/intent.ts';
import { type Json, memberOf, parseJson } from '../../lib/json.ts';

/** The values of the response. Missing and empty values are left out. */
export interface ConversionAnswer {
  readonly id?: string;
  readonly status?: string;
  readonly reference?: string;
}

export const answerText = ({ transitions }: Row): string | undefined =>
  transitions.findLast(({ answer }) => answer?.text !== undefined)?.answer?.text;

/** The response to the conversion, with the field names of INTERFACE.md, Conversion. */
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
