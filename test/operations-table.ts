// The reference of operations: what each is, where it stands on the screen, and the test that knows it best.

import { type OperationId, operations } from '../src/api/contract/operations.ts';
import { onScreen } from '../src/store/on-screen.ts';
import { places, tabKey } from '../src/store/places.ts';
import { keyLabel } from '../src/ui/shell/help.tsx';

/**
 * The console's test that knows the operation best. That each is performed from the place that the table names is held by
 * console/every-operation.test.ts for all of them, and through `purser call` by commands/call-each.test.ts.
 */
export const tests: { readonly [Id in OperationId]: string } = {
  login: 'console/login.test.ts',
  'globalAccount.get': 'console/direct-debit-cancelling.test.ts',
  'mandate.list': 'console/mandates.test.ts',
  'mandate.get': 'console/mandates.test.ts',
  'mandate.cancel': 'console/mandates.test.ts',
  'directDebit.list': 'console/lists.test.ts',
  'directDebit.get': 'console/direct-debit-cancelling.test.ts',
  'directDebit.cancel': 'console/direct-debit-cancelling.test.ts',
  'beneficiary.list': 'console/lists.test.ts',
  'beneficiary.get': 'console/beneficiaries.test.ts',
  'beneficiary.validate': 'console/beneficiaries.test.ts',
  'beneficiary.create': 'console/beneficiaries.test.ts',
  'beneficiary.update': 'console/beneficiaries.test.ts',
  'payout.create': 'console/payouts.test.ts',
  'payout.cancel': 'console/payouts.test.ts',
  'account.list': 'console/export.test.ts',
  'account.create': 'console/new-account.test.ts',
  'account.balances': 'console/payout-guards.test.ts',
  'account.transactions': 'console/browse.test.ts',
  'account.balanceHistory': 'console/journal.test.ts',
  'card.list': 'console/cards.test.ts',
  'card.limits': 'console/cards.test.ts',
  'card.transactions': 'console/cards.test.ts',
  'card.details': 'console/card-details.test.ts',
  'card.activate': 'console/card-changes.test.ts',
  'card.update': 'console/card-changes.test.ts',
  'card.close': 'console/card-changes.test.ts',
  'cardholder.create': 'console/cardholders.test.ts',
  'cardholder.update': 'console/cardholders.test.ts',
  'card.issue': 'console/cardholders.test.ts',
  'quote.create': 'console/fx-faults.test.ts',
  'quote.get': 'console/fx-faults.test.ts',
  'conversion.create': 'console/fx-faults.test.ts',
  'conversion.get': 'console/every-operation.test.ts',
  'user.get': 'console/customer.test.ts',
  'user.terms': 'console/customer.test.ts',
  'user.activate': 'console/customer.test.ts',
  'user.create': 'console/new-user.test.ts',
  'rfi.get': 'console/rfi.test.ts',
  'rfi.respond': 'console/rfi.test.ts',
};

/** "Cards, `z`"; a place below a tab with the tab's number. */
function whereOf(id: OperationId): string {
  const at = onScreen[id];
  const name = at.place === 'login' ? 'Login' : `${places[at.place].title} (${tabKey(places[at.place].tab)})`;
  return at.key === undefined ? `${name}, when it opens` : `${name}, \`${keyLabel(at.key)}\``;
}

/** In Markdown, one row for each operation of the contract. */
export function operationTable(): string {
  const rows = Object.values(operations).map(
    ({ id, class: does, method, path }) =>
      `| \`${id}\` | ${does} | \`${method} ${path}\` | ${whereOf(id)} | [${tests[id]}](test/${tests[id]}) |`,
  );
  return ['| operation | class | request | screen and key | test |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}
