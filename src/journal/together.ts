// What a team shares beside its entries: who is where, who answers for an unresolved entry, notes, and views of lists.
import type { Customer } from '../api/client/service.ts';
import type { Visible } from '../lib/visible.ts';
import type { Barred, ReadResult, Recorded, Unwritable } from './journal.ts';

/** Where an operator is. `doing` is the title of the dialog that is open, or empty. */
export interface Whereabouts {
  readonly customer: Customer;
  readonly doing: string;
}

/** Another operator, seen less than 2 minutes ago. */
export interface Presence extends Whereabouts {
  readonly person: string;
}

interface NoteCount {
  readonly customer: Customer;
  readonly notes: number;
}

/** On a customer, or on one of their records, 500 characters at most. Nobody changes it, and it never goes to the service. */
export interface Note {
  readonly number: number;
  /** The ID of the record; the note is on the customer without one. */
  readonly record?: string;
  readonly author: string;
  /** Epoch ms, by the server's clock. */
  readonly at: number;
  readonly text: string;
}

export interface SharedView {
  readonly place: string;
  readonly name: string;
  readonly person: string;
  /** From a colleague's console: to be checked like anything from outside. */
  readonly view: unknown;
}

export interface News {
  /** This operator's own name. */
  readonly me: string;
  /** Everybody who can take an entry over, by name. */
  readonly people: readonly string[];
  readonly here: readonly Presence[];
  /** Of the customers that were asked for; those without a note are missing. */
  readonly counts: readonly NoteCount[];
}

export type Shared = { readonly ok: true } | { readonly ok: false; readonly why: Visible };

/** Every failure is a value. What it records has a line in the audit log, except `look`. */
export interface Together {
  /** Tells where this operator is, if anywhere, and asks what the others do at these customers. */
  look(where: Whereabouts | undefined, customers: readonly Customer[]): Promise<ReadResult<News>>;
  /** The newest 200 notes on a customer and their records, newest first. */
  notes(customer: Customer): Promise<ReadResult<readonly Note[]>>;
  addNote(customer: Customer, text: string, record?: string): Promise<Shared>;
  /** Offers an UNKNOWN entry to a person, who has to accept it. Oneself accepts at once. */
  handOver(requestId: string, person: string): Promise<Recorded | Barred | Unwritable>;
  /** The answer of the person to whom it was offered. */
  answer(requestId: string, accepts: boolean): Promise<Recorded | Barred | Unwritable>;
  views(): Promise<ReadResult<readonly SharedView[]>>;
  /** Replaces one's own view of the same name; a colleague's view is never replaced. */
  shareView(place: string, name: string, view: object): Promise<Shared>;
  /** One's own view, or a view of somebody who is no operator any more. */
  unshareView(place: string, name: string): Promise<Shared>;
}
