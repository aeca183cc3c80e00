// The tokens that several writes share: the end of an ID, an amount, a card, the customer.

import type { OperationClass } from '../api/contract/operation.ts';
import type { Input, WriteId } from '../api/contract/operations.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../sending/confirm-token.ts';
import type { State } from '../store/state.ts';
import { isGuarded } from '../store/writing.ts';
import type { TokenFacts, TokenRule, WriteDefinition } from './definition.ts';

const MOST = 100;
const TYPED = 4;

export const lastFour = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '').slice(-TYPED);

/** No blanks, no hidden or masked characters. */
export const isShownId = (id: string): boolean =>
  id.length <= MOST && /^[\x21-\x7e]+$/.test(id) && lastFour(id) !== '';

/** And four letters or digits to type. */
export const isUsableId = (id: string): boolean => isShownId(id) && lastFour(id).length === TYPED;

/** In whole sentences. Undefined for an empty ID. */
export const checkUsable = (id: string, able: (id: string) => boolean = isUsableId): Visible | undefined =>
  id === '' || able(id)
    ? undefined
    : t`An ID has at least four letters or digits, and no blanks or unusual characters. Copy only the ID.`;

export const unusableId = (name: Visible): Visible =>
  t`Purser can't use this ${name}: an ID needs four letters or digits, and no blanks or unusual characters.`;

export const amountToken = (text: string, name: Visible): ConfirmToken => ({ text, name, amount: true });

export const endOf = (id: string, name: Visible): ConfirmToken => ({ text: lastFour(id), name, of: id });

export const endingToken = <Id extends WriteId>(
  what: Visible,
  idOf: (input: Input<Id>) => string,
): TokenRule<Id> => {
  const words = t`the last four of the ${what}`;
  return { words, of: input => endOf(idOf(input), words) };
};

export const cardToken = {
  words: t`the last four printed on the card, or of the card ID if the card's number isn't known`,
  of: (
    { body: { id } }: { readonly body: { readonly id: string } },
    { cardEnd }: TokenFacts,
  ): ConfirmToken =>
    cardEnd === undefined
      ? endOf(id, t`the last four of the card ID`)
      : { text: cardEnd, name: t`the last four printed on the card`, of: id },
};

export const customerToken = {
  words: t`the last four of the user ID`,
  of: (_: unknown, { customer }: TokenFacts): ConfirmToken =>
    endOf(customer?.userId ?? '', t`the last four of the user ID`),
};

/** For writes that can't be undone, and for all writes in production. */
export const asksToken = (does: OperationClass, reach: State['reach']): boolean =>
  does === 'money' || isGuarded(reach);

/** Why nobody could type it, as a sentence. */
export function checkTypeable({ text, name, of }: ConfirmToken): Visible | undefined {
  if (text === '') return t`The write can't be confirmed: ${name} has no text to type.`;
  return of === undefined || isUsableId(of)
    ? undefined
    : t`The record's ID, ${visible(of, 120)}, can't be used to confirm: an ID needs four letters or digits, and no blanks.`;
}

/** Without a token, the ID only has to be readable. */
export const isConfirmableId = (
  id: string,
  { class: does }: Pick<WriteDefinition, 'class'>,
  { reach }: Pick<State, 'reach'>,
): boolean => (asksToken(does, reach) ? isUsableId(id) : isShownId(id));
