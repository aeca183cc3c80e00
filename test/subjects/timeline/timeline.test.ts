// The screen of a timeline: its cursor while Purser reads, its links, and Esc.

import { expect, it } from 'vitest';
import type { CustomerList } from '../../../src/format/customer-lists.ts';
import type { App } from '../../../src/money/app.ts';
import type { State } from '../../../src/store/state.ts';
import { openView } from '../../../src/store/view.ts';
import {
  currentView,
  customerKey,
  pushView,
  updateView,
  withList,
  withWorkspace,
} from '../../../src/store/workspace.ts';
import { timeline } from '../../../src/subjects/timeline/timeline.ts';
import type { LoadedList } from '../../../src/subjects/timeline/timeline-lists.ts';
import { LINE_KEY } from '../../../src/subjects/timeline/timeline-rows.ts';
import { alpha, signedInStore } from '../../store/signed-in.ts';
import { ACCOUNTS, at, entry, listOf, loaded, transaction } from './events.ts';

const history = listOf('account.balanceHistory');

/** The history is loaded with entries of these minutes, the newest first. */
const withHistory = (state: State, ...minutes: readonly number[]): State => {
  const entries = minutes.map(minute => entry(`h${minute}`, at(minute)));
  return withLoaded(state, [history, loaded(history, entries, false)]);
};

function withLoaded(state: State, [list, own]: readonly [CustomerList, LoadedList]): State {
  const rest = { loading: undefined, drift: [], changed: new Set<string>() };
  return withWorkspace(state, customerKey(alpha), workspace =>
    withList(workspace, list.key, { ...rest, ...own }),
  );
}

const opened = (): State => pushView(signedInStore(alpha).getState(), openView('timeline'));
const cursorIn = (state: State) => {
  const { cursorKey, cursorIndex } = currentView(state);
  return { cursorKey, cursorIndex };
};

it('stays on the newest event', () => {
  const { settle = state => state } = timeline();
  const first = settle(withHistory(opened(), 5, 9));
  expect(cursorIn(settle(withHistory(first, 1, 5, 9)))).toEqual({ cursorKey: undefined, cursorIndex: 0 });
});

it('Esc stops the lists and the records that are read', () => {
  const store = signedInStore(alpha);
  store.setState(state => pushView(state, openView('timeline')));
  const stopped: string[] = [];
  const abandon = ({ operation }: { readonly operation: string }) => stopped.push(operation);
  const app = { store, lists: { abandon }, documents: { abandon } } as unknown as App;
  expect(timeline().abandon?.(app)).toBe(true);
  expect(stopped).toEqual(expect.arrayContaining(['account.balanceHistory', 'rfi.get']));
  expect(timeline().needs?.(store.getState())).toEqual([]);
});

it('an event has links to those that are possibly the same', () => {
  const first = listOf('account.transactions', ACCOUNTS[0]);
  const accounts = listOf('account.list');
  const state = [
    [accounts, loaded(accounts, [{ id: ACCOUNTS[0], label: 'Main' }])] as const,
    [first, loaded(first, [transaction('t', at(5))])] as const,
  ].reduce(withLoaded, withHistory(opened(), 5));
  const chosen = updateView(state, { cursorKey: 'history h5', cursorIndex: 0 });
  const { settle = same => same, related } = timeline();
  expect(related?.(settle(chosen))).toMatchObject({
    all: [{ view: { place: 'transactions', subject: ACCOUNTS[0], cursorKey: 't' } }],
  });
});

it('of an account zooms within its days, and opens a period of the same account', () => {
  const screen = timeline();
  const store = signedInStore(alpha);
  const app = { store } as unknown as App;
  const press = (id: string): void => {
    void screen.bindings.find(one => one.id === id)?.run(app);
    store.setState(state => screen.settle?.(state) ?? state);
  };
  const days = { from_date: '2026-11-18', to_date: '2026-11-20' };
  const accounts = [listOf('account.list'), loaded(listOf('account.list'), [{ id: ACCOUNTS[0] }])] as const;
  const list = listOf('account.transactions', ACCOUNTS[0]);
  store.setState(state =>
    [accounts, [list, loaded(list, [transaction('t', at(5))])] as const].reduce(
      withLoaded,
      pushView(state, { ...openView('timeline', ACCOUNTS[0]), server: days }),
    ),
  );
  press('timeline.zoom-out');
  expect(currentView(store.getState()).server).toEqual({ ...days, zoom: 'day' });
  // Other lists are not loaded, so the first row is the line.
  press('list.down');
  press('list.open');
  expect(currentView(store.getState())).toMatchObject({
    ...{ place: 'timeline', subject: ACCOUNTS[0] },
    server: { from_date: '2026-11-20', to_date: '2026-11-20' },
  });
});

it('stays on the event that a person chose, and not on the line', () => {
  const { settle = state => state } = timeline();
  const chosen = (cursorKey: string, cursorIndex: number) =>
    updateView(withHistory(opened(), 5, 9), { cursorKey, cursorIndex });
  const onEvent = settle(chosen('history h9', 2));
  expect(cursorIn(settle(withHistory(onEvent, 1, 5, 9)))).toEqual({
    cursorKey: 'history h9',
    cursorIndex: 3,
  });
  const onLine = settle(chosen(LINE_KEY, 1));
  expect(cursorIn(onLine).cursorKey).not.toBe(LINE_KEY);
});
