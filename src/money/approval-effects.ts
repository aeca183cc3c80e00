// The requests that wait for approval in a team's journal, read into the store. Reports each change once.

import type { Approvals, Waiting } from '../journal/approvals.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import { waitingFor } from '../store/approval-view.ts';
import type { Store } from '../store/store.ts';
import type { JournalEffects } from './journal-effects.ts';

/** In ms. */
const AFTER_EXPIRY = 300;
/** In ms. A clock may jump. */
const LONGEST = 60_000;

export interface WaitingChange {
  readonly requestId: string;
  readonly before: Waiting | undefined;
  readonly now: Waiting | undefined;
  readonly ended: Row | undefined;
}

export interface ApprovalEffects {
  refresh(): Promise<void>;
  /** `changed` gets each change after the first reading. */
  watch(changed: (changes: readonly WaitingChange[]) => void): () => void;
}

interface ApprovalDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: JournalEffects;
}

export function createApprovals({ store, clock, journal }: ApprovalDeps): ApprovalEffects {
  let tell: (changes: readonly WaitingChange[]) => void = () => {};
  let reading: Promise<void> | undefined;
  let again = false;
  let cancel = (): void => {};
  let ended = false;

  const record = async (): Promise<Approvals | undefined> => (await journal.open())?.journal.approvals;

  function refresh(): Promise<void> {
    again = true;
    reading ??= (async () => {
      try {
        while (again && !ended) {
          again = false;
          await read();
        }
      } finally {
        reading = undefined;
      }
    })();
    return reading;
  }

  async function read(): Promise<void> {
    const found = await (await record())?.waiting();
    if (!found?.ok || ended) return;
    const first = store.getState().approvals === undefined;
    const before = new Map(waitingFor(store.getState()).map(one => [one.row.intent.requestId, one]));
    const now = new Map(found.value.map(one => [one.row.intent.requestId, one]));
    store.setState({ approvals: { waiting: found.value, readAt: clock.monotonic() } });
    for (const { row } of found.value) journal.tell(row);
    // The journal reports their end.
    wakeAt(Math.min(...found.value.map(({ lasts }) => lasts).filter(ms => ms > 0)));
    const ids = [...new Set([...before.keys(), ...now.keys()])];
    // The header counts the waiting requests at the start.
    const changed = first ? [] : ids.filter(id => before.get(id)?.part !== now.get(id)?.part);
    const changes = await Promise.all(
      changed.map(async requestId => ({
        ...{ requestId, before: before.get(requestId), now: now.get(requestId) },
        ended: now.has(requestId) ? undefined : await endOf(requestId),
      })),
    );
    if (!ended && changes.length > 0) tell(changes);
  }

  async function endOf(requestId: string): Promise<Row | undefined> {
    const found = await (await journal.open())?.journal.get(requestId);
    if (found?.ok && found.value) journal.tell(found.value);
    return found?.ok ? found.value : undefined;
  }

  /** Reading the journal ends expired requests. */
  function wakeAt(ms: number): void {
    cancel();
    const expired = ms < LONGEST;
    cancel = clock.after(Math.min(ms, LONGEST) + AFTER_EXPIRY, async () => {
      if (expired) await journal.refresh();
      await refresh();
    });
  }

  return {
    refresh,
    watch(changed) {
      tell = changed;
      let stop = (): void => {};
      const begin = async (): Promise<void> => {
        const approvals = await record();
        if (!approvals || ended) return;
        stop = approvals.watch(() => void refresh());
        void refresh();
      };
      const unsubscribe = store.subscribe(({ journal: { kind } }) => {
        if (kind !== 'open') return;
        unsubscribe();
        void begin();
      });
      return () => {
        ended = true;
        unsubscribe();
        cancel();
        stop();
      };
    },
  };
}
