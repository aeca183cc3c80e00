// Changing the customer, and remembering which ones were used.

import type { Customer } from '../api/client/service.ts';
import { visible } from '../lib/visible.ts';
import type { KnownCustomer } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { customerKey } from '../store/workspace.ts';

const REMEMBERED = 20;

interface Parts {
  readonly store: Store;
  /** Keeps a customer for the next start; what goes wrong there is told, never fatal. */
  readonly remember: (customer: KnownCustomer) => void;
}

export interface CustomerEffects {
  switchTo(customer: Customer): void;
  /** A name for the current customer was seen in an answer. */
  named(customer: Customer, name: string): void;
}

export function createCustomers({ store, remember }: Parts): CustomerEffects {
  function put(customer: KnownCustomer): void {
    const key = customerKey(customer);
    store.setState(state => ({
      known: [customer, ...state.known.filter(k => customerKey(k) !== key)].slice(0, REMEMBERED),
    }));
    remember(customer);
  }
  return {
    switchTo(customer) {
      const key = customerKey(customer);
      const name = store.getState().known.find(k => customerKey(k) === key)?.name;
      const chosen: KnownCustomer = { ...customer, name };
      store.setState({ customer: chosen, overlay: undefined, prompt: undefined, notice: undefined });
      put(chosen);
    },
    named(customer, name) {
      const key = customerKey(customer);
      const known = store.getState().known.find(k => customerKey(k) === key);
      const seen = visible(name, 60);
      if (!known || known.name === seen || seen === '') return;
      put({ ...known, name: seen });
      store.setState(state =>
        state.customer && customerKey(state.customer) === key
          ? { customer: { ...state.customer, name: seen } }
          : {},
      );
    },
  };
}
