// What can be read of a write whose outcome isn't known, declared for each operation; pure.

import type { Input, WriteId } from '../api/contract/operations.ts';
import type { Intent } from '../journal/intent.ts';
import { textIn } from '../journal/request-body.ts';
import { addDays, todayIn } from '../lib/time.ts';

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

type Plan = (intent: Intent, since: number) => readonly ReadQuery[];

/** How far the two clocks may be apart, in ms, without an entry being overlooked. */
const MARGIN = 60_000;

/** Epoch ms by the server's clock, `skew` ms ahead of ours: from here on, an entry may be of this write. */
export const sinceOf = ({ createdAt }: Intent, skew = 0): number => createdAt + skew - MARGIN;

/** Whose day a date is isn't given: the day before it holds in every zone. */
const history = (since: number): ReadQuery => ({
  operation: 'account.balanceHistory',
  input: { query: { from_date: addDays(todayIn('UTC', since), -1) } },
});

const byId = (id: string | undefined, query: (id: string) => ReadQuery): readonly ReadQuery[] =>
  id === undefined ? [] : [query(id)];

/** No call reads one card by its ID: the list has its status, and its limits are read by it. */
const card: Plan = intent =>
  byId(textIn(intent, 'id'), id => ({ operation: 'card.limits', input: { query: { id } } })).concat({
    operation: 'card.list',
    input: {},
  });
/** INTERFACE.md, Limits: as many of a beneficiary list as one answer holds. */
const MOST_BENEFICIARIES = 100;

/** What isn't here can't be read by anything that the interface has: a new customer, for one, has no ID yet. */
const plans: Readonly<Partial<Record<WriteId, Plan>>> = {
  'payout.create': (intent, since) => [
    history(since),
    ...byId(textIn(intent, 'beneficiary_id'), beneficiary_id => ({
      operation: 'beneficiary.get',
      input: { query: { beneficiary_id } },
    })),
  ],
  'payout.cancel': (_, since) => [history(since)],
  'conversion.create': (intent, since) => [
    history(since),
    ...byId(textIn(intent, 'quote_id'), quote_id => ({
      operation: 'quote.get',
      input: { query: { quote_id } },
    })),
    { operation: 'account.balances', input: {} },
  ],
  'card.issue': () => [{ operation: 'card.list', input: {} }],
  'directDebit.cancel': intent =>
    byId(cancelledDebit(intent), transaction_id => ({
      operation: 'directDebit.get',
      input: { params: { transaction_id } },
    })),
  'card.activate': card,
  'card.update': card,
  'card.close': card,
  'mandate.cancel': intent => {
    const named = cancelledMandate(intent);
    return named === undefined ? [] : [{ operation: 'mandate.get', input: { params: named } }];
  },
  'beneficiary.create': intent =>
    byId(textIn(intent, 'beneficiary_account_currency'), currency => ({
      operation: 'beneficiary.list',
      input: { query: { currency, limit: MOST_BENEFICIARIES } },
    })),
  'beneficiary.update': intent =>
    byId(changedBeneficiary(intent), beneficiary_id => ({
      operation: 'beneficiary.get',
      input: { query: { beneficiary_id } },
    })),
  'user.activate': () => [{ operation: 'user.get', input: {} }],
  'user.terms': () => [{ operation: 'user.get', input: {} }],
  'rfi.respond': () => [{ operation: 'rfi.get', input: {} }],
  'account.create': intent =>
    byId(textIn(intent, 'currency'), currency => ({
      operation: 'account.list',
      input: { query: { currency } },
    })),
};

/** What is read of this write, all of it for the customer that it was made for; empty where nothing can be. */
export function readsOf(intent: Intent, since: number): readonly ReadQuery[] {
  // A journal may hold operations of other versions: those have no plan.
  const plan = Object.hasOwn(plans, intent.operation) ? plans[intent.operation as WriteId] : undefined;
  return plan?.(intent, since) ?? [];
}

/** The transaction ID in the path of a cancellation, if it can be read there. */
export const cancelledDebit = ({ target }: Intent): string | undefined =>
  segment(/\/direct_debits\/([^/?]+)\/cancel$/.exec(target)?.[1]);

/** Both IDs in the path of a mandate's cancellation. */
export function cancelledMandate({
  target,
}: Intent): { readonly global_account_id: string; readonly mandate_id: string } | undefined {
  const [, account, id] = /\/global_accounts\/([^/?]+)\/mandates\/([^/?]+)\/cancel$/.exec(target) ?? [];
  const [global_account_id, mandate_id] = [segment(account), segment(id)];
  return global_account_id === undefined || mandate_id === undefined
    ? undefined
    : { global_account_id, mandate_id };
}

/** The beneficiary that a change names in its query. */
export function changedBeneficiary({ target }: Intent): string | undefined {
  const at = target.indexOf('?');
  return at < 0 ? undefined : new URLSearchParams(target.slice(at)).get('beneficiary_id') || undefined;
}

function segment(encoded: string | undefined): string | undefined {
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
