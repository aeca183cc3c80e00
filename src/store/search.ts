// A search that asks the service list by list: what it is for, and how far it came.

export interface ServiceSearch {
  readonly text: string;
  /** The customer's key. */
  readonly owner: string;
  /** `full`: so many rows were read that it stopped by itself. */
  readonly phase: 'searching' | 'stopped' | 'full' | 'done';
  /** Query keys of lists that could not be read on. */
  readonly failed: readonly string[];
}
