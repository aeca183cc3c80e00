// The Global Account of Family A that a record names, or that has the ID of an account of Family B.

import type { Result } from '../api/contract/operations.ts';
import type { DocumentQuery } from '../effects/query.ts';

export const globalAccountQuery = (id: string): DocumentQuery<'globalAccount.get'> => ({
  operation: 'globalAccount.get',
  input: { params: { global_account_id: id } },
});

/** INTERFACE.md gives no value of its `country_code`: both codes for the United Kingdom are accepted. */
const UNITED_KINGDOM: ReadonlySet<string> = new Set(['GB', 'UK']);

/** Whether a Global Account's `country_code` is the United Kingdom's. */
export const isUnitedKingdom = (country: string): boolean => UNITED_KINGDOM.has(country);

export type GlobalAccount = Result<'globalAccount.get'>;
