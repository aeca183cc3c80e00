// Changes the customer, and remembers the recent ones.

import type { Customer } from '../api/client/service.ts';
import { Odd } from '../api/contract/odd.ts';
import type { Input, Result } from '../api/contract/operations.ts';
import { type Untrusted, unsafeText, type Visible, visible } from '../lib/visible.ts';
import type { KnownCustomer, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { customerKey, workspaceOf } from '../store/workspace.ts';
import type { DocumentQuery } from './query.ts';

interface CustomersDeps {
  readonly store: Store;
  /** Keeps a customer for the next start; a failure is shown, never fatal. */
  readonly remember: (customer: KnownCustomer) => void;
}

export interface CustomerEffects {
  switchTo(customer: Customer): void;
  /** Keeps a known customer at the top of the switcher, or no more. */
  pin(customer: KnownCustomer): void;
  /** A customer that was made in Purser: the switcher has it from now on. */
  offer(customer: Customer, name: Visible): void;
  /** An answer named a customer: the name is kept if none is known, because each account may have another. */
  named(customer: Customer, name: string): void;
}

export function createCustomers({ store, remember }: CustomersDeps): CustomerEffects {
  return {
    pin({ pinned, ...customer }) {
      const key = customerKey(customer);
      const changed: KnownCustomer = pinned ? customer : { ...customer, pinned: true };
      const put = (one: KnownCustomer): KnownCustomer => (customerKey(one) === key ? changed : one);
      store.setState(({ known, customer: current }) => ({
        known: known.map(put),
        customer: current && put(current),
      }));
      remember(changed);
    },
    offer(customer, name) {
      const key = customerKey(customer);
      const { known } = store.getState();
      if (known.some(k => customerKey(k) === key)) return;
      const offered: KnownCustomer = { ...customer, name };
      store.setState({ known: [offered, ...known] });
      remember(offered);
    },
    switchTo(customer) {
      const key = customerKey(customer);
      const { known, customer: left } = store.getState();
      const before = known.find(k => customerKey(k) === key);
      const { userId, onBehalfOf } = customer;
      const chosen: KnownCustomer = {
        userId,
        ...(onBehalfOf !== undefined && { onBehalfOf }),
        name: before?.name,
        ...(before?.pinned && { pinned: true }),
      };
      const others = known.filter(k => customerKey(k) !== key);
      // The first customer of the session may be in no list: staff go back to it too.
      const first =
        left && ![chosen, ...others].some(k => customerKey(k) === customerKey(left)) ? [left] : [];
      for (const one of first) remember(one);
      store.setState({
        customer: chosen,
        known: [chosen, ...first, ...others],
        overlay: undefined,
        prompt: undefined,
        notice: undefined,
        said: undefined,
        message: undefined,
      });
      remember(chosen);
    },
    named(customer, name) {
      const key = customerKey(customer);
      const { known, customer: current } = store.getState();
      const isIt = (other: Customer): boolean => customerKey(other) === key;
      // The first customer of the session isn't a recent one.
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
  };
}

/**
 * Names a customer after one of their own accounts: a Global Account requested by its ID, returned with the same ID,
 * and in the customer's list of accounts. Any other account may belong to somebody else, so the header must not use its
 * name.
 */
export const nameOnGlobalAccount =
  (store: Store, named: CustomerEffects['named']) =>
  ({ operation, input }: DocumentQuery, value: unknown, customer: Customer): void => {
    if (operation !== 'globalAccount.get' || customer.onBehalfOf === undefined) return;
    // Under its own operation, so the types are that operation's.
    const { params } = input as Input<'globalAccount.get'>;
    const { id, account_name: name } = value as Result<'globalAccount.get'>;
    if (!isText(name) || !isText(id)) return;
    const asked = params.global_account_id;
    if (unsafeText(id) === asked && hasAccount(store.getState(), customer, asked))
      named(customer, unsafeText(name));
  };

const isText = (value: Untrusted | Odd | undefined): value is Untrusted =>
  value !== undefined && !(value instanceof Odd);

/** Whether a loaded list of the customer's accounts has this one. */
const hasAccount = (state: State, customer: Customer, id: string): boolean =>
  Object.entries(workspaceOf(state, customer).lists).some(
    ([key, { pages }]) => key.startsWith('account.list ') && pages.items.some(item => item.key === id),
  );
