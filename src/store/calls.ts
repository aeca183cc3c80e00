// The calls: the customers that staff opened in this shift, each with its own workspace.

import { isObject } from '../lib/json.ts';
import { looksSecret } from '../lib/redact.ts';
import { forLast, remembered } from '../lib/remembered.ts';
import { t, type Visible } from '../lib/visible.ts';
import { isInFlight, unresolvedHere } from './journal-view.ts';
import { liveQuoteOf } from './live-quote.ts';
import { isPlace, type PlaceId, places } from './places.ts';
import type { KnownCustomer, State, Workspace } from './state.ts';
import { openView, type View } from './view.ts';
import { customerKey, goToView, stackOf, workspaceOf } from './workspace.ts';

/** A tenth call takes the place of the one that was not used for the longest time. */
const MOST = 9;

/** In the order in which they were opened. The open customer is always one of them. */
export const callsOf = ({ calls, known, customer }: State): readonly KnownCustomer[] =>
  callsIn(known)(calls, customer);

const callsIn = remembered((known: State['known']) =>
  forLast((calls: State['calls'], customer: KnownCustomer | undefined): readonly KnownCustomer[] => {
    const all = customer ? [customer, ...known] : known;
    const keys = customer ? withKey(calls, customerKey(customer)) : calls;
    return keys.flatMap(key => all.find(one => customerKey(one) === key) ?? []);
  }),
);

export const isCall = (state: State, customer: KnownCustomer): boolean =>
  callsOf(state).some(one => customerKey(one) === customerKey(customer));

const withKey = (calls: readonly string[], key: string): readonly string[] =>
  calls.includes(key) ? calls : [...calls, key];

/** The other call that was open last. */
export const callBefore = (state: State): KnownCustomer | undefined =>
  state.known.find(one => one !== state.customer && isCall(state, one));

/** The call after the open one, in a circle. Undefined if there is no other call. */
export function nextCall(state: State): KnownCustomer | undefined {
  const calls = callsOf(state);
  const at = state.customer ? calls.indexOf(state.customer) : -1;
  return calls.length < 2 ? undefined : calls[(at + 1) % calls.length];
}

/** What somebody may not want to leave by a slip of the finger. */
export function workIn(state: State, customer: KnownCustomer): Visible | undefined {
  const workspace = workspaceOf(state, customer);
  if (liveQuoteOf(workspace, state)) return t`a valid quote`;
  if (unresolvedHere(state).some(({ intent }) => customerKey(intent.customer) === customerKey(customer)))
    return t`an unresolved write`;
  const forms = Object.values(workspace.flows).flatMap(flow => (isObject(flow) ? Object.values(flow) : []));
  return forms.some(form => isObject(form) && form['typedAt'] !== undefined) ? t`typed text` : undefined;
}

/** Whether a write of this customer is under way. */
export const sendingIn = (state: State, customer: KnownCustomer): boolean =>
  sendingKeys(state).has(customerKey(customer));

const sendingKeys = (state: State): ReadonlySet<string> =>
  new Set(
    unresolvedHere(state)
      .filter(row => isInFlight(row, state))
      .map(row => customerKey(row.intent.customer)),
  );

export interface CallNews {
  readonly customer: KnownCustomer;
  readonly sending: boolean;
  /** Of its valid quote, in ms. */
  readonly left: number | undefined;
}

/** What is under way in the other calls, the quote that expires first at the beginning. */
export function newsOfCalls(state: State): readonly CallNews[] {
  const others = callsOf(state).filter(one => one !== state.customer);
  if (others.length === 0) return [];
  const sending = sendingKeys(state);
  return others
    .map(customer => ({
      customer,
      sending: sending.has(customerKey(customer)),
      left: liveQuoteOf(workspaceOf(state, customer), state)?.left,
    }))
    .filter(one => one.sending || one.left !== undefined)
    .toSorted((a, b) => (a.left ?? Number.MAX_VALUE) - (b.left ?? Number.MAX_VALUE));
}

/** With the customer that opens now. A call in which something is under way stays. */
export function callsWith(state: State, opened: KnownCustomer): readonly string[] {
  const before = callsOf(state).map(customerKey);
  const calls = withKey(before, customerKey(opened));
  if (calls.length <= MOST) return calls;
  const idle = state.known.findLast(one => before.includes(customerKey(one)) && !workIn(state, one));
  return idle ? calls.filter(key => key !== customerKey(idle)) : calls;
}

export const callsWithout = (state: State, ended: KnownCustomer): readonly string[] =>
  callsOf(state)
    .map(customerKey)
    .filter(key => key !== customerKey(ended));

/** Where a later start opens the call. */
export interface CallPlace {
  readonly place: PlaceId;
  readonly subject?: string;
  readonly filter?: string;
  readonly server?: View['server'];
  /** The selected record, by its key in the list. */
  readonly row?: string;
}

/** Undefined if the customer is not a call. */
export const callPlace = (state: State, customer: KnownCustomer): CallPlace | undefined =>
  isCall(state, customer) ? placeIn(workspaceOf(state, customer)) : undefined;

/** A form is not opened again: the view under it is. */
const placeIn = remembered((workspace: Workspace): CallPlace => {
  const view = stackOf(workspace, workspace.tab).findLast(({ place }) => !places[place].typed);
  if (!view) return { place: workspace.tab };
  const { place, subject, filter, server, cursorKey } = view;
  return {
    place,
    ...(subject !== undefined && { subject }),
    ...(filter !== '' && !looksSecret(filter) && { filter }),
    ...(Object.keys(server).length > 0 && { server }),
    ...(cursorKey !== undefined && { row: cursorKey }),
  };
});

/** From a file, which another version may have written. */
export function readCallPlace(value: unknown): CallPlace | undefined {
  if (!isObject(value)) return undefined;
  const { place, subject, filter, server, row } = value;
  if (typeof place !== 'string' || !isPlace(place) || places[place].typed) return undefined;
  return {
    place,
    ...(typeof subject === 'string' && { subject }),
    ...(typeof filter === 'string' && { filter }),
    ...(isTexts(server) && { server }),
    ...(typeof row === 'string' && { row }),
  };
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(one => typeof one === 'string');

export interface KeptCall {
  readonly customer: KnownCustomer;
  readonly at: CallPlace;
}

/** The calls of the last start, at their places. */
export function withCalls(state: State, calls: readonly KeptCall[]): State {
  const placed = calls.map(({ customer, at: { place, subject, row, ...rest } }) => {
    const view = { ...openView(place, subject), ...rest, cursorKey: row };
    return [customerKey(customer), workspaceOf(goToView({ ...state, customer }, view), customer)] as const;
  });
  const workspaces = { ...state.workspaces, ...Object.fromEntries(placed) };
  return { ...state, workspaces, calls: placed.map(([key]) => key) };
}
