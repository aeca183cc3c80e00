// The journal of one machine: the port over a file, whose steps are done when they return.
import type { Journal } from './journal.ts';

type JournalMember = Journal[keyof Journal];

/** A call that needs no promise. */
type AtOnce<Called extends JournalMember> = Called extends (...given: infer Given) => Promise<infer Result>
  ? (...given: Given) => Result
  : Called;

/** The journal's file: each step is on the disk when it returns, and in the file itself before something is sent. */
export type FileJournal = { readonly [Name in keyof Journal]: AtOnce<Journal[Name]> } & {
  /** How SQLite keeps the file. */
  readonly mode: 'wal' | 'delete';
};

/** The port over a file. A call takes effect before its promise is returned. */
export function localJournal(file: FileJournal): Journal {
  return {
    self: file.self,
    prepare: async (intent, second) => file.prepare(intent, second),
    sent: async requestId => file.sent(requestId),
    repeat: async (requestId, what) => file.repeat(requestId, what),
    settle: async (requestId, outcome, answer) => file.settle(requestId, outcome, answer),
    resolve: async (requestId, resolution) => file.resolve(requestId, resolution),
    recover: async () => file.recover(),
    equals: async fingerprint => file.equals(fingerprint),
    unresolved: async () => file.unresolved(),
    list: async wanted => file.list(wanted),
    get: async requestId => file.get(requestId),
    note: async entry => file.note(entry),
    audit: async limit => file.audit(limit),
    auditHead: () => file.auditHead(),
    version: async () => file.version(),
    close: async () => file.close(),
  };
}
