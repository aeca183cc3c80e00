// Announces each status change once, in the notice line and with the bell, and the end of each watch. The stored change
// marks the record's row. If the record belongs to a customer who is not on the screen, the notice names that customer.

import { join, t, type Visible, visible } from '../lib/visible.ts';
import { knownCustomer, saidOf } from '../store/customer-name.ts';
import { info, type Notice, noticeOf } from '../store/notices.ts';
import type { State, StatusChange } from '../store/state.ts';
import { withStatusChanges } from '../store/status-changes.ts';
import type { Store } from '../store/store.ts';
import { serviceKey, type Watch, watchKey } from '../store/watches.ts';
import { customerKey } from '../store/workspace.ts';
import type { Moving } from './moving.ts';

/** BEL. */
export const BELL = '\u0007';

interface AnnounceDeps {
  readonly store: Store;
  readonly write: (sequence: string) => void;
  readonly moving: (state: State) => readonly Moving[];
  /** With the new changes, unless the bell is off. */
  readonly notify?: ((changes: readonly StatusChange[]) => void) | undefined;
}

/** Until the returned function is called. */
export function announceChanges({ store, write, moving, notify }: AnnounceDeps): () => void {
  /** By service, customer and the record's key. */
  const known = new Map<string, { readonly status: string; readonly asOf: number }>();
  let last: readonly Moving[] | undefined;

  const look = (state: State): void => {
    const now = moving(state);
    if (now === last) return;
    last = now;
    const { baseUrl, clientId, programId } = state.reach;
    const fresh: StatusChange[] = [];
    const ended = now.filter(({ watched = 'on' }) => watched !== 'on');
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
    const watches = watchesAfter(state, now);
    if (watches !== state.watches) store.setState({ watches });
    if (fresh.length + ended.length === 0) return;
    store.setState(before => ({
      statusChanges: withStatusChanges(before.statusChanges, fresh),
      notice: noticeAbout(fresh, ended, before),
    }));
    if (!state.bell) return;
    notify?.(fresh);
    write(BELL);
  };
  const unsubscribe = store.subscribe(look);
  look(store.getState());
  return unsubscribe;
}

/** Without those that ended, and with the last status of each. The same array if nothing changed. */
function watchesAfter({ watches, reach }: State, now: readonly Moving[]): readonly Watch[] {
  const service = serviceKey(reach);
  const followed = watches.flatMap((watch): readonly Watch[] => {
    const read = now.find(
      ({ watched, customer, key }) =>
        watched !== undefined &&
        watch.service === service &&
        key === watchKey(watch) &&
        customerKey(customer) === customerKey(watch.customer),
    );
    if (read === undefined || (read.watched === 'on' && read.status === watch.status)) return [watch];
    return read.watched === 'on' ? [{ ...watch, status: read.status }] : [];
  });
  return followed.length === watches.length && followed.every((watch, at) => watch === watches[at])
    ? watches
    : followed;
}

/** A notice that stays until Esc is replaced only if a change is grave. */
function noticeAbout(
  fresh: readonly StatusChange[],
  ended: readonly Moving[],
  state: State,
): Notice | undefined {
  const { notice } = state;
  const grave = fresh.filter(one => one.grave);
  const [first, ...others] = grave.length > 0 ? grave : fresh;
  const [end] = ended;
  if (notice?.stays && grave.length === 0) return notice;
  if (!first) return end ? info(endText(end, state)) : notice;
  const more = fresh.length - 1;
  const whose = customerKey(first.customer);
  // Two customers have the same key for their RFIs.
  const stopped = ended.some(one => one.key === first.key && customerKey(one.customer) === whose);
  const sentences: readonly Visible[] = [
    saidOf(t`${first.name} is now ${first.status}.`, first.customer, state),
    ...(stopped ? [t`The watch ended.`] : []),
    ...(more > 0 ? [t`${more} more changed. Press ! to see them.`] : []),
  ];
  return others.length + grave.length === 0 || grave.length === 0
    ? info(join(sentences, ' '))
    : noticeOf(join(sentences, ' '), 'warning', { stays: true });
}

/** The end of a watch without a new status. */
function endText({ name, status, watched, customer }: Moving, state: State): Visible {
  const text =
    watched === 'expired'
      ? t`Purser watched for 12 hours and stopped: ${name}.`
      : watched === 'unreadable'
        ? t`The service does not find this record any more, so the watch ended: ${name}.`
        : t`${name} is ${visible(status ?? '', 40)}. The watch ended.`;
  return saidOf(text, customer, state);
}
