// Every kind of write that may be sent again, as a table: what it is called then, what is typed, what is read first.

import type { WriteId } from '../../api/contract/operations.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { bodyOf, textIn } from '../../journal/request-body.ts';
import { type Json, JsonNumber, memberOf } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { beneficiaryReread } from '../../ui/screens/beneficiary-lines.ts';
import type { CardStatus } from '../../ui/screens/card-lines.ts';
import { isUsableId } from '../../ui/screens/last-four.ts';
import { limitReread, orderedLimits } from '../../ui/screens/limit-lines.ts';
import { mandateReread } from '../../ui/screens/mandate-lines.ts';
import { orderOf } from '../../ui/screens/payout-order.ts';
import { confirmedLine } from '../../ui/screens/shown-lines.ts';
import { cancelledDebit, cancelledMandate, changedBeneficiary } from '../../writes/rules/in-path.ts';
import { bothOf, ofCard, ofDebit, ofDocument, type Reading, unread } from './again-readings.ts';
import { ofPayout } from './payout-again.ts';

/** How one kind of write is sent again. */
export interface Kind {
  /** The dialog's heading. */
  readonly title: Visible;
  readonly button: Visible;
  /** Whether the row says what is typed to confirm it. */
  readonly names: (intent: Intent) => boolean;
  /** What is read first; undefined where the row doesn't say all that it takes. */
  readonly reading: (row: Row) => Reading | undefined;
}

/** It names a thing that can be told apart by the end of its ID. */
const usable =
  (idIn: (intent: Intent) => string | undefined): Kind['names'] =>
  intent => {
    const id = idIn(intent);
    return id !== undefined && isUsableId(id);
  };
const member = (name: string) => (intent: Intent) => textIn(intent, name);
/** It has a text there. */
const says =
  (...path: readonly string[]): Kind['names'] =>
  intent =>
    typeof path.reduce<Json | undefined>(memberOf, bodyOf(intent)) === 'string';

/** The journal keeps nothing of what it said about persons, so its bytes are not there to be sent. */
const NEVER = {
  never: t`What it said about persons isn't kept in the journal, so it can't be sent again from there: make a new one with its form.`,
};

/** No conversion: its rate has a time that ends. */
export const kinds: Readonly<
  Record<Exclude<WriteId, 'conversion.create'>, Kind | { readonly never: Visible }>
> = {
  'payout.create': {
    title: t`Send the payout again`,
    button: t`Send it again`,
    names: intent => orderOf(intent) !== undefined,
    reading: row => {
      const order = orderOf(row.intent);
      return order && ofPayout(row, order);
    },
  },
  'payout.cancel': {
    title: t`Cancel the payout: send it again`,
    button: t`Cancel the payout`,
    names: usable(intent => textIn(intent, 'id') ?? textIn(intent, 'systemReferenceNumber')),
    reading: () =>
      unread(t`A payout can't be read first: only the service knows whether it is still pending.`),
  },
  'directDebit.cancel': {
    title: t`Cancel the direct debit: send it again`,
    button: t`Cancel the direct debit`,
    names: usable(cancelledDebit),
    reading: ({ intent }) => {
      const id = cancelledDebit(intent);
      return id === undefined ? undefined : ofDebit(id);
    },
  },
  'mandate.cancel': {
    title: t`Cancel the mandate: send it again`,
    button: t`Cancel the mandate`,
    names: usable(intent => cancelledMandate(intent)?.mandate_id),
    reading: ({ intent }) => {
      const named = cancelledMandate(intent);
      if (!named) return undefined;
      const asked = { account: named.global_account_id, id: named.mandate_id };
      return ofDocument(t`Mandate`, ({ customer }) => mandateReread(asked, customer));
    },
  },
  'beneficiary.create': {
    title: t`New beneficiary: send it again`,
    button: t`Create the beneficiary`,
    names: usable(member('beneficiary_account_number')),
    reading: () =>
      unread(
        t`Nothing that is there yet is read first: look through the list (7) whether it is in it already.`,
      ),
  },
  'beneficiary.update': {
    title: t`Change the beneficiary: send it again`,
    button: t`Change the beneficiary`,
    names: usable(changedBeneficiary),
    reading: ({ intent }) => {
      const id = changedBeneficiary(intent);
      const changes = bodyOf(intent);
      return id === undefined || !isMembers(changes)
        ? undefined
        : ofDocument(t`Beneficiary`, () => beneficiaryReread(id, changes));
    },
  },
  'account.create': {
    title: t`New account: send it again`,
    button: t`Open the account`,
    names: says('currency'),
    reading: () =>
      unread(
        t`Nothing that is there yet is read first: look through the accounts (2) whether there is one already. No call closes an account.`,
      ),
  },
  'card.issue': {
    title: t`Issue the card: send it again`,
    button: t`Issue the card`,
    names: usable(member('card_holder_id')),
    reading: () =>
      unread(
        t`The same request ID and the same bytes are sent: by its interface, request_id keeps it to one card.`,
      ),
  },
  'card.activate': {
    title: t`Activate the card: send it again`,
    button: t`Activate the card`,
    names: usable(member('id')),
    reading: row => cardStatus(row, 'ACTIVE'),
  },
  'card.update': {
    title: t`Change the card: send it again`,
    button: t`Change the card`,
    names: usable(member('id')),
    reading: row => {
      const status = textIn(row.intent, 'card_status');
      if (status === undefined) return cardLimits(row);
      const read = status === 'ACTIVE' || status === 'INACTIVE' ? cardStatus(row, status) : undefined;
      if (memberOf(bodyOf(row.intent), 'transaction_limits') === undefined) return read;
      const limits = cardLimits(row);
      return read && limits && bothOf(read, limits);
    },
  },
  'card.close': {
    title: t`Close the card: send it again`,
    button: t`Close the card`,
    names: usable(member('id')),
    reading: row => cardStatus(row, 'CLOSED'),
  },
  'cardholder.create': NEVER,
  'cardholder.update': NEVER,
  'user.create': NEVER,
  'user.terms': {
    title: t`Ask for the terms: send it again`,
    button: t`Ask for the terms`,
    names: () => true,
    reading: () => unread(t`The customer is not read first: what is so now is on the Customer tab (9).`),
  },
  'user.activate': {
    title: t`Activate the customer: send it again`,
    button: t`Activate the customer`,
    names: () => true,
    reading: () => unread(t`The customer is not read first: what is so now is on the Customer tab (9).`),
  },
  'rfi.respond': NEVER,
};

function cardStatus({ intent }: Row, becomes: CardStatus): Reading | undefined {
  const id = textIn(intent, 'id');
  return id === undefined ? undefined : ofCard(id, becomes);
}

function cardLimits(row: Row): Reading | undefined {
  const id = textIn(row.intent, 'id');
  const order = orderedLimits(bodyOf(row.intent));
  const card = confirmedLine(row, t`Card`);
  return id === undefined || order === undefined || card === undefined
    ? undefined
    : ofDocument(t`Card limits`, () => limitReread({ id, card }, order));
}

/** The body as its members, where it is an object. */
const isMembers = (body: Json | undefined): body is { readonly [key: string]: Json } =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof JsonNumber);
