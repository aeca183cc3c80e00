// The records that a person asked Purser to watch, of all customers. Purser reads each again, and announces a new status.

import type { Customer } from '../api/client/call-context.ts';
import { isObject } from '../lib/json.ts';
import { forLast, remembered } from '../lib/remembered.ts';
import { HOUR } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isFinal } from '../records/facts.ts';
import type { RecordKind } from '../records/kinds.ts';
import type { WatchedRecord } from '../records/watch-reads.ts';
import type { State } from './state.ts';
import { customerKey } from './workspace.ts';

const WATCH_KINDS = ['payout', 'direct debit', 'conversion', 'card', 'rfi'] as const;

type WatchKind = (typeof WATCH_KINDS)[number];

export interface Watchable extends WatchedRecord {
  readonly kind: WatchKind;
  readonly name: Visible;
}

/** What `W` watches now. */
export interface WatchOffer extends Watchable {
  /** A watch that has begun can still be stopped. */
  readonly whyNot?: Visible | undefined;
}

export interface Watch extends Watchable {
  readonly service: string;
  readonly customer: Customer;
  /** Epoch ms. */
  readonly since: number;
}

export const NOT_WATCHED = t`Purser can watch payouts, direct debits, conversions, cards and RFIs.`;

export const MOST_WATCHES = 20;

/** A shift, in ms. */
export const WATCHED_FOR = 12 * HOUR;

/** Unique for one customer. The key of its status changes too. */
export const watchKey = ({ kind, id }: { readonly kind: string; readonly id: string }): string =>
  id === '' ? kind : `${kind} ${id}`;

export const serviceKey = ({ baseUrl, clientId }: State['reach']): string =>
  JSON.stringify([baseUrl, clientId]);

/** At the service of this console. */
export const watchesNow = ({ watches, reach }: State): readonly Watch[] => watchesAt(watches)(reach);

const watchesAt = remembered((watches: readonly Watch[]) =>
  forLast((reach: State['reach']): readonly Watch[] => {
    const service = serviceKey(reach);
    return watches.filter(watch => watch.service === service);
  }),
);

export const watchesOf = (state: State, customer: Customer): readonly Watch[] =>
  watchesNow(state).filter(watch => customerKey(watch.customer) === customerKey(customer));

/** For the open customer. */
export const watchOn = (state: State, { kind, id }: Watchable): Watch | undefined =>
  state.customer && watchesOf(state, state.customer).find(watch => watch.kind === kind && watch.id === id);

/** Why a record with a final status can't be watched. */
export const nothingLeft = (
  what: Visible,
  kind: RecordKind,
  status: string | undefined,
): Visible | undefined =>
  isFinal(kind, status)
    ? t`This ${what} is ${visible(status ?? '')}, so there is nothing left to watch.`
    : undefined;

export const watchedText = (watches: number): Visible => t`${watches} watched`;

export const isSameWatch = (one: Watch, other: Watch): boolean =>
  one.service === other.service &&
  watchKey(one) === watchKey(other) &&
  customerKey(one.customer) === customerKey(other.customer);

/** In characters. */
const LONGEST = 200;

/** From a file, which another version may have written. */
export function readWatch(value: unknown): Watch | undefined {
  if (!isObject(value)) return undefined;
  const { kind: word, id, name, status, at, service, customer, since } = value;
  const kind = WATCH_KINDS.find(one => one === word);
  if (kind === undefined || !isText(id) || !isText(name) || typeof service !== 'string') return undefined;
  if ((id === '') !== (kind === 'rfi') || !isObject(customer) || !Number.isSafeInteger(since))
    return undefined;
  const { userId, onBehalfOf } = customer;
  if (!isText(userId) || userId === '' || !(onBehalfOf === undefined || isText(onBehalfOf))) return undefined;
  const places = at === undefined || !isObject(at) ? [] : Object.entries(at);
  return {
    kind,
    id,
    name: visible(name, LONGEST),
    service,
    since: Number(since),
    customer: { userId, ...(onBehalfOf !== undefined && { onBehalfOf }) },
    ...(isText(status) && { status }),
    ...(places.length > 0 && {
      at: Object.fromEntries(places.flatMap(([key, text]) => (isText(text) ? [[key, text]] : []))),
    }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST;
