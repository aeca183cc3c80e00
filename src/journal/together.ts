// Notes, and what the operators of a team share: presence, the owners of unresolved entries, and views of lists.
import type { Customer } from '../api/client/call-context.ts';
import { canonicalId } from '../lib/identifier.ts';
import type { Visible } from '../lib/visible.ts';
import type { ReadResult, Stepped } from './journal.ts';

/** `doing` is the title of the open dialog, or empty. */
export interface Whereabouts {
  readonly customer: Customer;
  readonly doing: string;
}

/** Another operator, seen less than 2 minutes ago. */
interface Presence extends Whereabouts {
  readonly person: string;
}

/** 500 characters at most. Nobody can change it, and it never goes to the service. */
export interface Note {
  readonly number: number;
  /** Absent for a note on the customer. */
  readonly record?: string;
  /** Empty if the system does not say who uses it. */
  readonly author: string;
  /** Epoch ms, by the clock of the journal. */
  readonly at: number;
  readonly text: string;
  /** The text was pruned from the file of this machine. */
  readonly pruned?: true;
}

export interface SharedView {
  readonly place: string;
  readonly name: string;
  readonly person: string;
  /** From a colleague's console: check it like any other outside data. */
  readonly view: unknown;
}

export interface News {
  readonly me: string;
  /** All who can take an entry over. */
  readonly people: readonly string[];
  readonly here: readonly Presence[];
  /** Customers without a note are missing. */
  readonly counts: readonly { readonly customer: Customer; readonly notes: number }[];
}

/** `away`: the server gave no answer. */
export type Shared =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: Visible; readonly away?: true };

/** On the customers of one service. No promise rejects. Each new note has a line in the audit log. */
export interface Notes {
  /** The newest 200, newest first. */
  notes(customer: Customer): Promise<ReadResult<readonly Note[]>>;
  addNote(customer: Customer, text: string, record?: string): Promise<Shared>;
}

export const MOST_NOTES = 200;

/** A note of one machine. `id`: a team gets the note once. */
export interface LocalNote extends Pick<Note, 'record' | 'at' | 'text'> {
  readonly id: string;
  readonly customer: Customer;
}

/** In this machine's file. */
export interface LocalNotes extends Notes {
  counts(): Promise<ReadResult<News['counts']>>;
  /** Oldest first: the notes that this machine has not sent to its team. */
  unjoined(limit: number): Promise<ReadResult<readonly LocalNote[]>>;
  /** Marks the note as sent. */
  join(id: string): Promise<Shared>;
}

/** In their canonical spelling, because databases compare texts. */
export const namesOf = ({ userId, onBehalfOf }: Customer) => ({
  user: canonicalId(userId),
  for: onBehalfOf === undefined ? undefined : canonicalId(onBehalfOf),
});

/** No promise rejects. Each change has a line in the audit log, except a presence. */
export interface Together extends Notes {
  look(where: Whereabouts | undefined, customers: readonly Customer[]): Promise<ReadResult<News>>;
  /** From this machine's file. The team gets each note once. */
  joinNote(note: LocalNote): Promise<Shared>;
  /** The person has to accept an UNKNOWN entry. This operator takes it over immediately. */
  handOver(requestId: string, person: string): Promise<Stepped>;
  answer(requestId: string, accepts: boolean): Promise<Stepped>;
  views(): Promise<ReadResult<readonly SharedView[]>>;
  /** Replaces this operator's view of the same name, but never a colleague's. */
  shareView(place: string, name: string, view: object): Promise<Shared>;
  /** Also removes a view of a person who is no longer an operator. */
  unshareView(place: string, name: string): Promise<Shared>;
}
