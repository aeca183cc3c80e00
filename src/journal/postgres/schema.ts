// The SQL that brings the database of the team journal up to this version, with an administrator's functions.
import { APPROVAL_INNER, APPROVAL_TABLES, APPROVALS, RULES } from './approval-schema.ts';
import { CONSOLES, STEPS } from './console-functions.ts';
import { HEARTBEAT } from './heartbeat-functions.ts';
import { HISTORY, HISTORY_TABLES, REOPEN, SIGNATURES } from './history.ts';
import { LIMITS } from './limits.ts';
import { MONTH_TABLES, MONTHS } from './months.ts';
import { DEFINER, INNER, newEntryStep, READING } from './record-functions.ts';
import { RECORD_OF } from './server-record.ts';
import { GUARDS, RIGHTS, SPLIT_POLICIES, TABLES, USED } from './tables.ts';
import { TOGETHER, TOGETHER_INNER, TOGETHER_TABLES } from './together-functions.ts';

/** The version of Purser 0.2.0. */
const OLDEST = 15;

/** The tables of that version, then one step for each later version; empty if only functions changed. Never change a published step. */
const steps: readonly string[] = [
  [
    TABLES,
    GUARDS,
    RIGHTS,
    TOGETHER_TABLES,
    APPROVAL_TABLES,
    HISTORY_TABLES,
    MONTH_TABLES,
    SPLIT_POLICIES,
  ].join(''),
  USED,
];

/** Grows with every change of the tables or the functions. A console of another version cannot write. */
export const SCHEMA_VERSION = OLDEST + steps.length - 1;

/**
 * Consoles from this version on can read this version. Raise it if a change breaks what readings.ts, together-calls.ts or `entry` of an
 * older console needs.
 */
export const READS_FROM = 15;

/** Whether this Purser can upgrade a team journal of this version. 0 means no schema. */
export const canUpgrade = (version: number): boolean => version === 0 || version >= OLDEST;

/** An operator may run these functions and no others. */
const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA purser FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purser.my_realms, purser.entry, purser.month_of, purser.may_be_done, purser.is_open, purser.begin_console, purser.heartbeat,
  purser.end_console, purser.prepare, purser.sent, purser.repeat, purser.settle, purser.resolve, purser.late, purser.recover,
  purser.note, purser.import_entry, purser.add_note, purser.hand_over, purser.answer_handover, purser.share_view,
  purser.held, purser.owner_of, purser.needs, purser.vote, purser.claim, purser.withdraw, purser.waiting, purser.propose_rule,
  purser.accept_rule, purser.withdraw_rule, purser.rules_of,
  purser.witness, purser.end_blockers, purser.record_of, purser.sign_head TO purser_operator;
