// The reads that can show the effect of a write with an UNKNOWN outcome.

import type { Input } from '../../api/contract/operations.ts';
import type { Intent } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { addDays, todayIn } from '../../lib/time.ts';

/** The operations that a reconciliation may read. */
export type ReadId =
  | 'quote.get'
  | 'beneficiary.get'
  | 'beneficiary.list'
  | 'account.list'
  | 'mandate.get'
  | 'directDebit.get'
  | 'account.balances'
  | 'card.limits'
  | 'card.list'
  | 'rfi.get'
  | 'account.balanceHistory'
  | 'user.get';

export type ReadQuery = {
  [Id in ReadId]: { readonly operation: Id; readonly input: Input<Id> };
}[ReadId];

/** The reads for a write, made for the write's customer. Empty if the service has no such read. `since`: see `sinceOf`. */
export type Plan = (intent: Intent, since: number) => readonly ReadQuery[];

/** Purser finds every entry if this machine's clock is wrong by at most this many ms after the correction by `skew`. */
const MARGIN = 60_000;

/**
 * The earliest time of an entry that may belong to this write: epoch ms of the service's clock, which is `skew` ms
 * ahead of this machine's clock.
 */
export const sinceOf = ({ createdAt }: Intent, skew = 0): number => createdAt + skew - MARGIN;

/** Starts one day earlier, because the time zone of `from_date` is not documented. */
export const history = (since: number): ReadQuery => ({
  operation: 'account.balanceHistory',
  input: { query: { from_date: addDays(todayIn('UTC', since), -1) } },
});

export const byId = (id: string | undefined, query: (id: string) => ReadQuery): readonly ReadQuery[] =>
  id === undefined ? [] : [query(id)];

/** The list gives the card's status, because the API can't read one card. The limits have a read by ID. */
export const cardReads: Plan = intent =>
  byId(textIn(intent, 'id'), id => ({ operation: 'card.limits', input: { query: { id } } })).concat({
    operation: 'card.list',
    input: {},
  });

/** The most records in one response of the beneficiary list (INTERFACE.md, Limits). */
export const MOST_BENEFICIARIES = 100;
