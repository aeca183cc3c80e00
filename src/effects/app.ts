// What a key may use: the store and every effect. Made once in the root; a command takes it and closes over nothing else.

import type { Row } from '../journal/intent.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';
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
import type { SessionEffects } from './session.ts';

export interface ReadBacks {
  /** Reads anew whatever the interface has of this write, for the customer of the write; nothing of another service. */
  load(row: Row): Promise<void>;
  /** Ends the reading under way; false if there was none. */
  abandon(row: Row): boolean;
  abandonAll(): void;
}

export interface App {
  readonly store: Store;
  readonly clock: Clock;
  readonly session: SessionEffects;
  readonly lists: Lists;
  readonly documents: Documents;
  readonly quotes: Quotes;
  readonly customers: CustomerEffects;
  readonly journal: JournalEffects;
  readonly grant: GrantEffects;
  /** What the service shows of what isn't certain. */
  readonly readBacks: ReadBacks;
  /** Everything that changes something, and its dialog. */
  readonly writes: Writes;
  /** The one thing that is shown and kept nowhere: a card's details. */
  readonly reveals: Reveals;
  readonly lock: LockEffects;
  readonly clipboard: Clipboard;
  readonly exports: Exports;
  /** The draft of a new customer, and its way from files and into them. */
  readonly newUsers: NewUsers;
  readonly newUserFiles: NewUserFiles;
  readonly saves: Saves;
  readonly editing: Editing;
  /** How many writes are on their way. */
  readonly inFlight: () => number;
  /** Drops what is cached for the current customer, so that every screen reads anew. */
  forget(): void;
  /** Clears the terminal and draws everything anew. */
  redraw(): void;
  /** Gives the terminal back to the shell until the process is continued. */
  suspend(): void;
  quit(): void;
}
