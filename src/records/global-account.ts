// Global Accounts of Family A. The ID of a Global Account may also be the ID of an account of Family B.

import type { Result } from '../api/contract/operations.ts';
import type { DocumentQuery } from '../effects/query.ts';

export const globalAccountQuery = (id: string): DocumentQuery<'globalAccount.get'> => ({
  operation: 'globalAccount.get',
  input: { params: { global_account_id: id } },
});

/** INTERFACE.md shows no example of `country_code`, so both codes for the United Kingdom count. */
const UNITED_KINGDOM: ReadonlySet<string> = new Set(['GB', 'UK']);

/** Whether the `country_code` of a Global Account means the United Kingdom. */
export const isUnitedKingdom = (country: string): boolean => UNITED_KINGDOM.has(country);

export type GlobalAccount = Result<'globalAccount.get'>;
