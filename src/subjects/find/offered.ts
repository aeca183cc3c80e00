// Rows that a search offers in addition to its matches: recent customers, and a screen with a similar name. Pure.

import { folded } from '../../lib/fold.ts';
import { nearest } from '../../lib/nearest.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import { PLACES, places } from '../../store/places.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import { customerKey, goTo } from '../../store/workspace.ts';
import type { PlaceFinding } from './source.ts';

/** Purser offers at most this many recent customers. */
const OFFERED = 5;

/** Known customers with the text in their name or ID. If there are none and `offers` is true: the recent customers. */
export function customersFor(
  text: string,
  offers: boolean,
  { known, customer }: State,
): readonly Item<PlaceFinding>[] {
  const open = customer && customerKey(customer);
  const others = known.filter(other => customerKey(other) !== open);
  const sought = folded(text);
  const isCalled = ({ userId, onBehalfOf = '', name = t`` }: KnownCustomer): boolean =>
    sought.length > 2 && folded(`${name} ${userId} ${onBehalfOf}`).includes(sought);
  const called = others.filter(isCalled);
  if (!offers || called.length > 0) return called.map(other => customerRow(other, false));
  return others.slice(0, OFFERED).map(other => customerRow(other, true));
}

function customerRow(customer: KnownCustomer, searches: boolean): Item<PlaceFinding> {
  const { name, userId, onBehalfOf } = customer;
  const who = t`${name ?? t`–`} · ${visible(userId, 60)}${onBehalfOf === undefined ? t`` : t` · connected account ${visible(onBehalfOf, 60)}`}`;
  const what: Visible = searches
    ? t`${who}. Press Enter to switch and search there.`
    : t`${who}. Press Enter to switch.`;
  const place = searches ? t`Other customer` : t`Customer`;
  return {
    key: `customer ${customerKey(customer)}`,
    row: { place, kind: 'customer', what, customer, searches },
    raw: { place, name: name ?? null, customer: userId },
  };
}

/** A row for the screen with the most similar name. If an ID follows the name, Purser suggests only screens that take an ID. */
export function nearScreen(text: string): readonly Item<PlaceFinding>[] {
  const [, typed = '', subject] = /^([a-z-]{4,})(?:\/(.+))?$/i.exec(text) ?? [];
  const open = PLACES.filter(place => {
    const { tab, alone, takes } = places[place];
    return subject === undefined ? place === tab || alone : takes !== undefined && place !== 'find';
  });
  const screen = nearest(typed, open);
  if (screen === undefined) return [];
  const what = t`No screen “${visible(typed, 30)}”. Did you mean ${visible(screen)}? Press Enter to open it.`;
  return [
    {
      key: 'screen',
      row: { place: t`Screen`, kind: 'screen', what, go: state => goTo(state, screen, subject) },
      raw: screen,
    },
  ];
}
