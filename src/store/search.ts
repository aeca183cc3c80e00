// A search at the service, list by list: the text, and the progress.

export interface ServiceSearch {
  readonly text: string;
  /** The customer's key. */
  readonly owner: string;
  /** `full`: the search stopped at the limit of read rows. */
  readonly phase: 'searching' | 'stopped' | 'full' | 'done';
  /** The data was dropped or is read again. The matches of the earlier search stay until this search has ended. */
  readonly again?: boolean;
  /** Query keys of the lists that Purser could not read completely. */
  readonly failed: readonly string[];
}
