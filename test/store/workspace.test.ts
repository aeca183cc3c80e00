// The work for a customer: stacks, lists and documents that are never shown for another customer.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { emptyDocument, emptyList } from '../../src/store/list.ts';
import { PLACES, type PlaceId, places, TABS, type TabId } from '../../src/store/places.ts';
import type { KnownCustomer, State } from '../../src/store/state.ts';
import { openView, ownFilter, viewUnder } from '../../src/store/view.ts';
import {
  currentView,
  currentWorkspace,
  customerKey,
  documentIn,
  goTo,
  leftIn,
  listIn,
  openTab,
  popView,
  pushView,
  stackOf,
  switchTab,
  updateView,
  visit,
  visitOnTop,
  withDocument,
  withList,
  withWorkspace,
} from '../../src/store/workspace.ts';
import { alpha, beta, signedInStore } from './signed-in.ts';

/** Customers that are easy to confuse. */
const customers: readonly KnownCustomer[] = [
  alpha,
  beta,
  { userId: 'acct_alpha', name: undefined },
  { userId: 'acct_alpha', onBehalfOf: 'open_beta', name: undefined },
  { userId: 'acct_alpha","open_alpha', name: undefined },
  { userId: '__proto__', name: undefined },
];

const start = (customer: KnownCustomer = alpha): State => signedInStore(customer).getState();
const as = (state: State, customer: KnownCustomer): State => ({ ...state, customer });
const placesOf = (state: State): PlaceId[] => {
  const workspace = currentWorkspace(state);
  return stackOf(workspace, workspace.tab).map(view => view.place);
};

const step = fc.oneof(
  fc.constantFrom<TabId>(...TABS).map(tab => (state: State) => switchTab(state, tab)),
  fc.constantFrom<TabId>(...TABS).map(tab => (state: State) => openTab(state, tab)),
  fc
    .tuple(fc.constantFrom<PlaceId>(...PLACES), fc.constantFrom(undefined, 'acc-1', 'acc-2'))
    .chain(([place, subject]) =>
      fc.constantFrom(
        (state: State) => goTo(state, place, subject),
        (state: State) => visit(state, place, subject),
        (state: State) => pushView(state, openView(place, subject)),
      ),
    ),
  fc.constant((state: State) => popView(state) ?? state),
  fc.string().map(filter => (state: State) => updateView(state, { filter })),
  fc
    .constantFrom('account.list {}', '__proto__')
    .map(
      key => (state: State) =>
        withWorkspace(state, customerKey(state.customer ?? alpha), w =>
          withDocument(withList(w, key, { ...emptyList(), asOf: 1 }), key, { ...emptyDocument(), asOf: 1 }),
        ),
    ),
);

describe('customers', () => {
  it("never see each other's work: a step for one leaves the others unchanged", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...customers), step), { maxLength: 30 }), steps => {
        let state = start();
        for (const [customer, change] of steps) {
          const before = new Map(customers.map(c => [c, currentWorkspace(as(state, c))]));
          state = change(as(state, customer));
          for (const other of customers.filter(c => c !== customer))
            expect(currentWorkspace(as(state, other))).toBe(before.get(other));
        }
      }),
      { seed: 20_261_120, numRuns: 300 },
    );
  });

  it('differ by their two IDs, and by nothing else', () => {
    expect(new Set(customers.map(customerKey)).size).toBe(customers.length);
    const named: KnownCustomer = { ...alpha, name: t`Alpha Ltd` };
    expect(customerKey(named)).toBe(customerKey(alpha));
  });

  it('return to the view that they left', () => {
    const atHistory = visit(goTo(start(alpha), 'accounts', 'acc-1'), 'history');
    const atCards = goTo(as(atHistory, beta), 'cards');
    expect(placesOf(atCards)).toEqual(['cards']);
    expect(placesOf(as(atCards, alpha))).toEqual(['accounts', 'history']);
  });

  it('start without data', () => {
    const workspace = currentWorkspace(start());
    expect(listIn(workspace, 'account.list {}')).toMatchObject({ asOf: undefined, loading: undefined });
    expect(documentIn(workspace, 'globalAccount.get {}')).toEqual(emptyDocument());
  });

  it('are required: without a customer, nothing can be opened', () => {
    const without: State = { ...start(), customer: undefined };
    expect(goTo(without, 'history').workspaces).toEqual({});
    expect(currentView(without).place).toBe('overview');
  });
});