GRANT SELECT ON purser.version TO purser_operator;
`;

/**
 * A console of the old version must not write any more: for a new lease, its version is checked. A console that starts meanwhile
 * waits for the lock and reads the new version.
 */
const END_LEASES = `
LOCK TABLE purser.consoles IN SHARE ROW EXCLUSIVE MODE;
UPDATE purser.consoles SET lease_until = least(lease_until, purser.clock());
`;

/** Open consoles read again when the log changes, and learn of the version. */
const upgraded = (from: number): string =>
  `SELECT purser.tell(realm, 'upgraded', '{"from": "${from}", "to": "${SCHEMA_VERSION}"}') FROM purser.realms ORDER BY realm;`;

/** `version`: see `canUpgrade`. The owner runs it in one transaction. */
export const upgrade = (version: number): string =>
  [
    'SET LOCAL statement_timeout = 0;',
    ...steps.slice(version === 0 ? 0 : version - OLDEST + 1),
    // Functions contain no rows, so an upgrade replaces them all.
    ...[
      INNER,
      HISTORY,
      LIMITS,
      TOGETHER_INNER,
      READING,
      APPROVAL_INNER,
      STEPS,
      APPROVALS,
      RULES,
      CONSOLES,
      HEARTBEAT,
      TOGETHER,
      ADMIN,
      MONTHS,
    ],
    ...[REOPEN, SIGNATURES, IMPORT, RECORD_OF(DEFINER), GRANTS],
    ...(version > 0 && version < SCHEMA_VERSION ? [upgraded(version)] : []),
    ...(version < SCHEMA_VERSION ? [END_LEASES] : []),
    `UPDATE purser.version SET number = ${SCHEMA_VERSION}, reads_from = ${READS_FROM};`,
  ].join('\n');

/** For an administrator as the owner, and for no operator. */
const ADMIN = `
CREATE OR REPLACE FUNCTION purser.tell(of_realm int, kind text, detail jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  PERFORM purser.guard();
  n := purser.take(of_realm);
  PERFORM purser.append(of_realm, n, NULL, kind, detail);
END $$;
-- Makes consoles read the persons again.
CREATE OR REPLACE FUNCTION purser.staff(of_realm int) RETURNS void LANGUAGE sql AS
  'UPDATE purser.audit_head SET staffed = number WHERE realm = of_realm';
CREATE OR REPLACE FUNCTION purser.add_realm(service text, client text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE of_realm int;
BEGIN
  SELECT realm INTO of_realm FROM purser.realms m WHERE m.base_url = rtrim(service, '/') AND m.client_id = client;
  IF FOUND THEN RETURN of_realm; END IF;
  INSERT INTO purser.realms (base_url, client_id) VALUES (rtrim(service, '/'), client) RETURNING realm INTO of_realm;
  -- An earlier call in this transaction did not find the new realm.
  PERFORM purser.guard();
  INSERT INTO purser.audit_head VALUES (of_realm, 0, '');
  INSERT INTO purser.histories VALUES (of_realm, pg_postmaster_start_time(), 'purser.audit'::regclass, NULL, NULL, purser.ms(purser.clock()));
  PERFORM purser.add_turns(of_realm);
  PERFORM purser.make_months(of_realm);
  PERFORM purser.tell(of_realm, 'log-begun', '{"before": "0"}');
  RETURN of_realm;
END $$;
-- Whether the record has this person, in any spelling.
CREATE OR REPLACE FUNCTION purser.knows_person(its_person text, its_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM purser.operators WHERE purser.same_person(person, its_person) OR person_id = its_id) $$;
-- The ID belongs to another person, or the person has another ID.
CREATE OR REPLACE FUNCTION purser.person_clash(its_person text, its_id text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM purser.operators WHERE person_id = its_id AND NOT purser.same_person(person, its_person)) THEN 'otherPerson'
    WHEN EXISTS (SELECT FROM purser.operators WHERE person_id <> its_id AND purser.same_person(person, its_person)) THEN 'otherId' END $$;
-- Returns why not. The record keeps one spelling of a name.
CREATE OR REPLACE FUNCTION purser.add_operator(who name, its_person text, of_realm int, its_id text DEFAULT NULL, approves boolean DEFAULT NULL)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE known purser.operators;
BEGIN
  IF purser.person_clash(its_person, its_id) IS NOT NULL THEN RETURN purser.person_clash(its_person, its_id); END IF;
  SELECT * INTO known FROM purser.operators WHERE purser.same_person(person, its_person) ORDER BY role LIMIT 1;
  its_person := coalesce(known.person, its_person);
  INSERT INTO purser.operators (role, person, active) VALUES (who, its_person, true)
    ON CONFLICT (role) DO UPDATE SET person = excluded.person, active = true;
  UPDATE purser.operators SET person_id = coalesce(its_id, known.person_id, person_id) WHERE purser.same_person(person, its_person);
  INSERT INTO purser.members VALUES (of_realm, who) ON CONFLICT DO NOTHING;
  -- The person is the same in every realm, so each log says it.
  FOR of_realm IN SELECT realm FROM purser.members WHERE role = who ORDER BY realm LOOP
    PERFORM purser.tell(of_realm, 'operator-added', jsonb_strip_nulls(jsonb_build_object('role', who::text, 'person', its_person,
      'id', its_id, 'approver', approves::text)));
    PERFORM purser.staff(of_realm);
  END LOOP;
  RETURN NULL;
END $$;
-- The writes that this operator's consoles are sending.
CREATE OR REPLACE FUNCTION purser.under_way(who name) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM purser.intents i JOIN purser.consoles k ON k.console = i.console WHERE i.state = 'SENT' AND k.role = who $$;
-- False if there is no such operator.
CREATE OR REPLACE FUNCTION purser.disable_operator(who name) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE of_realm int;
BEGIN
  UPDATE purser.operators SET active = false WHERE role = who;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR of_realm IN SELECT realm FROM purser.members WHERE role = who ORDER BY realm LOOP
    PERFORM purser.tell(of_realm, 'operator-disabled', jsonb_build_object('role', who::text));
    PERFORM purser.staff(of_realm);
    -- The votes of this operator no longer count.
    PERFORM purser.ring(of_realm, h.number) FROM purser.audit_head h WHERE h.realm = of_realm;
  END LOOP;
  RETURN true;
END $$;
`;

/** That machine may still send an open entry, so it becomes UNKNOWN. */
const IMPORT = `
-- After a restore the record may lack the attempt that this machine made since the backup, and would permit a duplicate. Nobody says
-- that a colleague's write is DONE.
CREATE OR REPLACE FUNCTION purser.import_attempt(of_realm int, r text, last jsonb) RETURNS json LANGUAGE plpgsql AS $$
DECLARE i purser.intents; past jsonb := '{"imported": true}';
BEGIN
  SELECT * INTO i FROM purser.intents WHERE request_id = r AND realm = of_realm FOR NO KEY UPDATE;
  IF i.state NOT IN ('WAITING', 'NOT SENT', 'REFUSED') OR last->>'to' NOT IN ('SENT', 'UNKNOWN', 'DONE', 'RESOLVED')
    OR last->>'verdict' = 'NOT DONE' THEN RETURN purser.barred('usedId', r); END IF;
  IF i.state = 'WAITING' THEN PERFORM purser.move(r, 'PREPARED', NULL, past => past); END IF;
  PERFORM purser.move(r, 'SENT', NULL, past => past);
  IF last->>'to' = 'DONE' AND i.made_by = session_user THEN PERFORM purser.move(r, 'DONE', NULL, last, last->>'answer', past => last);
  ELSE PERFORM purser.move(r, 'UNKNOWN', NULL, past => past); END IF;
  RETURN purser.done(r);
EXCEPTION WHEN unique_violation THEN
  -- A duplicate of it is open.
  RETURN purser.barred('usedId', r);
END $$;
CREATE OR REPLACE FUNCTION purser.import_entry(c uuid, i jsonb, body text, second text, changes jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${newEntryStep('change jsonb; n bigint; into_state text; found text;', 'RETURN purser.import_attempt(k.realm, r, changes->-1);')}
  -- The file of a machine has no approvals. An imported approval would have no votes.
  IF EXISTS (SELECT FROM jsonb_array_elements(changes) x WHERE x->>'to' = 'WAITING') THEN RETURN purser.barred('approval'); END IF;
  -- An entry has the number of its first transition's line. Without that line, the next write would get the same number.
  IF jsonb_array_length(changes) > 0 IS NOT TRUE THEN RETURN purser.barred('state'); END IF;
  -- If a duplicate is open here already, the imported entry is recorded as a deliberate duplicate of it.
  SELECT e.request_id INTO found FROM purser.intents e WHERE e.realm = k.realm AND (e.request_id = second
    OR (e.fingerprint = i->>'fingerprint' OR e.request_id = ANY (purser.users_of(i))) AND purser.is_open(e)) ORDER BY e.request_id = second DESC, e.number DESC LIMIT 1;
  n := purser.enter(k.realm, NULL, i, body, found);
  FOR change IN SELECT * FROM jsonb_array_elements(changes) LOOP
    into_state := change->>'to';
    PERFORM purser.move(r, into_state, NULL, change, change->>'answer', n, change);
    n := NULL;
  END LOOP;
  IF into_state IN ('PREPARED', 'SENT') THEN PERFORM purser.move(r, 'UNKNOWN', NULL, past => '{"imported": true}'); END IF;
  RETURN purser.done(r);
END $$;
`;
