// What a list screen may use of the app: its effects say in words what was asked of them, anything else fails the test.

import type { App } from '../../../src/effects/app.ts';
import type { Store } from '../../../src/store/store.ts';
import { manualClock } from '../../harness/clock.ts';
import { NOW } from '../../store/signed-in.ts';

export function listApp(store: Store, asked: string[]): App {
  const nothing = (): never => {
    throw new Error('a list has no business with this');
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
  // Every member that isn't given throws when it is looked at, so that its absence is never taken for undefined.
  return new Proxy(given, { get: (app, name) => Reflect.get(app, name) ?? nothing() }) as App;
}
