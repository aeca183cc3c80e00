// Notes, and the data that a team shares, such as who is at which customer.

import type { Customer } from '../api/client/call-context.ts';
import type { Row } from '../journal/intent.ts';
import type { Note } from '../journal/together.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { unresolvedHere } from './journal-view.ts';
import type { State } from './state.ts';
import { customerKey } from './workspace.ts';

/** In characters: the limit of the journal. */
export const NOTE_LENGTH = 500;

/** The newest that the journal gives. */
export const MOST_NOTES = 200;

const PERSON = 24;

export const personText = (name: string): Visible => visible(name, PERSON);

const of = <One extends { readonly customer: Customer }>(
  all: readonly One[],
  customer: Customer | undefined,
) => (customer === undefined ? [] : all.filter(one => customerKey(one.customer) === customerKey(customer)));

/** "Jane is here", "2 colleagues here" (only for several), "Cancel payout open". */
export function presenceOf(
  state: State,
  customer: Customer | undefined,
): { readonly who: Visible; readonly short?: Visible; readonly doing?: Visible } | undefined {
  const here = of(state.together?.here ?? [], customer);
  const people = [...new Set(here.map(({ person }) => person))].map(personText);
  const [one, other, ...more] = people;
  if (one === undefined) return undefined;
  const who =
    other === undefined
      ? t`${one} is here`
      : t`${one} and ${more.length === 0 ? other : t`${more.length + 1} others`} are here`;
  const doing = here.find(presence => presence.doing !== '')?.doing;
  return {
    who,
    ...(other !== undefined && { short: t`${people.length} colleagues here` }),
    ...(doing !== undefined && { doing: t`${visible(doing, 40)} open` }),
  };
}

export function presenceText(state: State, customer: Customer | undefined): Visible | undefined {
  const here = presenceOf(state, customer);
  return here?.doing === undefined ? here?.who : t`${here.who} · ${here.doing}`;
}

export const noteCount = ({ notes }: State, customer: Customer | undefined): number =>
  of(notes?.counts ?? [], customer)[0]?.notes ?? 0;

// Without `counted`, which would load decimals before the first paint.
export const notesText = (notes: number): Visible => (notes === 1 ? t`1 note` : t`${notes} notes`);

const none: readonly Note[] = [];

export function notesHere({ notes, customer }: State): readonly Note[] {
  const read = notes?.read;
  return customer && read?.of === customerKey(customer) ? read.all : none;
}

export const notesOn = (state: State, record: string | undefined): readonly Note[] =>
  notesHere(state).filter(note => note.record === record);

/** Entries that this operator owns. */
export const ownedCount = ({ together }: State, rows: readonly Row[]): number =>
  rows.filter(({ held }) => held !== undefined && held.owner === together?.me).length;

export const offeredToMe = (state: State): readonly Row[] =>
  state.together === undefined
    ? []
    : unresolvedHere(state).filter(({ held }) => held?.offer?.to === state.together?.me);
