// Changing the customer: the new customer, the recent customers, and their names.

import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CustomerEffects,
  createCustomers,
  nameNeeds,
  nameOnGlobalAccount,
} from '../../src/effects/switch-customer.ts';
import { t, visible } from '../../src/lib/visible.ts';
import { type DocumentQuery, queryKey } from '../../src/records/query.ts';
import { callsOf } from '../../src/store/calls.ts';
import { emptyList } from '../../src/store/list.ts';
import { info, noticeOf } from '../../src/store/notices.ts';
import { overlayWith } from '../../src/store/open-overlays.ts';
import type { KnownCustomer } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { customerKey, goTo, withList, withWorkspace } from '../../src/store/workspace.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { alpha, beta, NOW, signedInStore } from '../store/signed-in.ts';

let store: Store;
let clock: ManualClock;
let remembered: KnownCustomer[];
let customers: CustomerEffects;

beforeEach(() => {
  store = signedInStore(alpha);
  remembered = [];
  clock = manualClock(NOW);
  customers = createCustomers({ store, clock, remember: customer => remembered.push(customer) });
});

const known = (): readonly KnownCustomer[] => store.getState().known;

describe('switching the customer', () => {
  it('keeps the customer chosen at the start among the recent customers, even if no list has this customer', () => {
    customers.switchTo(beta);
    expect(known().map(({ userId }) => userId)).toEqual([beta.userId, alpha.userId]);
    expect(remembered.map(({ userId }) => userId)).toEqual([alpha.userId, beta.userId]);
    customers.switchTo(alpha);
    expect(known().map(({ userId }) => userId)).toEqual([alpha.userId, beta.userId]);
  });

  it('selects the customer, remembers the customer, and closes overlays', () => {
    store.setState({ overlay: overlayWith({ kind: 'quit' }), prompt: { kind: 'goto', value: '' } });
    customers.switchTo({ userId: 'acct_new', onBehalfOf: 'open_new' });
    const chosen = { userId: 'acct_new', onBehalfOf: 'open_new', name: undefined };
    expect(store.getState()).toMatchObject({ customer: chosen, overlay: undefined, prompt: undefined });
    expect(remembered.at(-1)).toEqual(chosen);
    expect(known()[0]).toEqual(chosen);
  });

  it("removes the last customer's messages, also a message behind a brief message", () => {
    const outcome = noticeOf(t`Pay (12.50): DONE`, 'warning', { stays: true });
    store.setState({ notice: info(t`Nothing to copy.`), noticeBehind: outcome });
    customers.switchTo(beta);
    expect(store.getState()).toMatchObject({ notice: undefined, noticeBehind: undefined });
  });

  it("keeps the last customer's screens unchanged", () => {
    store.setState(state => goTo(state, 'history'));
    const before = store.getState().workspaces;
    customers.switchTo(beta);
    expect(store.getState().workspaces).toBe(before);
  });

  it('drops the long lists of all customers except the selected and the previous one', () => {
    const third = { userId: 'acct_third' };
    for (const customer of [alpha, beta])
      for (const [key, count] of [
        ['long', 1001],
        ['short', 1000],
      ] as const) {
        const items = Array.from({ length: count }, (_, n) => ({ key: String(n), row: {}, raw: null }));
        const list = { ...emptyList(), pages: { ...emptyList().pages, items } };
        store.setState(state => withWorkspace(state, customerKey(customer), w => withList(w, key, list)));
      }
    const kept = () =>
      [alpha, beta].map(one => Object.keys(store.getState().workspaces[customerKey(one)]?.lists ?? {}));
    customers.switchTo(beta);
    expect(kept()).toEqual([
      ['long', 'short'],
      ['long', 'short'],
    ]);
    customers.switchTo(third);
    expect(kept()).toEqual([['short'], ['long', 'short']]);
    customers.switchTo(third);
    expect(kept()).toEqual([['short'], ['long', 'short']]);
    customers.switchTo(alpha);
    expect(kept()).toEqual([['short'], ['short']]);
  });

  it('puts the most recent customer first, each customer once, with the known name', () => {
    store.setState({
      known: [
        { ...alpha, name: t`Alpha Ltd` },
        { ...beta, name: t`Beta GmbH` },
      ],
    });
    customers.switchTo({ userId: beta.userId });
    expect(known().map(k => k.name)).toEqual(['Beta GmbH', 'Alpha Ltd']);
    expect(store.getState().customer?.name).toBe('Beta GmbH');
  });

  it('treats the same user with another connected account as another customer', () => {
    store.setState({ known: [{ ...alpha, name: t`Alpha Ltd` }] });
    customers.switchTo({ userId: alpha.userId });
    expect(store.getState().customer).toEqual({ userId: alpha.userId, name: undefined });
    expect(known()).toHaveLength(2);
  });

  it('keeps every known customer, however many the profile lists', () => {
    const listed = Array.from({ length: 30 }, (_, n) => ({ userId: `acct_${n}`, name: t`Customer ${n}` }));
    store.setState({ known: listed });
    customers.switchTo({ userId: 'acct_29' });
    expect(known()).toHaveLength(31);
    expect(known()[0]?.name).toBe('Customer 29');
  });
});

