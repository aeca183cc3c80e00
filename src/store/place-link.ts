// A link to a place in Purser: profile, customer, screen and ID, but no personal data.

import type { Customer } from '../api/client/call-context.ts';
import { attempt } from '../lib/attempt.ts';
import { idOfKey } from './paging.ts';
import { isPlace, type PlaceId, places } from './places.ts';
import type { State } from './state.ts';
import { openView } from './view.ts';
import { currentView, customerIds, goTo, visitOnTop } from './workspace.ts';

export interface PlaceLink {
  readonly profile: string;
  readonly customer: Customer;
  readonly place: PlaceId;
  readonly subject?: string;
  /** In the list of the place. */
  readonly row?: string;
}

const SCHEME = 'purser:';
const ID = /^[\w.:~-]{0,200}$/;

export const isLink = (text: string): boolean => text.trim().toLowerCase().startsWith(SCHEME);

export function linkText({ profile, customer, place, subject = '', row = '' }: PlaceLink): string {
  const parts = [profile, customer.userId, customer.onBehalfOf ?? '', place, subject, row];
  return `${SCHEME}//${parts.map(encodeURIComponent).join('/').replace(/\/+$/, '')}`;
}

export function readLink(text: string): PlaceLink | undefined {
  const typed = text.trim();
  if (!isLink(typed)) return undefined;
  const [profile = '', userId = '', onBehalfOf = '', place = '', subject = '', row = '', ...more] = typed
    .slice(SCHEME.length)
    .replace(/^\/\//, '')
    .split('/')
    .map(decoded);
  if (profile === '' || userId === '' || !isPlace(place) || more.length > 0) return undefined;
  if (![userId, onBehalfOf, subject, row].every(id => ID.test(id))) return undefined;
  return {
    profile,
    customer: { userId, ...(onBehalfOf !== '' && { onBehalfOf }) },
    place,
    ...(subject !== '' && { subject }),
    ...(row !== '' && { row }),
  };
}

const decoded = (part: string): string => attempt(() => decodeURIComponent(part)) ?? '\0';

/** To the record with this key, or else to the current place. Undefined without an ID. */
export function linkOf(state: State, key?: string): PlaceLink | undefined {
  const { reach, customer } = state;
  const { place, subject } = currentView(state);
  const row = key === undefined ? undefined : idOfKey(key);
  const id = row ?? subject;
  if (!customer || places[place].typed || id === undefined || !ID.test(id)) return undefined;
  const named = subject === undefined && places[place].takes !== undefined;
  return {
    profile: reach.profile,
    customer: customerIds(customer),
    place,
    ...(named
      ? { subject: id }
      : { ...(subject !== undefined && { subject }), ...(row !== undefined && { row }) }),
  };
}

/** After a search or the overview opened it: the filter or the selected row names the record. */
export function linkToOpened(state: State): PlaceLink | undefined {
  const { place, filter, server, cursorKey } = currentView(state);
  return linkOf(state, filter === '' ? (cursorKey ?? server[places[place].filter ?? '']) : filter);
}

export const followed = (state: State, { place, subject, row }: PlaceLink): State =>
  row === undefined
    ? goTo(state, place, subject)
    : visitOnTop(goTo(state, place, subject), { ...openView(place, subject), filter: row });
