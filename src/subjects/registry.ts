// All writes that Purser sends, each declared in its subject, and the place of each operation on the screen.

import type { OperationId, WriteId } from '../api/contract/operations.ts';
import type { OnScreen, WriteDefinition } from '../money/definition.ts';
import { accountCreate } from './accounts/account-create.ts';
import { beneficiaryCreate } from './beneficiaries/beneficiary-create.ts';
import { beneficiaryUpdate } from './beneficiaries/beneficiary-update.ts';
import { cardIssue } from './cards/card-issue.ts';
import { cardActivate, cardClose } from './cards/card-status.ts';
import { cardUpdate } from './cards/card-update.ts';
import { cardholderCreate } from './cards/cardholder-create.ts';
import { cardholderUpdate } from './cards/cardholder-update.ts';
import { userActivate } from './customer/user-activate.ts';
import { userCreate } from './customer/user-create.ts';
import { userTerms } from './customer/user-terms.ts';
import { directDebitCancel } from './direct-debits/direct-debit-cancel.ts';
import { conversionCreate } from './fx/conversion-create.ts';
import { mandateCancel } from './mandates/mandate-cancel.ts';
import { payoutCancel } from './payouts/payout-cancel.ts';
import { payoutCreate } from './payouts/payout-create.ts';
import { rfiRespond } from './rfi/rfi-respond.ts';

export const registry: { readonly [Id in WriteId]: WriteDefinition<Id> } = {
  'payout.create': payoutCreate,
  'payout.cancel': payoutCancel,
  'conversion.create': conversionCreate,
  'directDebit.cancel': directDebitCancel,
  'mandate.cancel': mandateCancel,
  'card.issue': cardIssue,
  'card.activate': cardActivate,
  'card.update': cardUpdate,
  'card.close': cardClose,
  'cardholder.create': cardholderCreate,
  'cardholder.update': cardholderUpdate,
  'beneficiary.create': beneficiaryCreate,
  'beneficiary.update': beneficiaryUpdate,
  'account.create': accountCreate,
  'user.create': userCreate,
  'user.activate': userActivate,
  'user.terms': userTerms,
  'rfi.respond': rfiRespond,
};

const reads: { readonly [Id in Exclude<OperationId, WriteId>]: OnScreen } = {
  login: { place: 'login', key: 'enter' },
  'globalAccount.get': { place: 'accounts' },
  'mandate.list': { place: 'account-mandates' },
  'mandate.get': { place: 'account-mandates' },
  'directDebit.list': { place: 'direct-debits' },
  'directDebit.get': { place: 'direct-debits' },
  'beneficiary.list': { place: 'beneficiaries' },
  'beneficiary.get': { place: 'beneficiaries' },
  'beneficiary.validate': { place: 'new-beneficiary', key: 'enter' },
  'account.list': { place: 'accounts' },
  'account.balances': { place: 'balances' },
  'account.transactions': { place: 'transactions' },
  'account.balanceHistory': { place: 'history' },
  'card.list': { place: 'cards' },
  'card.limits': { place: 'cards' },
  'card.transactions': { place: 'card-transactions' },
  'card.details': { place: 'cards', key: 'D' },
  'quote.create': { place: 'fx', key: 'n' },
  'quote.get': { place: 'quote' },
  'conversion.get': { place: 'fx' },
  'user.get': { place: 'customer' },
  'rfi.get': { place: 'rfi' },
};

const isRead = (id: OperationId): id is keyof typeof reads => Object.hasOwn(reads, id);

/** The place of a write is in its definition. */
export function onScreenOf(id: OperationId): OnScreen {
  return isRead(id) ? reads[id] : registry[id].onScreen;
}
