// The activation of a customer.

import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { ofCustomer } from './rules/same-thing.ts';
import { customerToken } from './rules/tokens.ts';

export const userActivate: WriteDefinition<'user.activate'> = {
  meaning: {
    not: t`the customer was not activated by it`,
    may: t`the customer may have been activated, or not`,
  },
  token: customerToken,
  duplicates: ofCustomer,
  reads: () => [{ operation: 'user.get', input: {} }],
  onScreen: { place: 'customer', key: 'v' },
};
