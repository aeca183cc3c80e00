// The screen and key of each operation, for docs/operations.md and `purser call --describe`.

import type { OperationId, WriteId } from '../api/contract/operations.ts';
import type { OnScreen } from './definition.ts';
import { registry } from './registry.ts';

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
