// Finds possible IDs of a payout in the service's response. Staff must check them, because the fields are not documented.

import { compare, parseDecimal } from '../../lib/decimal.ts';
import { sameId } from '../../lib/identifier.ts';
import { type Json, JsonNumber, memberOf } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Order } from '../../money/payout-order.ts';
import { isUsableId } from '../../money/tokens.ts';

export interface Recognised {
  readonly ids: readonly string[];
  readonly references: readonly string[];
}

/** INTERFACE.md, Beneficiary: "Fields of the create-payout response: not shown", so these names are guesses. */
const ID_NAMES = ['id', 'payoutId', 'payout_id', 'transferId', 'transfer_id'];
const REFERENCE_NAMES = ['systemReferenceNumber', 'system_reference_number'];

export const nothingRecognised: Recognised = { ids: [], references: [] };

/** Searches the top level of the response and its `data`. */
export function recognised(answer: Json | undefined): Recognised {
  const places = [answer, memberOf(answer, 'data')];
  const named = (names: readonly string[]): readonly string[] => {
    const values = places.flatMap(place => names.map(name => memberOf(place, name)));
    return [...new Set(values.filter(value => typeof value === 'string').filter(looksLikeId))];
  };
  return { ids: named(ID_NAMES), references: named(REFERENCE_NAMES) };
}

/**
 * A sentence for each sent value that the response contradicts. A missing field is no contradiction, because the fields
 * are not documented.
 */
export function contradicted(
  answer: Json | undefined,
  { amount, currency, beneficiaryId }: Order,
): readonly Visible[] {
  const isAmount = (text: string): boolean => {
    const value = parseDecimal(text);
    return value !== undefined && compare(value, amount) === 0;
  };
  const facts = [
    { label: t`Amount`, names: ['amount'], sent: amount, isSame: isAmount },
    {
      label: t`Currency`,
      names: ['currency'],
      sent: currency,
      isSame: (text: string) => text.toUpperCase() === currency.toUpperCase(),
    },
    {
      label: t`Beneficiary`,
      names: ['beneficiary_id', 'beneficiaryId'],
      sent: beneficiaryId,
      isSame: (text: string) => sameId(text, beneficiaryId),
    },
  ];
  return facts.flatMap(({ label, names, sent, isSame }) =>
    said(answer, names)
      .filter(text => !isSame(text))
      .map(
        text => t`${label}: you confirmed ${visible(sent)}, but the service returned ${visible(text, 60)}.`,
      ),
  );
}

/** The values with these names in the response, as text. */
const said = (answer: Json | undefined, names: readonly string[]): readonly string[] =>
  [answer, memberOf(answer, 'data')]
    .flatMap(place => names.map(name => memberOf(place, name)))
    .map(value => (value instanceof JsonNumber ? value.source : value))
    .filter(value => typeof value === 'string');

/** INTERFACE.md: IDs are "UUIDs, or strings with a prefix such as acct_<id>". */
const looksLikeId = (text: string): boolean => /^[\w.:-]+$/.test(text) && isUsableId(text);
