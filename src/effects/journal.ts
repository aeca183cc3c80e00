// The journal as the console uses it: opened once, after the first frame. The store holds what the screens show of it.

import type { AuditEntry } from '../journal/audit.ts';
import type { Action } from '../journal/fingerprint.ts';
import type { Resolution, Row } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import type { ProcessId } from '../journal/processes.ts';
import type { Clock } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import { journalRows, withReading, withRow } from '../store/journal.ts';
import type { Store } from '../store/store.ts';

/** The journal and what goes with it: the root loads their code when it is needed. */
export interface JournalPort {
  readonly journal: Journal;
  readonly fingerprint: (action: Action) => string;
}

export type OpenJournal = () => Promise<JournalPort | { readonly locked: Visible }>;

/** Rows in the store, in addition to every unresolved row. */
const SHOWN = 500;
/** How many older rows each further reading adds. */
const MORE = 2000;
/** How often, in ms, Purser looks whether another console wrote. */
const LOOK = 2000;
/** How long, in ms, an action waits for the journal before it goes on with what the store holds. */
const WAIT = 500;
/** How many lines of the audit log a screen can show: more than a day of a busy desk. */
const AUDIT_LINES = 5000;

const MATTERS: ReadonlySet<AuditEntry['kind']> = new Set(['grant-given', 'card-reveal', 'exported']);
const NOT_OPEN = t`The journal is not open, so nothing can be recorded in it.`;
const NOT_READ = t`The journal did not answer in time. Writes from other consoles may be missing.`;

interface JournalDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly openJournal: OpenJournal;
}

export interface JournalEffects {
  /** The open journal, opened at the first call; nothing if it can't be used, and the store says why. */
  open(): Promise<JournalPort | undefined>;
  /** Reads the journal into the store again: another console may have written to it, or ended. */
  refresh(): Promise<void>;
  /** The same, before an action that depends on the store. Waits 500 ms at most, and warns if the journal took longer. */
  current(): Promise<void>;
  /** Reads older rows too, if there are any. */
  older(): void;
  /** Puts a row into the store that was recorded just now. */
  tell(row: Row): void;
  /** Records the verdict on an UNKNOWN write. The result is a sentence if it couldn't be recorded. */
  resolve(requestId: string, resolution: Resolution): Promise<Visible | undefined>;
  /** Records as UNKNOWN a write that Purser will not wait for. */
  lose(requestId: string): Promise<void>;
  /** The process that it writes as, once it is open. */
  self(): ProcessId | undefined;
  /**
   * Adds an entry to the audit log, now or as soon as it is open. The result is a whole sentence if that fails, which
   * the screen shows too.
   */
  note(entry: AuditEntry): Promise<Visible | undefined>;
  /** Reads the newest lines of the audit log into the store. */
  readAudit(): Promise<void>;
  /** The log's printed head, once this console wrote something that somebody may want to prove. */
  auditHead(): Visible | undefined;
  close(): Promise<void>;
}

export function createJournalEffects({ store, clock, openJournal }: JournalDeps): JournalEffects {
  let opened: Promise<JournalPort | undefined> | undefined;
  let port: JournalPort | undefined;
  let stop = (): void => {};
  let shown = SHOWN;
  let closed = false;
  let lastHead: Visible | undefined;
  /** This console recorded something that somebody may want to prove later. A sign-in alone is not worth a line. */
  let matters = false;
  /** Readings are counted, so that a late one never replaces a newer one. */
  let begunReadings = 0;
  let newestReading = 0;

  const warn = (text: Visible): void => store.setState({ notice: { text, tone: 'warning' } });

  /** The rows known before stay: an UNKNOWN doesn't become certain because the disk fails. */
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
    // Opening a long journal takes time, and the console may have ended meanwhile.
    if (closed) {
      await found.journal.close();
      return undefined;
    }
    port = found;
    const seen = await found.journal.version();
    await refresh();
    watch(found.journal, seen);
    return store.getState().journal.kind === 'open' ? found : undefined;
  }

  /** Shows within seconds what another console writes. */
  function watch(journal: Journal, first: number | undefined): void {
    let seen = first;
    const look = async (): Promise<void> => {
      const now = await journal.version();
      if (now !== seen) await refresh();
      seen = now;
      next();
    };
    const next = (): void => {
      if (!closed) stop = clock.after(LOOK, () => void look());
    };
    next();
  }

  async function refresh(): Promise<void> {
    if (!port) return;
    const { journal } = port;
    const reading = ++begunReadings;
    const most = shown;
    // Nobody else records as UNKNOWN what an ended console left.
    const { unwritable } = await journal.recover();
    const listed = await journal.list({ limit: most + 1 });
    const unresolved = await journal.unresolved();
    if (closed || reading < newestReading) return;
    newestReading = reading;
    if (unwritable !== undefined) warn(unwritable);
    if (!listed.ok) return lock(listed.unreadable);
    if (!unresolved.ok) return lock(unresolved.unreadable);
    const read = {
      newest: listed.value.slice(0, most),
      unresolved: unresolved.value,
      complete: listed.value.length <= most,
      self: journal.self,
      offlineSince: journal.offlineSince?.(),
    };
    store.setState(state => ({ journal: withReading(state.journal, read) }));
  }

  const tell = (row: Row): void => {
    matters = true;
    store.setState(({ journal }) => ({ journal: withRow(journal, row) }));
  };

  function begun(): Promise<JournalPort | undefined> {
    opened ??= begin();
    return opened;
  }

  const headNow = (): Visible | undefined => port?.journal.auditHead();

  async function write({ journal }: JournalPort, entry: AuditEntry): Promise<Visible | undefined> {
    matters ||= MATTERS.has(entry.kind);
    const noted = await journal.note(entry);
    if (noted.ok) return undefined;
    warn(noted.unwritable);
    return noted.unwritable;
  }

  return {
    open: begun,
    refresh,
    async current() {
      const { promise: late, resolve } = Promise.withResolvers<'late'>();
      const cancel = clock.after(WAIT, () => resolve('late'));
      const first = await Promise.race([refresh(), late]);
      cancel();
      if (first === 'late') warn(NOT_READ);
    },
    older() {
      const { journal } = store.getState();
      if (journal.kind !== 'open' || journal.complete) return;
      shown += MORE;
      void refresh();
    },
    tell,
    async resolve(requestId, resolution) {
      if (!port) return NOT_OPEN;
      const recorded = await port.journal.resolve(requestId, resolution);
      if (recorded.ok) {
        tell(recorded.row);
        return undefined;
      }
      // The row may not be UNKNOWN any more.
      await refresh();
      return 'barred' in recorded ? recorded.barred : recorded.unwritable;
    },
    async lose(requestId) {
      const settled = await port?.journal.settle(requestId, 'UNKNOWN');
      if (settled?.ok) tell(settled.row);
    },
    self: () => port?.journal.self,
    async note(entry) {
      if (closed) return NOT_OPEN;
      // In this very tick if possible: the program may be about to end.
      if (port) return write(port, entry);
      const found = await begun();
      return found ? write(found, entry) : NOT_OPEN;
    },
    async readAudit() {
      const found = port ?? (await begun());
      const read = await found?.journal.audit(AUDIT_LINES);
      store.setState({ audit: read?.ok ? { kind: 'read', lines: read.value } : { kind: 'unreadable' } });
    },
    auditHead: () => (matters ? (lastHead ?? headNow()) : undefined),
    async close() {
      stop();
      lastHead = headNow();
      closed = true;
      await port?.journal.close();
    },
  };
}
