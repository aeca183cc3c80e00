// The confirmation of a write without a dialog: the screens' own questions, from records read just now.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import { Odd } from '../api/contract/odd.ts';
import type { Input, OperationId, WriteId } from '../api/contract/operations.ts';
import { anyQuestion, type Question } from '../effects/question.ts';
import { accountQuestion } from '../features/accounts/new-account.ts';
import { creationQuestion } from '../features/beneficiaries/creating.ts';
import { updateQuestion } from '../features/beneficiaries/updating.ts';
import { newCardQuestion } from '../features/card-issuing/new-card.ts';
import { newCardholderQuestion } from '../features/cardholders/new-cardholder.ts';
import { changeQuestion } from '../features/cardholders/update-cardholder.ts';
import { activation, closing } from '../features/cards/card-questions.ts';
import { activationQuestion as userActivation } from '../features/customer/activation.ts';
import { termsQuestion } from '../features/customer/terms.ts';
import { cancelMandateQuestion } from '../features/mandates/cancel-mandate.ts';
import { newUserQuestion } from '../features/new-user/creation.ts';
import { cancelDebitQuestion } from '../features/payouts/cancel-direct-debit.ts';
import { cancelQuestion } from '../features/payouts/cancel-payout.ts';
import { payoutQuestion } from '../features/payouts/create-payout.ts';
import { questionIn } from '../features/rfi/asked.ts';
import { responseQuestion } from '../features/rfi/respond.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import { sameId } from '../lib/identifier.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { whyNotCancellable } from '../records/debit-cancelling.ts';
import type { Store } from '../store/store.ts';
import { idText, isId } from '../ui/screens/cells.ts';
import type { Given } from './call-input.ts';
import { cardChange } from './card-change.ts';
import { conversionQuestion } from './conversion-question.ts';
import { findCard } from './find-card.ts';

/** The parts that make a question. */
export interface Asking {
  readonly client: Client;
  readonly store: Store;
  readonly clock: Clock;
  /** A customer's available balances, read again into the store. */
  readonly readBalances: () => Promise<void>;
  /** The writes of one kind in the journal that may be duplicates, newest first. */
  readonly earlier: (operation: WriteId) => Promise<readonly Row[]>;
}

export type Made =
  | { readonly kind: 'question'; readonly question: Question }
  /** The errors in the arguments, whatever the records say. */
  | { readonly kind: 'wrong'; readonly why: Visible }
  /** Why it can't be done, as whole sentences. */
  | { readonly kind: 'barred'; readonly why: Visible }
  | { readonly kind: 'unread'; readonly operation: OperationId; readonly failure: Failure };

type Maker<Id extends WriteId> = (input: Input<Id>, around: Asking) => Made | Promise<Made>;

const asked = <Id extends WriteId>(question: Question<Id>): Made => ({
  kind: 'question',
  question: anyQuestion(question),
});
const barred = (why: Visible): Made => ({ kind: 'barred', why });
const wrong = (why: Visible): Made => ({ kind: 'wrong', why });
const nothing = (): void => {};

const cancelDebit: Maker<'directDebit.cancel'> = async ({ params }, { client, store }) => {
  const { customer } = store.getState();
  const id = params.transaction_id;
  const debit = await client.perform('directDebit.get', { params }, { customer });
  if (!debit.ok) return { kind: 'unread', operation: 'directDebit.get', failure: debit.failure };
  if (!isId(debit.value.transaction_id, id))
    return barred(t`The service returned another direct debit payout than the requested one.`);
  const global_account_id = idText(debit.value.global_account_id);
  const account =
    global_account_id === undefined
      ? undefined
      : await client.perform('globalAccount.get', { params: { global_account_id } }, { customer });
  if (account?.ok === false)
    return { kind: 'unread', operation: 'globalAccount.get', failure: account.failure };
  const why = whyNotCancellable(debit.value, account?.value);
  if (why !== undefined || !account)
    return barred(why ?? t`The direct debit payout's Global Account is not known.`);
  return asked(cancelDebitQuestion(id, debit.value, account.value, { customer }));
};

const cancelMandate: Maker<'mandate.cancel'> = async ({ params }, { client, store }) => {
  const { customer } = store.getState();
  const { global_account_id: account, mandate_id: id } = params;
  const mandate = await client.perform('mandate.get', { params }, { customer });
  if (!mandate.ok) return { kind: 'unread', operation: 'mandate.get', failure: mandate.failure };
  if (!isId(mandate.value.id, id) || !isId(mandate.value.global_account_id, account))
    return barred(t`The service returned another mandate than the requested one.`);
  return asked(cancelMandateQuestion({ account, id }, mandate.value, { customer }));
};

