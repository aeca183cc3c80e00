// A customer's agreement to the terms.

import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { ofCustomer } from './rules/same-thing.ts';
import { customerToken } from './rules/tokens.ts';

export const userTerms: WriteDefinition<'user.terms'> = {
  meaning: {
    not: t`the terms were not accepted by it`,
    may: t`the service may have recorded that the customer accepts the terms, or not`,
  },
  token: customerToken,
  duplicates: ofCustomer,
  reads: () => [{ operation: 'user.get', input: {} }],
  onScreen: { place: 'customer', key: 'a' },
};
