// The rows of lists that several places name.

import type { RowOf } from '../effects/query.ts';

export type Account = RowOf<'account.list'>;
export type HistoryEntry = RowOf<'account.balanceHistory'>;
export type DirectDebit = RowOf<'directDebit.list'>;
