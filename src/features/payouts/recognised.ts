// The IDs of a payout, as far as they are recognised in what the service answered: offered to a person, never claimed.

import { type Json, memberOf } from '../../lib/json.ts';
import { isUsableId } from '../../ui/screens/last-four.ts';

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
  const places = [answer, memberOf(answer, 'data')];
  const named = (names: readonly string[]): readonly string[] => {
    const values = places.flatMap(place => names.map(name => memberOf(place, name)));
    return [...new Set(values.filter(value => typeof value === 'string').filter(looksLikeId))];
  };
  return { ids: named(ID_NAMES), references: named(REFERENCE_NAMES) };
}

/** INTERFACE.md, Resources and their fields: "Identifiers are strings (UUIDs or prefixed strings such as acct_<id>)". */
const looksLikeId = (text: string): boolean => /^[\w.:-]+$/.test(text) && isUsableId(text);
