// The console's automatic reads: what its screen needs, what it watches, what is unresolved; and the messages about
// them.

import { announceChanges } from '../effects/announce.ts';
import type { App } from '../effects/app.ts';
import { watchNeeds } from '../effects/needs.ts';
import { watchAudit } from '../effects/watch-audit.ts';
import { createWatching } from '../effects/watching.ts';
import type { Console } from '../ui/shell/console.ts';
import { watchReadBack } from '../writes/reconcile/watch-read-back.ts';

interface WatchConsoleDeps {
  readonly app: App;
  readonly console: Console;
  /** Writes a sequence to the terminal, between two frames. */
  readonly write: (sequence: string) => void;
  /** In [0, 1). */
  readonly random: () => number;
}

interface Watch {
  /** Somebody pressed a key. */
  touched(): void;
  stop(): void;
}

export function watchConsole({ app, console, write, random }: WatchConsoleDeps): Watch {
  const { store, clock, lists, documents, journal, readBacks } = app;
  const { screenOf, moving } = console;
  const watching = createWatching({ store, clock, lists, documents, random, moving });
  const stops = [
    watching.stop,
    announceChanges({ store, write, moving }),
    watchNeeds({ store, clock, lists, documents, needs: state => screenOf(state).needs(state), watching }),
    watchReadBack({ store, clock, readBacks, wanted: state => screenOf(state).readsBack?.(state) }),
    watchAudit({ store, journal, wanted: state => screenOf(state).showsAudit === true }),
    app.newUsers.watch(),
    app.lock.watch(),
  ];
  return {
    touched: watching.touched,
    stop() {
      for (const stop of stops) stop();
    },
  };
}
