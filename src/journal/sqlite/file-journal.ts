// The journal over an open file: every step of a row is one transaction, and every failure a value.
import { repeatableForMs } from '../../api/contract/operation.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Visible, visible } from '../../lib/visible.ts';
import { type AuditEntry, headText } from '../audit.ts';
import { ownerOf, type Row } from '../intent.ts';
import type { Barred, ReadResult, Recorded, Stepped, Unwritable } from '../journal.ts';
import { notRead, notWritten, refusals } from '../journal-sentences.ts';
import type { FileJournal } from '../local-journal.ts';
import { checkRepeat, mayBeDone, PRUNED, secondTo, stillSo, unnamed } from '../possible-duplicates.ts';
import type { Processes, ProcessId } from '../processes.ts';
import { kept, keptTexts } from '../stored-row.ts';
import { appendAudit, headOf, newestLines, writeEntry } from './audit-table.ts';
import {
  causeOf,
  type Database,
  isRefusal,
  moveLogIntoFile,
  sleep,
  snapshot,
  transact,
  waitingAtMost,
} from './database.ts';
import { notesIn } from './local-notes.ts';
import { checkClock, prunePart } from './prune.ts';
import {
  findEquals,
  findRow,
  findRows,
  findUnresolved,
  insertIntent,
  insertTransition,
  type RowChange,
} from './sealed-rows.ts';

export interface JournalNeeds {
  readonly clock: Clock;
  readonly processes: Processes;
  /** Hides the parts of answers, messages, evidence and notes that must not be stored. Request bodies don't change. */
  readonly redact: (text: string) => string;
  /** This machine's user, for the audit log. */
  readonly operator: string;
  /** How long, in ms, a write waits for another console's write. The program freezes meanwhile. */
  readonly busyMs: number;
  /** Whether the next start will read this file. */
  readonly inPlace: () => boolean;
}

/** The longest wait for readers, in ms, before a request leaves. The screen freezes meanwhile. */
const BEFORE_SENDING = 500;
/** In ms, between two transactions of a pruning: SQLite lets a waiting console try every 100 ms. */
const TURN = 150;
/** A step that is lost with SQLite's log becomes UNKNOWN, and the write is never sent twice. */
const OTHERWISE = 50;

