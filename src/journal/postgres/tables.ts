// The tables of the team journal on PostgreSQL. Everything belongs to purser_owner, a role that cannot log in.
import { MY_REALMS } from './record-functions.ts';

/** For an administrator who may make roles, once for a server. Operators get their rights from purser_operator. */
export const ROLES = `
DO $$ DECLARE wanted name; BEGIN
  FOREACH wanted IN ARRAY ARRAY['purser_owner', 'purser_operator', 'purser_approver']::name[] LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
    END IF;
  END LOOP;
END $$;
CREATE SCHEMA IF NOT EXISTS purser AUTHORIZATION purser_owner;
REVOKE ALL ON SCHEMA purser FROM PUBLIC;
GRANT USAGE ON SCHEMA purser TO purser_operator, purser_approver;
`;

/**
 * After each vacuum or analysis of a table, sessions plan again, in their turn; by default every minute, because of the heartbeats
 * alone.
 */
export const SELDOM =
  'autovacuum_analyze_threshold = 20000, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_threshold = 20000';
/**
 * Sessions plan once, and those of a new team plan while the tables are empty: then every index that begins with the realm looks
 * equally good, and a search reads all entries. So the entries of one fingerprint have an index of their own, and a table is analysed
 * after 500 changes and as many more as it has rows.
 */
const GROWING =
  'autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 1, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_threshold = 20000';

/**
 * `legal_transitions` is that of sqlite/sqlite-schema.ts plus WAITING, and an approved write whose attempt was NOT SENT. A `realm` is
 * one service with one client ID, and has its own audit log. A transition has the number of its line there. `tallies` counts what an
 * operator adds to the log in an hour without a write. An intent's last transition has the same console and a foreign key, so the
 * intent needs none. `noted`, `staffed` and `rung`: the last line of the log about a note, an operator, and a request for approval.
 */
