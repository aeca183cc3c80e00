// What the tests of list screens share: the app that such a screen may use, the loaded rows, and a readable drawing.

import { resolve } from '../../../src/keys/binding.ts';
import type { App } from '../../../src/money/app.ts';
import { type ListQuery, queryKey } from '../../../src/records/query.ts';
import { emptyList, type List } from '../../../src/store/list.ts';
import { join, noPages } from '../../../src/store/paging.ts';
import type { Store } from '../../../src/store/store.ts';
import { customerKey, withList, withWorkspace } from '../../../src/store/workspace.ts';
import type { Painted, Theme } from '../../../src/ui/kit/theme.ts';
import type { Screen } from '../../../src/ui/screens/screen.ts';
import { manualClock } from '../../harness/clock.ts';
import { alpha, NOW } from '../../store/signed-in.ts';

/** The effects note their calls in words; any other use fails the test. */
export function listApp(store: Store, asked: string[]): App {
  const nothing = (): never => {
    throw new Error('a list screen must not use this');
  };
  const given: Partial<App> = {
    store,
    clock: manualClock(NOW),
    lists: {
      load: async (_, purpose, through = 0) => void asked.push(`list ${purpose} ${through}`),
      abandon: () => asked.push('abandon list') > 0,
      abandonAll: nothing,
    },
    documents: {
      load: async ({ input }) => void asked.push(`document ${JSON.stringify(input).split('"').at(-2)}`),
      abandon: () => asked.push('abandon document') < 0,
      abandonAll: nothing,
    },
  };
  // Reading any other member throws, so that a missing member never counts as undefined.
  return new Proxy(given, { get: (app, name) => Reflect.get(app, name) ?? nothing() }) as App;
}

/** Paints nothing, so that the drawing can be read. */
export const theme: Theme = { paint: (_, text) => text as string as Painted };

/** Puts these rows into the list of Alpha; `change` sets other parts of the list. */
export function holdRows(
  store: Store,
  query: ListQuery | undefined,
  page: Parameters<typeof join>[1],
  change: Partial<List<unknown>> = {},
): void {
  if (!query) throw new Error('the list has no query');
  const pages = join(noPages(), page, true);
  store.setState(state =>
    withWorkspace(state, customerKey(alpha), w =>
      withList(w, queryKey(query), { ...emptyList(), pages, asOf: NOW, ...change }),
    ),
  );
}

/** Presses keys of the screen. Throws if a key can't act. */
export function pressOn(screen: Screen, app: App, ...keys: readonly string[]): void {
  for (const key of keys) {
    const found = resolve(screen.bindings, app, key);
    if (found.kind !== 'run')
      throw new Error(`${key}: ${found.kind === 'barred' ? found.reason : 'unbound'}`);
    found.binding.run(app);
  }
}