describe('the way back', () => {
  it('is one step at a time, and ends at the root', () => {
    const deep = pushView(pushView(start(), openView('transactions', 'acc-1')), openView('history'));
    const once = popView(deep);
    const twice = once && popView(once);
    expect(once && placesOf(once)).toEqual(['overview', 'transactions']);
    expect(twice && placesOf(twice)).toEqual(['overview']);
    expect(twice && popView(twice)).toBeUndefined();
  });

  it('restores cursor and filter', () => {
    const left = updateView(start(), { filter: 'ops', cursorKey: 'acc-1', cursorIndex: 3 });
    const back = popView(pushView(left, openView('transactions', 'acc-1')));
    expect(back && currentView(back)).toMatchObject({ filter: 'ops', cursorKey: 'acc-1', cursorIndex: 3 });
  });

  it('keeps a stack for each tab, and knows the previous tab', () => {
    const deep = pushView(goTo(start(), 'accounts'), openView('transactions', 'acc-1'));
    const away = switchTab(deep, 'fx');
    expect(placesOf(away)).toEqual(['fx']);
    expect(currentWorkspace(away).before).toBe('accounts');
    expect(placesOf(switchTab(away, 'accounts'))).toEqual(['accounts', 'transactions']);
    expect(switchTab(away, 'fx')).toEqual(away);
  });

  it('a tab’s key opens its first screen, and then the views that were left there', () => {
    const deep = pushView(updateView(goTo(start(), 'accounts'), { filter: 'ops' }), {
      ...openView('transactions', 'acc-1'),
      cursorIndex: 7,
    });
    const root = openTab(switchTab(deep, 'fx'), 'accounts');
    expect(placesOf(root)).toEqual(['accounts']);
    expect(currentView(root).filter).toBe('ops');
    expect(currentView(openTab(root, 'accounts'))).toEqual(currentView(deep));
    const again = openTab(openTab(root, 'accounts'), 'accounts');
    expect(placesOf(again)).toEqual(['accounts']);
    const away = openTab(openTab(again, 'fx'), 'accounts');
    expect(placesOf(away)).toEqual(['accounts']);
    expect(placesOf(openTab(away, 'accounts'))).toEqual(['accounts', 'transactions']);
  });

  it('the views that a tab’s key goes back to are the ones left last', () => {
    const deep = pushView(goTo(start(), 'accounts'), openView('transactions', 'acc-1'));
    const other = pushView(openTab(deep, 'accounts'), openView('transactions', 'acc-2'));
    expect(leftIn(other, 'accounts')).toBeUndefined();
    const back = openTab(openTab(other, 'accounts'), 'accounts');
    expect(currentView(back).subject).toBe('acc-2');
    expect(leftIn(openTab(start(), 'accounts'), 'accounts')).toBeUndefined();
    expect(leftIn(popView(back) ?? back, 'accounts')).toBeUndefined();
  });
});

describe('going to a place', () => {
  it.each(PLACES.filter(place => !places[place].anywhere))(
    '%s opens in its tab, above that tab’s root',
    place => {
      const state = goTo(switchTab(start(), 'rfi'), place, 'some-id');
      const { tab } = places[place];
      expect(currentWorkspace(state).tab).toBe(tab);
      expect(placesOf(state)).toEqual(place === tab ? [place] : [tab, place]);
      const { filter, search } = places[place];
      // An ID that narrows the place's own list becomes a filter, which Esc clears.
      expect(currentView(state)).toEqual(
        filter !== undefined
          ? { ...openView(place), server: { [filter]: 'some-id' } }
          : search
            ? { ...openView(place), filter: 'some-id' }
            : openView(place, 'some-id'),
      );
    },
  );

  it('opens Find on top of the current view, and a second search replaces the first', () => {
    const there = goTo(switchTab(start(), 'rfi'), 'find', 'one');
    expect(placesOf(there)).toEqual(['rfi', 'find']);
    expect(placesOf(goTo(there, 'find', 'two'))).toEqual(['rfi', 'find']);
    expect(currentView(goTo(there, 'find', 'two')).subject).toBe('two');
  });

  it('drops the previous stack of the tab, and shows the requested place', () => {
    const deep = pushView(pushView(start(), openView('transactions', 'acc-1')), openView('balances'));
    expect(placesOf(goTo(deep, 'history'))).toEqual(['accounts', 'history']);
  });
});

