// Starts, prolongs and ends write access.

import type { AuditEntry } from '../journal/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { t, visible } from '../lib/visible.ts';
import { info } from '../store/notices.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { GRANT_LASTS, type WriteGrant, writingOf } from '../store/writing.ts';

export interface GrantEffects {
  give(reason: string): void;
  giveUp(): void;
  /** A write was sent, so the 15 minutes start again. */
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
        // The header counts down from the store's `tick`, so `until` must count from the same moment.
        tick: clock.monotonic(),
        notice: info(
          t`Write access ends 15 minutes after the last write. Press w to end write access earlier.`,
        ),
      });
    },
    giveUp: () =>
      store.setState({
        grant: undefined,
        writingGivenUp: true,
        notice: info(t`READ-ONLY again. Press w to ask for write access.`),
      }),
    prolong() {
      const { grant } = store.getState();
      const granted = writingOf(store.getState(), clock.monotonic()).mode === 'write';
      if (grant && granted) store.setState({ grant: { ...grant, until: clock.monotonic() + GRANT_LASTS } });
    },
  };
}

interface WatchGrantDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly note: (entry: AuditEntry) => unknown;
}

export function watchGrant({ store, clock, note }: WatchGrantDeps): void {
  const told = ({ reason, baseUrl }: WriteGrant) => ({ reason, service: baseUrl });
  store.subscribe((state, before) => {
    const { grant } = state;
    const over = grant !== undefined && clock.monotonic() >= grant.until;
    if (over) return store.setState({ grant: undefined });
    // Prolonged by a write.
    if (grant === before.grant || (grant && before.grant && sameGrant(grant, before.grant))) return;
    if (before.grant)
      note({
        kind: 'grant-ended',
        detail: { ...told(before.grant), why: describeEnd(state, before, clock.monotonic()) },
      });
    if (grant) note({ kind: 'grant-given', detail: told(grant) });
  });
}

const sameGrant = (one: WriteGrant, other: WriteGrant): boolean =>
  one.reason === other.reason && one.baseUrl === other.baseUrl;

function describeEnd(state: State, before: State, now: number): string {
  if (state.grant) return 'replaced by new write access';
  if (state.writingGivenUp && !before.writingGivenUp) return 'ended by the operator';
  if (before.grant && now >= before.grant.until) return 'expired';
  if (state.lock) return 'locked';
  if (state.session.phase !== 'signed-in') return 'signed out';
  return 'ended';
}
