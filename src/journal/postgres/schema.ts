// A team's record as PostgreSQL keeps it: what brings a database up to this version.
import { ADMIN, IMPORT } from './admin-functions.ts';
import { CONSOLES, GRANTS, INNER, READING, STEPS } from './functions.ts';
import { GUARDS, RIGHTS, TABLES } from './tables.ts';
import { TOGETHER, TOGETHER_INNER, TOGETHER_TABLES } from './together-schema.ts';

/** Tables: one step per version; a step that was published is never changed. */
const steps: readonly string[] = [`${TABLES}${GUARDS}${RIGHTS}`, TOGETHER_TABLES];

/** Grows with every change of the tables or the functions. A console of another version writes nothing. */
export const SCHEMA_VERSION = 2;

/** What brings a schema of `version` up to date, as the owner and in one transaction. 0 is none. */
export const upgrade = (version: number): string =>
  [
    ...steps.slice(version),
    // Functions hold no rows: each version brings all of its own.
    ...[INNER, TOGETHER_INNER, READING, STEPS, CONSOLES, ADMIN, IMPORT, GRANTS, TOGETHER],
    `UPDATE purser.version SET number = ${SCHEMA_VERSION};`,
  ].join('\n');
