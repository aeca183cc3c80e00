// The SQL that brings the PostgreSQL database of a team's journal up to this version.
import { ADMIN, IMPORT } from './admin-functions.ts';
import { APPROVAL_GRANTS, APPROVAL_INNER, APPROVALS, RULES } from './approval-functions.ts';
import { APPROVAL_TABLES } from './approval-tables.ts';
import { CONSOLES } from './console-functions.ts';
import { INNER, READING } from './record-functions.ts';
import { STEPS } from './step-functions.ts';
import { GUARDS, RIGHTS, TABLES, TURNS } from './tables.ts';
import { TOGETHER, TOGETHER_INNER, TOGETHER_TABLES } from './together-schema.ts';

/** The changes of the tables, one step per version; empty if only functions changed. Never change a published step. */
const steps: readonly string[] = [
  `${TABLES}${GUARDS}${RIGHTS}`,
  // The old `settle` did not know the attempt of an outcome. The old `beat` did not know the last log line the console had.
  'DROP FUNCTION IF EXISTS purser.settle(uuid, text, text, jsonb, text, boolean), purser.beat(uuid);',
  TOGETHER_TABLES,
  TURNS,
  APPROVAL_TABLES,
];

/** Grows with every change of the tables or the functions. A console of another version writes nothing. */
export const SCHEMA_VERSION = steps.length;

/** Nobody may run a function without a grant. These are the journal's grants. */
const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA purser FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purser.my_realms, purser.entry, purser.may_be_done, purser.is_open, purser.begin_console, purser.beat,
  purser.end_console, purser.prepare, purser.sent, purser.repeat, purser.settle, purser.resolve, purser.late, purser.recover,
  purser.note, purser.import_entry TO purser_operator;
GRANT SELECT ON purser.version TO purser_operator;
`;

/** The SQL that brings a schema of `version` up to date; 0 means no schema. The owner runs it in one transaction. */
export const upgrade = (version: number): string =>
  [
    ...steps.slice(version),
    // Functions contain no rows, so an upgrade replaces them all.
    ...[INNER, TOGETHER_INNER, READING, APPROVAL_INNER, STEPS, APPROVALS, RULES, CONSOLES, ADMIN, IMPORT],
    ...[GRANTS, TOGETHER, APPROVAL_GRANTS],
    `UPDATE purser.version SET number = ${SCHEMA_VERSION};`,
  ].join('\n');
