// The place of each operation on the screen: for docs/operations.md, and for `purser call --describe`.

import type { OperationId } from '../api/contract/operations.ts';
import type { PlaceId } from './places.ts';

export interface OnScreen {
  readonly place: PlaceId | 'login';
  /** The key as bindings name it. Without one, the place loads the data without a key press. */
  readonly key?: string;
}

export const onScreen: { readonly [Id in OperationId]: OnScreen } = {
  login: { place: 'login', key: 'enter' },
  'globalAccount.get': { place: 'accounts' },
  'mandate.list': { place: 'account-mandates' },
  'mandate.get': { place: 'account-mandates' },
  'mandate.cancel': { place: 'account-mandates', key: 'x' },
  'directDebit.list': { place: 'direct-debits' },
  'directDebit.get': { place: 'direct-debits' },
  'directDebit.cancel': { place: 'direct-debits', key: 'x' },
  'beneficiary.list': { place: 'beneficiaries' },
  'beneficiary.get': { place: 'beneficiaries' },
  'beneficiary.validate': { place: 'new-beneficiary', key: 'enter' },
  'beneficiary.create': { place: 'create-beneficiary', key: 'enter' },
  'beneficiary.update': { place: 'beneficiaries', key: 'e' },
  'payout.create': { place: 'payouts', key: 'n' },
  'payout.cancel': { place: 'payouts', key: 'x' },
  'account.list': { place: 'accounts' },
  'account.create': { place: 'accounts', key: 'n' },
  'account.balances': { place: 'balances' },
  'account.transactions': { place: 'transactions' },
  'account.balanceHistory': { place: 'history' },
  'card.list': { place: 'cards' },
  'card.limits': { place: 'cards' },
  'card.transactions': { place: 'card-transactions' },
  'card.details': { place: 'cards', key: 'D' },
  'card.activate': { place: 'cards', key: 'v' },
  'card.update': { place: 'cards', key: 'z' },
  'card.close': { place: 'cards', key: 'x' },
  'cardholder.create': { place: 'cards', key: 'N' },
  'cardholder.update': { place: 'cards', key: 'U' },
  'card.issue': { place: 'cards', key: 'n' },
  'quote.create': { place: 'fx', key: 'n' },
  'quote.get': { place: 'quote' },
  'conversion.create': { place: 'convert', key: 'enter' },
  'conversion.get': { place: 'fx' },
  'user.get': { place: 'customer' },
  'user.terms': { place: 'customer', key: 'a' },
  'user.activate': { place: 'customer', key: 'v' },
  'user.create': { place: 'new-user', key: 'enter' },
  'rfi.get': { place: 'rfi' },
  'rfi.respond': { place: 'rfi', key: 'n' },
};
