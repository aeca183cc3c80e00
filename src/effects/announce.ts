// Announces each status change once, in the notice line and with the bell. The stored change marks the record's row. If
// the record belongs to a customer who is not on the screen, the notice names that customer.

import type { Customer } from '../api/client/service.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import type { KnownCustomer, Notice, State, StatusChange } from '../store/state.ts';
import { withStatusChanges } from '../store/status-changes.ts';
import type { Store } from '../store/store.ts';
import { customerKey } from '../store/workspace.ts';
import type { Moving } from './moving.ts';

/** BEL. */
export const BELL = '\u0007';

interface AnnounceDeps {
  readonly store: Store;
  readonly write: (sequence: string) => void;
  readonly moving: (state: State) => readonly Moving[];
}

/** Until the returned function is called. */
export function announceChanges({ store, write, moving }: AnnounceDeps): () => void {
  /** By service, customer and the record's key. */
  const known = new Map<string, { readonly status: string; readonly asOf: number }>();
  let last: readonly Moving[] | undefined;

  const look = (state: State): void => {
    const now = moving(state);
    if (now === last) return;
    last = now;
    const { baseUrl, clientId, programId } = state.reach;
    const fresh: StatusChange[] = [];
    for (const { customer, key, name, status, grave, asOf } of now) {
      if (status === undefined) continue;
      const of = JSON.stringify([baseUrl, clientId, programId, customerKey(customer), key]);
      const before = known.get(of);
      // A status from an older read, or from the confirmation of the write, never replaces a known status.
      if (before !== undefined && (asOf === undefined || asOf < before.asOf)) continue;
      known.set(of, { status, asOf: asOf ?? 0 });
      if (before === undefined || before.status === status) continue;
      const whose = knownCustomer(customer, state);
      fresh.push({ customer: whose, key, name, status: visible(status, 40), grave, at: state.now });
    }
    if (fresh.length === 0) return;
    store.setState(before => ({
      statusChanges: withStatusChanges(before.statusChanges, fresh),
      notice: noticeOf(fresh, before),
    }));
    if (state.bell) write(BELL);
  };
  const unsubscribe = store.subscribe(look);
  look(store.getState());
  return unsubscribe;
}

const knownCustomer = (customer: Customer, { known, customer: front }: State): KnownCustomer => {
  const key = customerKey(customer);
  const named = [...(front ? [front] : []), ...known].find(one => customerKey(one) === key);
  return named ?? { ...customer, name: undefined };
};

/** A notice that stays until Esc is replaced only if a change is grave. */
function noticeOf(fresh: readonly StatusChange[], { notice, customer }: State): Notice | undefined {
  const grave = fresh.filter(one => one.grave);
  const [first, ...others] = grave.length > 0 ? grave : fresh;
  if (!first || (notice?.stays && grave.length === 0)) return notice;
  const more = fresh.length - 1;
  const sentences: readonly Visible[] = [
    sentenceOf(first, customer),
    ...(more > 0 ? [t`${more} more changed. Press ! to see them.`] : []),
  ];
  return others.length + grave.length === 0 || grave.length === 0
    ? { text: join(sentences, ' '), tone: 'info' }
    : { text: join(sentences, ' '), tone: 'warning', stays: true };
}

function sentenceOf({ name, status, customer }: StatusChange, front: Customer | undefined): Visible {
  const said = t`${name} is now ${status}.`;
  if (front && customerKey(front) === customerKey(customer)) return said;
  return t`${customer.name ?? visible(customer.userId, 40)}: ${said}`;
}
