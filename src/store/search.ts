// A search that asks the service list by list: its text, and how far it came.

export interface ServiceSearch {
  readonly text: string;
  /** The customer's key. */
  readonly owner: string;
  /** `full`: the search stopped at the limit of read rows. */
  readonly phase: 'searching' | 'stopped' | 'full' | 'done';
  /** Query keys of lists that could not be read on. */
  readonly failed: readonly string[];
}
