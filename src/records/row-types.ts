// The types of list rows that several folders use.

import type { RowOf } from '../effects/query.ts';

export type Account = RowOf<'account.list'>;
export type HistoryEntry = RowOf<'account.balanceHistory'>;
export type DirectDebit = RowOf<'directDebit.list'>;
