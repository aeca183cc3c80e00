// The reads that can tell something of a write whose outcome isn't known; pure.

import type { Input } from '../../api/contract/operations.ts';
import type { Intent } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { addDays, todayIn } from '../../lib/time.ts';

/** The reads that can tell something of a write. */
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

/** One of them with what it is asked for. */
export type ReadQuery = {
  [Id in ReadId]: { readonly operation: Id; readonly input: Input<Id> };
}[ReadId];

/** The readings for this write, for its own customer; none if the service can't read it. */
export type Plan = (intent: Intent, since: number) => readonly ReadQuery[];

/** How far the two clocks may be apart, in ms, without an entry being overlooked. */
const MARGIN = 60_000;

/** Epoch ms by the server's clock, `skew` ms ahead of ours: from here on, an entry may be of this write. */
export const sinceOf = ({ createdAt }: Intent, skew = 0): number => createdAt + skew - MARGIN;

/** Whose day a date is isn't given: the day before it holds in every zone. */
export const history = (since: number): ReadQuery => ({
  operation: 'account.balanceHistory',
  input: { query: { from_date: addDays(todayIn('UTC', since), -1) } },
});

export const byId = (id: string | undefined, query: (id: string) => ReadQuery): readonly ReadQuery[] =>
  id === undefined ? [] : [query(id)];

/** No call reads one card by its ID: the list has its status, and its limits are read by it. */
export const cardReads: Plan = intent =>
  byId(textIn(intent, 'id'), id => ({ operation: 'card.limits', input: { query: { id } } })).concat({
    operation: 'card.list',
    input: {},
  });

/** INTERFACE.md, Limits: as many of a beneficiary list as one answer holds. */
export const MOST_BENEFICIARIES = 100;
