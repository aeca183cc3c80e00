// Every screen, by its place. A new screen needs a folder and a line here.

import type { WriteRules } from '../../money/earlier-warnings.ts';
import type { PlaceId } from '../../store/places.ts';
import { accounts } from '../../subjects/accounts/accounts.ts';
import { balances, history, transactions } from '../../subjects/accounts/money-lists.ts';
import { newAccountScreen } from '../../subjects/accounts/new-account.ts';
import { approvals } from '../../subjects/approvals/approvals.ts';
import { beneficiaries } from '../../subjects/beneficiaries/beneficiaries.ts';
import {
  creatingForm,
  goOnToCreation,
  validatingForm,
} from '../../subjects/beneficiaries/new-beneficiary.ts';
import { updatingForm } from '../../subjects/beneficiaries/updating.ts';
import { reveal } from '../../subjects/cards/card-details.tsx';
import { issueCardForm, newCardholderScreen, updateCardholderForm } from '../../subjects/cards/card-forms.ts';
import { cardTransactions } from '../../subjects/cards/card-transactions.ts';
import { cards } from '../../subjects/cards/cards.ts';
import { setLimitsForm } from '../../subjects/cards/set-limits.ts';
import { customer } from '../../subjects/customer/customer.ts';
import { newUserScreen } from '../../subjects/customer/new-user.tsx';
import { sectionForm } from '../../subjects/customer/section-form.ts';
import { directDebits } from '../../subjects/direct-debits/direct-debits.ts';
import { find } from '../../subjects/find/find.ts';
import { conversions } from '../../subjects/fx/conversions.ts';
import { convertScreen } from '../../subjects/fx/convert.tsx';
import { conversionDocument, quote } from '../../subjects/fx/documents.ts';
import { checkOutcome } from '../../subjects/journal/check-outcome.tsx';
import { handover } from '../../subjects/journal/handover.tsx';
import { journal } from '../../subjects/journal/journal.tsx';
import { resolve } from '../../subjects/journal/resolve.tsx';
import { accountMandates } from '../../subjects/mandates/account-mandates.ts';
import { mandates } from '../../subjects/mandates/mandates.ts';
import { overview } from '../../subjects/overview/overview.ts';
import { cancelPayoutForm } from '../../subjects/payouts/cancel-payout.ts';
import { newPayoutForm } from '../../subjects/payouts/new-payout.ts';
import { payouts } from '../../subjects/payouts/payouts.ts';
import { respondForm } from '../../subjects/rfi/respond.ts';
import { rfi } from '../../subjects/rfi/rfi.ts';
import { documentScreen } from '../screens/document-screen.tsx';
import { formScreen } from '../screens/form-screen.tsx';
import { listScreen } from '../screens/list-screen.tsx';
import type { Screen } from '../screens/screen.ts';
import { attentionSources } from './attention-sources.ts';

/** Makes the screens of one console, because they remember their last drawing. */
export function createScreens(rules: WriteRules): ReadonlyMap<PlaceId, Screen> {
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
    journal(rules),
    handover(),
    listScreen(approvals()),
    checkOutcome(rules),
    resolve,
  ];
  return new Map(screens.map(screen => [screen.place, screen]));
}
