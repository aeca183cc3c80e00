// A search at the service, list by list: the text, and the progress.

export interface ServiceSearch {
  readonly text: string;
  /** The customer's key. */
  readonly owner: string;
  /** `full`: the search stopped at the limit of read rows. */
  readonly phase: 'searching' | 'stopped' | 'full' | 'done';
  /** Query keys of the lists that Purser could not read completely. */
  readonly failed: readonly string[];
}