export const TABLES = `
CREATE TABLE purser.version (one boolean PRIMARY KEY DEFAULT true CHECK (one), number int NOT NULL,
  reads_from int NOT NULL DEFAULT 0);
INSERT INTO purser.version (number) VALUES (0);

CREATE TABLE purser.realms (
  realm int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  base_url text NOT NULL, client_id text NOT NULL, UNIQUE (base_url, client_id));
CREATE TABLE purser.operators (role name PRIMARY KEY, person text NOT NULL CHECK (person <> ''), active boolean NOT NULL DEFAULT true,
  person_id text CHECK (person_id <> ''));
CREATE TABLE purser.members (
  realm int NOT NULL REFERENCES purser.realms, role name NOT NULL REFERENCES purser.operators, PRIMARY KEY (realm, role));
CREATE TABLE purser.consoles (
  console uuid PRIMARY KEY, realm int NOT NULL REFERENCES purser.realms, role name NOT NULL, host text NOT NULL,
  pid int NOT NULL, begun_at timestamptz NOT NULL, lease_until timestamptz NOT NULL, seen_at timestamptz)
  -- Room for the next version of a row in its page, so that no index changes.
  WITH (fillfactor = 50, ${SELDOM});

CREATE TABLE purser.legal_transitions (
  from_state text NOT NULL, to_state text NOT NULL, doubted boolean, repeatable boolean, PRIMARY KEY (from_state, to_state));
INSERT INTO purser.legal_transitions VALUES
  ('NEW',      'PREPARED', NULL,  NULL), ('NEW',      'WAITING',  NULL,  NULL),
  ('WAITING',  'PREPARED', NULL,  NULL), ('WAITING',  'NOT SENT', NULL,  NULL),
  ('PREPARED', 'SENT',     NULL,  NULL), ('PREPARED', 'NOT SENT', NULL,  NULL), ('PREPARED', 'UNKNOWN', NULL, NULL),
  ('SENT',     'DONE',     NULL,  NULL), ('SENT',     'REFUSED',  false, NULL),
  ('SENT',     'NOT SENT', false, NULL), ('SENT',     'UNKNOWN',  NULL,  NULL),
  ('REFUSED',  'SENT',     NULL,  NULL), ('NOT SENT', 'SENT',     NULL,  NULL), ('NOT SENT', 'NOT SENT', NULL, NULL),
  ('UNKNOWN',  'SENT',     NULL,  true), ('UNKNOWN',  'RESOLVED', NULL,  NULL);

CREATE TABLE purser.intents (
  realm int NOT NULL REFERENCES purser.realms, number bigint NOT NULL,
  request_id text NOT NULL UNIQUE CHECK (length(request_id) = 36),
  operation text NOT NULL, title text NOT NULL, class text NOT NULL CHECK (class IN ('write', 'money')),
  repeatable boolean NOT NULL, profile text NOT NULL, environment text NOT NULL, base_url text NOT NULL,
  client_id text NOT NULL, program_id text NOT NULL, user_id text NOT NULL, on_behalf_of text,
  method text NOT NULL, target text NOT NULL, body_hash text, fingerprint text NOT NULL, what text NOT NULL,
  created_at bigint NOT NULL, besides text REFERENCES purser.intents (request_id), recorded_at bigint NOT NULL,
  made_by name NOT NULL, seal text NOT NULL,
  state text NOT NULL DEFAULT 'NEW' CHECK (state IN
    ('NEW', 'WAITING', 'PREPARED', 'SENT', 'DONE', 'REFUSED', 'NOT SENT', 'UNKNOWN', 'RESOLVED')),
  doubted boolean NOT NULL DEFAULT false, console uuid, changed bigint NOT NULL DEFAULT 0, amounts text,
  PRIMARY KEY (realm, number)) WITH (${GROWING});
CREATE UNIQUE INDEX one_open_intent ON purser.intents (realm, fingerprint)
  WHERE besides IS NULL AND state IN ('NEW', 'WAITING', 'PREPARED', 'SENT', 'UNKNOWN');
CREATE UNIQUE INDEX one_open_second ON purser.intents (besides)
  WHERE besides IS NOT NULL AND state IN ('NEW', 'WAITING', 'PREPARED', 'SENT', 'UNKNOWN');
CREATE INDEX intents_open ON purser.intents (realm, number) WHERE state IN ('WAITING', 'PREPARED', 'SENT', 'UNKNOWN');
CREATE INDEX intents_of_fingerprint ON purser.intents (fingerprint);
CREATE INDEX intents_by_change ON purser.intents (realm, changed);
CREATE INDEX intents_by_operation ON purser.intents (realm, operation, created_at);
CREATE INDEX intents_by_maker ON purser.intents (realm, made_by, recorded_at);

CREATE TABLE purser.transitions (
  realm int NOT NULL, number bigint NOT NULL, request_id text NOT NULL REFERENCES purser.intents (request_id),
  from_state text NOT NULL, to_state text NOT NULL, at bigint NOT NULL, pid int NOT NULL,
  console uuid REFERENCES purser.consoles, role name NOT NULL, status int, message text, answer_hash text,
  resolved_by text, verdict text CHECK (verdict IN ('DONE', 'NOT DONE')), evidence text, note text, what text,
  seal text NOT NULL, PRIMARY KEY (realm, number),
  CHECK ((to_state = 'RESOLVED') = (resolved_by IS NOT NULL AND verdict IS NOT NULL AND evidence IS NOT NULL))) WITH (${GROWING});
CREATE INDEX transitions_by_intent ON purser.transitions (request_id, number);
CREATE INDEX transitions_by_console ON purser.transitions (console);

CREATE TABLE purser.audit (
  realm int NOT NULL, number bigint NOT NULL, line text NOT NULL, hash text NOT NULL, PRIMARY KEY (realm, number)) WITH (${GROWING});
CREATE TABLE purser.audit_head (realm int PRIMARY KEY REFERENCES purser.realms, number bigint NOT NULL, hash text NOT NULL,
  rung bigint NOT NULL DEFAULT 0, latest bigint NOT NULL DEFAULT 0, noted bigint NOT NULL DEFAULT 0,
  staffed bigint NOT NULL DEFAULT 0) WITH (fillfactor = 20, ${SELDOM});
CREATE TABLE purser.tallies (
  realm int NOT NULL, role name NOT NULL, kind text NOT NULL, hour timestamptz NOT NULL, count int NOT NULL,
  PRIMARY KEY (realm, role, kind));
`;

