// Records the start and the end of every write access in the audit log, and ends expired write access.

import type { AuditEntry } from '../journal/audit.ts';
import type { Clock } from '../lib/clock.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { WriteGrant } from '../store/writing.ts';

interface WatchGrantDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly note: (entry: AuditEntry) => unknown;
}

/** Until Purser ends. */
export function watchGrant({ store, clock, note }: WatchGrantDeps): void {
  const told = ({ reason, baseUrl }: WriteGrant) => ({ reason, service: baseUrl });
  store.subscribe((state, before) => {
    const { grant } = state;
    const over = grant !== undefined && clock.monotonic() >= grant.until;
    if (over) return store.setState({ grant: undefined });
    // The same write access with a later end: a write prolonged it.
    if (grant === before.grant || (grant && before.grant && sameGrant(grant, before.grant))) return;
    if (before.grant)
      note({
        kind: 'grant-ended',
        detail: { ...told(before.grant), why: whyOf(state, before, clock.monotonic()) },
      });
    if (grant) note({ kind: 'grant-given', detail: told(grant) });
  });
}

const sameGrant = (one: WriteGrant, other: WriteGrant): boolean =>
  one.reason === other.reason && one.baseUrl === other.baseUrl;

function whyOf(state: State, before: State, now: number): string {
  if (state.grant) return 'replaced by new write access';
  if (state.writingGivenUp && !before.writingGivenUp) return 'ended by the operator';
  if (before.grant && now >= before.grant.until) return 'expired';
  if (state.lock) return 'locked';
  if (state.session.phase !== 'signed-in') return 'signed out';
  return 'ended';
}
