/** write-class.ts: the class of each write. It imports no schema, so that a screen can use it at the start. */

import type { Operations, WriteId } from './operations.ts';

/** The type takes exactly what the declarations say. */
export const writeClass: { readonly [Id in WriteId]: Operations[Id]['class'] } = {
  'payout.create': 'money',
  'conversion.create': 'money',
  'payout.cancel': 'money',
  'directDebit.cancel': 'money',
  'mandate.cancel': 'money',
  'card.close': 'money',
  'card.activate': 'write',
  'card.update': 'write',
  'card.issue': 'write',
  'cardholder.create': 'write',
  'cardholder.update': 'write',
  'account.create': 'write',
  'beneficiary.create': 'write',
  'beneficiary.update': 'write',
  'rfi.respond': 'write',
  'user.create': 'write',
  'user.terms': 'write',
  'user.activate': 'write',
};
