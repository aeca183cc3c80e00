// The writes in flight. When Purser ends, it waits for them and lists the writes whose outcome is unknown.

import type { Row } from '../journal/intent.ts';
import { isUnresolved } from '../journal/possible-duplicates.ts';
import type { ProcessId } from '../journal/processes.ts';
import type { Clock } from '../lib/clock.ts';
import { type Visible, visible } from '../lib/visible.ts';

interface FlightWrite {
  readonly requestId: string;
  readonly title: Visible;
}

export interface Flights {
  add(write: FlightWrite, done: Promise<unknown>): void;
  /** The journal could not record the outcome. */
  unrecorded(write: FlightWrite): void;
  count(): number;
  /** For the writes in flight at the call. */
  quiet(): Promise<unknown>;
  /** Waits at most `ms`, then records unfinished writes as UNKNOWN. With 0 at once, also for an earlier call. */
  finish(ms: number): Promise<void> | undefined;
  /** Those that this console began or recovered, for the last lines on stderr. */
  unknown(): readonly FlightWrite[];
}

interface FlightPorts {
  readonly clock: Clock;
  readonly journal: {
    /** As this console writes it. Undefined until the journal is open. */
    self(): ProcessId | undefined;
    /** The entries that this console knows. */
    rows(): readonly Row[];
    /** Records as UNKNOWN a write that Purser will not wait for. */
    lose(requestId: string): Promise<void>;
  };
}

export function createFlights({ clock, journal }: FlightPorts): Flights {
  const flying = new Map<string, { readonly title: Visible; readonly done: Promise<unknown> }>();
  const lost = new Map<string, Visible>();
  let hurry = (): void => {};
  return {
    add({ requestId, title }, done) {
      flying.set(requestId, { title, done });
      void done.finally(() => flying.delete(requestId));
    },
    unrecorded: ({ requestId, title }) => lost.set(requestId, title),
    count: () => flying.size,
    quiet: () => Promise.allSettled([...flying.values()].map(({ done }) => done)),
    finish(ms) {
      if (flying.size === 0) return undefined;
      const lose = async (): Promise<void> => {
        await Promise.all([...flying.keys()].map(requestId => journal.lose(requestId)));
      };
      if (ms <= 0) {
        const lost = lose();
        hurry();
        return lost;
      }
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(ms, resolve);
      hurry = resolve;
      const all = Promise.allSettled([...flying.values()].map(({ done }) => done));
      return Promise.race([all, over]).then(() => {
        cancel();
        return lose();
      });
    },
    unknown() {
      const self = journal.self();
      const rows = journal.rows();
      const listed = rows
        .filter(row => isUnresolved(row) && self !== undefined && isOf(row, self))
        .map(({ intent: { requestId, title } }) => ({ requestId, title: visible(title) }));
      const known = new Set(listed.map(({ requestId }) => requestId));
      const others = [...flying].map(([requestId, { title }]) => ({ requestId, title }));
      // The journal may have got the outcome later, or a person resolved the write.
      const over = new Set(rows.filter(isOver).map(({ intent }) => intent.requestId));
      const unheard = [...lost]
        .map(([requestId, title]) => ({ requestId, title }))
        .filter(({ requestId }) => !over.has(requestId));
      return [...listed, ...[...others, ...unheard].filter(({ requestId }) => !known.has(requestId))];
    },
  };
}

const isOver = ({ state }: Row): boolean => state === 'DONE' || state === 'RESOLVED';

const isOf = ({ transitions }: Row, self: ProcessId): boolean =>
  transitions.some(({ process }) => process.pid === self.pid && process.started === self.started);
