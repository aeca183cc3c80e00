// Every screen, by its place. A new screen needs a folder and a line here.

import { accounts } from '../../features/accounts/accounts.ts';
import { balances } from '../../features/accounts/balances.ts';
import { history } from '../../features/accounts/history.ts';
import { newAccountScreen } from '../../features/accounts/new-account.ts';
import { transactions } from '../../features/accounts/transactions.ts';
import { approvals } from '../../features/approvals/approvals.ts';
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
import { setLimitsForm } from '../../features/cards/set-limits.ts';
import { customer } from '../../features/customer/customer.ts';
import { find } from '../../features/find/find.ts';
import { conversionDocument } from '../../features/fx/conversion-document.ts';
import { conversions } from '../../features/fx/conversions.ts';
import { convertScreen } from '../../features/fx/convert.tsx';
import { quote } from '../../features/fx/quote.ts';
import { checkOutcome } from '../../features/journal/check-outcome.tsx';
import { handover } from '../../features/journal/handover-screen.tsx';
import { journal } from '../../features/journal/journal.tsx';
import { resolve } from '../../features/journal/resolve.tsx';
import { accountMandates } from '../../features/mandates/account-mandates.ts';
import { mandates } from '../../features/mandates/mandates.ts';
import { newUserScreen } from '../../features/new-user/new-user.tsx';
import { sectionForm } from '../../features/new-user/section-form.ts';
import { overview } from '../../features/overview/overview.ts';
import { cancelPayoutForm } from '../../features/payouts/cancel-payout-form.ts';
import { directDebits } from '../../features/payouts/direct-debits.ts';
import { newPayoutForm } from '../../features/payouts/new-payout.ts';
import { payouts } from '../../features/payouts/payouts.ts';
import { respondForm } from '../../features/rfi/respond.ts';
import { rfi } from '../../features/rfi/rfi.ts';
import type { PlaceId } from '../../store/places.ts';
import { documentScreen } from '../screens/document-screen.tsx';
import { formScreen } from '../screens/form-screen.tsx';
import { listScreen } from '../screens/list-screen.tsx';
import type { Screen } from '../screens/screen.ts';
import { attentionSources } from './attention-sources.ts';

/** Makes the screens of one console, because they remember their last drawing. */
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
