// Searches the service, one request at a time. The rows go into the same lists that the screens show.

import { type ListQuery, queryKey } from '../records/query.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentWorkspace, customerKey, listIn } from '../store/workspace.ts';
import type { Lists } from './lists.ts';

/** `wait`: a running read must end first. `full`: the most rows that are allowed are loaded. */
export type NextRead =
  | { readonly kind: 'read'; readonly query: ListQuery }
  | { readonly kind: 'wait' | 'full' | 'done' };

/** `failed`: query keys of lists whose next page could not be read. */
export type SearchPlan = (state: State, failed: readonly string[]) => NextRead;

export type SearchEffects = ReturnType<typeof createSearch>;

/** In rows, between collections of garbage. A load of one page never collects garbage. */
const HEAVY = 25_000;

const isSignedIn = ({ session }: State): boolean => session.phase === 'signed-in';

interface SearchDeps {
  readonly store: Store;
  readonly lists: Lists;
  readonly collectGarbage?: (() => void) | undefined;
}

export function createSearch({ store, lists, collectGarbage }: SearchDeps) {
  let run = 0;
  let last: Parameters<typeof begin> | undefined;

  const change = (): Promise<void> =>
    new Promise(resolve => {
      const stop = store.subscribe(() => {
        stop();
        resolve();
      });
    });

  const isHere = ({ customer }: State, owner: string): boolean =>
    customer !== undefined && customerKey(customer) === owner;

  /** As `plan` says, while `wanted` returns true. An earlier search stops. */
  async function begin(text: string, plan: SearchPlan, wanted: (state: State) => boolean): Promise<void> {
    const mine = ++run;
    last = [text, plan, wanted];
    const { customer, search: earlier } = store.getState();
    if (!customer) return;
    const owner = customerKey(customer);
    const put = (change: Partial<NonNullable<State['search']>>): void =>
      store.setState(({ search }) => {
        const before = search ?? { text, owner, phase: 'searching', failed: [] };
        return { search: { ...before, ...change } };
      });
    const again = earlier?.text === text && earlier.owner === owner && earlier.again === true;
    put({ text, owner, phase: 'searching', failed: [], again });
    let failed: readonly string[] = [];
    let fresh = 0;
    /** By key. A list that is dropped during its read brings nothing, too. */
    const stuck = new Set<string>();
    while (mine === run) {
      const state = store.getState();
      if (!isHere(state, owner) || !wanted(state)) return put({ phase: 'stopped' });
      const next = isSignedIn(state) ? plan(state, failed) : ({ kind: 'wait' } as const);
      if (next.kind === 'wait') await change();
      else if (next.kind !== 'read')
        return put({ phase: next.kind, ...(failed.length === 0 && { again: false }) });
      else {
        const key = queryKey(next.query);
        const { taken, items } = listIn(currentWorkspace(state), key).pages;
        await lists.load(next.query, taken === 0 ? 'first' : 'more', items.length + 1);
        const after = store.getState();
        const { pages, failure } = listIn(currentWorkspace(after), key);
        fresh += Math.max(0, pages.items.length - items.length);
        if (fresh >= HEAVY) {
          fresh = 0;
          collectGarbage?.();
        }
        const halts = failure !== undefined || (pages.taken === taken && stuck.has(key));
        if (pages.taken === taken) stuck.add(key);
        else stuck.delete(key);
        // It would be requested for ever, so it counts as failed, unless the session has ended.
        if (halts && mine === run && isSignedIn(after)) {
          failed = [...failed, key];
          put({ failed });
        }
      }
    }
  }

  async function beginWhenWanted(owner: string): Promise<void> {
    if (!last) return;
    const mine = ++run;
    // First the caller drops the data.
    await Promise.resolve();
    while (mine === run && isHere(store.getState(), owner)) {
      if (last[2](store.getState())) return begin(...last);
      await change();
    }
  }

  return {
    begin,
    /** Call before data is dropped: the search is repeated when `wanted` returns true again. */
    renew(): void {
      const { search } = store.getState();
      if (!search || !isHere(store.getState(), search.owner)) return;
      store.setState({ search: { ...search, again: true } });
      // A stopped search waits for r.
      if (search.phase !== 'stopped') void beginWhenWanted(search.owner);
    },
    /** True if a search was running. */
    stop(): boolean {
      const searches = store.getState().search?.phase === 'searching';
      run += 1;
      if (searches) store.setState(({ search }) => ({ search: search && { ...search, phase: 'stopped' } }));
      return searches;
    },
  };
}
