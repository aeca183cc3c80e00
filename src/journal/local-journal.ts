// The journal of one machine: the port over a file. Each call takes effect before its promise is returned.
import type { Visible } from '../lib/visible.ts';
import type { Journal, Unwritable } from './journal.ts';

type JournalMember = Journal[keyof Journal];

/** The same call without a promise. */
type AtOnce<Called extends JournalMember> = Called extends (...given: infer Given) => Promise<infer Result>
  ? (...given: Given) => Result
  : Called;

/** `days`: since the end of an entry, or since a note was written. Without `userId`: of all customers. */
export interface PruneWanted {
  readonly days: number;
  readonly userId?: string;
}

export interface Pruned {
  readonly entries: number;
  readonly notes: number;
}

/** A step is on the disk when its call returns, and in the file itself before Purser sends a request. */
export type FileJournal = { readonly [Name in keyof Journal]: AtOnce<Journal[Name]> } & {
  readonly mode: 'wal' | 'delete';
  /**
   * Deletes the content of old entries and notes, and their bytes from the file. `left`: why the bytes may still be there.
   * `clock`: why the clock can't tell what is old, in whole sentences.
   */
  prune(
    wanted: PruneWanted,
  ):
    | ({ readonly ok: true; readonly left?: Visible } & Pruned)
    | { readonly ok: false; readonly clock: Visible }
    | Unwritable;
} & Required<Pick<Journal, 'notes'>>;

export function localJournal(file: FileJournal): Journal {
  return {
    self: file.self,
    prepare: async (intent, second) => file.prepare(intent, second),
    sent: async requestId => file.sent(requestId),
    repeat: async (requestId, what) => file.repeat(requestId, what),
    settle: async (...outcome) => file.settle(...outcome),
    resolve: async (requestId, resolution) => file.resolve(requestId, resolution),
    recover: async () => file.recover(),
    equals: async intent => file.equals(intent),
    unresolved: async () => file.unresolved(),
    list: async wanted => file.list(wanted),
    get: async requestId => file.get(requestId),
    note: async entry => file.note(entry),
    notes: service => file.notes(service),
    audit: async limit => file.audit(limit),
    auditHead: () => file.auditHead(),
    version: async () => file.version(),
    close: async () => file.close(),
  };
}
