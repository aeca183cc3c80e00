// The tables of approval: the rules, which two people change together, and the requests for approval with their votes.
import { readable } from './tables.ts';

/** The fifth version. `rung` is the last line of the log about a request for approval. */
export const APPROVAL_TABLES = `
ALTER TABLE purser.intents ADD COLUMN amounts text;
ALTER TABLE purser.audit_head ADD COLUMN rung bigint NOT NULL DEFAULT 0;
DROP FUNCTION IF EXISTS purser.prepare(uuid, jsonb, text, text[], jsonb);
DROP FUNCTION IF EXISTS purser.sent(uuid, text);

-- A rule is the newest accepted change for its operation, currency and limit. A change with 0 votes ends the rule. The names of
-- persons ignore case.
CREATE TABLE purser.rule_changes (
  number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, realm int NOT NULL REFERENCES purser.realms,
  operation text NOT NULL CHECK (operation <> ''), currency text CHECK (currency ~ '^[A-Z]{3}$'), over numeric CHECK (over >= 0),
  votes int NOT NULL CHECK (votes BETWEEN 0 AND 9), minutes int NOT NULL CHECK (minutes BETWEEN 1 AND 1440),
  proposed_by text NOT NULL, proposed_at bigint NOT NULL, accepted_by text, accepted bigint,
  CHECK (lower(btrim(accepted_by)) <> lower(btrim(proposed_by))), CHECK ((accepted_by IS NULL) = (accepted IS NULL)));
CREATE VIEW purser.rules AS SELECT realm, operation, currency, over, votes, minutes, number FROM (
  SELECT DISTINCT ON (realm, operation, currency, over) * FROM purser.rule_changes WHERE accepted IS NOT NULL
  ORDER BY realm, operation, currency, over, accepted DESC) newest WHERE votes > 0;

CREATE TABLE purser.approvals (
  realm int NOT NULL REFERENCES purser.realms, request_id text PRIMARY KEY REFERENCES purser.intents (request_id),
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'), warnings text NOT NULL, salt text, sent_hash text,
  asked_by text NOT NULL, asked_at bigint NOT NULL, expires_at bigint NOT NULL, votes int NOT NULL CHECK (votes > 0),
  UNIQUE (request_id, asked_by));
CREATE TABLE purser.approval_votes (
  realm int NOT NULL, request_id text NOT NULL, asked_by text NOT NULL, voter text NOT NULL, role name NOT NULL,
  vote text NOT NULL CHECK (vote IN ('approve', 'decline')), digest text NOT NULL, note text NOT NULL, at bigint NOT NULL,
  number bigint NOT NULL, PRIMARY KEY (realm, number),
  CHECK (lower(btrim(voter)) <> lower(btrim(asked_by))),
  FOREIGN KEY (request_id, asked_by) REFERENCES purser.approvals (request_id, asked_by));
CREATE UNIQUE INDEX one_vote ON purser.approval_votes (request_id, lower(btrim(voter)));

CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON purser.approvals FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON purser.approval_votes FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON purser.rule_changes FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE FUNCTION purser.rule_change_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.accepted IS NOT NULL OR to_jsonb(NEW) - '{accepted_by,accepted}'::text[] <> to_jsonb(OLD) - '{accepted_by,accepted}'::text[]
  THEN RAISE EXCEPTION 'the journal only grows' USING ERRCODE = 'PU001'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON purser.rule_changes FOR EACH ROW EXECUTE FUNCTION purser.rule_change_keeps();

-- Tells the consoles that listen about a request for approval. The message is the number of a line, and nothing else.
CREATE FUNCTION purser.ring(of_realm int, line bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purser.audit_head SET rung = line WHERE realm = of_realm;
  PERFORM pg_notify('purser_' || of_realm, line::text);
END $$;
CREATE FUNCTION purser.transition_rings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM purser.ring(NEW.realm, NEW.number);
  RETURN NULL;
END $$;
CREATE TRIGGER rings AFTER INSERT ON purser.transitions FOR EACH ROW
  WHEN (NEW.to_state = 'WAITING' OR NEW.from_state = 'WAITING') EXECUTE FUNCTION purser.transition_rings();

${readable('rule_changes', 'approvals', 'approval_votes')}`;

/**
 * The seventh version: the proposer may withdraw a proposal. The index lets `team prune` find the consoles without
 * transitions. The console of an intent needs no foreign key, because the intent's last transition has the same console
 * and a foreign key.
 */
export const WITHDRAWALS = `
ALTER TABLE purser.rule_changes ADD COLUMN withdrawn bigint CHECK (withdrawn IS NULL OR accepted IS NULL);
CREATE OR REPLACE FUNCTION purser.rule_change_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(OLD.accepted, OLD.withdrawn) IS NOT NULL
    OR to_jsonb(NEW) - '{accepted_by,accepted,withdrawn}'::text[] <> to_jsonb(OLD) - '{accepted_by,accepted,withdrawn}'::text[]
  THEN RAISE EXCEPTION 'the journal only grows' USING ERRCODE = 'PU001'; END IF;
  RETURN NEW;
END $$;
CREATE INDEX transitions_by_console ON purser.transitions (console);
ALTER TABLE purser.intents DROP CONSTRAINT intents_console_fkey;
`;

/** The sixth version: an approved write whose attempt was NOT SENT may be sent again, until a changed record voids its approval. */
export const APPROVAL_AGAIN = `
INSERT INTO purser.legal_transitions VALUES ('NOT SENT', 'NOT SENT', NULL, NULL);
DROP FUNCTION IF EXISTS purser.repeat(uuid, text, text), purser.why_not_again(purser.intents);
CREATE OR REPLACE FUNCTION purser.transition_rings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM purser.approvals WHERE request_id = NEW.request_id) THEN PERFORM purser.ring(NEW.realm, NEW.number); END IF;
  RETURN NULL;
END $$;
DROP TRIGGER rings ON purser.transitions;
CREATE TRIGGER rings AFTER INSERT ON purser.transitions FOR EACH ROW
  WHEN (NEW.to_state IN ('WAITING', 'NOT SENT') OR NEW.from_state IN ('WAITING', 'NOT SENT')) EXECUTE FUNCTION purser.transition_rings();
`;
