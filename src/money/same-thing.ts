// Values and IDs in one spelling, to find out whether two requests are about the same thing.

import type { Intent } from '../journal/intent.ts';
import { amountIn, bodyOf, textIn } from '../journal/request-body.ts';
import { padFraction } from '../lib/decimal.ts';
import { canonicalId } from '../lib/identifier.ts';
import { JsonNumber, memberOf } from '../lib/json.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { DuplicateRule, IntentText } from './definition.ts';

export const canonical = (id: IntentText): IntentText => (id === undefined ? undefined : canonicalId(id));

export const changing = (
  what: Visible,
  id: (intent: Intent) => IntentText,
  sets?: readonly string[],
): DuplicateRule => ({
  record: { what, names: intent => [canonical(id(intent))], changes: true, ...(sets && { sets }) },
});
export const setting = (...record: Parameters<typeof changing>): DuplicateRule => ({
  ...changing(...record),
  repeats: true,
});
export const madeWith = (what: Visible, id: (intent: Intent) => IntentText): DuplicateRule => ({
  record: { what, names: intent => [canonical(id(intent))], changes: false },
});
export const member =
  (name: string) =>
  (intent: Intent): IntentText =>
    textIn(intent, name);

export const CARDHOLDER = t`this cardholder`;
export const BENEFICIARY = t`this beneficiary`;
export const ofCustomer = changing(t`this customer`, ({ customer }) => customer.userId);
const CARD = t`this card`;
export const ofCard = setting(CARD, member('id'));
export const ofCardStatus = setting(CARD, member('id'), ['card_status']);
export const ofClosedCard = changing(CARD, member('id'), ['card_status']);

/** In lower case, without blanks around it. */
export function textOf(intent: Intent, name: string): IntentText {
  const value = memberOf(bodyOf(intent), name);
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : undefined;
}

/** More fraction digits than any currency has, so that 12.5 equals 12.50. */
const DIGITS = 20;

export function sumOf(intent: Intent, name: string): IntentText {
  const digits = amountIn(intent, name);
  return digits && padFraction(digits, DIGITS);
}
