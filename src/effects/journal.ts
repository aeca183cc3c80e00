// The journal as the console uses it: opened once, after the first frame; what it holds is kept in the store.

import type { AuditEntry, AuditLine } from '../journal/audit.ts';
import type { Action } from '../journal/fingerprint.ts';
import type { Resolution, Row } from '../journal/intent.ts';
import type { Journal, Reading } from '../journal/journal.ts';
import type { ProcessId } from '../journal/processes.ts';
import type { Clock } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import { journalRows, withRow } from '../store/journal.ts';
import type { Store } from '../store/store.ts';

/** The journal and what goes with it: the root loads their code when it is needed. */
export interface JournalPort {
  readonly journal: Journal;
  readonly fingerprint: (action: Action) => string;
}

export type OpenJournal = () => Promise<JournalPort | { readonly locked: Visible }>;

/** Rows in the store; all that is unresolved is there besides. */
const SHOWN = 500;
/** How many more are brought at a time. */
const MORE = 2000;
/** How often, in ms, it is looked whether another console wrote. */
const LOOK = 2000;

const MATTERS: ReadonlySet<AuditEntry['kind']> = new Set(['grant-given', 'card-reveal', 'exported']);
const NOT_OPEN = t`The journal is not open, so nothing can be recorded in it.`;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly openJournal: OpenJournal;
}

export interface JournalEffects {
  /** The open journal, opened at the first call; nothing if it can't be used, and the store says why. */
  open(): Promise<JournalPort | undefined>;
  /** Reads it anew: another console may have written to it, or ended. */
  refresh(): void;
  /** Brings older rows too, if there are any. */
  older(): void;
  /** A row as it stands now. */
  tell(row: Row): void;
  /** Says what became of an UNKNOWN one. The result is a sentence where it couldn't be recorded. */
  resolve(requestId: string, resolution: Resolution): Visible | undefined;
  /** Records as UNKNOWN what is on its way and won't be waited for. */
  lose(requestId: string): void;
  /** The process that it writes as, once it is open. */
  self(): ProcessId | undefined;
  /**
   * Adds a line to the audit log, now or as soon as it is open. The result is a whole sentence where that can't be, which
   * the screen says too.
   */
  note(entry: AuditEntry): Promise<Visible | undefined>;
  /** The newest lines of the audit log, oldest first; nothing before it is open. */
  audit(limit: number): Reading<readonly AuditLine[]> | undefined;
  /** Where the log stands, as it is printed, once this console put something into it that matters later. */
  auditHead(): Visible | undefined;
  close(): void;
}

export function createJournalEffects({ store, clock, openJournal }: Parts): JournalEffects {
  let opened: Promise<JournalPort | undefined> | undefined;
  let port: JournalPort | undefined;
  let stop = (): void => {};
  let shown = SHOWN;
  let closed = false;
  let lastHead: Visible | undefined;
  /** Something was recorded that somebody may want to prove later: with signing in and out alone nobody is told of it. */
  let matters = false;

  /** What was known stays known: an UNKNOWN isn't certain because the disk fails. */
  const lock = (why: Visible): void =>
    store.setState(state => ({
      journal: { kind: 'locked', why, rows: journalRows(state) },
      notice: { text: why, tone: 'warning' },
    }));

  async function begin(): Promise<JournalPort | undefined> {
    const found = await openJournal();
    if ('locked' in found) {
      lock(found.locked);
      return undefined;
    }
    // A long journal takes its time, and nobody waits for it any more.
    if (closed) {
      found.journal.close();
      return undefined;
    }
    port = found;
    refresh();
    watch(found.journal);
    return store.getState().journal.kind === 'open' ? found : undefined;
  }

  /** What another console writes is seen here within seconds. */
  function watch(journal: Journal): void {
    let seen = journal.version();
    const look = (): void => {
      const now = journal.version();
      if (now !== seen) refresh();
      seen = now;
      stop = clock.after(LOOK, look);
    };
    stop = clock.after(LOOK, look);
  }

  function refresh(): void {
    if (!port) return;
    // What another console left when it ended since: nobody else will say that it isn't certain.
    const { unwritable } = port.journal.recover();
    if (unwritable !== undefined) store.setState({ notice: { text: unwritable, tone: 'warning' } });
    const listed = port.journal.list({ limit: shown + 1 });
    const unresolved = port.journal.unresolved();
    if (!listed.ok || !unresolved.ok) {
      const failed = listed.ok ? unresolved : listed;
      if (!failed.ok) lock(failed.unreadable);
      return;
    }
    const newest = listed.value.slice(0, shown);
    const known = new Set(newest.map(row => row.number));
    const older = unresolved.value.filter(row => !known.has(row.number)).toReversed();
    const complete = listed.value.length <= shown;
    const { self } = port.journal;
    store.setState({ journal: { kind: 'open', rows: [...newest, ...older], complete, self } });
  }

  const tell = (row: Row): void => {
    matters = true;
    store.setState(({ journal }) => ({ journal: withRow(journal, row) }));
  };

  function begun(): Promise<JournalPort | undefined> {
    opened ??= begin();
    return opened;
  }

  const headNow = (): Visible | undefined => {
    const head = port?.journal.auditHead();
    return head?.ok ? head.value : undefined;
  };

  function write({ journal }: JournalPort, entry: AuditEntry): Visible | undefined {
    matters ||= MATTERS.has(entry.kind);
    const noted = journal.note(entry);
    if (noted.ok) return undefined;
    store.setState({ notice: { text: noted.unwritable, tone: 'warning' } });
    return noted.unwritable;
  }

  return {
    open: begun,
    refresh,
    older() {
      const { journal } = store.getState();
      if (journal.kind !== 'open' || journal.complete) return;
      shown += MORE;
      refresh();
    },
    tell,
    resolve(requestId, resolution) {
      if (!port) return NOT_OPEN;
      const recorded = port.journal.resolve(requestId, resolution);
      if (recorded.ok) {
        tell(recorded.row);
        return undefined;
      }
      // It may not be UNKNOWN any more: what the journal says now is shown.
      refresh();
      return 'barred' in recorded ? recorded.barred : recorded.unwritable;
    },
    lose(requestId) {
      const settled = port?.journal.settle(requestId, 'UNKNOWN');
      if (settled?.ok) tell(settled.row);
    },
    self: () => port?.journal.self,
    note: entry => {
      // At once where that can be: the program may be about to end.
      if (closed) return Promise.resolve(NOT_OPEN);
      if (port) return Promise.resolve(write(port, entry));
      return begun().then(opened => (opened ? write(opened, entry) : NOT_OPEN));
    },
    audit: limit => port?.journal.audit(limit),
    auditHead: () => (matters ? (lastHead ?? headNow()) : undefined),
    close() {
      stop();
      lastHead = headNow();
      closed = true;
      port?.journal.close();
    },
  };
}
