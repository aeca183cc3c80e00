// The calls: their order, their limit, and their places for the next start.

import { describe, expect, it } from 'vitest';
import {
  callPlace,
  callsOf,
  callsWith,
  nextCall,
  readCallPlace,
  withCalls,
  workIn,
} from '../../src/store/calls.ts';
import { flowSlot } from '../../src/store/flow-data.ts';
import type { KnownCustomer, State } from '../../src/store/state.ts';
import { openView } from '../../src/store/view.ts';
import {
  currentView,
  customerKey,
  goTo,
  pushView,
  switchTab,
  updateView,
} from '../../src/store/workspace.ts';
import { row } from '../subjects/fx/rows.ts';
import { alpha, beta, signedInStore } from './signed-in.ts';

const third: KnownCustomer = { userId: 'acct_third', name: undefined };
const state = (change: Partial<State> = {}): State => ({ ...signedInStore(alpha).getState(), ...change });
const names = (customers: readonly KnownCustomer[]): readonly string[] =>
  customers.map(({ userId }) => userId);

describe('the calls', () => {
  it('are the opened customers in their order, always with the open one', () => {
    expect(names(callsOf(state()))).toEqual([alpha.userId]);
    const calls = [beta, alpha].map(customerKey);
    expect(names(callsOf(state({ calls, known: [alpha, third, beta] })))).toEqual([
      beta.userId,
      alpha.userId,
    ]);
    expect(names(callsOf(state({ calls, known: [beta, third], customer: third })))).toEqual([
      beta.userId,
      third.userId,
    ]);
  });

  it('follow each other in a circle, and one alone has no next', () => {
    const known = [alpha, beta, third];
    const calls = known.map(customerKey);
    const after = (customer: KnownCustomer) => nextCall(state({ customer, known, calls }))?.userId;
    expect([alpha, beta, third].map(after)).toEqual([beta.userId, third.userId, alpha.userId]);
    expect(nextCall(state())).toBeUndefined();
  });

  it('are nine at most: the one that was not open for the longest time goes, unless it has typed text', () => {
    const many: readonly KnownCustomer[] = Array.from({ length: 9 }, (_, n) => ({
      userId: `acct_${n}`,
      name: undefined,
    }));
    // The last opened customer is the first known one.
    const [open] = many;
    const full = state({ customer: open, known: many, calls: many.map(customerKey) });
    const gone = (from: State): readonly string[] => {
      const left = callsWith(from, third);
      return names(many.filter(one => !left.includes(customerKey(one))));
    };
    expect(gone(full)).toEqual(['acct_8']);
    const forms = flowSlot<Readonly<Record<string, { readonly typedAt: number }>>>('form');
    const typed = forms.set({ ...full, customer: many[8] }, { '': { typedAt: 1 } });
    expect(gone({ ...typed, customer: open })).toEqual(['acct_7']);
    // A form that was sent is empty.
    const sent = forms.set(typed, {});
    expect(gone({ ...sent, customer: open })).toEqual(['acct_8']);
    expect(callsWith({ ...full, calls: full.calls.slice(1) }, third)).toHaveLength(9);
    // A customer of another day is the last known one, and opens as a new object.
    expect(gone({ ...full, known: [...many, { ...third }] })).toEqual(['acct_8']);
  });
});

it('work in a call is only its own: an unresolved write of another customer is none', () => {
  const write = row();
  const unresolved = state({
    known: [alpha, beta],
    journal: {
      kind: 'open',
      rows: [{ ...write, state: 'UNKNOWN' }],
      complete: true,
      self: { pid: 1, started: '1' },
    },
  });
  expect(workIn(unresolved, alpha)).toBe('an unresolved write');
  expect(workIn(unresolved, beta)).toBeUndefined();
});

describe('the place of a call', () => {
  it('comes back with its filters and its selected record', () => {
    const here = updateView(goTo(state(), 'history'), {
      filter: '>500',
      server: { currency: 'GBP' },
      cursorKey: 'row-7',
    });
    const at = callPlace(here, alpha);
    const later = withCalls(state({ customer: undefined }), [
      { customer: alpha, at: readCallPlace(JSON.parse(JSON.stringify(at))) ?? { place: 'overview' } },
    ]);
    expect(currentView({ ...later, customer: alpha })).toEqual({ ...currentView(here), cursorIndex: 0 });
    expect(later.calls).toEqual([customerKey(alpha)]);
  });

  it('is the view under a form: no form is filled in again', () => {
    const form = pushView(goTo(state(), 'payouts'), openView('cancel-payout', '451cbdc4'));
    expect(callPlace(form, alpha)).toEqual({ place: 'payouts' });
    const alone = switchTab(state(), 'fx');
    expect(callPlace(pushView(alone, openView('convert')), alpha)).toEqual({ place: 'fx' });
  });

  it('keeps no card number, which staff may paste into a filter', () => {
    const filtered = (filter: string) => updateView(goTo(state(), 'cards'), { filter });
    expect(callPlace(filtered('4111 1111 1111 1111'), alpha)).toEqual({ place: 'cards' });
    expect(callPlace(filtered('Ana'), alpha)).toEqual({ place: 'cards', filter: 'Ana' });
  });

  it('of a customer that is no call is not kept', () => {
    expect(callPlace(state({ known: [beta] }), beta)).toBeUndefined();
  });

  it.each([
    ['nothing', undefined],
    ['an unknown screen', { place: 'nowhere' }],
    ['a form', { place: 'cancel-payout', subject: 'x' }],
    ['no screen', { filter: 'x' }],
  ])('is not read from a file with %s', (_, value) => expect(readCallPlace(value)).toBeUndefined());

  it('leaves out members of the wrong type', () => {
    const read = readCallPlace({
      place: 'cards',
      subject: 1,
      filter: [],
      server: { a: 2 },
      row: {},
      other: 1,
    });
    expect(read).toEqual({ place: 'cards' });
  });
});
