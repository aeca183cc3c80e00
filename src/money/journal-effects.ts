// Opens the journal once, after the first frame, and keeps the store's copy up to date. Screens show the copy.

import type { AuditEntry } from '../journal/audit.ts';
import type { Resolution, Row } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalPort, OpenJournal } from '../journal/open-journal.ts';
import type { ProcessId } from '../journal/processes.ts';
import type { Clock } from '../lib/clock.ts';
import { isCodeGone } from '../lib/later.ts';
import { t, type Visible } from '../lib/visible.ts';
import { createLateOutcomes, type LateOutcomes } from '../sending/late-outcomes.ts';
import {
  isInFlight,
  isOnItsWay,
  journalFacts,
  journalRows,
  withReading,
  withRow,
  withRowsAs,
} from '../store/journal-view.ts';
import { warn, warning } from '../store/notices.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { currentView, frontKey } from '../store/workspace.ts';

/** The newest rows at first. The store also has all unresolved ones. */
const SHOWN = 500;
const MORE = 2000;
/** In ms, between two looks for writes of other consoles. */
const LOOK = 2000;
/** In ms. After it an action uses the store's copy. */
const WAIT = 500;
/** A busy day has fewer. */
const AUDIT_LINES = 5000;

const MATTERS: ReadonlySet<AuditEntry['kind']> = new Set(['grant-given', 'card-reveal', 'exported']);
const NOT_OPEN = t`The journal is not open, so nothing can be recorded in it.`;
const UPDATED = t`Purser was updated while it was open, so it can't record or send writes. Quit, and start Purser again.`;
const NOT_READ = t`The journal did not answer in time. Writes from other consoles may be missing.`;

interface JournalDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly openJournal: OpenJournal;
}

export interface JournalEffects {
  open(): Promise<JournalPort | undefined>;
  /** Another console may have written or ended. */
  refresh(): Promise<void>;
  /** Waits at most 500 ms, and warns if that was too short. */
  current(): Promise<void>;
  older(): void;
  tell(row: Row): void;
  /** The result is a sentence if recording failed. */
  resolve(requestId: string, resolution: Resolution): Promise<Visible | undefined>;
  /** Records as UNKNOWN a write that Purser will not wait for. */
  lose(requestId: string): Promise<void>;
  /** The outcomes that the journal could not record yet. Each look at the journal tries again. */
  readonly late: LateOutcomes;
  /** The entries in the store. */
  rows(): readonly Row[];
  /** As this console writes it. Undefined until the journal is open. */
  self(): ProcessId | undefined;
  /** Waits for the journal. The screen shows a failure too. */
  note(entry: AuditEntry): Promise<Visible | undefined>;
  readAudit(): Promise<void>;
  /** The end of the audit log. Undefined if nothing was recorded that a person may have to prove. */
  auditHead(): Visible | undefined;
  close(): Promise<void>;
}

const sendsElsewhere = (state: State): boolean =>
  journalRows(state).some(row => isInFlight(row, state) && !isOnItsWay(row, state));

/** The server no longer lets this operator read, or is away. The store does not know that yet. */
const hasVanished = (version: number | undefined, state: State): boolean =>
  version === undefined && state.journal.kind === 'open' && journalFacts(state).offlineSince === undefined;

