// The SQL that brings the PostgreSQL database of the team journal up to this version.
import { ADMIN, IMPORT } from './admin-functions.ts';
import { APPROVAL_INNER, APPROVALS, RULES } from './approval-functions.ts';
import { APPROVAL_AGAIN, APPROVAL_TABLES, WITHDRAWALS } from './approval-tables.ts';
import { CONSOLES } from './console-functions.ts';
import { INNER, READING } from './record-functions.ts';
import { STEPS } from './step-functions.ts';
import { FASTER, FEWER_PLANS, GUARDS, RIGHTS, TABLES, TURNS } from './tables.ts';
import { TOGETHER, TOGETHER_INNER, TOGETHER_TABLES } from './together-schema.ts';

/** The changes of the tables, one step per version; empty if only functions changed. Never change a published step. */
const steps: readonly string[] = [
  `${TABLES}${GUARDS}${RIGHTS}`,
  // This version adds parameters to both functions. PostgreSQL would keep the old functions next to the new functions.
  'DROP FUNCTION IF EXISTS purser.settle(uuid, text, text, jsonb, text, boolean), purser.beat(uuid);',
  TOGETHER_TABLES,
  TURNS,
  APPROVAL_TABLES,
  APPROVAL_AGAIN,
  WITHDRAWALS,
  '',
  FASTER,
  FEWER_PLANS,
  // The fingerprint got another form.
  `DROP FUNCTION IF EXISTS purser.repeat(uuid, text, text, text);
CREATE INDEX IF NOT EXISTS intents_in_first_form ON purser.intents
  (realm, operation, base_url, client_id, program_id, user_id, on_behalf_of) WHERE NOT starts_with(fingerprint, '2:');`,
];

/** Grows with every change of the tables or the functions. A console of another version cannot connect. */
export const SCHEMA_VERSION = steps.length;

/** An operator may run these functions and no others. */
const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA purser FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purser.my_realms, purser.entry, purser.may_be_done, purser.is_open, purser.begin_console, purser.beat,
  purser.end_console, purser.prepare, purser.sent, purser.repeat, purser.settle, purser.resolve, purser.late, purser.recover,
  purser.note, purser.import_entry, purser.look, purser.add_note, purser.hand_over, purser.answer_handover, purser.share_view,
  purser.held, purser.owner_of, purser.needs, purser.vote, purser.claim, purser.withdraw, purser.waiting, purser.propose_rule,
  purser.accept_rule, purser.withdraw_rule, purser.rules_of TO purser_operator;
GRANT SELECT ON purser.version TO purser_operator;
`;

/**
 * A console of the old version must not write any more, so an upgrade ends the leases of all consoles. A console then needs a
 * new lease, and its version is checked. A console that starts during the upgrade waits for the lock and reads the new version.
 */
const END_LEASES = `
LOCK TABLE purser.consoles IN SHARE ROW EXCLUSIVE MODE;
UPDATE purser.consoles SET lease_until = least(lease_until, purser.clock());
`;

/** The SQL that brings a schema of `version` up to date; 0 means no schema. The owner runs it in one transaction. */
export const upgrade = (version: number): string =>
  [
    ...steps.slice(version),
    // Functions contain no rows, so an upgrade replaces them all.
    ...[INNER, TOGETHER_INNER, READING, APPROVAL_INNER, STEPS, APPROVALS, RULES, CONSOLES, TOGETHER, ADMIN],
    ...[IMPORT, GRANTS],
    ...(version < SCHEMA_VERSION ? [END_LEASES] : []),
    `UPDATE purser.version SET number = ${SCHEMA_VERSION};`,
  ].join('\n');
