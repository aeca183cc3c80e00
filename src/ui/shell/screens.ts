// Every screen by its place, every source of the overview, and everything that is watched: one line each.

import type { Moving, MovingSource } from '../../effects/moving.ts';
import { accounts } from '../../features/accounts/accounts.ts';
import { balances } from '../../features/accounts/balances.ts';
import { history } from '../../features/accounts/history.ts';
import { inactiveAccounts } from '../../features/accounts/inactive.ts';
import { newAccountScreen } from '../../features/accounts/new-account.ts';
import { transactions } from '../../features/accounts/transactions.ts';
import { approvals } from '../../features/approvals/approvals.ts';
import { toDecide } from '../../features/approvals/attention.ts';
import { beneficiaries } from '../../features/beneficiaries/beneficiaries.ts';
import { creatingForm, goOnToCreation } from '../../features/beneficiaries/creating.ts';
import { updatingForm } from '../../features/beneficiaries/updating.ts';
import { validatingForm } from '../../features/beneficiaries/validating.ts';
import { reveal } from '../../features/card-details/card-details.tsx';
import { issueCardForm } from '../../features/card-issuing/issue-card.ts';
import { newCardholderScreen } from '../../features/cardholders/new-cardholder.ts';
import { updateCardholderForm } from '../../features/cardholders/update-cardholder.ts';
import { cardTransactions } from '../../features/cards/card-transactions.ts';
import { cards } from '../../features/cards/cards.ts';
import { inactiveCards } from '../../features/cards/inactive.ts';
import { setLimitsForm } from '../../features/cards/set-limits.ts';
import { customer } from '../../features/customer/customer.ts';
import { find } from '../../features/find/find.ts';
import { liveQuote, movingConversions } from '../../features/fx/attention.ts';
import { conversionDocument } from '../../features/fx/conversion-document.ts';
import { conversions } from '../../features/fx/conversions.ts';
import { convertScreen } from '../../features/fx/convert.tsx';
import { conversionsMoving } from '../../features/fx/moving.ts';
import { quote } from '../../features/fx/quote.ts';
import { checkOutcome } from '../../features/journal/check-outcome.tsx';
import { handover } from '../../features/journal/handover-screen.tsx';
import { journal } from '../../features/journal/journal.tsx';
import { resolve } from '../../features/journal/resolve.tsx';
import { accountMandates } from '../../features/mandates/account-mandates.ts';
import { cancelledMandates, mandatesMoving } from '../../features/mandates/just-cancelled.ts';
import { mandates } from '../../features/mandates/mandates.ts';
import { keptDraft } from '../../features/new-user/kept-draft.ts';
import { newUserScreen } from '../../features/new-user/new-user.tsx';
import { sectionForm } from '../../features/new-user/section-form.ts';
import { overview } from '../../features/overview/overview.ts';
import { returned } from '../../features/overview/returned.ts';
import { unresolved } from '../../features/overview/unresolved.ts';
import { pendingDebits, recentPayouts } from '../../features/payouts/attention.ts';
import { cancelPayoutForm } from '../../features/payouts/cancel-payout-form.ts';
import { directDebits } from '../../features/payouts/direct-debits.ts';
import { movingDebits } from '../../features/payouts/moving.ts';
import { newPayoutForm } from '../../features/payouts/new-payout.ts';
import { payouts } from '../../features/payouts/payouts.ts';
import { openRfi, rfiMoving } from '../../features/rfi/open-rfi.ts';
import { respondForm } from '../../features/rfi/respond.ts';
import { rfi } from '../../features/rfi/rfi.ts';
import type { AttentionSource } from '../../records/attention.ts';
import type { PlaceId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { documentScreen } from '../screens/document-screen.tsx';
import { formScreen } from '../screens/form-screen.tsx';
import { listScreen } from '../screens/list-screen.tsx';
import type { Screen } from '../screens/screen.ts';

/** For one console, because screens remember their last drawing. */
export function createScreens(): ReadonlyMap<PlaceId, Screen> {
  const screens = [
    overview(attentionSources()),
    listScreen(accounts),
    listScreen(transactions),
    listScreen(balances),
    listScreen(history),
    formScreen(newAccountScreen),
    listScreen(beneficiaries),
    formScreen(validatingForm({ goOn: goOnToCreation })),
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
    listScreen(rfi()),
    formScreen(respondForm),
    documentScreen(conversionDocument),
    find(),
    journal(),
    handover(),
    listScreen(approvals()),
    checkOutcome,
    resolve,
  ];
  return new Map(screens.map(screen => [screen.place, screen]));
}

/** For one console, because sources remember their last result. */
export const attentionSources = (): readonly AttentionSource[] => [
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
  keptDraft,
];

const SOURCES: readonly MovingSource[] = [movingDebits, conversionsMoving, mandatesMoving, rfiMoving];
const MINUTE = 60_000;

/** For one console. The last result is kept, so that a key press costs nothing. */
export function movingSources(): MovingSource {
  let last: { readonly state: State; readonly moving: readonly Moving[] } | undefined;
  return (state: State) => {
    if (last?.state === state) return last.moving;
    const moving = last && isSame(last.state, state) ? last.moving : SOURCES.flatMap(source => source(state));
    last = { state, moving };
    return moving;
  };
}

const isSame = (one: State, other: State): boolean =>
  one.journal === other.journal &&
  one.reach === other.reach &&
  one.known === other.known &&
  one.customer === other.customer &&
  Math.floor(one.now / MINUTE) === Math.floor(other.now / MINUTE) &&
  haveSameData(one.workspaces, other.workspaces);

/** Each key press makes a new workspace, so their lists and documents are compared. */
function haveSameData(some: State['workspaces'], others: State['workspaces']): boolean {
  const keys = Object.keys(some);
  return (
    keys.length === Object.keys(others).length &&
    keys.every(
      key => some[key]?.lists === others[key]?.lists && some[key]?.documents === others[key]?.documents,
    )
  );
}