export function createJournalEffects({ store, clock, openJournal }: JournalDeps): JournalEffects {
  let opened: Promise<JournalPort | undefined> | undefined;
  let port: JournalPort | undefined;
  let stop = (): void => {};
  let shown = SHOWN;
  let closed = false;
  let lastHead: Visible | undefined;
  /** A sign-in alone does not count. */
  let matters = false;
  /** A late reading never replaces a newer one. */
  let begunReadings = 0;
  let newestReading = 0;
  const late = createLateOutcomes({
    journal: () => port?.journal,
    tell: row => tell(row),
    changed: () => store.setState(({ journal }) => ({ journal: withRowsAs(journal, late.shown) })),
  });

  /** An UNKNOWN write is still UNKNOWN when the disk fails. */
  const lock = (why: Visible, offlineSince?: number): void =>
    store.setState(state => ({
      journal: {
        ...{ kind: 'locked', why, rows: journalRows(state) },
        ...(offlineSince !== undefined && { offlineSince }),
      },
      notice: warning(why),
    }));

  async function begin(): Promise<JournalPort | undefined> {
    const found = await openJournal().catch((error: unknown) => {
      if (!isCodeGone(error)) throw error;
      return { locked: UPDATED };
    });
    if ('locked' in found) {
      lock(found.locked);
      return undefined;
    }
    // The console may have ended while a long journal opened.
    if (closed) {
      await found.journal.close();
      return undefined;
    }
    port = { ...found, journal: late.reading(found.journal) };
    const seen = await found.journal.version();
    await refresh();
    watch(port.journal, seen);
    return store.getState().journal.kind === 'open' ? port : undefined;
  }

  /** After another console wrote, or was killed during a write. */
  function watch(journal: Journal, first: number | undefined): void {
    let seen = first;
    const look = async (): Promise<void> => {
      await late.record();
      const now = await journal.version();
      const state = store.getState();
      // A killed console leaves the version unchanged. A team's server reports dead consoles.
      const news = journal.shut?.() !== journalFacts(state).shut;
      if (now !== seen || news || hasVanished(now, state) || (!journal.approvals && sendsElsewhere(state)))
        await refresh();
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
    await late.record();
    // The writes of consoles that have ended become UNKNOWN first.
    const { unwritable } = await journal.recover();
    const listed = await journal.list({ limit: most + 1 });
    const unresolved = await journal.unresolved();
    if (closed || reading < newestReading) return;
    newestReading = reading;
    if (unwritable !== undefined) warn(store, unwritable);
    const since = journal.offlineSince?.();
    if (!listed.ok) return lock(listed.unreadable, since);
    if (!unresolved.ok) return lock(unresolved.unreadable, since);
    const unread = journal.unread?.();
    // A late outcome may have come meanwhile.
    const read = {
      newest: listed.value.slice(0, most).map(late.shown),
      unresolved: unresolved.value.map(late.shown),
      complete: listed.value.length <= most && unread === undefined,
      self: journal.self,
      offlineSince: since,
      outdated: journal.outdated?.(),
      shut: journal.shut?.(),
      unread,
    };
    store.setState(state => ({ journal: withReading(state.journal, read) }));
  }

  const tell = (row: Row): void => {
    matters = true;
    store.setState(({ journal }) => ({ journal: withRow(journal, late.shown(row)) }));
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
    warn(store, noted.unwritable);
    return noted.unwritable;
  }

  return {
    open: begun,
    refresh,
    async current() {
      const { promise: tooLong, resolve } = Promise.withResolvers<'too long'>();
      const cancel = clock.after(WAIT, () => resolve('too long'));
      const first = await Promise.race([refresh(), tooLong]);
      cancel();
      if (first === 'too long') warn(store, NOT_READ);
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
      // A person can resolve only an outcome that the journal has.
      await late.record();
      const recorded = await port.journal.resolve(requestId, resolution);
      if (recorded.ok) {
        tell(recorded.row);
        return undefined;
      }
      await refresh();
      return 'barred' in recorded ? recorded.barred : recorded.unwritable;
    },
    async lose(requestId) {
      const settled = await port?.journal.settle(requestId, 'UNKNOWN');
      if (settled?.ok) tell(settled.row);
    },
    late,
    rows: () => journalRows(store.getState()),
    self: () => port?.journal.self,
    async note(entry) {
      if (closed) return NOT_OPEN;
      // In the same tick if possible, because the program may be about to end.
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
      closed = true;
      await late.recordLast();
      lastHead = headNow();
      await port?.journal.close();
    },
  };
}

interface CurrentJournalDeps {
  readonly store: Store;
  readonly journal: Pick<JournalEffects, 'current'>;
}

export async function withCurrentJournal(
  { store, journal }: CurrentJournalDeps,
  act: () => void,
): Promise<void> {
  const before = store.getState();
  await journal.current();
  if (isStillThere(before, store.getState())) act();
}

/** The same record of the same customer, with no new overlay, prompt or lock over it. */
export function isStillThere(before: State, after: State): boolean {
  const { cursorKey } = currentView(before);
  return (
    (after.prompt === undefined || before.prompt !== undefined) &&
    after.lock === before.lock &&
    (after.overlay === undefined || isSame(after.overlay, before.overlay)) &&
    frontKey(after) === frontKey(before) &&
    // A list without a selection selects its first record when the rows arrive.
    (cursorKey === undefined || currentView(after).cursorKey === cursorKey)
  );
}

/** Scrolled or typed text does not matter. */
const isSame = (one: State['overlay'], other: State['overlay']): boolean =>
  one === other ||
  (one?.kind === 'dialog' && other?.kind === 'dialog' && one.dialog.requestId === other.dialog.requestId);

/** In ms. Some entries do not change the journal's rows. */
const EVERY = 60_000;

interface WatchAuditDeps {
  readonly store: Store;
  readonly journal: Pick<JournalEffects, 'readAudit'>;
  readonly wanted: (state: State) => boolean;
}

export function watchAudit({ store, journal, wanted }: WatchAuditDeps): () => void {
  let last: { readonly journal: State['journal']; readonly minute: number } | undefined;
  const check = (): void => {
    const state = store.getState();
    const minute = Math.floor(state.now / EVERY);
    if (!wanted(state)) last = undefined;
    else if (last?.journal !== state.journal || last.minute !== minute) {
      last = { journal: state.journal, minute };
      void journal.readAudit();
    }
  };
  const unsubscribe = store.subscribe(check);
  check();
  return unsubscribe;
}
