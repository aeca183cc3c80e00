// The store and every effect, as key commands use them. The root makes one App and passes it to every command.

import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';
import type { ApprovalEffects } from './approvals.ts';
import type { Clipboard } from './clipboard.ts';
import type { CustomerEffects } from './customers.ts';
import type { Documents } from './documents.ts';
import type { Editing } from './editing.ts';
import type { Exports } from './exports.ts';
import type { GrantEffects } from './grant.ts';
import type { JournalEffects } from './journal.ts';
import type { Lists } from './lists.ts';
import type { LockEffects } from './lock.ts';
import type { NewUserFiles } from './new-user-files.ts';
import type { NewUsers } from './new-users.ts';
import type { Writes } from './question.ts';
import type { Quotes } from './quotes.ts';
import type { Reveals } from './reveals.ts';
import type { Saves } from './saves.ts';
import type { SearchEffects } from './search.ts';
import type { SessionEffects } from './session.ts';
import type { TogetherEffects } from './together.ts';
import type { ViewEffects } from './views.ts';

export interface OutcomeChecks {
  /** For the write's customer. A write at another service is not checked. */
  load(row: Row): Promise<void>;
  abandon(row: Row): boolean;
  abandonAll(): void;
}

export interface App {
  readonly store: Store;
  readonly clock: Clock;
  readonly session: SessionEffects;
  readonly lists: Lists;
  readonly documents: Documents;
  readonly search: SearchEffects;
  readonly quotes: Quotes;
  readonly customers: CustomerEffects;
  readonly journal: JournalEffects;
  readonly grant: GrantEffects;
  readonly outcomeChecks: OutcomeChecks;
  readonly writes: Writes;
  readonly approvals: ApprovalEffects;
  /** Stores the details nowhere. */
  readonly reveals: Reveals;
  readonly lock: LockEffects;
  readonly views: ViewEffects;
  readonly together: TogetherEffects;
  readonly clipboard: Clipboard;
  readonly exports: Exports;
  readonly newUsers: NewUsers;
  readonly newUserFiles: NewUserFiles;
  readonly saves: Saves;
  readonly editing: Editing;
  readonly inFlight: () => number;
  /** Drops the customer's cached data, so that every screen reads it again. */
  forget(): void;
  redraw(): void;
  /** Until the process is continued. */
  suspend(): void;
  /** While a write is on its way, asks first, unless the person has `confirmed`. */
  quit(confirmed?: 'confirmed'): void;
}
