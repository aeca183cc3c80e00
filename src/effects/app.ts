// What a key may use: the store and every effect. Made once in the root; a command takes it and closes over nothing else.

import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';
import type { CustomerEffects } from './customers.ts';
import type { Documents } from './documents.ts';
import type { Lists } from './lists.ts';
import type { SessionEffects } from './session.ts';

export interface App {
  readonly store: Store;
  readonly clock: Clock;
  readonly session: SessionEffects;
  readonly lists: Lists;
  readonly documents: Documents;
  readonly customers: CustomerEffects;
  /** Drops what is cached for the current customer, so that every screen reads anew. */
  forget(): void;
  /** Clears the terminal and draws everything anew. */
  redraw(): void;
  /** Gives the terminal back to the shell until the process is continued. */
  suspend(): void;
  quit(): void;
}
