// The store and every effect, as key commands use them. The root makes one App and passes it to every command.

import type { Clipboard } from '../effects/clipboard.ts';
import type { Documents } from '../effects/documents.ts';
import type { Exports } from '../effects/exports.ts';
import type { Editing } from '../effects/external-editor.ts';
import type { LockEffects } from '../effects/idle-lock.ts';
import type { WatchEffects } from '../effects/keep-watches.ts';
import type { Lists } from '../effects/lists.ts';
import type { NewUsers } from '../effects/new-users.ts';
import type { PolicyEffects } from '../effects/policy.ts';
import type { Quotes } from '../effects/quotes.ts';
import type { BooksEffects } from '../effects/read-books.ts';
import type { Reveals } from '../effects/reveals.ts';
import type { Saves } from '../effects/saves.ts';
import type { SearchEffects } from '../effects/search.ts';
import type { SessionEffects } from '../effects/session.ts';
import type { CustomerEffects } from '../effects/switch-customer.ts';
import type { ViewEffects } from '../effects/views.ts';
import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';
import type { ApprovalEffects } from './approval-effects.ts';
import type { GrantEffects } from './grant.ts';
import type { JournalEffects } from './journal-effects.ts';
import type { TogetherEffects } from './together-effects.ts';
import type { WriteDialog } from './write-dialog.ts';
import type { WriteRules } from './write-rules.ts';

export interface OutcomeChecks {
  /** Checks this write for its own customer. A write at another service is not checked. */
  load(row: Row): Promise<void>;
  abandon(row: Row): boolean;
  abandonAll(): void;
  /** Whether the last check is older than the entry's state, or than a change of the same record. */
  isDue(row: Row): boolean;
}

export interface App {
  readonly store: Store;
  readonly clock: Clock;
  readonly session: SessionEffects;
  readonly lists: Lists;
  readonly documents: Documents;
  readonly search: SearchEffects;
  readonly books: BooksEffects;
  readonly quotes: Quotes;
  readonly customers: CustomerEffects;
  readonly journal: JournalEffects;
  readonly grant: GrantEffects;
  readonly policy: PolicyEffects;
  readonly outcomeChecks: OutcomeChecks;
  readonly rules: WriteRules;
  readonly dialog: WriteDialog;
  readonly approvals: ApprovalEffects;
  /** Stores the card's details nowhere. */
  readonly reveals: Reveals;
  readonly lock: LockEffects;
  readonly views: ViewEffects;
  readonly together: TogetherEffects;
  readonly watches: WatchEffects;
  readonly clipboard: Clipboard;
  readonly exports: Exports;
  readonly newUsers: NewUsers;
  readonly saves: Saves;
  readonly editing: Editing;
  readonly inFlight: () => number;
  /** Drops the customer's cached data, so that every screen reads it again. */
  forget(): void;
  redraw(): void;
  suspend(): void;
  /** While a write is on its way, asks first, unless `confirmed`. */
  quit(confirmed?: 'confirmed'): void;
}
