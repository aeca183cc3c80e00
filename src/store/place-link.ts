// A link to a place in Purser: profile, customer, screen and ID, and nothing about a person. Pure.

import type { Customer } from '../api/client/service.ts';
import { idOfKey } from './paging.ts';
import { isPlace, type PlaceId, places } from './places.ts';
import type { State } from './state.ts';
import { openView } from './view.ts';
import { currentView, goTo, visitAnew } from './workspace.ts';

export interface PlaceLink {
  readonly profile: string;
  readonly customer: Customer;
  readonly place: PlaceId;
  /** The ID that the place is about. */
  readonly subject?: string;
  /** The ID of a row of its list. */
  readonly row?: string;
}

const SCHEME = 'purser:';
/** An ID in a path; an empty part is none. */
const ID = /^[\w.:~-]{0,200}$/;

export const isLink = (text: string): boolean => text.trim().toLowerCase().startsWith(SCHEME);

export function linkText({ profile, customer, place, subject = '', row = '' }: PlaceLink): string {
  const parts = [profile, customer.userId, customer.onBehalfOf ?? '', place, subject, row];
  return `${SCHEME}//${parts.map(encodeURIComponent).join('/').replace(/\/+$/, '')}`;
}

/** Undefined if it is no link that Purser made. */
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

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '\0';
  }
}

/** A link to the record of this key in the current list; undefined if none is possible. */
export function linkOf({ reach, customer, ...state }: State, key: string): PlaceLink | undefined {
  const row = idOfKey(key);
  const { place, subject } = currentView({ reach, customer, ...state });
  if (!customer || places[place].typed || !ID.test(row)) return undefined;
  const { userId, onBehalfOf } = customer;
  const named = subject === undefined && places[place].takes !== undefined;
  return {
    profile: reach.profile,
    customer: { userId, ...(onBehalfOf !== undefined && { onBehalfOf }) },
    place,
    ...(named ? { subject: row } : { ...(subject !== undefined && { subject }), row }),
  };
}

/** The place of a link, for the current customer. */
export const followed = (state: State, { place, subject, row }: PlaceLink): State =>
  row === undefined
    ? goTo(state, place, subject)
    : visitAnew(goTo(state, place, subject), { ...openView(place, subject), filter: row });
