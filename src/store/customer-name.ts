// How sentences name a customer who may not be the open one.

import type { Customer } from '../api/client/call-context.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { KnownCustomer, State } from './state.ts';
import { customerKey } from './workspace.ts';

const LONGEST = 40;

const allKnown = ({ known, customer: front }: State): readonly KnownCustomer[] => [
  ...(front ? [front] : []),
  ...known,
];

export function knownCustomer(customer: Customer | KnownCustomer, state: State): KnownCustomer {
  const key = customerKey(customer);
  return allKnown(state).find(one => customerKey(one) === key) ?? { name: undefined, ...customer };
}

/** With an ID if another customer has the same name. */
export function nameOf(customer: Customer | KnownCustomer, state: State): Visible {
  const { name } = knownCustomer(customer, state);
  const key = customerKey(customer);
  const twin = allKnown(state).find(one => one.name === name && customerKey(one) !== key);
  const isAccount = twin?.userId === customer.userId && customer.onBehalfOf !== undefined;
  const id = visible((isAccount ? customer.onBehalfOf : undefined) ?? customer.userId, LONGEST);
  if (name === undefined) return id;
  return twin ? t`${name} (${id})` : name;
}

/** Another customer than the open one comes first in the sentence. */
export function saidOf(text: Visible, customer: Customer, state: State): Visible {
  const { customer: front } = state;
  if (front && customerKey(front) === customerKey(customer)) return text;
  return t`${nameOf(customer, state)}: ${text}`;
}