describe('calls', () => {
  const calls = (): readonly string[] => callsOf(store.getState()).map(({ userId }) => userId);
  const third = { userId: 'acct_third', name: undefined };

  it('are added in the order of opening, and a second visit adds none', () => {
    customers.switchTo(beta);
    customers.switchTo(third);
    customers.switchTo(alpha);
    expect(calls()).toEqual([alpha.userId, beta.userId, third.userId]);
  });

  it('end: another call opens instead of an ended open call, and data and typed text stay', () => {
    customers.switchTo(beta);
    store.setState(state => goTo(state, 'history'));
    const { workspaces } = store.getState();
    remembered.length = 0;
    customers.endCall(beta, alpha);
    expect(calls()).toEqual([alpha.userId]);
    expect(store.getState().customer?.userId).toBe(alpha.userId);
    expect(store.getState().workspaces).toBe(workspaces);
    // The file lists the last one first.
    expect(remembered.at(-1)?.userId).toBe(alpha.userId);
    expect(remembered.map(({ userId }) => userId)).toContain(beta.userId);
  });

  it('that are not open can end too', () => {
    customers.switchTo(beta);
    customers.endCall(alpha, beta);
    expect(calls()).toEqual([beta.userId]);
    expect(store.getState().customer?.userId).toBe(beta.userId);
  });

  it('keep their place for the next start when the keys rest, but not data that arrives', () => {
    const stop = customers.keepPlace();
    store.setState(state => goTo(state, 'history'));
    clock.advance(999);
    store.setState(state => goTo(state, 'cards'));
    clock.advance(999);
    expect(remembered).toEqual([]);
    clock.advance(1);
    expect(remembered.map(({ userId }) => userId)).toEqual([alpha.userId]);
    store.setState(state => withWorkspace(state, customerKey(alpha), w => withList(w, 'list', emptyList())));
    clock.advance(5000);
    expect(remembered).toHaveLength(1);
    stop();
    store.setState(state => goTo(state, 'history'));
    clock.advance(5000);
    expect(remembered).toHaveLength(1);
  });

  it('keep their place at once when another customer opens', () => {
    customers.keepPlace();
    store.setState(state => goTo({ ...state, known: [alpha, beta] }, 'history'));
    customers.switchTo(beta);
    expect(remembered.map(({ userId }) => userId)).toEqual([alpha.userId, beta.userId]);
  });
});

describe('a name in an answer', () => {
  beforeEach(() => store.setState({ known: [beta, alpha] }));

  it('is kept for the customer, also for the current one', () => {
    customers.named(alpha, 'Alpha Ltd');
    expect(store.getState().customer?.name).toBe('Alpha Ltd');
    expect(remembered).toEqual([{ ...alpha, name: t`Alpha Ltd` }]);
  });

  it('is kept for the current customer, even if they are in no list yet', () => {
    store.setState({ known: [beta] });
    customers.named(alpha, 'Alpha Ltd');
    expect(store.getState().customer?.name).toBe('Alpha Ltd');
    expect(known().map(k => k.name)).toEqual(['Alpha Ltd', undefined]);
  });

  it('is kept with its hidden characters made visible', () => {
    customers.named(alpha, 'Al\u001b[2Jpha');
    expect(store.getState().customer?.name).toBe(visible('Al\u001b[2Jpha'));
  });

  it('is kept only for its customer, and does not change the order of recent customers', () => {
    customers.named(alpha, 'Alpha Ltd');
    expect(known().map(k => k.name)).toEqual([undefined, 'Alpha Ltd']);
    customers.named(beta, 'Beta GmbH');
    expect(store.getState().customer?.name).toBe('Alpha Ltd');
  });

  it('is not kept if it is empty, or if the customer has a name or is unknown', () => {
    customers.named(alpha, '');
    customers.named({ userId: 'acct_stranger' }, 'Stranger');
    customers.named(alpha, 'Alpha Ltd');
    customers.named(alpha, 'Alpha Ltd');
    expect(remembered).toHaveLength(1);
    expect(known()).toHaveLength(2);
  });
});

describe('a name on a Global Account', () => {
  const query = (id: string): DocumentQuery => ({
    operation: 'globalAccount.get',
    input: { params: { global_account_id: id } },
  });
  const list = { operation: 'account.list', input: { query: {} } };
  /** The customer's accounts as in a loaded list. */
  const owns = (...ids: readonly (string | undefined)[]): void => {
    const items = ids.map((id, n) => ({ key: id ?? `#${n + 1}`, row: { id }, raw: {} }));
    const empty = emptyList<unknown>();
    store.setState(state =>
      withWorkspace(state, customerKey(alpha), workspace =>
        withList(workspace, queryKey(list), { ...empty, pages: { ...empty.pages, items } }),
      ),
    );
  };
  const answers = (asked: string, id: string): string | undefined => {
    nameOnGlobalAccount(store, customers.named)(query(asked), { id, account_name: 'Somebody Ltd' }, alpha);
    return store.getState().customer?.name;
  };

  it("becomes the customer's name if the account is in the customer's list", () => {
    owns('acc-1', 'acc-2');
    expect(answers('acc-2', 'acc-2')).toBe('Somebody Ltd');
  });

  it("is ignored for an account outside the customer's list, and for an account that was not requested", () => {
    expect(answers('acc-1', 'acc-1')).toBeUndefined();
    owns('acc-1');
    expect(answers('acc-3', 'acc-3')).toBeUndefined();
    expect(answers('acc-1', 'acc-3')).toBeUndefined();
  });

  it('is read for the first account with an ID, once the accounts are loaded', () => {
    const first = () => nameNeeds(store.getState()).map(({ query }) => query);
    expect(first()).toEqual([list]);
    owns(undefined);
    expect(first()).toEqual([list]);
    owns(undefined, 'acc-2');
    expect(first()).toEqual([list, query('acc-2')]);
    answers('acc-2', 'acc-2');
    expect(first()).toEqual([]);
  });
});
