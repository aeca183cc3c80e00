// The IDs of a payout, as far as they are recognised in what the service answered: offered to a person, never claimed.

import { type Json, JsonNumber } from '../../lib/json.ts';

export interface Recognised {
  readonly ids: readonly string[];
  readonly references: readonly string[];
}

/** INTERFACE.md, Beneficiary: "Fields of the create-payout response: not shown"; these are what they might be called. */
const ID_NAMES = ['id', 'payoutId', 'payout_id', 'transferId', 'transfer_id'];
const REFERENCE_NAMES = ['systemReferenceNumber', 'system_reference_number'];

export const nothingRecognised: Recognised = { ids: [], references: [] };

/** Looks at the top of the answer and, where that has one, into its `data`; nowhere deeper. */
export function recognised(answer: Json | undefined): Recognised {
  const whole = membersOf(answer);
  const inside = membersOf(whole?.['data']);
  const named = (names: readonly string[]): readonly string[] => {
    const values = [whole, inside].flatMap(members => names.map(name => members?.[name]));
    return [...new Set(values.filter(value => typeof value === 'string').filter(looksLikeId))];
  };
  return { ids: named(ID_NAMES), references: named(REFERENCE_NAMES) };
}

function membersOf(value: Json | undefined): { readonly [name: string]: Json } | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return undefined;
  if (value instanceof JsonNumber || isList(value)) return undefined;
  // An object of parseJson inherits nothing; one of a test might.
  return Object.fromEntries(Object.entries(value));
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** INTERFACE.md, Resources and their fields: "Identifiers are strings (UUIDs or prefixed strings such as acct_<id>)". */
const looksLikeId = (text: string): boolean => /^[\w.:-]+$/.test(text) && isUsableId(text);

const MOST = 100;
/** What of an ID is typed to confirm. */
const TYPED = 4;

const typable = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '');

/** Whether it can be shown as it is, and be told apart by the end that is typed: no blanks, nothing hidden or masked. */
export const isUsableId = (id: string): boolean =>
  id.length <= MOST && /^[\x21-\x7e]+$/.test(id) && typable(id).length >= TYPED;

/** The last four letters or digits: what a person types to confirm what is done to it. */
export const lastFour = (id: string): string => typable(id).slice(-TYPED);