/** The database refuses these changes, whichever code makes them, even as the owner. */
export const GUARDS = `
CREATE FUNCTION purser.only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the journal only grows' USING ERRCODE = 'PU001'; END $$;
CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON purser.audit FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON purser.transitions FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON purser.intents FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON purser.audit_head FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();

CREATE FUNCTION purser.intent_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE kept purser.intents := NEW;
BEGIN
  kept.state := OLD.state; kept.doubted := OLD.doubted; kept.console := OLD.console; kept.changed := OLD.changed;
  IF kept IS DISTINCT FROM OLD OR NEW.state IS DISTINCT FROM
    (SELECT to_state FROM purser.transitions WHERE request_id = NEW.request_id ORDER BY number DESC LIMIT 1)
  THEN RAISE EXCEPTION 'the journal only grows' USING ERRCODE = 'PU001'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON purser.intents FOR EACH ROW EXECUTE FUNCTION purser.intent_keeps();

CREATE FUNCTION purser.intent_starts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'NEW' OR NEW.doubted THEN RAISE EXCEPTION 'an intent starts as NEW' USING ERRCODE = 'PU001'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER starts BEFORE INSERT ON purser.intents FOR EACH ROW EXECUTE FUNCTION purser.intent_starts();

CREATE FUNCTION purser.transition_is_legal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM purser.intents i JOIN purser.legal_transitions l ON l.from_state = i.state
    WHERE i.request_id = NEW.request_id AND i.state = NEW.from_state AND l.to_state = NEW.to_state AND i.realm = NEW.realm
      AND (l.repeatable IS NULL OR l.repeatable = i.repeatable) AND (l.doubted IS NULL OR l.doubted = i.doubted))
  THEN RAISE EXCEPTION 'illegal transition' USING ERRCODE = 'PU003'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER is_legal BEFORE INSERT ON purser.transitions FOR EACH ROW EXECUTE FUNCTION purser.transition_is_legal();

CREATE FUNCTION purser.transition_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purser.intents SET state = NEW.to_state, doubted = doubted OR NEW.to_state = 'UNKNOWN', console = NEW.console,
    changed = NEW.number WHERE request_id = NEW.request_id;
  RETURN NULL;
END $$;
CREATE TRIGGER moves AFTER INSERT ON purser.transitions FOR EACH ROW EXECUTE FUNCTION purser.transition_moves();
`;

/** The policy binds the owner too: the functions run as the owner for the operator who signed in. */
export const readable = (...tables: readonly string[]): string =>
  tables
    .map(
      table => `
ALTER TABLE purser.${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE purser.${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY of_realm ON purser.${table} USING (realm = ANY ((SELECT purser.my_realms())::int[]));
GRANT SELECT ON purser.${table} TO purser_operator;
`,
    )
    .join('');

export const RIGHTS = `${MY_REALMS}${readable('consoles', 'intents', 'transitions', 'audit', 'audit_head')}`;

/**
 * Each table has a policy for operators and one for the owner. Runs again after a table got `of_realm`. A write evaluates the policies
 * 70 times, so the owner's policy uses the realms that `guard` found. An operator can set these too, so a function for operators calls
 * `guard` first, or checks the realm itself (server-journal.test.ts lists them).
 */
export const SPLIT_POLICIES = `
DO $$ DECLARE its_table regclass; BEGIN
  FOR its_table IN SELECT polrelid::regclass FROM pg_catalog.pg_policy WHERE polname = 'of_realm'
    AND polrelid IN (SELECT oid FROM pg_catalog.pg_class WHERE relnamespace = 'purser'::regnamespace) LOOP
    EXECUTE format('ALTER POLICY of_realm ON %1$s TO purser_operator; DROP POLICY IF EXISTS of_owner ON %1$s;
      CREATE POLICY of_owner ON %1$s TO purser_owner USING (realm = ANY ((SELECT
        coalesce(nullif(current_setting(''purser.realms'', true), '''')::int[], purser.my_realms()))::int[]))', its_table);
  END LOOP;
END $$;
`;

/** Version 16: what each write uses up, in the column to read, and in the table to find equal writes. */
export const USED = `
DROP INDEX IF EXISTS purser.intents_in_first_form;
DROP FUNCTION IF EXISTS purser.beat(uuid, bigint, text, bigint, text), purser.look(uuid, jsonb, jsonb), purser.forms(jsonb);
ALTER TABLE purser.intents ADD COLUMN IF NOT EXISTS uses text;
CREATE TABLE IF NOT EXISTS purser.used (
  realm int NOT NULL, name text NOT NULL, request_id text NOT NULL REFERENCES purser.intents (request_id), PRIMARY KEY (name, request_id));
CREATE OR REPLACE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON purser.used FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
DROP POLICY IF EXISTS of_realm ON purser.used;
${readable('used')}${SPLIT_POLICIES}`;
