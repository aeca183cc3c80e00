// The store and every effect, as key commands use them. The root makes one App and passes it to every command.

import type { Clipboard } from '../effects/clipboard.ts';
import type { CustomerEffects } from '../effects/customers.ts';
import type { Documents } from '../effects/documents.ts';
import type { Editing } from '../effects/editing.ts';
import type { Exports } from '../effects/exports.ts';
import type { Lists } from '../effects/lists.ts';
import type { LockEffects } from '../effects/lock.ts';
import type { NewUserFiles } from '../effects/new-user-files.ts';
import type { NewUsers } from '../effects/new-users.ts';
import type { Quotes } from '../effects/quotes.ts';
import type { Reveals } from '../effects/reveals.ts';
import type { Saves } from '../effects/saves.ts';
import type { SearchEffects } from '../effects/search.ts';
import type { SessionEffects } from '../effects/session.ts';
import type { ViewEffects } from '../effects/views.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';
import type { ApprovalEffects } from './approvals.ts';
import type { WriteRules } from './earlier-warnings.ts';
import type { GrantEffects } from './grant.ts';
import type { JournalEffects } from './journal.ts';
import type { Writes } from './question.ts';
import type { TogetherEffects } from './together.ts';

export interface OutcomeChecks {
  /** Checks this write against the service, for its customer. A write at another service is not checked. */
  load(row: Row): Promise<void>;
  /** Stops the running check; false if there was none. */
  abandon(row: Row): boolean;
  abandonAll(): void;
  /** Whether the entry can be checked, and its last check is older than its state or than a change of the same record. */
  isDue(row: Row): boolean;
}

export interface App {
  readonly store: Store;
  readonly clock: Clock;
  readonly session: SessionEffects;
  readonly lists: Lists;
  readonly documents: Documents;
  /** Searches the service when no loaded row matches. */
  readonly search: SearchEffects;
  readonly quotes: Quotes;
  readonly customers: CustomerEffects;
  readonly journal: JournalEffects;
  readonly grant: GrantEffects;
  /** Checks unresolved writes against the service. */
  readonly outcomeChecks: OutcomeChecks;
  /** The rules about earlier writes, for all writes. */
  readonly rules: WriteRules;
  /** Every write, and its dialog. */
  readonly writes: Writes;
  /** Requests that wait for the approval of another person. */
  readonly approvals: ApprovalEffects;
  /** Shows the details of a card, and stores them nowhere. */
  readonly reveals: Reveals;
  readonly lock: LockEffects;
  readonly views: ViewEffects;
  /** Presence, handovers and notes, where a team shares the journal. */
  readonly together: TogetherEffects;
  readonly clipboard: Clipboard;
  readonly exports: Exports;
  /** The draft of a new customer, and its import and export. */
  readonly newUsers: NewUsers;
  readonly newUserFiles: NewUserFiles;
  readonly saves: Saves;
  readonly editing: Editing;
  readonly inFlight: () => number;
  /** Drops the current customer's cached data, so that every screen reads it again. */
  forget(): void;
  /** Clears the terminal and draws everything again. */
  redraw(): void;
  /** Gives the terminal back to the shell until the process is continued. */
  suspend(): void;
  /** Ends the console. While a write is on its way, asks first, unless the person has `confirmed`. */
  quit(confirmed?: 'confirmed'): void;
}
