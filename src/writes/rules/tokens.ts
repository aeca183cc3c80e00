// The tokens that several writes share: the end of an ID, an amount, a card, the customer.

import type { Input, WriteId } from '../../api/contract/operations.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { lastFour } from '../../records/last-four.ts';
import type { ConfirmToken } from '../../store/dialog.ts';
import type { Known, TokenRule } from '../definition.ts';

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
  words: t`the last four printed on the card, or of the card ID if its number isn't known`,
  of: ({ body: { id } }: { readonly body: { readonly id: string } }, { cardEnd }: Known): ConfirmToken =>
    cardEnd === undefined
      ? endOf(id, t`the last four of the card ID`)
      : { text: cardEnd, name: t`the last four printed on the card`, of: id },
};

export const customerToken = {
  words: t`the last four of the user ID`,
  of: (_: unknown, { customer }: Known): ConfirmToken =>
    endOf(customer?.userId ?? '', t`the last four of the user ID`),
};
