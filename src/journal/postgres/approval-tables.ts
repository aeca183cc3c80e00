// The tables of approval: rules, which two people change, and the votes on what waits.

/** The second version. A \`rung\` of a log is the line that somebody may wait for. */
export const APPROVAL_TABLES = `
ALTER TABLE purser.intents ADD COLUMN amounts text;
ALTER TABLE purser.audit_head ADD COLUMN rung bigint NOT NULL DEFAULT 0;
DROP FUNCTION IF EXISTS purser.prepare(uuid, jsonb, text, text[], jsonb);
DROP FUNCTION IF EXISTS purser.sent(uuid, text);

-- A rule is the newest accepted change for its operation, currency and limit; one with no votes ends it. Case makes
-- no other person.
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

-- What waits tells the consoles that look: a number and nothing else.
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

DO $$ DECLARE each name; BEGIN
  FOREACH each IN ARRAY ARRAY['rule_changes', 'approvals', 'approval_votes']::name[] LOOP
    EXECUTE format('ALTER TABLE purser.%I ENABLE ROW LEVEL SECURITY', each);
    EXECUTE format('ALTER TABLE purser.%I FORCE ROW LEVEL SECURITY', each);
    EXECUTE format('CREATE POLICY of_realm ON purser.%I USING (realm = ANY ((SELECT purser.my_realms())::int[]))', each);
    EXECUTE format('GRANT SELECT ON purser.%I TO purser_operator', each);
  END LOOP;
END $$;
`;
