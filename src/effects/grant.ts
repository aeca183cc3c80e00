// Starts, prolongs and ends write access.

import type { Clock } from '../lib/clock.ts';
import { t, visible } from '../lib/visible.ts';
import type { Store } from '../store/store.ts';
import { GRANT_LASTS, writingOf } from '../store/writing.ts';

export interface GrantEffects {
  give(reason: string): void;
  giveUp(): void;
  /** The 15 minutes start again, because a write was sent. */
  prolong(): void;
}

export function createGrant({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): GrantEffects {
  return {
    give(reason) {
      const { baseUrl } = store.getState().reach;
      store.setState({
        grant: { reason: visible(reason, 200), until: clock.monotonic() + GRANT_LASTS, baseUrl },
        writingGivenUp: false,
        // The header counts down from the store's `tick`.
        tick: clock.monotonic(),
        notice: {
          text: t`Write access ends 15 minutes after the last write. Press w to end write access earlier.`,
          tone: 'info',
        },
      });
    },
    giveUp: () =>
      store.setState({
        grant: undefined,
        writingGivenUp: true,
        notice: { text: t`READ-ONLY again. Press w to ask for write access.`, tone: 'info' },
      }),
    prolong() {
      const { grant } = store.getState();
      const granted = writingOf(store.getState(), clock.monotonic()).mode === 'write';
      if (grant && granted) store.setState({ grant: { ...grant, until: clock.monotonic() + GRANT_LASTS } });
    },
  };
}
