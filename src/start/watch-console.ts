// Starts everything that watches the console's state: automatic reads, checks of unresolved writes, and messages.

import { announceChanges } from '../effects/announce-changes.ts';
import { watchNeeds } from '../effects/needs.ts';
import { createNotifications } from '../effects/notify.ts';
import { nameNeeds } from '../effects/switch-customer.ts';
import { showTitle } from '../effects/title.ts';
import { createWatching } from '../effects/watching.ts';
import type { App } from '../money/app.ts';
import { announceApprovals } from '../money/approval/announce-approvals.ts';
import { watchOutcomeCheck } from '../money/check/outcome-checks.ts';
import { watchAudit } from '../money/journal-effects.ts';
import { watchTogether } from '../money/together-effects.ts';
import { keepStayingNotice } from '../store/notices.ts';
import type { Config } from '../system/config-schema.ts';
import type { Console } from '../ui/shell/console.ts';

/** Buttons and wheel, in the SGR form. */
const MOUSE_ON = '\u001B[?1000h\u001B[?1006h';
const MOUSE_OFF = '\u001B[?1006l\u001B[?1000l';

export type TerminalSettings = NonNullable<Config['terminal']>;

interface WatchConsoleDeps {
  readonly app: App;
  readonly console: Console;
  readonly write: (sequence: string) => void;
  /** In [0, 1). */
  readonly random: () => number;
  readonly terminal: TerminalSettings;
}

export function watchConsole({ app, console, write, random, terminal }: WatchConsoleDeps) {
  const { store, clock, lists, documents, journal, outcomeChecks } = app;
  const { screenOf, moving } = console;
  const watching = createWatching({ store, clock, lists, documents, random, moving });
  const { title = false, notifications: form = 'off' } = terminal;
  const notifying = form === 'off' ? undefined : createNotifications(form, write);
  const mouse = (on: boolean): void => {
    if (terminal.mouse) write(on ? MOUSE_ON : MOUSE_OFF);
  };
  mouse(true);
  const together = watchTogether(app);
  const stops = [
    together.stop,
    () => mouse(false),
    ...(title ? [showTitle(store, write)] : []),
    ...(notifying ? [notifying.stop] : []),
    watching.stop,
    announceChanges({ store, write, moving, notify: notifying?.changed }),
    keepStayingNotice(store),
    announceApprovals({ app, write }),
    watchNeeds({
      store,
      clock,
      lists,
      documents,
      needs: state => [...(screenOf(state).needs?.(state) ?? []), ...nameNeeds(state)],
      watching,
    }),
    watchOutcomeCheck({
      store,
      clock,
      outcomeChecks,
      wanted: state => screenOf(state).checkedWrite?.(state),
    }),
    watchAudit({ store, journal, wanted: state => screenOf(state).showsAudit === true }),
    app.customers.keepPlace(),
    app.watches.watch(),
    app.newUsers.watch(),
    app.lock.watch(),
  ];
  return {
    /** At each key press. */
    touched() {
      watching.touched();
      together.touched();
    },
    focused: (has: boolean): void => notifying?.focused(has),
    /** `away`: another program uses the terminal. */
    lent(away: boolean): void {
      mouse(!away);
      notifying?.lent(away);
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
