// What waits in a team's journal: read into the store when the record says that something changed, and announced once.

import type { Approvals, Waiting } from '../journal/approvals.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import { waitingFor } from '../store/approvals.ts';
import type { Store } from '../store/store.ts';
import type { JournalEffects } from './journal.ts';

/** After the expiry of what waits, in ms. */
const AFTER_EXPIRY = 300;
/** No timer is longer, in ms: some clocks jump. */
const LONGEST = 60_000;

/** What became of a write that waited. */
export interface WaitingChange {
  readonly requestId: string;
  readonly before: Waiting | undefined;
  /** Nothing if it waits no longer. */
  readonly now: Waiting | undefined;
  /** The entry after its wait. */
  readonly ended: Row | undefined;
}

export interface ApprovalEffects {
  /** Reads what waits now. */
  refresh(): Promise<void>;
  /** Watches the record until the returned function is called. `changed`: each change after the first reading. */
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

  /** One reading at a time; a change during one is read after it. */
  function refresh(): Promise<void> {
    again = true;
    reading ??= (async () => {
      while (again && !ended) {
        again = false;
        await read();
      }
      reading = undefined;
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
    // Of what has expired, the record says itself when it has ended it.
    wakeAt(Math.min(LONGEST, ...found.value.map(({ lasts }) => lasts).filter(ms => ms > 0)));
    const ids = [...new Set([...before.keys(), ...now.keys()])];
    // The header says what waits already at the start.
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

  function wakeAt(ms: number): void {
    cancel();
    cancel = clock.after(ms + AFTER_EXPIRY, () => void refresh());
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
      // The console opens the journal after its first frame.
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