describe('visiting a place from another place', () => {
  it('on another tab leads back with one step, and leaves that tab unchanged', () => {
    const payee = updateView(switchTab(start(), 'beneficiaries'), { cursorKey: 'b2' });
    const paying = visit(payee, 'new-payout', 'b2');
    expect(currentView(paying)).toMatchObject({ place: 'new-payout', subject: 'b2' });
    const back = popView(paying);
    expect(back && currentView(back)).toMatchObject({ place: 'beneficiaries', cursorKey: 'b2' });
    expect(back && currentView(switchTab(back, 'payouts')).place).toBe('payouts');
  });

  it('on its own stack leads back to the place before the last visit', () => {
    const first = visit(switchTab(start(), 'beneficiaries'), 'new-payout', 'b1');
    const again = visit(switchTab(first, 'journal'), 'new-payout', 'b1');
    const back = popView(again);
    expect(back && currentView(back).place).toBe('journal');
    const own = popView(visit(first, 'new-payout', 'b1'));
    expect(own && currentView(own).place).toBe('payouts');
  });

  it('leads back from the rows of a record to the record', () => {
    const under = viewUnder('direct-debits', 'mandate:m1', t`Alder & Co`);
    const there = visitOnTop(switchTab(start(), 'mandates'), under);
    expect(ownFilter(currentView(there))).toBe('');
    const twice = popView(visitOnTop(switchTab(there, 'mandates'), under));
    expect(twice && currentView(twice).place).toBe('mandates');
    expect(twice && currentView(switchTab(twice, 'payouts')).place).toBe('payouts');
  });

  it('puts the place on top of the stack', () => {
    const state = visit(goTo(start(), 'transactions', 'acc-1'), 'balances');
    expect(placesOf(state)).toEqual(['accounts', 'transactions', 'balances']);
  });

  it('goes back to a place that is already on the stack, so that b and B add no views', () => {
    const there = updateView(visit(start(), 'balances'), { filter: 'GBP' });
    const back = visit(visit(there, 'history'), 'balances');
    expect(placesOf(back)).toEqual(['accounts', 'balances']);
    expect(currentView(back).filter).toBe('GBP');
  });

  it('keeps the transactions of two accounts apart', () => {
    const state = visit(visit(start(), 'transactions', 'acc-1'), 'transactions', 'acc-2');
    expect(placesOf(state)).toEqual(['accounts', 'transactions', 'transactions']);
    expect(currentView(state).subject).toBe('acc-2');
  });

  it('changes the tab if the place belongs to another tab', () => {
    const state = visit(switchTab(start(), 'fx'), 'balances');
    expect(currentWorkspace(state)).toMatchObject({ tab: 'accounts', before: 'fx' });
    expect(placesOf(state)).toEqual(['accounts', 'balances']);
  });
});

it('a visited place is one view of its place, subject and record: the same three go back to it, other three open another', () => {
  const target = fc.record({
    place: fc.constantFrom<PlaceId>('transactions', 'history', 'new-payout', 'cancel-payout'),
    subject: fc.constantFrom(undefined, 'acc-1', 'acc-2'),
    record: fc.constantFrom(undefined, 'row-1', 'row-2'),
  });
  fc.assert(
    fc.property(fc.array(target, { maxLength: 8 }), targets => {
      let state = start();
      // The model: for each tab, what was visited above its root.
      const model = new Map<TabId, string[]>();
      for (const { place, subject, record } of targets) {
        // A record is told only if there is no subject.
        const name = JSON.stringify([
          place,
          subject ?? null,
          subject === undefined ? (record ?? null) : null,
        ]);
        const { tab } = places[place];
        const above = model.get(tab) ?? [];
        const at = above.indexOf(name);
        model.set(tab, [...(at < 0 ? above : above.slice(0, at)), name]);
        state = visit(state, place, subject, record);
        const shown = stackOf(currentWorkspace(state), tab)
          .slice(1)
          .map(view => JSON.stringify([view.place, view.subject ?? null, view.record ?? null]));
        expect(shown).toEqual(model.get(tab));
        expect(currentWorkspace(state).tab).toBe(tab);
      }
    }),
    { seed: 26, numRuns: 300 },
  );
});
