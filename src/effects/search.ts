// A search that asks the service: one request at a time, into the same lists that the screens show.

import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentWorkspace, customerKey, listIn } from '../store/workspace.ts';
import type { Lists } from './lists.ts';
import { type ListQuery, queryKey } from './query.ts';

/** What a search does next. `wait`: other reads come first. */
export type NextRead =
  | { readonly kind: 'read'; readonly query: ListQuery }
  | { readonly kind: 'wait' | 'full' | 'done' };

/** `failed`: query keys of lists that could not be read on. */
export type SearchPlan = (state: State, failed: readonly string[]) => NextRead;

export interface SearchEffects {
  /** Asks the service as `plan` says, for as long as `wanted` holds. The search before ends. */
  begin(text: string, plan: SearchPlan, wanted: (state: State) => boolean): Promise<void>;
  /** True if a search was under way. */
  stop(): boolean;
}

const isSignedIn = ({ session }: State): boolean => session.phase === 'signed-in';

export function createSearch({
  store,
  lists,
}: {
  readonly store: Store;
  readonly lists: Lists;
}): SearchEffects {
  let run = 0;

  const change = (): Promise<void> =>
    new Promise(resolve => {
      const stop = store.subscribe(() => {
        stop();
        resolve();
      });
    });

  async function begin(text: string, plan: SearchPlan, wanted: (state: State) => boolean): Promise<void> {
    const mine = ++run;
    const { customer } = store.getState();
    if (!customer) return;
    const owner = customerKey(customer);
    const put = (change: Partial<NonNullable<State['search']>>): void =>
      store.setState(({ search }) => {
        const before = search ?? { text, owner, phase: 'searching', failed: [] };
        return { search: { ...before, ...change } };
      });
    put({ text, owner, phase: 'searching', failed: [] });
    let failed: readonly string[] = [];
    while (mine === run) {
      const state = store.getState();
      const here = state.customer !== undefined && customerKey(state.customer) === owner;
      if (!here || !wanted(state)) return put({ phase: 'stopped' });
      const next = isSignedIn(state) ? plan(state, failed) : ({ kind: 'wait' } as const);
      if (next.kind === 'wait') await change();
      else if (next.kind !== 'read') return put({ phase: next.kind });
      else {
        const key = queryKey(next.query);
        const { taken, items } = listIn(currentWorkspace(state), key).pages;
        await lists.load(next.query, taken === 0 ? 'first' : 'more', items.length + 1);
        const after = store.getState();
        const { pages, failure } = listIn(currentWorkspace(after), key);
        // A list that brings nothing would be requested for ever. An ended session is not the list's fault.
        if (mine === run && isSignedIn(after) && (failure || pages.taken === taken)) {
          failed = [...failed, key];
          put({ failed });
        }
      }
    }
  }

  return {
    begin,
    stop() {
      const searches = store.getState().search?.phase === 'searching';
      run += 1;
      if (searches) store.setState(({ search }) => ({ search: search && { ...search, phase: 'stopped' } }));
      return searches;
    },
  };
}