/** The database is open and trusted. */
export function createFileJournal(
  database: Database,
  mode: FileJournal['mode'],
  needs: JournalNeeds,
): FileJournal {
  const { clock, processes, redact, operator, busyMs, inPlace } = needs;
  const { self } = processes;
  const now = () => clock.wall();

  const read = readingIn(database);
  const readings = readingsOf(database, read);

  /** Why the last record is only in SQLite's own log. */
  let onlyInLog: Visible | undefined;

  function change<T>(work: () => T, waitMs = OTHERWISE): T {
    if (!inPlace()) throw new Error('the file was moved or removed while it was open');
    const done = transact(database, work);
    onlyInLog = moveLogIntoFile(database, Math.min(waitMs, busyMs), busyMs);
    return done;
  }

  const note = (entry: AuditEntry, seal?: string): void =>
    appendAudit(database, entry, { at: now(), process: self, operator, redact }, seal);

  function move(requestId: string, change: RowChange): Recorded {
    const seal = insertTransition(database, requestId, change);
    const moved = recorded(database, requestId);
    note(writeEntry(moved.row), seal);
    return moved;
  }

  function step(
    requestId: string,
    allowed: (row: Row) => Barred | undefined,
    next: (row: Row) => RowChange,
    waitMs?: number,
  ): Stepped {
    return attempt(() =>
      change(() => {
        const row = findRow(database, requestId);
        if (row === undefined) return { ok: false, barred: refusals.absent };
        const against = allowed(row);
        if (against !== undefined) return against;
        try {
          return move(requestId, next(row));
        } catch (error) {
          if (isRefusal(error)) return barred(row, refusals.state(row.state));
          throw error;
        }
      }, waitMs),
    );
  }

  /** A step that is only in SQLite's log could get lost, and its request would leave no trace. */
  function beforeSending<Done extends { readonly ok: false }>(done: Recorded | Done) {
    if (!done.ok || onlyInLog === undefined) return done;
    const unwritable = notWritten(onlyInLog);
    const back = settle(done.row.intent.requestId, 'NOT SENT');
    return { ok: false as const, unwritable, ...(back.ok ? { row: back.row } : { left: done.row }) };
  }

  /** Free parts of the file may still have deleted text, and SQLite's log may too. Returns why they still may. */
  function erase(): Visible | undefined {
    try {
      // Otherwise SQLite makes a copy in the system's folder for temporary files.
      database.exec('PRAGMA temp_store = MEMORY; VACUUM');
    } catch (error) {
      return causeOf(error);
    }
    return moveLogIntoFile(database, busyMs, busyMs);
  }

  const settle: FileJournal['settle'] = (requestId, outcome, answer, waitMs) => {
    const record = () =>
      step(requestId, own, row => {
        const provesNothing = row.wasUnknown && outcome !== 'DONE';
        return {
          to: provesNothing ? 'UNKNOWN' : outcome,
          at: now(),
          answer: answer && kept(answer, redact),
          ...by,
        };
      });
    return waitMs === undefined ? record() : attempt(() => waitingAtMost(database, waitMs, busyMs, record));
  };

  const own = (row: Row) => (same(ownerOf(row), self) ? undefined : barred(row, refusals.notOurs));
  const by = { process: self };

  return {
    ...readings,
    mode,
    self,
    prepare: (intent, second) =>
      beforeSending(
        attempt(() => {
          if (intent.body?.isWellFormed() === false) return { ok: false, barred: refusals.body };
          return change(() => {
            const earlier = findRow(database, intent.requestId);
            if (earlier !== undefined) return barred(earlier, refusals.usedId);
            const equals = findEquals(database, intent).filter(mayBeDone);
            const naming = stillSo(second ?? { named: [] }, requestId => findRow(database, requestId));
            const equal = unnamed(equals, naming);
            if (equal.length > 0) return { ok: false, equal };
            insertIntent(database, intent, secondTo(equals, second?.named));
            return move(intent.requestId, { to: 'PREPARED', at: now(), ...by });
          }, BEFORE_SENDING);
        }),
      ),
    sent: requestId =>
      step(
        requestId,
        row => own(row) ?? (row.state === 'PREPARED' ? undefined : barred(row, refusals.state(row.state))),
        () => ({ to: 'SENT', at: now(), ...by }),
      ),
    repeat: (requestId, what) =>
      beforeSending(
        step(
          requestId,
          row => {
            if (row.state === 'PREPARED') return barred(row, refusals.state(row.state));
            if (row.prunedAt !== undefined) return barred(row, PRUNED);
            const age = now() - row.intent.createdAt;
            // If somebody put the clock back, the age isn't known.
            if (!(age >= 0 && age < repeatableForMs)) return barred(row, refusals.tooOld);
            if (row.state === 'UNKNOWN' && row.intent.repeatable !== true)
              return barred(row, refusals.notRepeatable);
            const why = checkRepeat(row, findEquals(database, row.intent));
            return why === undefined ? undefined : barred(row, why);
          },
          () => ({ to: 'SENT', at: now(), what, ...by }),
          BEFORE_SENDING,
        ),
      ),
    settle,
    resolve: (requestId, { by: who, verdict, evidence, note }) =>
      step(
        requestId,
        () => undefined,
        () => ({
          to: 'RESOLVED',
          at: now(),
          resolution: { by: who, verdict, ...keptTexts({ evidence, note }, redact) },
          ...by,
        }),
      ),
    recover() {
      const recovered: Row[] = [];
      const left = readings.unresolved();
      if (!left.ok) return { recovered, unwritable: left.unreadable };
      for (const { intent, state, transitions } of left.value) {
        const owner = transitions.at(-1)?.process;
        if (state === 'UNKNOWN' || owner === undefined || processes.alive(owner)) continue;
        const done = step(
          intent.requestId,
          row => (same(ownerOf(row), owner) ? undefined : barred(row, refusals.notOurs)),
          () => ({ to: 'UNKNOWN', at: now(), ...by }),
        );
        if (done.ok) recovered.push(done.row);
        else if ('unwritable' in done) return { recovered, unwritable: done.unwritable };
      }
      return { recovered };
    },
    prune: wanted =>
      attempt(() => {
        const clock = checkClock(database, now());
        if (clock) return { ok: false, clock };
        database.exec('PRAGMA secure_delete = ON');
        const pruned = { entries: 0, notes: 0 };
        let from: number | undefined;
        do {
          if (from !== undefined) sleep(TURN);
          const after = from;
          const part = change(() =>
            prunePart(database, wanted, { at: now(), process: self, operator, redact }, after),
          );
          pruned.entries += part.entries;
          pruned.notes += part.notes;
          from = part.next;
        } while (from !== undefined);
        const left = erase();
        return { ok: true, ...pruned, ...(left !== undefined && { left }) };
      }),
    note: entry =>
      attempt(() => {
        change(() => note(entry));
        return { ok: true };
      }),
    notes: service =>
      notesIn(database, {
        ...{ service, clock, operator, redact, note },
        change: work => attempt(() => change(work)),
        read,
      }),
    close() {
      try {
        database.close();
      } catch {
        // The file was closed already, or the disk failed. A recorded step is in the file or its log.
      }
    },
  };
}

function attempt<T>(work: () => T): T | Unwritable {
  try {
    return work();
  } catch (error) {
    return { ok: false, unwritable: notWritten(causeOf(error)) };
  }
}

/** Inside the transaction: if the read fails, nothing is recorded. */
function recorded(database: Database, requestId: string): Recorded {
  const row = findRow(database, requestId);
  if (row === undefined) throw new Error('the row is missing');
  return { ok: true, row };
}

const barred = (row: Row, why: Visible): Barred => ({ ok: false, barred: why, row });

const same = (one: ProcessId | undefined, other: ProcessId): boolean =>
  one?.pid === other.pid && one.started === other.started;

type FileReading = 'equals' | 'unresolved' | 'list' | 'get' | 'audit' | 'auditHead' | 'version';

const readingIn =
  (database: Database) =>
  <T>(work: () => T): ReadResult<T> => {
    try {
      return { ok: true, value: snapshot(database, work) };
    } catch (error) {
      return { ok: false, unreadable: notRead(causeOf(error)) };
    }
  };

function readingsOf(database: Database, read: ReturnType<typeof readingIn>): Pick<FileJournal, FileReading> {
  return {
    equals: intent => read(() => findEquals(database, intent)),
    unresolved: () => read(() => findUnresolved(database)),
    list: ({ filters = {}, limit = 100 } = {}) => read(() => findRows(database, filters, limit)),
    get: requestId => read(() => findRow(database, requestId)),
    audit: limit => read(() => newestLines(database, limit)),
    auditHead() {
      const head = read(() => headOf(database));
      return head.ok && head.value ? visible(headText(head.value)) : undefined;
    },
    version() {
      try {
        return Number(database.rows('PRAGMA data_version')[0]?.['data_version']);
      } catch {
        return undefined;
      }
    },
  };
}
