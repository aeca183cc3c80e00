/** The forms of an empty list that are no list: null, an empty text, or a 404 that says so. */

import { isJsonList, isObject, type Json, JsonNumber } from '../../lib/json.ts';
import { member } from './decode.ts';
import type { Declaration } from './operation.ts';

type ListDeclaration = Pick<Declaration, 'listOf' | 'paging' | 'envelope'>;

/** Where an object may have the list that the contract has without an object. */
const WRAPPERS = ['items', 'data', 'content', 'records', 'results'];

const isBlank = (value: Json | undefined): boolean => value === null || value === '';

/** Blank, or an object whose list is blank. */
function isEmptyList(value: Json | undefined, listOf: readonly string[]): boolean {
  if (value === undefined || !isObject(value)) return isBlank(value);
  const names = [...WRAPPERS, ...listOf];
  return names.some(name => isBlank(member(value, name))) && !Object.values(value).some(isJsonList);
}

export const isVoid = (value: Json | undefined): boolean =>
  value === undefined ||
  isBlank(value) ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const memberOfList = ({ paging }: ListDeclaration): 'data' | 'items' | undefined => {
  const form = paging.style === 'offset' ? paging.list : paging.style;
  return form === 'counted' ? 'data' : form === 'has-more' ? 'items' : undefined;
};

/** The payload of a success, with an empty list in the form of the contract. Undefined if the payload has a list, or none. */
export function emptyListIn(operation: ListDeclaration, data: Json | undefined): Json | undefined {
  const { listOf } = operation;
  if (listOf === undefined || data === undefined) return undefined;
  const name = memberOfList(operation);
  if (name === undefined) return isEmptyList(data, listOf) ? [] : undefined;
  if (isBlank(data) || (Array.isArray(data) && data.length === 0)) return { [name]: [] };
  return isObject(data) && isEmptyList(member(data, name), listOf) ? { ...data, [name]: [] } : undefined;
}

/**
 * The payload, if an answer says in the envelope that the list is empty: "No cards found". Undefined for any other 404:
 * its address or its customer may be wrong.
 */
export function emptyListSaid(operation: ListDeclaration, status: number, body: Json): Json | undefined {
  const { listOf, envelope } = operation;
  if (status !== 404 || listOf === undefined || !isObject(body)) return undefined;
  if (envelope !== 'enveloped' && envelope !== 'paginated') return undefined;
  const [code, word, message] = ['code', 'status', 'message'].map(name => member(body, name));
  const isError = typeof word === 'string' && word.toLowerCase() === 'error';
  if (!isError || (code instanceof JsonNumber ? code.source : code) !== '404') return undefined;
  if (typeof message !== 'string' || !isVoid(member(body, 'data')) || !isVoid(member(body, 'errors')))
    return undefined;
  const said = new RegExp(
    `^\\s*no (?:[a-z]+ ){0,2}(?:${listOf.join('|')})(?: (?:was|were))? found\\b(?<rest>.*)$`,
    'is',
  ).exec(message);
  if (!said || OTHER.test(said.groups?.['rest'] ?? '')) return undefined;
  const name = memberOfList(operation);
  return name === undefined ? [] : { [name]: [] };
}

/** Then the answer is about something else than the list. */
const OTHER = /\b(?:not|invalid|unknown|wrong|exists?|route|endpoint|url|path)\b/i;
