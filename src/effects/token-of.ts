// What has to be typed to confirm a write: the one place that says it, for every dialog and for `purser call`.

import type { Customer } from '../api/client/service.ts';
import type { OperationClass } from '../api/contract/operation.ts';
import type { Input, WriteId } from '../api/contract/operations.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../store/dialog.ts';

/** What an input alone doesn't say. */
export interface Known {
  readonly customer?: Customer | undefined;
  /** The amount that leaves, by the quote; without it, what was asked to be sold. */
  readonly sold?: string | undefined;
  /** The last four digits printed on the card, where the list has them: that is what people know of it. */
  readonly cardEnd?: string | undefined;
}

interface Rule<Id extends WriteId> {
  /** What is typed, for people who don't see the dialog. */
  readonly words: Visible;
  readonly token: (input: Input<Id>, known: Known) => ConfirmToken;
}

const TYPED = 4;

/** Whether anything is typed to confirm it: where it can't be undone, and for every write in production. */
export const asksToken = (does: OperationClass, environment: 'demo' | 'production'): boolean =>
  does === 'money' || environment === 'production';

/** The last four letters or digits of an ID. */
export const lastFour = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '').slice(-TYPED);

const amount = (text: string, name: Visible): ConfirmToken => ({ text, name, amount: true });

const endOf = (id: string, name: Visible): ConfirmToken => ({ text: lastFour(id), name, of: id });

const ending = <Id extends WriteId>(what: Visible, idOf: (input: Input<Id>) => string): Rule<Id> => {
  const words = t`the last four of the ${what}`;
  return { words, token: input => endOf(idOf(input), words) };
};

const card = {
  words: t`the last four printed on the card, or of the card ID where its number isn't known`,
  token: ({ body: { id } }: { readonly body: { readonly id: string } }, { cardEnd }: Known): ConfirmToken =>
    cardEnd === undefined
      ? endOf(id, t`the last four of the card ID`)
      : { text: cardEnd, name: t`the last four printed on the card`, of: id },
};

const user = {
  words: t`the last four of the user ID`,
  token: (_: unknown, { customer }: Known): ConfirmToken =>
    endOf(customer?.userId ?? '', t`the last four of the user ID`),
};

const rules: { readonly [Id in WriteId]: Rule<Id> } = {
  'payout.create': {
    words: t`the amount`,
    token: ({ body }) => amount(body.amount, t`the amount`),
  },
  'payout.cancel': {
    words: t`the last four of the payout ID, or of the system reference where no ID is given`,
    token: ({ body: { id, systemReferenceNumber = '' } = {} }) =>
      id === undefined
        ? endOf(systemReferenceNumber, t`the last four of the system reference`)
        : endOf(id, t`the last four of the payout ID`),
  },
  'directDebit.cancel': ending(t`transaction ID`, ({ params }) => params.transaction_id),
  'mandate.cancel': ending(t`mandate ID`, ({ params }) => params.mandate_id),
  'conversion.create': {
    words: t`the amount that leaves, by the quote`,
    token: ({ body }, { sold = body.source_amount ?? '' }) => amount(sold, t`the amount that leaves`),
  },
  'card.activate': card,
  'card.update': card,
  'card.close': card,
  'card.issue': ending(t`cardholder ID`, ({ body }) => body.card_holder_id),
  'cardholder.create': {
    words: t`the date of birth`,
    token: ({ body }) => ({ text: body.individual.date_of_birth, name: t`the date of birth` }),
  },
  'cardholder.update': ending(t`cardholder ID`, ({ body }) => body.id),
  'beneficiary.create': {
    words: t`the last four of the account number`,
    // People write it in groups, and it is no ID.
    token: ({ body }) => ({
      text: lastFour(body.beneficiary_account_number),
      name: t`the last four of the account number`,
    }),
  },
  'beneficiary.update': ending(t`beneficiary ID`, ({ query }) => query.beneficiary_id),
  'account.create': {
    words: t`the currency`,
    token: ({ body }) => ({ text: body.currency, name: t`the currency` }),
  },
  'user.create': {
    words: t`the e-mail address`,
    token: ({ body }) => ({ text: body.primary_contact.email, name: t`the e-mail address` }),
  },
  'user.activate': user,
  'user.terms': user,
  'rfi.respond': ending(t`question's ID`, ({ body }) => body.id),
};

/** The token that confirms `operation` with this `input`; one that is empty confirms nothing. */
export function tokenOf<Id extends WriteId>(
  operation: Id,
  input: Input<Id>,
  known: Known = {},
): ConfirmToken {
  const rule: Rule<Id> = rules[operation];
  return rule.token(input, known);
}

/** What `tokenOf` asks for, in words. */
export const tokenWords = (operation: WriteId): Visible => rules[operation].words;
