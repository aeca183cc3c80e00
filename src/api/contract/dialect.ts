/** dialect.ts: INTERFACE.md's open questions that only a server can settle; one switch each, for client and simulator. */

export interface Dialect {
  /** The login's `scope` header: `none` doesn't send it, anything else is its value (Authentication, 3). */
  readonly scope: string;
}

export const defaultDialect: Dialect = { scope: 'none' };
