// The reads that can tell something about a write with an UNKNOWN outcome. Pure.

import type { Input } from '../../api/contract/operations.ts';
import type { Intent } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { addDays, todayIn } from '../../lib/time.ts';

/** The reads for a write. */
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

/** One read with its input. */
export type ReadQuery = {
  [Id in ReadId]: { readonly operation: Id; readonly input: Input<Id> };
}[ReadId];

/** The reads for this write, for its own customer; none if the service has none. */
export type Plan = (intent: Intent, since: number) => readonly ReadQuery[];

/** How far the two clocks may differ, in ms, without missing an entry. */
const MARGIN = 60_000;

/** Epoch ms by the service's clock, `skew` ms ahead of ours: from here on, an entry may belong to this write. */
export const sinceOf = ({ createdAt }: Intent, skew = 0): number => createdAt + skew - MARGIN;

/** The zone of a date is not documented: the day before is safe in every zone. */
export const history = (since: number): ReadQuery => ({
  operation: 'account.balanceHistory',
  input: { query: { from_date: addDays(todayIn('UTC', since), -1) } },
});

export const byId = (id: string | undefined, query: (id: string) => ReadQuery): readonly ReadQuery[] =>
  id === undefined ? [] : [query(id)];

/** The API reads no card by its ID: the list has its status, and its limits are read by ID. */
export const cardReads: Plan = intent =>
  byId(textIn(intent, 'id'), id => ({ operation: 'card.limits', input: { query: { id } } })).concat({
    operation: 'card.list',
    input: {},
  });

/** INTERFACE.md, Limits: the most records in one answer of a beneficiary list. */
export const MOST_BENEFICIARIES = 100;
