// Changing the customer, and remembering which ones were used.

import type { Customer } from '../api/client/service.ts';
import { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import { unsafeText, type Visible, visible } from '../lib/visible.ts';
import type { KnownCustomer } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { customerKey } from '../store/workspace.ts';
import type { DocumentQuery } from './query.ts';

interface Parts {
  readonly store: Store;
  /** Keeps a customer for the next start; what goes wrong there is told, never fatal. */
  readonly remember: (customer: KnownCustomer) => void;
}

export interface CustomerEffects {
  switchTo(customer: Customer): void;
  /** A customer that was made from here: the switcher has it from now on. */
  offer(customer: Customer, name: Visible): void;
  /** A name for a customer was seen in an answer: kept where none is known, since each account may bear another. */
  named(customer: Customer, name: string): void;
}

export function createCustomers({ store, remember }: Parts): CustomerEffects {
  return {
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
      const name = store.getState().known.find(k => customerKey(k) === key)?.name;
      const chosen: KnownCustomer = { ...customer, name };
      store.setState(state => ({
        customer: chosen,
        known: [chosen, ...state.known.filter(k => customerKey(k) !== key)],
        overlay: undefined,
        prompt: undefined,
        notice: undefined,
      }));
      remember(chosen);
    },
    named(customer, name) {
      const key = customerKey(customer);
      const { known, customer: current } = store.getState();
      const isIt = (other: Customer): boolean => customerKey(other) === key;
      // One that was given at the start is not among those used before.
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
 * Names a customer after their Global Account. Without a connected account Family A answers for the platform, whose
 * name is nobody else's.
 */
export const nameOnGlobalAccount =
  (named: CustomerEffects['named']) =>
  ({ operation }: DocumentQuery, value: unknown, customer: Customer): void => {
    if (operation !== 'globalAccount.get' || customer.onBehalfOf === undefined) return;
    // Told under its own operation, so it is that operation's result.
    const { account_name: name } = value as Result<'globalAccount.get'>;
    if (name !== undefined && !(name instanceof Odd)) named(customer, unsafeText(name));
  };