const pay: Maker<'payout.create'> = async ({ body }, { client, store, readBalances }) => {
  const { customer } = store.getState();
  const { beneficiary_id, amount, currency, reference, notes } = body;
  const read = await client.perform('beneficiary.get', { query: { beneficiary_id } }, { customer });
  if (!read.ok) return { kind: 'unread', operation: 'beneficiary.get', failure: read.failure };
  if (!isId(read.value.id, beneficiary_id))
    return barred(t`The service returned another beneficiary than the requested one.`);
  await readBalances();
  const order = { beneficiaryId: beneficiary_id, amount, currency, reference, notes };
  return asked(payoutQuestion(order, read.value, store.getState, nothing));
};

const changeBeneficiary: Maker<'beneficiary.update'> = async ({ query, body = {} }, { client, store }) => {
  const { customer } = store.getState();
  const read = await client.perform('beneficiary.get', { query }, { customer });
  if (!read.ok) return { kind: 'unread', operation: 'beneficiary.get', failure: read.failure };
  if (!isId(read.value.id, query.beneficiary_id))
    return barred(t`The service returned another beneficiary than the requested one.`);
  return asked(updateQuestion(query.beneficiary_id, read.value, given(body), nothing));
};

const cancelPayout: Maker<'payout.cancel'> = ({ body = {} }, { store }) => {
  const { id, systemReferenceNumber } = body;
  if (id === undefined && systemReferenceNumber === undefined)
    return wrong(t`Give the payout's ID or its system reference number.`);
  const target =
    id === undefined
      ? { systemReferenceNumber: systemReferenceNumber ?? '' }
      : { id, ...(systemReferenceNumber !== undefined && { systemReferenceNumber }) };
  const question = cancelQuestion(target, store.getState());
  if ('barred' in question) return barred(question.barred);
  if (id !== undefined && question.input.body?.id === undefined)
    return wrong(t`${visible(id, 60)} is a system reference. Give it as systemReferenceNumber.`);
  return asked(question);
};

const answer: Maker<'rfi.respond'> = async ({ body }, { client, store }) => {
  const { customer, language } = store.getState();
  const read = await client.perform('rfi.get', {}, { customer });
  if (!read.ok) return { kind: 'unread', operation: 'rfi.get', failure: read.failure };
  const asks = questionIn(read.value, body.id, language);
  return asks
    ? asked(responseQuestion(asks, body.id, body))
    : barred(t`This customer has no question with this ID.`);
};

const ofUser =
  (question: typeof userActivation | typeof termsQuestion): Maker<'user.activate' | 'user.terms'> =>
  async (_, { client, store }) => {
    const { customer } = store.getState();
    const read = await client.perform('user.get', {}, { customer });
    if (!read.ok) return { kind: 'unread', operation: 'user.get', failure: read.failure };
    const id = idText(read.value.id);
    return id !== undefined && sameId(id, customer?.userId)
      ? asked(question(id, read.value))
      : barred(t`The service returned another customer than the requested one.`);
  };

const ofCard =
  (question: typeof activation | typeof closing): Maker<'card.activate' | 'card.close'> =>
  async ({ body }, { client, store }) => {
    const found = await findCard(body.id, client, store.getState().customer);
    if ('failure' in found) return { kind: 'unread', operation: 'card.list', failure: found.failure };
    return found.card === undefined || found.card instanceof Odd
      ? barred(t`The customer's list has no card with this ID.`)
      : asked(question({ id: body.id, card: found.card, at: found.at }));
  };

/** The given fields. */
function given<T>(body: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const makers: { readonly [Id in WriteId]: Maker<Id> } = {
  'payout.create': pay,
  'payout.cancel': cancelPayout,
  'directDebit.cancel': cancelDebit,
  'mandate.cancel': cancelMandate,
  'conversion.create': conversionQuestion,
  'card.activate': ofCard(activation),
  'card.close': ofCard(closing),
  'card.update': cardChange,
  'card.issue': ({ body }) => asked(newCardQuestion(body)),
  'cardholder.create': ({ body }) => asked(newCardholderQuestion(body)),
  'cardholder.update': ({ body }) => asked(changeQuestion(body)),
  'beneficiary.create': ({ body }) => {
    const { beneficiary_account_currency: currency, beneficiary_account_number: number, ...others } = body;
    return asked(creationQuestion({ currency, number, others: given(others) }, nothing));
  },
  'beneficiary.update': changeBeneficiary,
  'account.create': ({ body }) => asked(accountQuestion(body, nothing)),
  'user.create': ({ body }) => asked(newUserQuestion(body, nothing)),
  'user.activate': ofUser(userActivation),
  'user.terms': ofUser(termsQuestion),
  'rfi.respond': answer,
};

/** `input` has passed the operation's own schemas. Reads what the screen would have read; sends no write. */
export async function questionFor(id: WriteId, input: Given, around: Asking): Promise<Made> {
  // Each gets the input of its own operation, which has passed that operation's schemas.
  const make = makers[id] as (input: Given, around: Asking) => Made | Promise<Made>;
  return make(input, around);
}
