// Switches to another customer, and remembers recent customers.

import type { Customer } from '../api/client/call-context.ts';
import { Odd } from '../api/contract/odd.ts';
import type { Input, Result } from '../api/contract/operations.ts';
import type { Clock } from '../lib/clock.ts';
import { type Untrusted, unsafeText, type Visible, visible } from '../lib/visible.ts';
import { type ListQuery, queryKey, type ReadQuery, type RowOf } from '../records/query.ts';
import { callPlace, callsWith, callsWithout } from '../store/calls.ts';
import type { KnownCustomer, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import {
  currentWorkspace,
  customerIds,
  customerKey,
  listIn,
  withoutLongLists,
  workspaceOf,
} from '../store/workspace.ts';
import type { Need } from './needs.ts';

interface CustomersDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** For the next start. A failure is shown and Purser goes on. */
  readonly remember: (customer: KnownCustomer) => void;
}

/** In ms, before the place of the open call is kept for the next start. */
const REST = 1000;

export type CustomerEffects = ReturnType<typeof createCustomers>;

export function createCustomers({ store, clock, remember }: CustomersDeps) {
  function switchTo(customer: Customer): void {
    const key = customerKey(customer);
    const { known, customer: left, workspaces } = store.getState();
    const before = known.find(k => customerKey(k) === key);
    const chosen: KnownCustomer = {
      ...customerIds(customer),
      name: before?.name,
      ...(before?.pinned && { pinned: true }),
    };
    const others = known.filter(k => customerKey(k) !== key);
    // The customer at the start may not be in the list, and staff must be able to switch back.
    const first = left && ![chosen, ...others].some(k => customerKey(k) === customerKey(left)) ? [left] : [];
    if (left && customerKey(left) !== key) remember(left);
    const previous = left && customerKey(left) !== key ? left : others[0];
    store.setState(before => ({
      customer: chosen,
      known: [chosen, ...first, ...others],
      calls: callsWith(before, chosen),
      workspaces: withoutLongLists(workspaces, [key, ...(previous ? [customerKey(previous)] : [])]),
      overlay: undefined,
      prompt: undefined,
      notice: undefined,
      noticeBehind: undefined,
      lastMessage: undefined,
      message: undefined,
    }));
    remember(chosen);
  }

  return {
    pin({ pinned, ...customer }: KnownCustomer): void {
      const key = customerKey(customer);
      const changed: KnownCustomer = pinned ? customer : { ...customer, pinned: true };
      const put = (one: KnownCustomer): KnownCustomer => (customerKey(one) === key ? changed : one);
      store.setState(({ known, customer: current }) => ({
        known: known.map(put),
        customer: current && put(current),
      }));
      remember(changed);
    },
    offer(customer: Customer, name: Visible): void {
      const key = customerKey(customer);
      const { known } = store.getState();
      if (known.some(k => customerKey(k) === key)) return;
      const offered: KnownCustomer = { ...customer, name, unopened: true };
      store.setState({ known: [offered, ...known] });
      remember(offered);
    },
    switchTo,
    /** Keeps the customer's data and typed text. `next` opens if `ended` is open. */
    endCall(ended: KnownCustomer, next: KnownCustomer): void {
      const { customer } = store.getState();
      if (customer && customerKey(customer) === customerKey(ended)) switchTo(next);
      store.setState(state => ({ calls: callsWithout(state, ended) }));
      remember(ended);
      const open = store.getState().customer;
      if (open) remember(open);
    },
    /** Keeps the first name found, because two accounts may have different names. */
    named(customer: Customer, name: string): void {
      const key = customerKey(customer);
      const { known, customer: current } = store.getState();
      const isIt = (other: Customer): boolean => customerKey(other) === key;
      // Nor may this customer be among the recent ones.
      const before = known.find(isIt) ?? (current && isIt(current) ? current : undefined);
      const seen = visible(name, 60);
      if (!before || before.name !== undefined || seen === '') return;
      const named: KnownCustomer = { ...before, name: seen };
      store.setState({
        known: known.includes(before) ? known.map(k => (k === before ? named : k)) : [named, ...known],
        customer: current && isIt(current) ? named : current,
      });
      remember(named);
    },
    /** Keeps the place of the open call for the next start, until the returned function is called. */
    keepPlace(): () => void {
      let cancel: (() => void) | undefined;
      const placeOf = (customer: KnownCustomer): string =>
        JSON.stringify(callPlace(store.getState(), customer));
      const begun = ({ customer }: State) => customer && { customer, place: placeOf(customer) };
      let kept = begun(store.getState());
      const keep = (): void => {
        const now = begun(store.getState());
        if (now && kept?.customer === now.customer && kept.place !== now.place) remember(now.customer);
        kept = now;
      };
      const unsubscribe = store.subscribe((state, before) => {
        const { customer } = state;
        if (!customer || currentWorkspace(state) === currentWorkspace(before)) return;
        // The change of a customer is kept at once.
        if (customer !== kept?.customer) kept = begun(state);
        cancel?.();
        cancel = clock.after(REST, keep);
      });
      return () => {
        cancel?.();
        unsubscribe();
      };
    },
  };
}

/** Only after an account of the customer's list: another may belong to somebody else. */
export const nameOnGlobalAccount =
  (store: Store, named: CustomerEffects['named']) =>
  ({ operation, input }: ReadQuery, value: unknown, customer: Customer): void => {
    if (operation !== 'globalAccount.get' || customer.onBehalfOf === undefined) return;
    // The operation was checked above.
    const { params } = input as Input<'globalAccount.get'>;
    const { id, account_name: name } = value as Result<'globalAccount.get'>;
    if (!isText(name) || !isText(id)) return;
    const asked = params.global_account_id;
    if (unsafeText(id) === asked && hasAccount(store.getState(), customer, asked))
      named(customer, unsafeText(name));
  };

const ACCOUNTS: ListQuery = { operation: 'account.list', input: { query: {} } };

/** For every screen, because the header always shows the name. */
export function nameNeeds(state: State): readonly Need[] {
  const { customer } = state;
  if (customer?.onBehalfOf === undefined || customer.name !== undefined) return [];
  const { items } = listIn(currentWorkspace(state), queryKey(ACCOUNTS)).pages;
  const list = { kind: 'list', query: ACCOUNTS, through: 0 } as const;
  // An account without an ID has a key, but that key is not an ID.
  const first = items.find(({ key, row }) => {
    const { id } = row as RowOf<'account.list'>;
    return isText(id) && unsafeText(id) === key;
  });
  if (!first) return [list];
  const input = { params: { global_account_id: first.key } };
  return [list, { kind: 'document', query: { operation: 'globalAccount.get', input } }];
}

const isText = (value: Untrusted | Odd | undefined): value is Untrusted =>
  value !== undefined && !(value instanceof Odd);

const hasAccount = (state: State, customer: Customer, id: string): boolean =>
  Object.entries(workspaceOf(state, customer).lists).some(
    ([key, { pages }]) => key.startsWith('account.list ') && pages.items.some(item => item.key === id),
  );
