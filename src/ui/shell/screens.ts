// Every screen by its place, every source of the overview, and everything that is watched: one line each.

import { watchesMoving } from '../../effects/keep-watches.ts';
import type { MovingSource } from '../../effects/moving.ts';
import { forLast } from '../../lib/remembered.ts';
import { MINUTE } from '../../lib/time.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import type { PlaceId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { newAccountScreen } from '../../subjects/accounts/account-create.ts';
import { accounts, inactiveAccounts } from '../../subjects/accounts/accounts.ts';
import { balances, history, transactions } from '../../subjects/accounts/money-lists.ts';
import { approvals, toDecide } from '../../subjects/approvals/approval-list.ts';
import { beneficiaries } from '../../subjects/beneficiaries/beneficiaries.ts';
import { creatingForm } from '../../subjects/beneficiaries/beneficiary-create.ts';
import { updatingForm } from '../../subjects/beneficiaries/beneficiary-update.ts';
import { validatingForm } from '../../subjects/beneficiaries/beneficiary-validate.ts';
import { booksCheck } from '../../subjects/books/check-screen.ts';
import { checksDone } from '../../subjects/books/kept.ts';
import { reveal } from '../../subjects/cards/card-details.tsx';
import { issueCardForm } from '../../subjects/cards/card-issue.ts';
import { cardTransactions } from '../../subjects/cards/card-transactions.ts';
import { setLimitsForm } from '../../subjects/cards/card-update.ts';
import { newCardholderScreen } from '../../subjects/cards/cardholder-create.ts';
import { updateCardholderForm } from '../../subjects/cards/cardholder-update.ts';
import { cards, inactiveCards } from '../../subjects/cards/cards.ts';
import { customer } from '../../subjects/customer/customer.ts';
import { loadForm } from '../../subjects/customer/load-new-user.ts';
import { keptDraft, newUserScreen } from '../../subjects/customer/new-user.tsx';
import { sectionForm } from '../../subjects/customer/section-form.ts';
import { movingDebits, pendingDebits } from '../../subjects/direct-debits/direct-debit-attention.ts';
import { directDebits } from '../../subjects/direct-debits/direct-debits.ts';
import { find } from '../../subjects/find/find.ts';
import {
  conversions,
  conversionsMoving,
  liveQuote,
  movingConversions,
} from '../../subjects/fx/conversions.ts';
import { convertScreen } from '../../subjects/fx/convert.tsx';
import { conversionDocument, quote } from '../../subjects/fx/fx-documents.ts';
import { checkOutcome } from '../../subjects/journal/check-outcome.tsx';
import { handover } from '../../subjects/journal/handover.tsx';
import { journal } from '../../subjects/journal/journal-screen.tsx';
import { resolve } from '../../subjects/journal/resolve.tsx';
import {
  accountMandates,
  cancelledMandates,
  mandates,
  mandatesMoving,
} from '../../subjects/mandates/mandates.ts';
import { attentions, noCustomer, overview, returned, unresolved } from '../../subjects/overview/overview.ts';
import { watchedRecords } from '../../subjects/overview/watched.ts';
import { cancelPayoutForm } from '../../subjects/payouts/payout-cancel.ts';
import { newPayoutForm } from '../../subjects/payouts/payout-create.ts';
import { payouts, recentPayouts } from '../../subjects/payouts/payouts.ts';
import { openRfi, rfi, rfiMoving } from '../../subjects/rfi/rfi.ts';
import { respondForm } from '../../subjects/rfi/rfi-respond.ts';
import { timeline } from '../../subjects/timeline/timeline.ts';
import type { AttentionSource } from '../screens/attention.ts';
import { documentScreen } from '../screens/document-screen.tsx';
import { formScreen } from '../screens/form-screen.tsx';
import { listScreen } from '../screens/list-screen.tsx';
import type { Screen } from '../screens/screen.ts';

/** For one console, because screens remember their last drawing. */
export function createScreens(
  rules: WriteRules,
  attention = attentions(attentionSources()),
): ReadonlyMap<PlaceId, Screen> {
  const screens = [
    overview(attention),
    listScreen(accounts),
    listScreen(transactions),
    listScreen(balances),
    listScreen(history),
    booksCheck(),
    timeline(),
    formScreen(newAccountScreen),
    listScreen(beneficiaries),
    formScreen(validatingForm),
    formScreen(creatingForm),
    formScreen(updatingForm),
    listScreen(payouts()),
    formScreen(newPayoutForm),
    formScreen(cancelPayoutForm),
    listScreen(directDebits()),
    listScreen(cards),
    listScreen(cardTransactions),
    formScreen(setLimitsForm),
    formScreen(newCardholderScreen),
    formScreen(updateCardholderForm),
    formScreen(issueCardForm),
    reveal,
    listScreen(mandates()),
    listScreen(accountMandates),
    listScreen(conversions()),
    convertScreen,
    documentScreen(quote),
    documentScreen(customer),
    newUserScreen,
    formScreen(sectionForm),
    formScreen(loadForm),
    listScreen(rfi()),
    formScreen(respondForm),
    documentScreen(conversionDocument),
    find(),
    journal(rules),
    handover(),
    listScreen(approvals()),
    checkOutcome(rules),
    resolve,
  ];
  return new Map(screens.map(screen => [screen.place, screen]));
}

/** For one console, because sources remember their last result. */
export const attentionSources = (): readonly AttentionSource[] => [
  noCustomer,
  unresolved,
  toDecide,
  returned,
  liveQuote,
  openRfi,
  pendingDebits,
  cancelledMandates,
  recentPayouts(),
  movingConversions,
  inactiveAccounts,
  inactiveCards,
  watchedRecords,
  checksDone,
  keptDraft,
];

const SOURCES: readonly MovingSource[] = [
  // First, because a refused read does not end a watch.
  watchesMoving,
  movingDebits,
  conversionsMoving,
  mandatesMoving,
  rfiMoving,
];

/** For one console. The last result is kept, so that a key press costs nothing. */
export function movingSources(): MovingSource {
  let now: State;
  const moving = forLast((..._facts: readonly unknown[]) => SOURCES.flatMap(source => source(now)));
  return forLast((state: State) => {
    now = state;
    const { journal, reach, known, customer, workspaces, watches } = state;
    // Each key press makes a new workspace, so their lists and documents are compared.
    const data = Object.entries(workspaces).flatMap(([key, { lists, documents }]) => [key, lists, documents]);
    return moving(journal, reach, known, customer, watches, Math.floor(state.now / MINUTE), ...data);
  });
}
