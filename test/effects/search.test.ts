// A long search reads many short pages, so it frees memory itself.

import { expect, it, vi } from 'vitest';
import type { Lists } from '../../src/effects/lists.ts';
import { createSearch, type SearchEffects } from '../../src/effects/search.ts';
import { queryKey } from '../../src/records/query.ts';
import { currentWorkspace, customerKey, listIn, withList, withWorkspace } from '../../src/store/workspace.ts';
import { alpha, signedInStore } from '../store/signed-in.ts';

const query = { operation: 'beneficiary.list', input: {} } as const;

it('a search frees memory after each 25,000 rows, however many pages they came in', async () => {
  const store = signedInStore();
  const key = queryKey(query);
  const PAGE = 10_000;
  let pages = 0;
  const load: Lists['load'] = () => {
    pages += 1;
    store.setState(state => {
      const list = listIn(currentWorkspace(state), key);
      const items = Array.from({ length: pages * PAGE }, (_, n) => ({ key: String(n), row: {}, raw: null }));
      const grown = { ...list, pages: { ...list.pages, items, taken: pages } };
      return withWorkspace(state, customerKey(alpha), workspace => withList(workspace, key, grown));
    });
    return Promise.resolve();
  };
  const collectGarbage = vi.fn();
  const lists = { load, abandon: () => false, abandonAll: () => undefined };
  const search = createSearch({ store, lists, collectGarbage });
  await search.begin(
    'x',
    () => (pages < 7 ? { kind: 'read', query } : { kind: 'done' }),
    () => true,
  );
  // After 30,000 and 60,000 rows; 10,000 more rows are too few.
  expect(collectGarbage).toHaveBeenCalledTimes(2);
  expect(store.getState().search?.phase).toBe('done');
});

it('a list that is dropped during its read is read again, and fails only after a second read without rows', async () => {
  const store = signedInStore();
  const key = queryKey(query);
  let loads = 0;
  const load: Lists['load'] = () => {
    loads += 1;
    return Promise.resolve();
  };
  const search = createSearch({ store, lists: { load, abandon: () => false, abandonAll: () => undefined } });
  await search.begin(
    'x',
    (_, failed) => (failed.includes(key) ? { kind: 'done' } : { kind: 'read', query }),
    () => true,
  );
  expect(loads).toBe(2);
  expect(store.getState().search).toMatchObject({ phase: 'done', failed: [key] });
});

it('a write repeats a finished search, but not a search that a person stopped', async () => {
  const store = signedInStore();
  const plan = vi.fn<Parameters<SearchEffects['begin']>[1]>(() => ({ kind: 'wait' }));
  const lists = { load: () => Promise.resolve(), abandon: () => false, abandonAll: () => undefined };
  const search = createSearch({ store, lists });
  void search.begin('x', plan, () => true);
  search.stop();
  const asked = plan.mock.calls.length;
  search.renew();
  await new Promise(setImmediate);
  expect(plan).toHaveBeenCalledTimes(asked);
  expect(store.getState().search?.phase).toBe('stopped');

  plan.mockReturnValue({ kind: 'done' });
  await search.begin('x', plan, () => true);
  const finished = plan.mock.calls.length;
  search.renew();
  await new Promise(setImmediate);
  expect(plan).toHaveBeenCalledTimes(finished + 1);
});
